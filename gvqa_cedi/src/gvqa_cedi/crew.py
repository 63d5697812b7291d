"""Components of the kinds that gvqa-cedi adds, built by name and given what they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self

from gvqa_core.component import BaseComponent
from gvqa_core.crew import Crew
from gvqa_core.errors import ComponentError
from gvqa_core.evaluation.systems import LentChat
from gvqa_core.protocols import HasChat

if TYPE_CHECKING:
    from types import TracebackType

    from gvqa_core.config import Settings
    from gvqa_core.plugins import Plugins
    from gvqa_core.protocols import Scalar
    from gvqa_core.types import Frame, Judgement, Pair


class StageChat(LentChat):
    """The chat model of a captioner or drafter; a captioner's `caption` comes with it."""

    def caption(self, frames: Sequence[Frame]) -> list[str]:
        """Describe frames; see `Captioner.caption`."""
        return self._crew.run(self._role, lambda component: component.caption(frames))


class StageVerifier(BaseComponent[None]):
    """The core's verifier of captions, called in its own thread.

    Args:
        crew: The core's components.

    Raises:
        ComponentError: The chosen verifier judges frames, not captions.
    """

    def __init__(self, crew: Crew) -> None:
        super().__init__(None)
        self._crew = crew
        if crew.unopened("verifier").needs != "caption":
            raise ComponentError(
                f"The verified evaluatee needs a verifier of captions, and "
                f"'{crew.choice('verifier').name}' judges frames. Choose another: --verifier nli"
            )

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The identity of the verifier."""
        return self._crew.identity("verifier")

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge pairs; see `Verifier.judge`."""
        return self._crew.run("verifier", lambda component: component.judge(pairs))


class CediCrew:
    """Builds and opens components by kind and name; closes them at the end.

    Args:
        settings: Names and options.
        plugins: Where components come from.
    """

    def __init__(self, settings: Settings, plugins: Plugins) -> None:
        self._settings = settings
        self._registry = plugins.registry
        self._core = Crew(settings, plugins)
        self._opened: dict[tuple[str, str], Any] = {}
        self._stack = ExitStack()
        self._stack.callback(self._core.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def core(self) -> Crew:
        """The core's components, with the same settings."""
        return self._core

    def get(self, kind: str, name: str = "auto") -> Any:
        """Return an opened component; the same one for the same name.

        Args:
            kind: For example `grader`.
            name: As `gvqa plugins` lists it, or `auto`.

        Raises:
            ComponentError: It is unknown, cannot be used here, or needs a chat model
                that the chosen captioner or drafter has not.
        """
        choice = self._registry.choose(kind, name, self._settings)
        key = (kind, choice.name)
        if key not in self._opened:
            component: Any = self._registry.build(choice, self._settings)
            needs = {
                stage: self._stage(stage, for_=choice.registered.title)
                for stage in choice.registered.spec.needs
            }
            component.open(needs)
            self._stack.callback(component.close)
            self._opened[key] = component
        return self._opened[key]

    def _stage(self, stage: str, *, for_: str) -> Any:
        return StageVerifier(self._core) if stage == "verifier" else self.chat(stage, for_=for_)

    def chat(self, stage: str, *, for_: str) -> StageChat:
        """Return the chat model of a stage.

        Args:
            stage: `captioner` or `drafter`.
            for_: Who asks, for the message.

        Raises:
            ComponentError: The stage's component has no chat model.
        """
        if not isinstance(self._core.unopened(stage), HasChat):
            name = self._core.choice(stage).name
            raise ComponentError(
                f"The {for_} asks a language model, and the {stage} '{name}' has none. Choose "
                f"another one, for example: --{stage} openai --{stage}-model MODEL -o "
                f"{stage}.openai.base_url http://127.0.0.1:8000/v1",
                component=name,
            )
        return StageChat(self._core, stage)
