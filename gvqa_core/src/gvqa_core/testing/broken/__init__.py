"""Components that break their contract on purpose, each in one way.

The conformance kit must find every one of them; they also show authors what it
is that a check guards against. `BROKEN` names for each the check that finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from gvqa_core.testing.broken.captioners import (
    BatchSensitiveCaptioner,
    BgrCaptioner,
    BlindCaptioner,
    CountingCaptioner,
    OnceCaptioner,
    ShortCaptioner,
    SortedCaptioner,
    TalkativeIdentityCaptioner,
)
from gvqa_core.testing.broken.drafters import (
    FragileDrafter,
    InventingDrafter,
    RememberingDrafter,
    TimelessDrafter,
)
from gvqa_core.testing.broken.retrievers import BrokenRetriever
from gvqa_core.testing.broken.samplers import (
    BackwardSampler,
    GreyscaleSampler,
    HoardingSampler,
    WindowlessSampler,
)
from gvqa_core.testing.broken.verifiers import (
    BatchSensitiveVerifier,
    ClosedWorldVerifier,
    CredulousVerifier,
    EmptyLoverVerifier,
    InconsistentVerifier,
    LogitVerifier,
    ShufflingVerifier,
    StubbornVerifier,
    SwappingVerifier,
)


@frozen
class Broken:
    """A wrong component and the check that finds it.

    Attributes:
        kind: Its kind.
        make: Makes a fresh one.
        found_by: Name of the check that must fail.
    """

    kind: str
    make: Callable[[], Any]
    found_by: str


BROKEN: tuple[Broken, ...] = (
    Broken("sampler", BackwardSampler, "it yields frames in ascending time, from inside the video"),
    Broken("sampler", HoardingSampler, "frames stream: at most two are alive at a time"),
    Broken("sampler", WindowlessSampler, "a window is kept to"),
    Broken("sampler", GreyscaleSampler, "frames are RGB uint8 pictures with their true time"),
    Broken(
        "captioner",
        BlindCaptioner,
        "the pixels reach the captioner: two different pictures, two captions",
    ),
    Broken("captioner", BgrCaptioner, "pixels are read as red, green, blue"),
    Broken("captioner", ShortCaptioner, "each frame gets one text"),
    Broken("captioner", SortedCaptioner, "captions come in the order of the frames"),
    Broken("captioner", BatchSensitiveCaptioner, "a batch equals its frames one by one"),
    Broken("captioner", CountingCaptioner, "the same frame gets the same text again"),
    Broken("captioner", OnceCaptioner, "opened again it gives the same"),
    Broken("captioner", TalkativeIdentityCaptioner, "the identity holds no secret"),
    Broken("retriever", lambda: BrokenRetriever("any k"), "k = 0 is a ValueError that names k"),
    Broken("retriever", lambda: BrokenRetriever("ties"), "ties are broken by earlier time"),
    Broken(
        "retriever", lambda: BrokenRetriever("worst first"), "the caption that answers comes first"
    ),
    Broken(
        "retriever",
        lambda: BrokenRetriever("only matches"),
        "k larger than the number of captions gives them all, once",
    ),
    Broken("drafter", InventingDrafter, "without captions there are no claims"),
    Broken(
        "drafter", TimelessDrafter, "a draft has claims with text and a real time, or says why not"
    ),
    Broken(
        "drafter",
        RememberingDrafter,
        "the same question gets the same draft, whatever was asked between",
    ),
    Broken("drafter", FragileDrafter, "odd questions raise nothing"),
    Broken(
        "verifier", CredulousVerifier, "it supports a caption repeated and not an unrelated claim"
    ),
    Broken(
        "verifier", StubbornVerifier, "it supports a caption repeated and not an unrelated claim"
    ),
    Broken("verifier", ClosedWorldVerifier, "silence about a thing does not support its absence"),
    Broken("verifier", SwappingVerifier, "an empty premise never supports"),
    Broken("verifier", InconsistentVerifier, "label, reason and scores agree with supports"),
    Broken("verifier", LogitVerifier, "label, reason and scores agree with supports"),
    Broken("verifier", ShufflingVerifier, "a batch equals its pairs one by one"),
    Broken("verifier", BatchSensitiveVerifier, "a batch equals its pairs one by one"),
    Broken("verifier", EmptyLoverVerifier, "an empty claim is never supported"),
)
