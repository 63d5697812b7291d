"""The audit: files, logic, then everything again from the video."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gvqa_core.audit.again import AtHand, at_hand
from gvqa_core.audit.files import check_page, read_answer
from gvqa_core.audit.findings import AuditReport, Notes
from gvqa_core.audit.logic import check_logic
from gvqa_core.audit.looks import check_looks
from gvqa_core.audit.speech import check_speech
from gvqa_core.errors import ConfigError, DecoderError, VideoError

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.plugins import Plugins
    from gvqa_core.types import Answer
    from gvqa_core.video.reader import FileVideo


def audit(
    folder: str | os.PathLike[str],
    *,
    video: str | os.PathLike[str] | None = None,
    settings: Settings | None = None,
    plugins: Plugins | None = None,
) -> AuditReport:
    """Check a saved answer against itself and against the video.

    Files and hashes are compared, verdicts re-derived, frames extracted again from
    the video, and where the recorded captioner and verifier are on this machine,
    frames described and claims judged again. Nothing is fetched or sent anywhere.
    `docs/audit.md` says what this can prove and what not.

    Args:
        folder: A folder that `Answer.save` wrote.
        video: The video file; by default the recorded path, or a file of that name
            beside the folder.
        settings: The user's settings; read from files and environment otherwise.
        plugins: Already loaded plugins.

    Raises:
        StoreError: The folder holds no answer that can be read.
    """
    from gvqa_core.plugins import load_plugins
    from gvqa_core.settings import load_settings

    notes = Notes()
    root = Path(folder)
    answer = read_answer(root, notes)
    check_page(root, answer, notes)
    check_logic(answer, notes)
    path = _located(answer, root, video)
    if path is None:
        notes.unchecked(
            "video",
            f"{answer.video.path} is not here, so nothing was compared with it; name the file",
        )
        return AuditReport(tuple(notes.findings), recomputed=False)
    hand = at_hand(answer, settings or load_settings(), plugins or load_plugins())
    try:
        recomputed = _with_video(answer, path, hand, notes)
    finally:
        hand.crew.close()
    return AuditReport(tuple(notes.findings), recomputed=recomputed)


def _located(answer: Answer, root: Path, video: str | os.PathLike[str] | None) -> Path | None:
    if video is not None:
        return Path(video)
    recorded = Path(answer.video.path)
    for path in (recorded, root.absolute().parent / recorded.name):
        if path.is_file():
            return path
    return None


def _with_video(answer: Answer, path: Path, hand: AtHand, notes: Notes) -> bool:
    from gvqa_core.video import file_sha256

    try:
        with _opened(answer, path) as source:
            found = file_sha256(source.info.path)
            if found == answer.video_sha256:
                notes.ok("video", "it is the file that was asked, byte for byte")
            else:
                notes.mismatch(
                    "video", f"its SHA-256 is {found}, recorded is {answer.video_sha256}"
                )
            check_looks(answer, source, hand, notes)
            check_speech(answer, source.info, hand, notes)
    except VideoError as error:
        notes.mismatch("video", f"it cannot be read: {error}")
        return False
    return True


def _opened(answer: Answer, path: Path) -> FileVideo:
    """Open with the decoder that was used then, so that frames can be equal bit by bit."""
    from gvqa_core.video import open_video

    try:
        return open_video(path, decoder=answer.video.decoder)
    except (ConfigError, DecoderError):
        return open_video(path)
