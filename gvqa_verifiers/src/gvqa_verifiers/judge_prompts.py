"""The questions of the two designs that the paper tried first and gave up.

Their form is part of its finding (sections 3.3 and 4): a leading question, and an answer
that a general model writes whether or not it has looked. `VERSION` enters identities.
"""

from __future__ import annotations

VERSION = 1

_FORM = "Answer with exactly one line, in one of these two forms:\nYES: <reason>\nNO: <reason>"

DIRECT = f"""Does this image support the following claim?

Claim: {{claim}}

{_FORM}"""
"""For the model that sees the frame."""

STRICT = f"""You check claims against a description of one video frame.

<description>
{{caption}}
</description>

<claim>
{{claim}}
</claim>

Does the description support the claim? Be strict: answer YES only if the description states \
everything the claim says; if any part is missing or differs, answer NO.

{_FORM}"""
"""For the model that sees only the caption."""

LENIENT = f"""You check claims against a description of one video frame.

<description>
{{caption}}
</description>

<claim>
{{claim}}
</claim>

Does the description support the claim? Tolerate paraphrase: answer YES if the description says \
the same in other words or makes the claim likely.

{_FORM}"""
"""The same, asked to be generous."""


def fill(template: str, *, claim: str, caption: str = "") -> str:
    """Put claim and caption into a template; neither can close its own delimiters."""
    return template.replace("{caption}", _inert(caption)).replace("{claim}", _inert(claim))


def _inert(text: str) -> str:
    return text.replace("<", "‹").replace(">", "›").replace("{claim}", "(claim)")
