"""An answer made visible: JSON, a folder, a page, a notebook cell."""

from __future__ import annotations

from gvqa_core.report.notebook import notebook_html
from gvqa_core.report.save import load, save
from gvqa_core.report.serialise import from_json, to_json

__all__ = ["from_json", "load", "notebook_html", "save", "to_json"]
