"""VideoQA: ask a video a question and check every sentence of the answer against it.

The order of the data is sample → caption → index → retrieve → draft → verify.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import attrs

from gvqa_core.answering import Asked, as_claims, assemble, draft_with, nothing_indexed
from gvqa_core.backends import models
from gvqa_core.crew import Crew
from gvqa_core.errors import ConfigError, StoreError
from gvqa_core.events import timed
from gvqa_core.ingest import IngestedVideo, IngestPlan, described
from gvqa_core.ingester import Ingester
from gvqa_core.premises.check import refusal
from gvqa_core.searching import Searcher
from gvqa_core.store import Store, default_folder
from gvqa_core.types import AnswerStatus, Draft, Window

if TYPE_CHECKING:
    from os import PathLike
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from gvqa_core.config import Settings
    from gvqa_core.conversations import Conversation
    from gvqa_core.loading.selection import Choice
    from gvqa_core.plugins import Plugins
    from gvqa_core.types import Answer, Claim, PremiseCheck, VerifiedClaim


class VideoQA:
    """Grounded question answering over videos.

    Models are loaded at first use, each in a thread of its own, and stay loaded
    until `close`. One instance may be used from many threads.

    Args:
        settings: What to use and how; see `from_config` for the usual way.
        plugins: The loaded plugins.
    """

    def __init__(self, settings: Settings, plugins: Plugins) -> None:
        if settings.offline:
            models.go_offline()
        self.settings = settings
        self.plugins = plugins
        self._crew = Crew(settings, plugins)
        self._store: Store | None = None
        self._timed = partial(timed, plugins.notify_finished)
        self._searcher = Searcher(self._crew, lambda: self.store, self._timed)
        self._ingester = Ingester(
            settings, self._crew, lambda: self.store, self._timed, plugins.notify_progress
        )

    @classmethod
    def from_config(
        cls,
        backend: str | None = None,
        *,
        settings: Settings | None = None,
        plugins: Plugins | None = None,
        **overrides: Any,
    ) -> Self:
        """Make an instance from configuration files, environment and arguments.

        Args:
            backend: `auto`, or the name under which captioner and drafter are
                registered (`mlx`, `cuda`, `openai`, `embedded`).
            settings: Complete settings; then no file or environment is read.
            plugins: Already loaded plugins; loaded here otherwise.
            **overrides: Any setting of `gvqa_core.config.Settings`, and
                `sampler=`, `captioner=`, `retriever=`, `drafter=`, `verifier=`
                for the component of a stage.

        Raises:
            ConfigError: A setting is unknown or ill-typed.
            ComponentError: A component named by the user cannot be used here.
        """
        from gvqa_core.plugins import load_plugins
        from gvqa_core.settings import load_settings

        if settings is None:
            if backend is not None:
                overrides["backend"] = backend
            settings = load_settings(**overrides)
        elif overrides or backend is not None:
            raise ConfigError("give either complete settings or single ones, not both")
        qa = cls(settings, plugins or load_plugins())
        qa._crew.check_named()
        return qa

    @property
    def choices(self) -> Mapping[str, Choice]:
        """Which component serves each stage, and why that one."""
        return self._crew.choices

    @property
    def crew(self) -> Crew:
        """The components at work; measurements share them, so that nothing is loaded twice."""
        return self._crew

    @property
    def store(self) -> Store:
        """The cache of captions and embeddings, opened at first use."""
        if self._store is None:
            folder = self.settings.cache_dir
            try:
                self._store = Store(Path(folder).expanduser() if folder else default_folder())
            except StoreError as error:
                self._crew.warn(f"{error}; nothing is cached in this run")
                self._store = Store(None)
        return self._store

    # -- ingest -----------------------------------------------------------------

    def ingest(
        self,
        path: str | PathLike[str],
        *,
        window: Window | None = None,
        refresh: bool = False,
    ) -> IngestedVideo:
        """Sample and describe a video; what is already in the cache is not done again.

        Args:
            path: The video file.
            window: Only this span; times stay those of the video.
            refresh: Forget what the cache has of this video and describe it anew.

        Returns:
            The video, ready to be asked.

        Raises:
            VideoError: The file is not a usable video.
            CaptionError: The captioner failed; captions made before are kept.
        """
        return self._ingester.ingest(path, window or Window(), refresh=refresh)

    def plan(self, path: str | PathLike[str], *, window: Window | None = None) -> IngestPlan:
        """Tell what `ingest` would do, without describing anything."""
        return self._ingester.plan(path, window or Window())

    # -- ask --------------------------------------------------------------------

    def ask(
        self,
        video: IngestedVideo,
        question: str,
        *,
        window: Window | None = None,
        history: Sequence[Claim] = (),
    ) -> Answer:
        """Answer a question; every claim comes with its verdict and evidence.

        Args:
            video: From `ingest`.
            question: In plain words.
            window: Only use captions of this span.
            history: Claims of earlier answers that the drafter is told; see `conversation`.

        Raises:
            ValueError: The question is empty.
            VideoChangedError: The file is no longer the one that was ingested.
        """
        return self._answer(video, self._ask(video, question, window, history))

    def conversation(self, video: IngestedVideo) -> Conversation:
        """Begin a conversation, whose questions may lean on earlier ones."""
        from gvqa_core.conversations import Conversation

        return Conversation(self, video)

    def ask_iter(
        self, video: IngestedVideo, question: str, *, window: Window | None = None
    ) -> Iterator[VerifiedClaim]:
        """Like `ask`, but yield each claim as soon as its verdict is final."""
        asked = self._ask(video, question, window)
        for _, claim in self._verify(video, [asked]):
            yield claim

    def ask_many(
        self, video: IngestedVideo, questions: Sequence[str], *, window: Window | None = None
    ) -> list[Answer]:
        """Answer several questions; all their claims are verified together.

        A frame that several claims cite is extracted and described once.
        """
        asked = [self._ask(video, question, window) for question in questions]
        owners = [(n, k) for n, one in enumerate(asked) for k in range(len(one.claims))]
        verified: list[dict[int, VerifiedClaim]] = [{} for _ in asked]
        for position, claim in self._verify(video, asked):
            number, place = owners[position]
            verified[number][place] = claim
        provenance = self._provenance(video)
        return [
            assemble(one, video, verified[n], provenance, self._crew.warnings)
            for n, one in enumerate(asked)
        ]

    def verify(
        self,
        video: IngestedVideo | str | PathLike[str],
        claims: Sequence[Claim | tuple[str, float] | Mapping[str, Any]],
    ) -> Answer:
        """Check claims that anyone wrote, for example another tool's answer.

        Args:
            video: From `ingest`, or just the path of a file; nothing needs ingesting.
            claims: `Claim`, `(text, seconds)` or `{"claim": …, "timestamp": …}`; a
                timestamp may be a number or text such as "01:23".

        Raises:
            ValueError: A claim has no text or its time cannot be read; names which one.
        """
        from gvqa_core.claims import prepare

        prepared = as_claims(claims, self.settings.interval)
        if not isinstance(video, IngestedVideo):
            video = self._ingester.known(video)
        if video.transcript is not None:
            prepared = prepare(prepared, (), self.settings.interval, speech=True)
        return self._answer(video, Asked(question="", claims=prepared, hits=(), draft=None))

    def verify_image(self, image: NDArray[np.uint8], claims: Sequence[str]) -> list[VerifiedClaim]:
        """Check claims about one picture, with the verifier and captioner of `verify`.

        Args:
            image: RGB, `uint8`, `(H, W, 3)`.
            claims: Sentences, each judged by itself.

        Returns:
            The claims in order; what could not be checked is Unverified with the reason.

        Raises:
            ValueError: A claim has no text or too long a one, or the picture has another form.
        """
        from gvqa_core.checking.image import verify_image

        return verify_image(
            image,
            claims,
            caption=self._crew.caller("verify.captioner", "caption"),
            judge=self._crew.caller("verifier", "judge"),
            needs_frame=self._crew.unopened("verifier").needs == "frame",
            max_pixels=self._crew.unopened("verify.captioner").max_pixels,
        )

    def close(self) -> None:
        """Free all models and the cache; may be called twice."""
        self._crew.close()
        self._searcher.clear()
        if self._store is not None:
            self._store.close()
            self._store = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- the stages -------------------------------------------------------------

    def _ask(
        self,
        video: IngestedVideo,
        question: str,
        window: Window | None,
        history: Sequence[Claim] = (),
    ) -> Asked:
        """Draft an answer, unless the question presupposes what nothing in the video supports."""
        from gvqa_core.premises.asking import check_premises

        checks: tuple[PremiseCheck, ...] = ()
        if self.settings.answers.premises and question.strip():
            video.check_unchanged()
            captions = described(video, window)
            crew, searcher = self._crew, self._searcher
            checks = check_premises(question, video, captions, crew=crew, searcher=searcher)
        refused = refusal(checks)
        if refused:
            return Asked(question, (), (), None, message=refused, premises=checks)
        drafted = self.draft(video, question, window=window, history=history)
        return attrs.evolve(drafted, premises=checks)

    def _answer(self, video: IngestedVideo, asked: Asked) -> Answer:
        verified = dict(self._verify(video, [asked]))
        return assemble(asked, video, verified, self._provenance(video), self._crew.warnings)

    def draft(
        self,
        video: IngestedVideo,
        question: str,
        *,
        window: Window | None = None,
        history: Sequence[Claim] = (),
    ) -> Asked:
        """Answer a question without checking anything: what `ask` verifies.

        Raises:
            ValueError: The question is empty.
            VideoChangedError: The file is no longer the one that was ingested.
        """
        from gvqa_core.claims import prepare
        from gvqa_core.relevance.labelling import label

        if not question.strip():
            raise ValueError("the question is empty")
        video.check_unchanged()
        hits = self._searcher.hits(video, question, window, self.settings)
        if not hits:
            return nothing_indexed(question, video, window)
        retrieval = self._searcher.explain(described(video, window), question)
        with self._timed("draft"):
            draft: Draft = self._crew.run(
                "drafter", lambda d: draft_with(d, history, question, hits)
            )
        speech = video.transcript is not None
        claims = prepare(draft.claims, hits, self.settings.interval, speech=speech)
        return Asked(
            question=question,
            claims=tuple(claims),
            hits=hits,
            draft=draft,
            retrieval=retrieval,
            relevance=label(
                question, claims, retrieval, video, settings=self.settings, crew=self._crew
            ),
        )

    def _verify(
        self, video: IngestedVideo, asked: Sequence[Asked]
    ) -> Iterator[tuple[int, VerifiedClaim]]:
        from gvqa_core.checking.session import verify_all
        from gvqa_core.video.keeping import open_indexed

        total = sum(len(one.claims) for one in asked)
        if not total:
            return
        video.check_unchanged()
        with (
            self._timed("verify", total),
            open_indexed(video.path, video.sha256, self.store) as source,
        ):
            yield from verify_all(
                asked,
                video,
                source,
                settings=self.settings,
                crew=self._crew,
                plugins=self.plugins,
            )

    # -- odds and ends ----------------------------------------------------------

    def _provenance(self, video: IngestedVideo) -> dict[str, Any]:
        from gvqa_core.provenance import describe

        return describe(self.settings, self._crew, video)


__all__ = ["AnswerStatus", "VideoQA"]
