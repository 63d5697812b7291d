"""A page of this machine on which a person labels things, one after another.

`gvqa eval label` marks claims true or false with it. Extensions may use it for
labels of their own: one choice for each item, or spans of an item's text.
"""

from __future__ import annotations

from gvqa_core.labelling.page import Choice, Item, Page, Span
from gvqa_core.labelling.server import Server, serve

__all__ = ["Choice", "Item", "Page", "Server", "Span", "serve"]
