"""What a question asks of speech: "What does the baker say about salt?" asks about salt."""

from __future__ import annotations

import re

from gvqa_core.speech.channel import SURFACES

_SAY = (
    r"say|says|said|tell|tells|told|talk|talks|talked|speak|speaks|spoke|spoken|mention|mentions"
    r"|mentioned|explain|explains|explained|discuss|discusses|discussed|announce|announces"
    r"|announced|claim|claims|claimed|recommend|recommends|recommended|advise|advises|advised"
    r"|warn|warns|warned|suggest|suggests|suggested"
)
_WHO_SAYS = re.compile(
    r"\b(?:does|do|did|is|are|was|were|has|have|will|would) "
    rf"(?P<who>(?:[\w'’-]+ ){{0,6}}?)(?:{_SAY})\b",
    re.IGNORECASE,
)
_SAYS = re.compile(rf"\b(?:{_SAY}|according to|speaker|narrator|transcript)\b", re.IGNORECASE)
_ACCORDING = re.compile(r"\baccording to (?:the )?[\w'’-]+,?", re.IGNORECASE)


def asks_of_speech(question: str) -> bool:
    """Whether a question asks what is said, and not what is seen or read."""
    asked = _WHO_SAYS.search(question)
    if asked is not None and SURFACES.search(asked["who"].strip()):
        return False
    return _SAYS.search(question) is not None


def without_speaker(question: str) -> str:
    """The question without who says it, which a transcript seldom tells."""
    return _SAYS.sub(" ", _ACCORDING.sub(" ", _WHO_SAYS.sub(" ", question)))
