"""Every constant of the method, and the settings a user may change.

Sections of the paper are named beside each value of `PAPER`. Layers, later ones
win: defaults < profile < `gvqa.toml` or `[tool.gvqa]` of `pyproject.toml` <
`GVQA_*` environment < arguments. `gvqa_core.settings` reads the layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen, validators

INTERVAL = 5.0
"""Δt: seconds between sampled frames."""

SHORTEST_INTERVAL = 0.001
"""Seconds; no video shows frames faster, and shorter steps only sample the same frame again."""

TOP_K = 5
"""k: captions retrieved for a question."""

NEIGHBOURS = 1
"""n: sampled timestamps looked at on each side of a citation that does not hold."""

CAPTION_MODEL = "Qwen/Qwen2-VL-2B-Instruct"
CAPTION_MODEL_MLX = "mlx-community/Qwen2-VL-2B-Instruct-4bit"
DRAFT_MODEL = "Qwen/Qwen2.5-3B-Instruct"
DRAFT_MODEL_MLX = "mlx-community/Qwen2.5-3B-Instruct-4bit"
EMBEDDING_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
NLI_MODEL = "cross-encoder/nli-deberta-v3-small"

CAPTION_MAX_TOKENS = 128
DRAFT_MAX_TOKENS = 512
MAX_PIXELS = 1280 * 28 * 28
"""Pixel budget of the Qwen2-VL family: 1280 patches of 28 × 28."""

COMPONENT_KINDS = ("sampler", "captioner", "retriever", "drafter", "verifier")


def check_interval(instance: object, attribute: Any, value: float) -> None:
    """An attrs validator: a finite number of seconds that does not make endless samples."""
    if not SHORTEST_INTERVAL <= value < float("inf"):
        raise ValueError(
            f"{attribute.name} must be a number of seconds, at least {SHORTEST_INTERVAL:g}, "
            f"got {value!r}"
        )


@frozen(kw_only=True)
class Use:
    """Which component serves each stage: a registered name, or `auto`.

    Attributes:
        sampler: Chooses frames.
        captioner: Describes them; `auto` follows `backend`.
        retriever: Finds captions for a question.
        drafter: Writes claims; `auto` follows `backend`.
        verifier: Judges them.
    """

    sampler: str = "auto"
    captioner: str = "auto"
    retriever: str = "auto"
    drafter: str = "auto"
    verifier: str = "auto"


@frozen(kw_only=True)
class Verify:
    """How claims are checked.

    Attributes:
        captioner: The captioner for re-extracted frames; empty means the one used
            at ingest. A captioner that errs the same way twice verifies itself, so
            another one, another model or another prompt is the way around it.
        model: Another model for that captioner: hub id or local folder.
        prompt: Another prompt for it; the weights loaded for the ingest are used
            again where captioner and model stay the same.
        sentences: Judge a caption sentence by sentence instead of as a whole.
        split_compound: Judge the parts of "A and B" apart, joined by AND.
        guards: Let deterministic guards withdraw a Grounded.
    """

    captioner: str = ""
    model: str = ""
    prompt: str = ""
    sentences: bool = True
    split_compound: bool = True
    guards: bool = True


HISTORIES = ("grounded", "all", "none")
"""Which claims of earlier answers the drafter of a conversation may be told."""


@frozen(kw_only=True)
class Answers:
    """What is done beyond grounding, so that an answer is right and not only grounded.

    Attributes:
        wrong_moment: Offer the right time of a claim that holds at another retrieved time.
        premises: Check what a question presupposes before anything is drafted.
        relevance: Tell of each claim whether it answers the question, apart from its verdict;
            off, for it is often wrong where claims and questions share few words.
        history: Which claims of earlier answers the drafter of a conversation is told:
            `grounded`, `all` or `none`.
    """

    wrong_moment: bool = True
    premises: bool = True
    relevance: bool = False
    history: str = field(default="grounded", validator=validators.in_(HISTORIES))


@frozen(kw_only=True)
class Speech:
    """Where what is said in a video comes from.

    Attributes:
        subtitles: `auto` takes a subtitle file beside the video, else a subtitle track in
            it; `off` takes none; anything else is the path of a subtitle file.
        language: The language preferred where there are several, such as `en`.
        top_k: Passages of speech retrieved for a question beside the captions, >= 1.
        model: A faster-whisper model, by size, hub id or folder, that recognises the
            speech of videos without subtitles; empty recognises none.
        device: Where it runs: `cpu`, `cuda` or `auto`.
    """

    subtitles: str = field(default="auto", validator=validators.min_len(1))
    language: str = ""
    top_k: int = field(default=TOP_K, validator=validators.ge(1))
    model: str = ""
    device: str = "auto"


@frozen(kw_only=True)
class Settings:
    """Everything that decides how a question is answered.

    Attributes:
        profile: `default`, or `paper` for the paper's pipeline and nothing else.
        backend: Name under which captioner and drafter are chosen, or `auto`.
        interval: Δt in seconds, >= `SHORTEST_INTERVAL`.
        top_k: Captions retrieved, >= 1.
        neighbours: Neighbouring samples looked at on each side, >= 0.
        cache_dir: Folder of the store; empty means the platform's cache folder.
        offline: Never reach for a model hub.
        use: Component for each stage.
        verify: How claims are checked.
        answers: What is done beyond grounding.
        speech: Where what is said in a video comes from.
        options: kind → component name → option → value, as the user gave them.
        sources: Dotted key → where its value came from; what is absent is a default.
    """

    profile: str = field(default="default", validator=validators.in_(("default", "paper")))
    backend: str = "auto"
    interval: float = field(default=INTERVAL, validator=check_interval)
    top_k: int = field(default=TOP_K, validator=validators.ge(1))
    neighbours: int = field(default=NEIGHBOURS, validator=validators.ge(0))
    cache_dir: str = ""
    offline: bool = False
    use: Use = field(factory=Use)
    verify: Verify = field(factory=Verify)
    answers: Answers = field(factory=Answers)
    speech: Speech = field(factory=Speech)
    options: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(
        factory=dict[str, Mapping[str, Mapping[str, Any]]]
    )
    sources: Mapping[str, str] = field(factory=dict[str, str], eq=False, repr=False)


PROFILES: Mapping[str, Mapping[str, Any]] = {
    "default": {},
    "paper": {
        "interval": 5.0,  # one frame every five seconds
        "top_k": 5,  # five captions for a question
        "neighbours": 1,  # one neighbour on each side
        "use": {
            "sampler": "interval",
            "retriever": "minilm",  # normalised float32 embeddings, plain cosine
            "verifier": "nli",  # arg-max of a three-way classifier
        },
        "verify": {
            "captioner": "",
            "model": "",
            "prompt": "",
            "sentences": False,
            "split_compound": False,
            "guards": False,
        },
        "answers": {
            "wrong_moment": False,
            "premises": False,
            "relevance": False,
            "history": "none",
        },
        "speech": {"subtitles": "off", "model": ""},
        "options": {"verifier": {"nli": {"threshold": 0.0}}},
    },
}
"""What each profile sets before files, environment and arguments are read."""
