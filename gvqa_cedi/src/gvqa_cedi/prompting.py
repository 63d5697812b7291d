"""What all our prompts share: text of models is delimited, and cannot close its delimiter."""

from __future__ import annotations


def quoted(name: str, text: str) -> str:
    """Put a text of someone else's between tags of its own.

    Args:
        name: Of the tag.
        text: What a model wrote or a file holds; an end tag inside is made harmless.
    """
    safe = text.replace(f"</{name}", f"<\\/{name}")
    return f"<{name}>\n{safe}\n</{name}>"
