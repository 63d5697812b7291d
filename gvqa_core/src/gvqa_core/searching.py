"""Captions made searchable, kept per content, searched in the retriever's own thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from attrs import define, field

from gvqa_core.ingest import described
from gvqa_core.protocols import ExplainingIndex
from gvqa_core.store import content_key

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.crew import Crew
    from gvqa_core.ingest import IngestedVideo
    from gvqa_core.protocols import Index
    from gvqa_core.store import Store
    from gvqa_core.types import Caption, Hit, Window


@define
class Searcher:
    """The retriever at work for one `VideoQA`.

    Attributes:
        crew: Where the retriever comes from.
        store: Gives the store that keeps embeddings.
        timed: Times a stage by name.
    """

    crew: Crew
    store: Callable[[], Store]
    timed: Callable[[str], AbstractContextManager[None]]
    _indexes: dict[str, Index] = field(factory=dict[str, "Index"], init=False)

    def search(self, captions: Sequence[Caption], question: str, k: int) -> tuple[Hit, ...]:
        """Find the `k` best captions; none when there are no captions."""
        if not captions:
            return ()
        index = self._index(captions)
        with self.timed("retrieve"):
            return tuple(self.crew.run("retriever", lambda _: index.search(question, k)))

    def hits(
        self, video: IngestedVideo, question: str, window: Window | None, settings: Settings
    ) -> tuple[Hit, ...]:
        """Find the best captions of a video, then the best passages of its speech.

        Each channel is searched by itself: its scores are not those of the other, and
        what is said must not take the places of what is seen.
        """
        seen = self.search(described(video, window), question, settings.top_k)
        if video.transcript is None:
            return seen
        passages = video.transcript.captions(window or video.window)
        return (*seen, *self.search(passages, question, settings.speech.top_k))

    def explain(self, captions: Sequence[Caption], question: str) -> Mapping[str, Any]:
        """How the retriever reads a question; empty for one that does not tell."""
        if not captions:
            return {}
        index = self._index(captions)
        if not isinstance(index, ExplainingIndex):
            return {}
        explaining = index
        said = self.crew.run("retriever", lambda _: explaining.explain(question))
        return {"retriever": self.crew.choice("retriever").name, **said}

    def clear(self) -> None:
        """Let go of all indexes."""
        self._indexes.clear()

    def _index(self, captions: Sequence[Caption]) -> Index:
        key = content_key(
            captions=[(c.timestamp, c.text) for c in captions],
            retriever=dict(self.crew.identity("retriever")),
        )
        if key not in self._indexes:
            with self.timed("index"):
                self._indexes[key] = self._build(key, captions)
        return self._indexes[key]

    def _build(self, key: str, captions: Sequence[Caption]) -> Index:
        store = self.store()
        kept = store.arrays(key)
        index: Index = self.crew.caller("retriever", "build")(captions, kept)
        if kept is None and (arrays := index.arrays()):
            store.add_arrays(key, arrays)
        return index
