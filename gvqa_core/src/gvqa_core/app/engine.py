"""What the app does, without a page: each user's own video and conversation.

Models are loaded once for each choice of backend and verifier and shared by all
users; a video, its conversation and its uploaded file belong to one user and go with
their session.
"""

from __future__ import annotations

import shutil
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from gvqa_core.errors import GvqaError
from gvqa_core.hookspecs import hookimpl
from gvqa_core.pipeline import VideoQA

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.conversations import Conversation
    from gvqa_core.events import StageEvent
    from gvqa_core.ingest import IngestedVideo
    from gvqa_core.plugins import Plugins
    from gvqa_core.types import Answer

Progress = Callable[[str, int, int | None], None]
"""Told what is being done, how many items are done, and of how many."""

_DOING = {
    "transcribe": "Recognising speech",
    "caption": "Describing frames",
    "verify": "Checking claims",
}


@frozen
class Talk:
    """One user's conversation.

    Attributes:
        conversation: With the video it is about.
        upload: The file to remove when the session ends.
    """

    conversation: Conversation
    upload: Path
    lock: threading.Lock = field(factory=threading.Lock)


class Watch:
    """Passes progress on to whoever waits in the thread that makes it."""

    def __init__(self) -> None:
        self._waiting: dict[int, Progress] = {}

    def run(self, progress: Progress, work: Callable[[], object]) -> None:
        """Do some work; its progress is told here and to nobody else."""
        self._waiting[threading.get_ident()] = progress
        try:
            work()
        finally:
            self._waiting.pop(threading.get_ident(), None)

    @hookimpl
    def gvqa_stage_progress(self, event: StageEvent) -> None:
        """Tell of a stage that has got on."""
        tell = self._waiting.get(threading.get_ident())
        if tell is not None and event.stage in _DOING:
            tell(_DOING[event.stage], event.done, event.total)


class Engine:
    """Answers the users of one app.

    Args:
        settings: Everything a user does not choose on the page.
        plugins: Where components come from.
        folder: Where uploads and reports are kept; owned by the app.
    """

    def __init__(self, settings: Settings, plugins: Plugins, folder: Path) -> None:
        self.folder = folder
        self._settings = settings
        self._plugins = plugins
        self._watch = Watch()
        self._lock = threading.Lock()
        self._engines: dict[tuple[str, str], VideoQA] = {}
        self._talks: dict[str, Talk] = {}
        plugins.register_observer(self._watch)

    def usable(self, kind: str) -> tuple[list[str], list[str]]:
        """Names of components that can be used here, and why others cannot.

        Args:
            kind: `captioner` gives the backends; any other kind its own names.
        """
        registry = self._plugins.registry
        names, reasons = ["auto"], list[str]()
        for each in registry.components(kind):
            found = registry.inspect(each, self._settings)
            name = each.spec.name
            if found.usable and name not in names:
                names.append(name)
            elif not found.usable:
                reasons.append(f"{name}: {found.reason}")
        return names, reasons

    def describe(
        self, user: str, video: str, backend: str, verifier: str, progress: Progress
    ) -> IngestedVideo:
        """Ingest a user's video, and begin a conversation about it.

        Raises:
            GvqaError: The video or a component cannot be used; says why.
        """
        if not Path(video).exists():  # equal uploads are one file, gone with who described it
            raise GvqaError("The upload is no longer here: choose the file again.")
        self.forget(user, keep=Path(video))
        qa = self._engine(backend, verifier)
        found: list[Talk] = []

        def work() -> None:
            found.append(Talk(qa.conversation(qa.ingest(video)), Path(video)))

        self._watch.run(progress, work)
        with self._lock:
            self._talks[user] = found[0]
        return found[0].conversation.video

    def ask(self, user: str, question: str, progress: Progress) -> Answer:
        """Ask a user's video the next question.

        Raises:
            GvqaError: There is no video yet, or it cannot be answered; says why.
        """
        talk = self._talks.get(user)
        if talk is None:
            raise GvqaError("There is no video yet: choose one and have it described first.")
        if not question.strip():
            raise GvqaError("The question is empty.")
        found: list[Answer] = []
        with talk.lock:
            self._watch.run(progress, lambda: found.append(talk.conversation.ask(question)))
        return found[0]

    def report(self, answer: Answer) -> Path:
        """Save an answer below the app's folder; returns its page."""
        return answer.save(self.folder / "reports" / uuid.uuid4().hex)

    def forget(self, user: str, *, keep: Path | None = None) -> None:
        """Let go of a user's conversation, and remove the file they uploaded.

        Gradio keeps equal uploads as one file: it stays while another user talks about it.
        """
        with self._lock:
            talk = self._talks.pop(user, None)
            if talk is None or talk.upload == keep:
                return
            shared = any(other.upload == talk.upload for other in self._talks.values())
            if not shared and self.folder in talk.upload.parents:
                shutil.rmtree(talk.upload.parent, ignore_errors=True)

    def close(self) -> None:
        """Free all models, and remove uploads and reports."""
        for qa in self._engines.values():
            qa.close()
        self._talks.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _engine(self, backend: str, verifier: str) -> VideoQA:
        with self._lock:
            key = (backend, verifier)
            if key not in self._engines:
                use = evolve(self._settings.use, verifier=verifier)
                if backend != "auto":
                    use = evolve(use, captioner="auto", drafter="auto")
                settings = evolve(self._settings, backend=backend, use=use)
                self._engines[key] = VideoQA.from_config(settings=settings, plugins=self._plugins)
            return self._engines[key]
