"""Every recorded look, taken again: the frame, its description, the judgement on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gvqa_core.audit.pixels import decoded, difference
from gvqa_core.checking.judging import judge_pairs
from gvqa_core.checking.looking import Look, Looker
from gvqa_core.crew import VERIFY_CAPTIONER
from gvqa_core.text import clock, shortened

if TYPE_CHECKING:
    from gvqa_core.audit.again import AtHand
    from gvqa_core.audit.findings import Notes
    from gvqa_core.protocols import Video
    from gvqa_core.types import Answer, Evidence, Judgement, Pair, Picture

SCORE_TOLERANCE = 0.01
"""Scores this close are the same: the last digits depend on the machine."""

_PTS_TOLERANCE = 0.002
"""Seconds by which two decoders may tell the same presentation time."""

Numbered = tuple[str, "Evidence", str | None]
"""What it is for, the look, and what was judged by it; None where nothing was."""


def check_looks(answer: Answer, video: Video, hand: AtHand, notes: Notes) -> None:
    """Take every look again and compare.

    Args:
        answer: As saved.
        video: The opened video.
        hand: The components that can be asked again.
        notes: Where findings go.
    """
    looks = list(_recorded(answer))
    duration = video.info.duration
    times = {look.timestamp for _, look, _ in looks if 0 <= look.timestamp <= duration}
    captioned = any(look.caption is not None for _, look, _ in looks)
    again = _look_again(video, sorted(times), hand if captioned else None)
    _check_frames(looks, again, notes)
    if captioned:
        _check_captions(looks, again, hand, notes)
    _check_judgements(looks, hand, notes)
    _check_hits(answer, video, hand, notes)


def _recorded(answer: Answer) -> Iterator[Numbered]:
    """Every look that is recorded as a fresh one."""
    for number, claim in enumerate(answer.claims, start=1):
        offered = () if claim.entailed_at is None else (claim.entailed_at,)
        for look in (*claim.looked_at, *offered):
            if claim.claim.channel == "said" or look.spoken:
                continue  # there is no frame to it; `check_speech` has it
            yield f"claim {number}, {clock(look.timestamp)}", look, claim.claim.hypothesis
    for check in answer.premises:
        if check.closest is not None and check.closest.picture is not None:
            when = clock(check.closest.timestamp)
            yield f"premise {shortened(check.phrase, 40)!r}, {when}", check.closest, None


def _look_again(video: Video, times: list[float], hand: AtHand | None) -> Mapping[float, Look]:
    return _looker(video, hand, VERIFY_CAPTIONER).look(times)


def _looker(video: Video, hand: AtHand | None, role: str) -> Looker:
    if hand is None or role in hand.lacking:
        return Looker(video, None, 8, None)
    captioner = hand.crew.unopened(role)
    call = hand.crew.caller(role, "caption")
    return Looker(video, call, captioner.batch_size, captioner.max_pixels)


def _check_frames(looks: list[Numbered], again: Mapping[float, Look], notes: Notes) -> None:
    before, exact, close = notes.bad, 0, 0
    known: dict[tuple[str, str], str] = {}
    for subject, look, _ in looks:
        fresh = again.get(look.timestamp)
        if fresh is None or fresh.picture is None:
            if look.picture is not None:
                notes.mismatch(subject, "there is no frame in the video at this time")
            continue
        if look.picture is None:
            notes.mismatch(subject, "no frame is recorded, and the video has one")
            continue
        if look.pts is None or abs(look.pts - (fresh.pts or 0.0)) > _PTS_TOLERANCE:
            notes.mismatch(subject, f"the frame is from {fresh.pts} s, recorded is {look.pts} s")
        key = (look.picture.sha256, fresh.picture.sha256)
        if key not in known:
            known[key] = _compared(look.picture, fresh.picture)
        exact += known[key] == ""
        close += known[key] == "close"
        if known[key] not in ("", "close"):
            notes.mismatch(subject, known[key])
    if notes.bad > before:
        return
    detail = f"{exact} of {exact + close} frames are those of the video bit by bit"
    if close:
        detail += f", {close} as another decoder or another version of it gives them"
    notes.ok("frames", detail)


def _compared(recorded: Picture, fresh: Picture) -> str:
    """Empty when equal bit by bit, `close` when another decoder explains it, else what differs."""
    if recorded.png == fresh.png:
        return ""
    old, new = decoded(recorded.png), decoded(fresh.png)
    if old is None or new is None:
        return "the frame is not a picture that can be compared"
    found = difference(old, new)
    if found.psnr == float("inf"):
        return ""
    if found.alike:
        return "close"
    return (
        f"the frame is not the one in the video (PSNR {found.psnr:.1f} dB, "
        f"where they differ most {found.worst:.1f} dB)"
    )


def _check_captions(
    looks: list[Numbered], again: Mapping[float, Look], hand: AtHand, notes: Notes
) -> None:
    if VERIFY_CAPTIONER in hand.lacking:
        notes.unchecked("descriptions", hand.lacking[VERIFY_CAPTIONER])
        return
    before, same = notes.bad, 0
    for subject, look, _ in looks:
        fresh = again.get(look.timestamp)
        if fresh is None or fresh.picture is None:
            continue
        same += look.caption == fresh.caption
        if look.caption != fresh.caption:
            notes.mismatch(
                subject,
                f"the frame is described as {_quoted(fresh.caption)}, "
                f"recorded is {_quoted(look.caption)}",
            )
    if notes.bad == before:
        notes.ok("descriptions", f"{same} of {same} frames are described in the same words again")


def _check_judgements(looks: list[Numbered], hand: AtHand, notes: Notes) -> None:
    if "verifier" in hand.lacking:
        notes.unchecked("judgements", hand.lacking["verifier"])
        return
    if hand.crew.unopened("verifier").needs == "frame":
        notes.unchecked("judgements", "the verifier judges pixels; verify the claims again instead")
        return
    pairs: dict[int, Pair] = {
        place: (look.caption, hypothesis)
        for place, (_, look, hypothesis) in enumerate(looks)
        if look.caption is not None and look.judgement is not None and hypothesis is not None
    }
    judge = hand.crew.caller("verifier", "judge")
    before = notes.bad
    for place, fresh in zip(pairs, judge_pairs(judge, list(pairs.values())), strict=True):
        subject, look, _ = looks[place]
        if isinstance(fresh, str):
            notes.unchecked(subject, fresh)
        elif look.judgement is not None and (fault := judged_otherwise(look.judgement, fresh)):
            notes.mismatch(subject, fault)
    for subject, look, _ in looks:
        if look.caption is None and look.judgement is not None:
            notes.mismatch(subject, "it is judged, and there is no description to judge by")
    if notes.bad == before:
        notes.ok("judgements", f"{len(pairs)} of {len(pairs)} are the same again")


def judged_otherwise(recorded: Judgement, fresh: Judgement) -> str:
    """How two judgements of one pair differ; empty when they do not."""
    if (recorded.supports, recorded.label) != (fresh.supports, fresh.label):
        return f"it is judged {_said(fresh)}, recorded is {_said(recorded)}"
    for name in sorted({*recorded.scores, *fresh.scores}):
        old, new = recorded.scores.get(name), fresh.scores.get(name)
        if old is None or new is None or not abs(old - new) <= SCORE_TOLERANCE:
            return f"the score of {name} is {new}, recorded is {old}"
    return ""


def _said(judgement: Judgement) -> str:
    return f"{judgement.label or 'unlabelled'} ({'supports' if judgement.supports else 'does not'})"


def _check_hits(answer: Answer, video: Video, hand: AtHand, notes: Notes) -> None:
    """The captions that the draft was written from."""
    hits = [hit for hit in answer.hits if hit.caption.channel == "seen"]
    if not hits:
        return
    if "captioner" in hand.lacking:
        notes.unchecked("retrieved captions", hand.lacking["captioner"])
        return
    before = notes.bad
    times = sorted({hit.caption.timestamp for hit in hits})
    inside = [time for time in times if 0 <= time <= video.info.duration]
    again = _looker(video, hand, "captioner").look(inside)
    for hit in hits:
        fresh = again.get(hit.caption.timestamp)
        if fresh is None or fresh.caption != hit.caption.text:
            found = _quoted(fresh.caption if fresh else None)
            notes.mismatch(
                f"retrieved caption, {clock(hit.caption.timestamp)}",
                f"the frame is described as {found}, recorded is {_quoted(hit.caption.text)}",
            )
    if notes.bad == before:
        count = len(hits)
        notes.ok("retrieved captions", f"{count} of {count} are the same again")


def _quoted(caption: str | None) -> str:
    return "nothing" if caption is None else f"“{shortened(caption, 160)}”"
