"""What every component promises, whatever its stage."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from gvqa_core.testing.checks.checklist import Checklist, expect

_SECRET_NAME = re.compile(r"(?:^|_)(?:api_?key|key|secret|password|token|authorization)$", re.I)
_SECRET_VALUE = re.compile(r"^(?:sk-|hf_|ghp_|Bearer )\S{8,}")
_SECRET_VARIABLE = re.compile(r"KEY|TOKEN|SECRET|PASSWORD")


def check_identity(component: Any, checklist: Checklist) -> None:
    """Check the identity of a component: it becomes part of cache keys and of reports."""
    with checklist.item("the identity is plain data"):
        identity = _identity(component)
        json.dumps(identity, allow_nan=False)
        odd = [
            name
            for name, value in identity.items()
            if not isinstance(value, str | int | float | bool | None)
        ]
        expect(not odd, f"not text, number, truth value or None: {odd}")
    with checklist.item("the identity is the same each time"):
        expect(_identity(component) == _identity(component), "two readings differ")
    with checklist.item("the identity holds no secret"):
        named = [
            name
            for name, value in _identity(component).items()
            if value and _is_secret(name, value)
        ]
        expect(not named, f"looks like a secret: {named}")


def check_methods(component: Any, methods: Mapping[str, bool], checklist: Checklist) -> None:
    """Check that a component has what its protocol names.

    Args:
        component: The component.
        methods: Attribute name → whether it is called.
        checklist: Where outcomes go.
    """
    with checklist.item("it has the methods of its stage"):
        missing = [
            name
            for name, called in methods.items()
            if not hasattr(component, name) or (called and not callable(getattr(component, name)))
        ]
        expect(not missing, f"missing: {', '.join(missing)}")


def _identity(component: Any) -> dict[str, Any]:
    return dict(component.identity)


def _is_secret(name: str, value: object) -> bool:
    from_environment = {
        text
        for variable, text in os.environ.items()
        if _SECRET_VARIABLE.search(variable) and len(text) >= 8
    }
    return (
        _SECRET_NAME.search(name) is not None
        or _SECRET_VALUE.match(str(value)) is not None
        or str(value) in from_environment
    )
