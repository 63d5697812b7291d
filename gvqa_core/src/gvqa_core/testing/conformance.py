"""The conformance kit: hold a component to the contract of its stage.

In a plugin's tests:

    from gvqa_core.testing.conformance import check_component

    def test_my_verifier_keeps_the_contract():
        check_component("verifier", MyVerifier(MyOptions())).raise_for_failures()

On the command line: `gvqa check verifier mine`. The component is opened, used,
closed and opened again; nothing is mocked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from gvqa_core.testing.checks import captioner, drafter, retriever, sampler, verifier
from gvqa_core.testing.checks.checklist import Check, Checklist, expect
from gvqa_core.testing.checks.every import check_identity, check_methods

__all__ = ["Check", "CheckReport", "Checker", "check_component", "register_checker"]


@frozen
class Checker:
    """The checks of one kind of component.

    Attributes:
        methods: What its protocol names: attribute → whether it is called.
        check: Checks an opened component.
        outputs: Uses it once; what comes out must be the same after reopening.
    """

    methods: Mapping[str, bool]
    check: Callable[[Any, Checklist], None]
    outputs: Callable[[Any], object]


@frozen
class CheckReport:
    """What was checked and what was found.

    Attributes:
        kind: Kind of the component.
        component: Its class.
        checks: Every check that ran, in order.
    """

    kind: str
    component: str
    checks: tuple[Check, ...] = field(factory=tuple[Check, ...])

    @property
    def ok(self) -> bool:
        """Whether checks ran and none failed."""
        return bool(self.checks) and not self.failures

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if not check.ok)

    def raise_for_failures(self) -> None:
        """Fail a test unless all is well.

        Raises:
            AssertionError: A check failed, or none ran; the message names each.
        """
        if not self.ok:
            raise AssertionError(str(self))

    def __str__(self) -> str:
        lines = [
            f"{self.kind} {self.component}: {len(self.checks)} checks ran, "
            f"{len(self.failures)} failed"
        ]
        lines += [f"- not so: {check.name} ({check.detail})" for check in self.failures]
        return "\n".join(lines)


_CHECKERS: dict[str, Checker] = {
    kind: Checker(module.METHODS, module.check, module.outputs)
    for kind, module in {
        "sampler": sampler,
        "captioner": captioner,
        "retriever": retriever,
        "drafter": drafter,
        "verifier": verifier,
    }.items()
}


def register_checker(kind: str, checker: Checker) -> None:
    """Let an extension that adds a kind bring its checks along."""
    _CHECKERS[kind] = checker


def check_component(
    kind: str, component: Any, *, needs: Mapping[str, Any] | None = None
) -> CheckReport:
    """Check a component against the contract of its kind.

    Args:
        kind: `sampler`, `captioner`, `retriever`, `drafter`, `verifier`, or a kind
            with a registered checker.
        component: Built and not opened.
        needs: Opened components to hand to `open`, by kind, for one that declares needs.

    Raises:
        ValueError: There is no checker for this kind.
    """
    if kind not in _CHECKERS:
        raise ValueError(f"no checks for kind {kind!r}; there are some for {', '.join(_CHECKERS)}")
    checker, checklist = _CHECKERS[kind], Checklist()
    check_methods(component, checker.methods, checklist)
    if all(check.ok for check in checklist.checks):
        check_identity(component, checklist)
        _check_in_use(checker, component, dict(needs or {}), checklist)
    return CheckReport(kind, type(component).__name__, tuple(checklist.checks))


def _check_in_use(
    checker: Checker, component: Any, needs: Mapping[str, Any], checklist: Checklist
) -> None:
    """Open, use, close, and do so once more."""
    opened = False
    with checklist.item("it opens"):
        component.open(needs)
        opened = True
    if not opened:
        return
    first: object = None
    with checklist.item("it can be used"):
        before = dict(component.identity)
        first = checker.outputs(component)
        expect(dict(component.identity) == before, "its identity changed when it was used")
    checker.check(component, checklist)
    with checklist.item("it closes, and closing twice does no harm"):
        component.close()
        component.close()
    with checklist.item("opened again it gives the same"):
        component.open(needs)
        expect(checker.outputs(component) == first, "something else came out")
    component.close()
