"""Does a saved answer still say what the video says? `audit(folder)` checks it anew, offline."""

from __future__ import annotations

from gvqa_core.audit.findings import AuditReport, Finding
from gvqa_core.audit.run import audit

__all__ = ["AuditReport", "Finding", "audit"]
