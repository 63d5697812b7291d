"""The verifiers under test: by name, under a profile, opened on shared models."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import attrs
from attrs import frozen

from gvqa_core.component import BaseComponent
from gvqa_core.config import PROFILES, Settings, Verify
from gvqa_core.crew import with_inherited
from gvqa_core.errors import ConfigError
from gvqa_core.loading.names import listing, load_object
from gvqa_core.threads.worker import Worker

if TYPE_CHECKING:
    from gvqa_core.crew import Crew
    from gvqa_core.loading.selection import Choice
    from gvqa_core.plugins import Plugins
    from gvqa_core.protocols import Scalar
    from gvqa_core.types import Judgement, Message, Pair

BASELINE = "no verification"
"""What every table sets the verifiers against: all claims are shown as they were drafted."""


@frozen
class System:
    """A verifier as it is to be measured.

    Attributes:
        verifier: Its registered name.
        profile: `default` for the settings as they are, or `paper` for the paper's
            procedure: arg-max decides, no guards, compound claims judged whole.
    """

    verifier: str
    profile: str = "default"

    @property
    def name(self) -> str:
        """What tables call it: `nli`, or `nli@paper`."""
        return self.verifier if self.profile == "default" else f"{self.verifier}@{self.profile}"

    @property
    def file(self) -> str:
        """Its name in file names."""
        return self.name.replace("@", "-at-")


def read_systems(text: str, settings: Settings, plugins: Plugins) -> list[System]:
    """Read `nli,nli@paper,lexical`.

    Args:
        text: Names joined by commas; `auto` is the verifier that would be chosen.
            Empty means that one under both profiles, and `lexical`.
        settings: Decide what `auto` is.
        plugins: Offer the verifiers.

    Raises:
        ConfigError: A profile is unknown, or there is no name.
        ComponentError: A verifier is unknown or cannot be used here.
    """
    systems: list[System] = []
    for word in (text or "auto,auto@paper,lexical").split(","):
        name, at, profile = word.strip().partition("@")
        if not name or (at and profile not in PROFILES):
            raise ConfigError(
                f"expected NAME or NAME@PROFILE, found '{word.strip()}'; "
                f"profiles: {listing(PROFILES)}"
            )
        choice = plugins.registry.choose("verifier", name, settings)
        system = System(choice.name, profile or "default")
        if system not in systems:
            systems.append(system)
    if not text and systems[0].verifier == "lexical":
        return systems[:1]  # it has no settings that a profile could change
    return systems


def settings_for(system: System, settings: Settings, choice: Choice) -> Settings:
    """The settings under which a verifier is built."""
    if system.profile != "paper":
        return settings
    options = choice.registered.spec.options
    known = {a.name for a in attrs.fields(load_object(options))} if options else set[str]()
    paper = {"threshold": 0.0} if "threshold" in known else {}
    tables = settings.options.get("verifier", {})
    own = {**tables.get(system.verifier, {}), **paper}
    return attrs.evolve(
        settings,
        profile="paper",
        neighbours=PROFILES["paper"]["neighbours"],
        verify=attrs.evolve(settings.verify, **_paper_verify()),
        options={**settings.options, "verifier": {**tables, system.verifier: own}},
    )


def _paper_verify() -> dict[str, Any]:
    paper = Verify(**PROFILES["paper"]["verify"])
    return {name: getattr(paper, name) for name in ("guards", "sentences", "split_compound")}


class LentChat(BaseComponent[None]):
    """The chat model of a crew's captioner or drafter, for a judge that asks it.

    Args:
        crew: Whose component has the model.
        role: `captioner` or `drafter`.
    """

    def __init__(self, crew: Crew, role: str) -> None:
        super().__init__(None)
        self._crew = crew
        self._role = role

    @property
    def chat(self) -> LentChat:
        """The model itself."""
        return self

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The identity of the model's owner."""
        return self._crew.identity(self._role)

    def generate(
        self,
        conversations: Sequence[Sequence[Message]],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> list[str]:
        """Write the next turn of each conversation, in the owner's thread."""
        return self._crew.run(
            self._role,
            lambda owner: owner.chat.generate(
                conversations, max_tokens=max_tokens, schema=schema, seed=seed
            ),
        )


@frozen
class Judge:
    """An opened verifier.

    Attributes:
        system: Which.
        needs: What it judges: `caption` or `frame`.
        identity: All that changes its judgements.
        settings: The settings under which it was built.
        worker: Where it runs.
    """

    system: System
    needs: Literal["caption", "frame"]
    identity: Mapping[str, Any]
    settings: Settings
    worker: Worker

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge pairs, in the verifier's own thread."""
        return self.worker.call("judge", pairs)


@contextmanager
def opened(system: System, settings: Settings, plugins: Plugins, crew: Crew) -> Generator[Judge]:
    """Open a verifier; a model that another component holds is lent to it.

    Raises:
        ComponentError: It cannot be used here, or a model it needs cannot.
    """
    choice = plugins.registry.choose("verifier", system.verifier, settings)
    own = settings_for(system, settings, choice)
    registered = choice.registered
    component: Any = plugins.registry.build(choice, with_inherited(own, registered))
    lent: dict[str, Any] = {}
    for kind in registered.spec.needs:
        crew.run(kind, _check_chat)
        lent[kind] = LentChat(crew, kind)
    with Worker(component, needs=lent, name=system.name) as worker:
        identity = {
            "component": registered.spec.name,
            "distribution": registered.distribution,
            "version": registered.version,
            **component.identity,
        }
        yield Judge(system, component.needs, identity, own, worker)


def _check_chat(owner: Any) -> None:
    from gvqa_core.errors import ComponentError
    from gvqa_core.protocols import HasChat

    if not isinstance(owner, HasChat):
        raise ComponentError(
            f"This verifier asks a language model, and {type(owner).__name__} has none. Choose "
            "a captioner and drafter that have one (mlx, cuda, openai), or leave the verifier out"
        )
