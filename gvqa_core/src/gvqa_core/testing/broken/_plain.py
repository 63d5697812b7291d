"""What all of them are made from."""

from __future__ import annotations

from gvqa_core.component import BaseComponent


class Plain(BaseComponent[None]):
    """A component without options."""

    def __init__(self) -> None:
        super().__init__(None)
