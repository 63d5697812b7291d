"""What the report says of the components that made an answer, from its provenance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from gvqa_core.types import Answer

_DOES = {
    "captioner": "described by",
    "verify.captioner": "checked frames by",
    "verifier": "judged by",
}


def made_by(answer: Answer) -> str:
    """One line naming who described the frames and who judged; empty when it is not recorded."""
    components = _components(answer)
    named = [
        f"{does} {_title(component)}"
        for role, does in _DOES.items()
        if (component := _mapping(components.get(role)))
    ]
    return _capital(", ".join(named))


def passed_over(answer: Answer) -> frozenset[str]:
    """The warnings that only say which components could not be used here.

    They matter less to a reader than the others, and the page folds them away.
    """
    return frozenset(
        f"{str(role).rpartition('.')[2]} {name} was passed over: {reason}"
        for role, component in _components(answer).items()
        for name, reason in _mapping(_mapping(component).get("skipped")).items()
    )


def _capital(text: str) -> str:
    """The text with a capital, as it stands otherwise."""
    return text[:1].upper() + text[1:]


def _title(component: Mapping[str, Any]) -> str:
    model = _mapping(component.get("identity")).get("model")
    name = component.get("name", "an unnamed component")
    return f"{name} ({model})" if model and model != name else str(name)


def _components(answer: Answer) -> Mapping[str, Any]:
    return _mapping(answer.provenance.get("components"))


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
