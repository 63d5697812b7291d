"""Components that break their contract on purpose, each in one way.

The conformance kit must find every one of them; they also show authors what it
is that a check guards against. `BROKEN` names for each the check that finds it.
"""

# ruff: noqa: D102 - the protocols document these methods
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from gvqa_core.component import BaseComponent
from gvqa_core.protocols import Video
from gvqa_core.types import (
    Caption,
    Claim,
    Draft,
    Frame,
    Hit,
    Judgement,
    NLILabel,
    Pair,
    Window,
)


class _Plain(BaseComponent[None]):
    def __init__(self) -> None:
        super().__init__(None)


# -- samplers --------------------------------------------------------------------


class _EveryThreeSeconds(_Plain):
    """A right sampler, from which the wrong ones are made."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        yield from video.sample(3.0, window.start, window.end, max_pixels=max_pixels)


class BackwardSampler(_EveryThreeSeconds):
    """Yields the last frame first."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        yield from reversed(list(super().sample(video, window, max_pixels=max_pixels)))


class HoardingSampler(_EveryThreeSeconds):
    """Decodes everything before it yields anything."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        frames = list(super().sample(video, window, max_pixels=max_pixels))
        yield from frames


class WindowlessSampler(_EveryThreeSeconds):
    """Does not care for the window."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        yield from super().sample(video, Window(), max_pixels=max_pixels)


class GreyscaleSampler(_EveryThreeSeconds):
    """Hands out pictures with one channel."""

    def sample(
        self, video: Video, window: Window, *, max_pixels: int | None = None
    ) -> Iterator[Frame]:
        for frame in super().sample(video, window, max_pixels=max_pixels):
            yield evolve(frame, image=frame.image[..., :1])


# -- captioners ------------------------------------------------------------------


class _RedOrBlue(_Plain):
    """A right captioner, from which the wrong ones are made."""

    batch_size = 4
    max_pixels: int | None = None

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        return [self.describe(frame) for frame in frames]

    def describe(self, frame: Frame) -> str:
        red, _, blue = frame.image.reshape(-1, 3).mean(axis=0)
        return f"A {'red' if red > blue else 'blue'} square."


class BlindCaptioner(_RedOrBlue):
    """Says the same of every picture: its pixels never reach it."""

    def describe(self, frame: Frame) -> str:
        return "A square."


class BgrCaptioner(_RedOrBlue):
    """Takes red for blue."""

    def describe(self, frame: Frame) -> str:
        return super().describe(evolve(frame, image=frame.image[..., ::-1]))


class ShortCaptioner(_RedOrBlue):
    """Loses the last frame of a batch."""

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        return super().caption(frames[: max(1, len(frames) - 1)])


class SortedCaptioner(_RedOrBlue):
    """Gives captions in an order of its own."""

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        return sorted(super().caption(frames))


class BatchSensitiveCaptioner(_RedOrBlue):
    """Says more about a frame that has company, as wrong padding does."""

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        extra = " It has company." if len(frames) > 1 else ""
        return [text + extra for text in super().caption(frames)]


