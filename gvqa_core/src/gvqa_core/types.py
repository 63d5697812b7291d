"""The data that flows through the pipeline, in the order in which it is made.

Frame → Caption → Hit → Claim → Judgement → Evidence → VerifiedClaim → Answer.
All types are frozen. Times are seconds (float) from the first presented frame
of the video; the frame *at t* is the last one presented at or before t.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from attrs import field, frozen

from gvqa_core.media import Frame as Frame
from gvqa_core.media import Picture as Picture
from gvqa_core.media import Segment as Segment
from gvqa_core.media import VideoInfo as VideoInfo
from gvqa_core.media import Window as Window

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray


class NLILabel(StrEnum):
    """The three relations of natural language inference between premise and hypothesis."""

    ENTAILMENT = "entailment"
    NEUTRAL = "neutral"
    CONTRADICTION = "contradiction"


class BinaryLabel(StrEnum):
    """What a two-way judge says; it never invents a third label."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"


class Verdict(StrEnum):
    """The only two things a user is told about a claim."""

    GROUNDED = "Grounded"
    UNVERIFIED = "Unverified"


Channel: TypeAlias = Literal["seen", "said"]
"""What a text is about: the pictures of a video, or its speech."""


@frozen
class Caption:
    """What a captioner said of one sampled frame, or what is said in the video there.

    Attributes:
        timestamp: The sample time of the frame, seconds; for a passage a moment after it
            begins, so that citing it is not citing a frame.
        text: The cleaned description or passage; empty when captioning failed.
        pts: Presentation time of the captioned picture, or when the passage begins, seconds.
        error: Why there is no text; None when there is. A failed caption is
            never indexed and is tried again at the next ingest.
        channel: `seen` for a description of a frame, `said` for a passage of speech.
        end: When a passage ends, seconds; None for a frame.
    """

    timestamp: float
    text: str
    pts: float
    error: str | None = None
    channel: Channel = "seen"
    end: float | None = None


@frozen
class Hit:
    """One retrieved caption.

    Attributes:
        caption: The caption or passage of speech found.
        score: The retriever's own score; higher is better, range documented there.
        rank: 0 for the best hit of its channel.
    """

    caption: Caption
    score: float
    rank: int


@frozen
class Message:
    """One turn of a conversation with a chat model.

    Attributes:
        role: `system`, `user` or `assistant`.
        text: What is said.
        images: RGB `uint8` arrays `(H, W, 3)`, shown before the text.
    """

    role: Literal["system", "user", "assistant"]
    text: str
    images: tuple[NDArray[np.uint8], ...] = field(default=(), repr=False, eq=False)


@frozen
class Claim:
    """One factual statement with the time it cites.

    Attributes:
        text: The sentence as drafted; one that was drafted from a passage of speech without
            saying so begins with "It is said:", for it says no more than that.
        timestamp: The cited time, seconds, after snapping to a retrieved segment.
        hypothesis: `text` without its trailing time reference, and where it tells what is
            said, without "the speaker says that"; what is judged.
        cited: The time as the drafter wrote it, before snapping.
        cites_unretrieved: True when no retrieved segment lies within Δt/2 of `cited`.
        stated_time: A time the sentence itself states that contradicts the citation;
            None when there is none.
        channel: Whether it is about what is seen or about what is said: what it is held
            against.
    """

    text: str
    timestamp: float
    hypothesis: str = ""
    cited: float | None = None
    cites_unretrieved: bool = False
    stated_time: float | None = None
    channel: Channel = "seen"

    def __attrs_post_init__(self) -> None:
        if not self.hypothesis:
            object.__setattr__(self, "hypothesis", self.text)
        if self.cited is None:
            object.__setattr__(self, "cited", self.timestamp)


@frozen
class RejectedClaim:
    """Something a drafter wrote that is not a usable claim.

    Attributes:
        text: What was written, as far as it could be read.
        reason: Why it was not taken.
    """

    text: str
    reason: str


@frozen
class Draft:
    """What a drafter answered, before any checking.

    Attributes:
        claims: The claims that could be read, in the order written.
        rejected: Items that could not, each with its reason.
        truncated: True when the output was cut off and only whole claims were kept.
        raw: Every text the model wrote, one for each attempt.
        error: Why there is no draft at all; None when there is one. An empty
            `claims` without `error` is an honest "nothing in the video answers that".
    """

    claims: tuple[Claim, ...] = ()
    rejected: tuple[RejectedClaim, ...] = ()
    truncated: bool = False
    raw: tuple[str, ...] = ()
    error: str | None = None


Premise: TypeAlias = str | Frame
"""What a claim is judged against: a blind caption, or the frame itself."""

Pair: TypeAlias = tuple[Premise, str]
"""(premise, hypothesis), in that order."""


@frozen
class Judgement:
    """What a verifier says of one (premise, hypothesis) pair.

    Attributes:
        supports: Whether the premise supports the hypothesis. This alone decides.
        label: Descriptive label; None when the judge could not be read.
        scores: Label name → probability, range 0 to 1, where the judge has them.
        reason: Why `supports` is False although the label suggests otherwise
            (`uncertain`, `unparsed`, the name of a guard), or an error message.
        judge: Name of the judge that decided, when a verifier combines several.
        raw: The judge's own words, where it wrote any.
    """

    supports: bool
    label: NLILabel | BinaryLabel | None = None
    scores: Mapping[str, float] = field(factory=dict[str, float])
    reason: str | None = None
    judge: str | None = None
    raw: str | None = field(default=None, repr=False)


