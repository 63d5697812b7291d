"""What is said, held against the transcript again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gvqa_core.audit.logic import constant
from gvqa_core.audit.looks import judged_otherwise
from gvqa_core.errors import GvqaError
from gvqa_core.speech.checking import SpeechProcedure
from gvqa_core.text import clock, shortened

if TYPE_CHECKING:
    from gvqa_core.audit.again import AtHand
    from gvqa_core.audit.findings import Notes
    from gvqa_core.speech.transcript import Transcript
    from gvqa_core.types import Answer, Evidence, Segment, VerifiedClaim, VideoInfo


def check_speech(answer: Answer, video: VideoInfo, hand: AtHand, notes: Notes) -> None:
    """Compare every passage with the transcript, and judge claims about speech again.

    Args:
        answer: As saved.
        video: The facts of the video that was found.
        hand: The components that can be asked again.
        notes: Where findings go.
    """
    recorded = answer.provenance.get("speech")
    if not isinstance(recorded, Mapping):
        if any(claim.claim.channel == "said" for claim in answer.claims) or _passages(answer):
            notes.mismatch("speech", "passages are recorded, and no transcript is named")
        return
    transcript = _transcript(answer, video, cast("Mapping[str, Any]", recorded), notes)
    if transcript is None:
        return
    before, count = notes.bad, 0
    known = {(s.start, s.text) for s in transcript.segments}
    for subject, passage in _passages(answer):
        count += 1
        if (passage.start, passage.text) not in known:
            notes.mismatch(subject, f"“{shortened(passage.text, 160)}” is not in the transcript")
    if notes.bad == before:
        notes.ok("speech", f"{count} of {count} passages are those of the transcript")
    _check_judgements(answer, transcript, hand, notes)


def _passages(answer: Answer) -> list[tuple[str, Segment]]:
    """Every passage that is recorded, with what it is recorded for."""
    from gvqa_core.types import Segment

    found = [
        (f"claim {number}, {clock(passage.start)}", passage)
        for number, claim in enumerate(answer.claims, start=1)
        for look in _looks(claim)
        for passage in look.spoken
    ]
    for hit in answer.hits:
        caption = hit.caption
        if caption.channel == "said":
            passage = Segment(caption.pts, caption.end or caption.pts, caption.text)
            found.append((f"retrieved passage, {clock(passage.start)}", passage))
    return found


def _looks(claim: VerifiedClaim) -> Iterator[Evidence]:
    yield from claim.looked_at
    if claim.entailed_at is not None:
        yield claim.entailed_at


def _transcript(
    answer: Answer, video: VideoInfo, recorded: Mapping[str, Any], notes: Notes
) -> Transcript | None:
    """Find the recorded transcript again; None, and noted, when it cannot be had."""
    from gvqa_core.speech.finding import from_file
    from gvqa_core.speech.tracks import from_track
    from gvqa_core.store import Store

    origin, source = recorded.get("origin"), str(recorded.get("source"))
    found: Transcript | None = None
    try:
        if origin == "track":
            with closing(Store(None)) as store:
                language = str(recorded.get("language") or "")
                found = from_track(video.path, answer.video_sha256, language, store)
        elif origin == "file":
            places = (Path(source), Path(video.path).parent / Path(source).name)
            path = next((place for place in places if place.is_file()), None)
            found = None if path is None else from_file(path)
        else:
            notes.unchecked("speech", "it was recognised, and an audit recognises none again")
            return None
    except GvqaError as error:
        notes.unchecked("speech", f"{source} cannot be read: {error}")
        return None
    if found is None:
        notes.unchecked("speech", f"{source} is not here, so nothing was compared with it")
    elif origin == "file" and found.sha256 != recorded.get("sha256"):
        was = recorded.get("sha256")
        notes.mismatch("speech", f"the SHA-256 of {source} is {found.sha256}, recorded is {was}")
    return found


def _check_judgements(answer: Answer, transcript: Transcript, hand: AtHand, notes: Notes) -> None:
    claims = {
        number: claim
        for number, claim in enumerate(answer.claims, start=1)
        if claim.claim.channel == "said"
    }
    if not claims:
        return
    if "verifier" in hand.lacking:
        notes.unchecked("judgements of speech", hand.lacking["verifier"])
        return
    interval, neighbours = constant(answer, "interval"), constant(answer, "neighbours")
    if not interval or neighbours is None:
        return  # noted already, where the answer is held against itself
    reads = hand.crew.unopened("verifier").needs == "caption"
    procedure = SpeechProcedure(
        segments=transcript.segments,
        judge=hand.crew.caller("verifier", "judge") if reads else None,
        interval=interval,
        neighbours=int(neighbours),
    )
    before = notes.bad
    for number, fresh in procedure.run({n: claim.claim for n, claim in claims.items()}):
        if fault := _differs(claims[number], fresh):
            notes.mismatch(f"claim {number}", fault)
    if notes.bad == before:
        count = len(claims)
        notes.ok("judgements of speech", f"{count} of {count} claims are judged the same again")


def _differs(recorded: VerifiedClaim, fresh: VerifiedClaim) -> str:
    then = [(look.offset, look.spoken) for look in recorded.looked_at]
    now = [(look.offset, look.spoken) for look in fresh.looked_at]
    if then != now:
        return "other passages were looked at than the method looks at"
    for old, new in zip(recorded.looked_at, fresh.looked_at, strict=True):
        if (old.judgement is None) != (new.judgement is None):
            return f"at {clock(old.timestamp)} it is judged now and was not then, or the reverse"
        if old.judgement is not None and new.judgement is not None:
            fault = judged_otherwise(old.judgement, new.judgement)
            if fault:
                return fault
    return ""
