"""Looking and judging again, with the components that are recorded, as far as they are here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import attrs
from attrs import frozen

from gvqa_core.config import Settings, Use, Verify
from gvqa_core.crew import VERIFY_CAPTIONER, Crew
from gvqa_core.errors import GvqaError
from gvqa_core.loading.names import load_object
from gvqa_core.options import structure
from gvqa_core.report.serialise import scalar

if TYPE_CHECKING:
    from gvqa_core.plugins import Plugins
    from gvqa_core.types import Answer


@frozen
class AtHand:
    """The recorded components that can be asked again here.

    Attributes:
        crew: Runs them.
        lacking: Role → why it cannot be asked, for `verify.captioner`, `captioner`
            and `verifier`; absent where it can.
    """

    crew: Crew
    lacking: Mapping[str, str]


def at_hand(answer: Answer, settings: Settings, plugins: Plugins) -> AtHand:
    """Find the components that made an answer.

    Names and options come from the answer, with two exceptions, since a saved answer
    may be anyone's: no model hub is reached, and a component that sends frames to a
    server is not asked.

    Args:
        answer: With its provenance.
        settings: The user's own, for all that is not recorded.
        plugins: The loaded plugins.
    """
    recorded = _mapping(answer.provenance.get("components"))
    roles = {
        "captioner": "captioner",
        VERIFY_CAPTIONER: VERIFY_CAPTIONER if VERIFY_CAPTIONER in recorded else "captioner",
        "verifier": "verifier",
    }
    crew = Crew(_as_recorded(answer, recorded, settings, plugins), plugins)
    lacking: dict[str, str] = {}
    for role, entry in roles.items():
        reason = _why_not(crew, role, _mapping(recorded.get(entry)))
        if reason:
            lacking[role] = reason
    return AtHand(crew, lacking)


def _as_recorded(
    answer: Answer, recorded: Mapping[str, Any], settings: Settings, plugins: Plugins
) -> Settings:
    """The user's settings with the names, options and constants of the answer."""
    options: dict[str, dict[str, Mapping[str, Any]]] = {
        kind: dict(tables) for kind, tables in settings.options.items()
    }
    names: dict[str, str] = {}
    for role in (VERIFY_CAPTIONER, "captioner", "verifier"):
        entry = _mapping(recorded.get(role))
        name, kind = entry.get("name"), role.rpartition(".")[2]
        if isinstance(name, str):
            names[kind] = name
            mine = options.setdefault(kind, {})
            taken = _taken_over(_mapping(entry.get("identity")), kind, name, plugins)
            mine[name] = {**mine.get(name, {}), **taken}
    verify = _mapping(answer.provenance.get("verify"))
    known = {a.name for a in attrs.fields(Verify)}
    constants = {
        name: value
        for name in ("interval", "neighbours")
        if isinstance(value := answer.provenance.get(name), int | float)
    }
    return attrs.evolve(
        settings,
        **constants,
        offline=True,
        use=Use(**{**attrs.asdict(settings.use), **names}),
        verify=Verify(**{name: value for name, value in verify.items() if name in known}),
        options=options,
    )


def _taken_over(
    identity: Mapping[str, Any], kind: str, name: str, plugins: Plugins
) -> dict[str, Any]:
    """The recorded values that are options of the component as they stand.

    An identity may hold more, or say an option otherwise; whether the component is
    still the same is told by comparing identities afterwards.
    """
    taken: dict[str, Any] = {}
    for registered in plugins.registry.candidates(kind, name):
        if registered.spec.options is None:
            continue
        options = load_object(registered.spec.options)
        for key in {a.name for a in attrs.fields(options)} & set(identity):
            if not _trusting(key) and _fits(options, key, identity[key]):
                taken[key] = identity[key]
    return taken


def _fits(options: type[Any], key: str, value: Any) -> bool:
    try:
        structure(options, {key: value}, what=key)
    except GvqaError:
        return False
    return True


def _trusting(key: str) -> bool:
    """Whether an option gives trust that only the user may give, not a file."""
    return key.startswith("trust") or key.endswith(("_url", "_env"))


def _why_not(crew: Crew, role: str, entry: Mapping[str, Any]) -> str:
    if not entry:
        return "the answer does not tell which component it was"
    name = entry.get("name")
    try:
        spec = crew.choice(role).registered.spec
        known = {a.name for a in attrs.fields(load_object(spec.options))} if spec.options else set()
        if "base_url" in known:
            return f"{name} asks a server, and an audit asks none"
        now = {key: scalar(value) for key, value in crew.identity(role).items()}
    except (GvqaError, TypeError, ValueError) as error:
        return f"{name} cannot be used here: {error}"
    then = dict(_mapping(entry.get("identity")))
    other = sorted(k for k in {*now, *then} if now.get(k) != then.get(k))
    if other:
        pairs = ", ".join(f"{k} is {now.get(k)!r} and was {then.get(k)!r}" for k in other)
        return f"{name} is not the same here: {pairs}"
    return ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