class CountingCaptioner(_RedOrBlue):
    """Never says the same twice."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def describe(self, frame: Frame) -> str:
        self._count += 1
        return f"{super().describe(frame)} Number {self._count}."


class OnceCaptioner(_RedOrBlue):
    """Works only until it is closed for the first time."""

    def __init__(self) -> None:
        super().__init__()
        self._closed = False

    def close(self) -> None:
        self._closed = True

    def describe(self, frame: Frame) -> str:
        return "" if self._closed else super().describe(frame)


class TalkativeIdentityCaptioner(_RedOrBlue):
    """Puts its key into the identity, and so into every report."""

    @property
    def identity(self) -> Mapping[str, str]:
        return {"model": "red-or-blue", "api_key": "0123456789"}


# -- retrievers ------------------------------------------------------------------


@frozen
class _WordIndex:
    """Ranks captions by words shared with the question; `wrong` names its fault."""

    captions: tuple[Caption, ...]
    wrong: str

    def search(self, question: str, k: int) -> list[Hit]:
        if k < 1 and self.wrong != "any k":
            raise ValueError(f"k must be at least 1, got {k}")
        words = set(question.casefold().strip("?").split())
        shared = [len(words & set(c.text.casefold().strip(".").split())) for c in self.captions]
        late_first = -1 if self.wrong == "ties" else 1
        order = sorted(
            range(len(self.captions)),
            key=lambda i: (
                shared[i] if self.wrong == "worst first" else -shared[i],
                late_first * self.captions[i].timestamp,
            ),
        )
        if self.wrong == "only matches":
            order = [i for i in order if shared[i]]
        return [
            Hit(self.captions[i], float(shared[i]), rank)
            for rank, i in enumerate(order[: max(k, 0)])
        ]

    def arrays(self) -> Mapping[str, Any]:
        return {}


class BrokenRetriever(_Plain):
    """Finds captions by shared words, with one fault.

    Args:
        wrong: `any k` takes k < 1, `ties` puts later captions first, `worst first`
            ranks upside down, `only matches` keeps captions to itself.
    """

    def __init__(self, wrong: str) -> None:
        super().__init__()
        self.wrong = wrong

    def build(
        self, captions: Sequence[Caption], arrays: Mapping[str, Any] | None = None
    ) -> _WordIndex:
        return _WordIndex(tuple(captions), self.wrong)


# -- drafters --------------------------------------------------------------------


class InventingDrafter(_Plain):
    """Claims something although it was given nothing."""

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        return Draft(claims=(Claim("A dragon wears a hat.", 3.0),))


class TimelessDrafter(_Plain):
    """Cites a time that is none."""

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        return Draft(claims=tuple(Claim(hit.caption.text, float("nan")) for hit in hits))


class RememberingDrafter(_Plain):
    """Lets an earlier question into the next answer."""

    def __init__(self) -> None:
        super().__init__()
        self._before: list[Claim] = []

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        self._before += [Claim(hit.caption.text, hit.caption.timestamp) for hit in hits[:1]]
        return Draft(claims=tuple(self._before) if hits else ())


class FragileDrafter(_Plain):
    """Raises at what it did not expect."""

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        question.encode("ascii")
        return Draft(claims=tuple(Claim(h.caption.text, h.caption.timestamp) for h in hits))


# -- verifiers -------------------------------------------------------------------


def _judgement(supports: bool) -> Judgement:
    return Judgement(supports, NLILabel.ENTAILMENT if supports else NLILabel.NEUTRAL)


class _SameWords(_Plain):
    """A right, if strict, verifier, from which the wrong ones are made."""

    needs = "caption"

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [
            _judgement(bool(str(claim).strip()) and claim in str(premise))
            for premise, claim in pairs
        ]


class CredulousVerifier(_SameWords):
    """Supports everything."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [_judgement(True) for _ in pairs]


class StubbornVerifier(_SameWords):
    """Supports nothing."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [_judgement(False) for _ in pairs]


class SwappingVerifier(_SameWords):
    """Takes the claim for the premise, so that an empty caption supports everything."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [_judgement(str(premise).strip() in claim) for premise, claim in pairs]


class InconsistentVerifier(_SameWords):
    """Supports a claim that it calls neutral."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [evolve(one, label=NLILabel.NEUTRAL) for one in super().judge(pairs)]


class LogitVerifier(_SameWords):
    """Gives raw logits for probabilities."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [evolve(one, scores={"entailment": 4.2}) for one in super().judge(pairs)]


class ShufflingVerifier(_SameWords):
    """Sorts pairs by length and forgets to sort the judgements back."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return super().judge(sorted(pairs, key=lambda pair: len(pair[1])))


class BatchSensitiveVerifier(_SameWords):
    """Scores a pair by the company it is in."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        share = 1 / max(1, len(pairs))
        return [evolve(one, scores={"entailment": share}) for one in super().judge(pairs)]


class EmptyLoverVerifier(_SameWords):
    """Finds an empty claim well supported."""

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [_judgement(bool(str(p).strip()) and claim.strip() in str(p)) for p, claim in pairs]


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
    Broken("verifier", SwappingVerifier, "an empty premise never supports"),
    Broken("verifier", InconsistentVerifier, "label, reason and scores agree with supports"),
    Broken("verifier", LogitVerifier, "label, reason and scores agree with supports"),
    Broken("verifier", ShufflingVerifier, "a batch equals its pairs one by one"),
    Broken("verifier", BatchSensitiveVerifier, "a batch equals its pairs one by one"),
    Broken("verifier", EmptyLoverVerifier, "an empty claim is never supported"),
)