@frozen
class Evidence:
    """One look at the video for one claim.

    Attributes:
        timestamp: The time looked at, seconds.
        offset: 0 for the cited time, -i or +i for the i-th neighbour.
        pts: Presentation time of the frame, seconds; None when there was none.
        picture: The re-extracted frame; None when it could not be read.
        caption: Its blind caption; None when the verifier did not ask for one.
        judgement: The verifier's judgement; None when it could not be asked.
        reason: Why this look could not decide; None when it could.
        repeats_ingest_caption: Whether the fresh caption equals the ingest caption
            of the same sample word for word; None when there is none to compare.
        spoken: For a look at what is said, the passages it was judged against; there is
            no frame then.
    """

    timestamp: float
    offset: int = 0
    pts: float | None = None
    picture: Picture | None = None
    caption: str | None = None
    judgement: Judgement | None = None
    reason: str | None = None
    repeats_ingest_caption: bool | None = None
    spoken: tuple[Segment, ...] = ()


@frozen
class Relevance:
    """Whether a claim answers the question that was asked, be it Grounded or not.

    Attributes:
        answers: Whether it does.
        reason: Why not, in words; empty when it does.
    """

    answers: bool
    reason: str = ""


@frozen
class VerifiedClaim:
    """A claim, its verdict, and everything that was looked at for it.

    Attributes:
        claim: What was claimed.
        verdict: Grounded or Unverified.
        evidence: The look that decided.
        looked_at: Every look, in the order taken; `evidence` is one of them.
        reason: Why the claim is Unverified, in words; None when Grounded.
        entailed_at: For an Unverified claim, a look at another retrieved time at which
            it would hold, or at the speech that says what is not seen; None when there
            is none or nobody looked. It is an offer and changes no verdict.
        relevance: Whether it answers the question; None where nobody judged that.
    """

    claim: Claim
    verdict: Verdict
    evidence: Evidence
    looked_at: tuple[Evidence, ...] = ()
    reason: str | None = None
    entailed_at: Evidence | None = None
    relevance: Relevance | None = None

    @property
    def text(self) -> str:
        """The claim's sentence."""
        return self.claim.text

    @property
    def timestamp(self) -> float:
        """The cited time, seconds."""
        return self.claim.timestamp

    @property
    def grounded(self) -> bool:
        """Whether the verdict is Grounded."""
        return self.verdict is Verdict.GROUNDED

    @property
    def beside_the_point(self) -> bool:
        """Whether it was found not to answer the question."""
        return self.relevance is not None and not self.relevance.answers


@frozen
class PremiseCheck:
    """What a question presupposes, and whether anything in the video supports it.

    Attributes:
        phrase: The thing in the question's words ("blue car").
        hypothesis: What was judged ("There is a car.").
        supported: Whether a caption or a fresh look supports it. False is a statement
            about what was looked at, not about the whole video.
        captions: How many captions it was judged against.
        frames: How many freshly extracted frames it was judged against.
        closest: The look that came nearest; None when nothing was looked at.
        passages: How many passages of speech were searched for its name.
    """

    phrase: str
    hypothesis: str
    supported: bool
    captions: int = 0
    frames: int = 0
    closest: Evidence | None = None
    passages: int = 0


class AnswerStatus(StrEnum):
    """How asking ended."""

    ANSWERED = "answered"
    NOTHING_FOUND = "nothing_found"
    DRAFT_FAILED = "draft_failed"


@frozen
class Answer:
    """A question's verified answer: what a user reads, saves and audits.

    Attributes:
        question: The question asked; empty for claims another tool wrote.
        status: How asking ended. An answer with no claims is NOTHING_FOUND or
            DRAFT_FAILED, never "100 % grounded".
        claims: Every claim with its verdict, in the order drafted.
        video: The video's facts.
        video_sha256: Content hash of the video file.
        hits: The retrieved captions, best first.
        retrieval: How the retriever read the question, where it tells; JSON-able.
        premises: What the question presupposes, where that was checked.
        draft: What the drafter wrote; None for claims another tool wrote.
        message: A sentence for people when there are no claims.
        warnings: What a user should know before trusting the answer.
        provenance: Components, models, versions, settings: all that made this answer.
    """

    question: str
    status: AnswerStatus
    claims: tuple[VerifiedClaim, ...]
    video: VideoInfo
    video_sha256: str
    hits: tuple[Hit, ...] = ()
    retrieval: Mapping[str, Any] = field(factory=dict[str, Any])
    premises: tuple[PremiseCheck, ...] = ()
    draft: Draft | None = None
    message: str = ""
    warnings: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(factory=dict[str, Any])

    @property
    def grounded(self) -> tuple[VerifiedClaim, ...]:
        """The claims whose verdict is Grounded."""
        return tuple(c for c in self.claims if c.grounded)

    @property
    def unverified(self) -> tuple[VerifiedClaim, ...]:
        """The claims whose verdict is Unverified."""
        return tuple(c for c in self.claims if not c.grounded)

    def save(self, folder: str | PathLike[str]) -> Path:
        """Write `answer.json`, every evidence frame as PNG, and `report.html`.

        Args:
            folder: Where to write; made if absent.

        Returns:
            The path of `report.html`.

        Raises:
            StoreError: The folder cannot be written.
        """
        from gvqa_core.report import save

        return save(self, folder)

    def _repr_html_(self) -> str:
        from gvqa_core.report import notebook_html

        return notebook_html(self)
