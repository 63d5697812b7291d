"""What every page shares: strict templates, harmless text, style and script by their hashes."""

from __future__ import annotations

import base64
import hashlib
from importlib import resources
from typing import TYPE_CHECKING, Any

from gvqa_core.text import visible

if TYPE_CHECKING:
    import jinja2


def environment() -> jinja2.Environment:
    """An environment for the pages: whatever a template prints is made visible and escaped."""
    import jinja2

    return jinja2.Environment(
        autoescape=True,
        finalize=_written_out,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def template(package: str, name: str) -> str:
    """A file of a package's folder `templates`."""
    return (resources.files(package) / "templates" / name).read_text(encoding="utf-8")


def trusted(text: str) -> Any:
    """Our own style or script, which must not be escaped; never anyone's input."""
    import markupsafe

    return markupsafe.Markup(text)  # noqa: S704 - a file of one of our packages


def csp_hash(text: str) -> str:
    """How a content security policy names a style or script that it allows."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _written_out(value: Any) -> Any:
    """Applied to everything a template prints, before it is escaped."""
    return visible(value) if type(value) is str else value
