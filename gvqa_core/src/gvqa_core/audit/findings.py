"""What an audit found, thing by thing."""

from __future__ import annotations

from typing import Literal

from attrs import define, field, frozen

State = Literal["ok", "mismatch", "unchecked"]


@frozen
class Finding:
    """One thing that was looked at.

    Attributes:
        subject: What: a file, or "claim 3, frame at 0:15".
        state: `ok`; `mismatch`: it is not what it should be; `unchecked`: what would
            be needed to tell is not here.
        detail: What was found, and where something is missing, what to do.
    """

    subject: str
    state: State
    detail: str


@frozen
class AuditReport:
    """All findings of one audit.

    Attributes:
        findings: In the order made.
        recomputed: Whether the video itself was here to compare with.
    """

    findings: tuple[Finding, ...]
    recomputed: bool

    @property
    def mismatches(self) -> tuple[Finding, ...]:
        """What is not as it should be."""
        return tuple(each for each in self.findings if each.state == "mismatch")

    @property
    def unchecked(self) -> tuple[Finding, ...]:
        """What could not be told."""
        return tuple(each for each in self.findings if each.state == "unchecked")


@define
class Notes:
    """Collects findings while an audit runs."""

    findings: list[Finding] = field(factory=list[Finding])

    def ok(self, subject: str, detail: str) -> None:
        """Note that something is as it should be."""
        self.findings.append(Finding(subject, "ok", detail))

    def mismatch(self, subject: str, detail: str) -> None:
        """Note that something is not."""
        self.findings.append(Finding(subject, "mismatch", detail))

    def unchecked(self, subject: str, detail: str) -> None:
        """Note that something could not be told, and why."""
        self.findings.append(Finding(subject, "unchecked", detail))

    @property
    def bad(self) -> int:
        """How many mismatches there are so far."""
        return sum(each.state == "mismatch" for each in self.findings)
