"""A file → an `IngestedVideo`, with a `VideoQA`'s own components and cache."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from attrs import frozen

from gvqa_core.ingest import Ingest, IngestedVideo, IngestPlan, key_for, plan
from gvqa_core.types import Window
from gvqa_core.unchanged import FileState

if TYPE_CHECKING:
    from os import PathLike

    from gvqa_core.config import Settings
    from gvqa_core.crew import Crew
    from gvqa_core.ingest import Progress
    from gvqa_core.protocols import Video
    from gvqa_core.speech.transcript import Transcript
    from gvqa_core.store import Store
    from gvqa_core.types import VideoInfo


@frozen
class Ingester:
    """Opens videos and makes them ready to be asked.

    Attributes:
        settings: Where transcripts come from.
        crew: Sampler and captioner.
        store: Gives the store that keeps captions.
        timed: Times a stage by name.
        progress: Told of each batch of captions.
    """

    settings: Settings
    crew: Crew
    store: Callable[[], Store]
    timed: Callable[[str], AbstractContextManager[None]]
    progress: Progress

    def ingest(self, path: str | PathLike[str], window: Window, *, refresh: bool) -> IngestedVideo:
        """Sample and describe a video; see `VideoQA.ingest`."""
        store = self.store()
        with self.opened(path) as (video, sha256):
            transcript, remarks = self._transcript(video.info, sha256)
            with self.timed("caption"):
                key, state = key_for(sha256, self.crew), FileState.of(video.info.path)
                if refresh:
                    store.drop_captions(key)
                run = Ingest.of(video, key, window, self.crew, store, self.progress)
                captions, notes = run.run()
            store.note_video(key, video.info.path, sha256, self.crew.title("captioner"))
            return IngestedVideo.of(
                video, sha256, key, captions, window, (*notes, *remarks), state, transcript
            )

    def plan(self, path: str | PathLike[str], window: Window) -> IngestPlan:
        """Tell what an ingest would do."""
        with self.opened(path) as (video, sha256):
            return plan(video, sha256, self.crew, self.store(), window)

    def known(self, path: str | PathLike[str]) -> IngestedVideo:
        """A video to verify against, with its captions if the cache happens to have them."""
        with self.opened(path) as (video, sha256):
            key = key_for(sha256, self.crew)
            kept = self.store().captions(key).values()
            info, state = video.info, FileState.of(video.info.path)
            transcript, remarks = self._transcript(info, sha256)
            notes = (*info.warnings, *remarks)
            return IngestedVideo.of(
                video, sha256, key, tuple(kept), Window(), notes, state, transcript
            )

    @contextmanager
    def opened(self, path: str | PathLike[str]) -> Generator[tuple[Video, str]]:
        """Open a video with the index the cache may have of it; gives its SHA-256 too."""
        from gvqa_core.video import file_sha256
        from gvqa_core.video.keeping import open_indexed

        sha256 = file_sha256(path)
        with open_indexed(path, sha256, self.store()) as video:
            yield video, sha256

    def _transcript(
        self, info: VideoInfo, sha256: str
    ) -> tuple[Transcript | None, tuple[str, ...]]:
        speech = self.settings.speech
        if speech.subtitles == "off" and not speech.model:
            return None, ()
        from gvqa_core.speech.finding import find_transcript

        return find_transcript(info, sha256, speech, self.store(), self.progress)
