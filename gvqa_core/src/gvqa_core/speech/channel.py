"""Is a sentence about what is said in a video, and what does it say is said?

A sentence is about what is said when, as a whole, it reports speech: "The speaker says
that …", "… is mentioned", "According to the narrator, …", a quotation with who says it.
Text that is read on something ("The sign says …") is seen. All else is about what is
seen, whatever was said: "The dough needs an hour." is not a report. A sentence that is
only in part a report ("She says hello while waving.") is about what is seen too, where
nothing supports its other part unless it is visible. English only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from gvqa_core.prompts import shown_time
from gvqa_core.types import Claim, Hit

Form: TypeAlias = Literal["quote", "statement", "topic"]

IT_IS_SAID = "It is said:"
"""What a sentence begins with that was drafted from speech without saying so."""


@frozen
class Report:
    """A sentence about what is said, taken apart.

    Attributes:
        speaker: Who is said to say it ("the narrator"); empty for "it is said".
        content: What is said: the words of a `quote`, a `statement`, or a `topic`.
        form: Which of the three.
        denied: Whether it says that this is *not* said.
        manner: The verb where it says more than that it is said ("promises"); else empty.
    """

    speaker: str
    content: str
    form: Form
    denied: bool = False
    manner: str = ""


_SAY = (
    r"say|state|explain|mention|note|claim|announce|warn|add|remark|report|declare|argue|reveal"
    r"|confirm|admit|promise|reply|answer|insist|predict|recall|comment|point(?:s|ed|ing)? out"
    r"|tell|call|shout|ask|joke|conclude|emphasi[sz]e|stress|suggest|recommend|advise|describe"
)
_TALKS = (
    r"(?:talk|speak|chat)s? (?:about|of)|mentions?|discuss(?:es)?|refers? to"
    r"|(?:talked|chatted|spoke) (?:about|of)|mentioned|discussed|referred to"
)
_TALKING = r"(?:talking|speaking|chatting) (?:about|of)|mentioning|discussing|referring to"
_VERB = rf"(?:said|says|told|(?:{_SAY})(?:s|es|d|ed)?)"
_SAYS = rf"(?P<verb>{_VERB})"
_SAYING = r"(?P<saying>saying|telling|explaining|mentioning|asking|announcing|claiming|stating)"
_BE = r"(?:is|are|was|were|gets|got|has been|have been)"
_ADVERBS = r"(?:(?:not|never|also|then|now) )*"
_AUX = rf"(?P<aux>(?:(?:does|do|did|has|have|had)(?:n['’]t)? )?{_ADVERBS})"
_BEING = rf"(?P<being>(?:(?:is|are|was|were)(?:n['’]t)?|(?:can|could) be heard) {_ADVERBS})"
_SPEAKS = rf"(?:{_AUX}{_SAYS}|{_BEING}{_SAYING})"
_SPEAKS_OF = rf"(?:{_AUX}(?:{_TALKS})|{_BEING}(?:{_TALKING}))"
_WHO = r"(?P<who>[A-Za-z][\w'’.\-]*(?: [\w'’.\-]+){0,7}?)"
_WHOM = r"(?: (?:to )?(?:us|viewers|the (?:viewers?|audience|camera|listeners?)))?"
_OPEN, _CLOSE = '["“”]', '["“”]'
_QUOTE = rf"{_OPEN}(?P<quote>[^\"“”]+){_CLOSE}"
_TOPIC = r"(?P<content>[^\"“”,;\s]+(?: [^\"“”,;\s]+){0,7}?)"
_END = r"[.!?…]*\s*\Z"

_QUOTED = re.compile(rf"{_WHO} {_SPEAKS}{_WHOM}(?: that)?[,:]? {_QUOTE}{_END}", re.IGNORECASE)
_QUOTED_FIRST = re.compile(
    rf"{_QUOTE},? (?:{_WHO} {_SAYS}|(?P<says>{_VERB}) (?P<after>[\w'’ .\-]+?)){_END}",
    re.IGNORECASE,
)
_QUOTED_BY_NONE = re.compile(
    rf"(?:it|this|the following) {_BE} said[:,]? {_QUOTE}{_END}", re.IGNORECASE
)
_QUOTED_FIRST_BY_NONE = re.compile(rf"{_QUOTE} {_BE} said{_END}", re.IGNORECASE)
_STATED = re.compile(rf"{_WHO} {_SPEAKS}{_WHOM} that (?P<content>[^\"“”]+)\Z", re.IGNORECASE)
_STATED_BARE = re.compile(
    rf"{_WHO} {_AUX}(?:says?|said|claims?|claimed)(?::)? "
    r"(?P<content>(?:the|a|an|it|this|that|these|those|there|he|she|they|we|you|i|his|her|their"
    r"|our|my|your|its|no|every|each|all|most|some)\b [^\"“”]+)\Z",
    re.IGNORECASE,
)
_STATED_BY_NONE = re.compile(
    rf"it {_BE} (?P<no>not |never )?(?:said|stated|explained|mentioned|noted|claimed|announced"
    r"|pointed out|reported|suggested|recommended)(?: that |: )(?P<content>[^\"“”]+)\Z",
    re.IGNORECASE,
)
_ACCORDING = re.compile(rf"according to {_WHO}, (?P<content>[^\"“”]+)\Z", re.IGNORECASE)
_STATED_FIRST = re.compile(rf"(?P<content>[^\"“”]+), {_WHO} {_SAYS}{_END}", re.IGNORECASE)
_ABOUT = re.compile(rf"{_WHO} {_SPEAKS_OF} {_TOPIC}{_END}", re.IGNORECASE)
_ABOUT_BY_NONE = re.compile(
    rf"{_TOPIC} {_BE} (?P<no>not |never )?(?:also )?"
    r"(?:mentioned|discussed|talked about|spoken (?:of|about)|referred to)"
    r"(?: in (?:the )?(?:video|speech|commentary|narration|audio))?" + _END,
    re.IGNORECASE,
)

SURFACES = re.compile(
    r"\b(?:signs?|titles?|labels?|slides?|screens?|posters?|captions?|banners?|pages?|notes?|letters?"
    r"|clocks?|boards?|displays?|packets?|books?|newspapers?|headings?|headlines?|texts?|words?"
    r"|stickers?|boxe?s?|shirts?|t-shirts?|lists?|menus?|maps?|charts?|cards?|tickets?|envelopes?"
    r"|plaques?|tags?|logos?|credits|writing|lettering|message|timer|scoreboard|monitor|website"
    r"|document|paper|recipe|blackboard|whiteboard|bag|bottle|jar|can|door|wall|frame|image)\Z",
    re.IGNORECASE,
)
"""Things whose words are read, not heard, at the end of who "says" something."""

_CLAUSE = re.compile(r"\b(?:is|are|was|were|and|but|while|as|who|which|then)\b", re.IGNORECASE)
"""Words that make more of who speaks than a name, so that the sentence tells more than a report."""

_NO_ONE = re.compile(r"(?:nobody|no[ -]one|none|neither|nothing)\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never|no|none|nothing|neither|nor)\b|n['’]t\b", re.IGNORECASE)

_PLAIN = re.compile(
    r"(?:says?|said|saying|tells?|told|telling|states?|stated|stating|explain(?:s|ed|ing)?"
    r"|mention(?:s|ed|ing)?|notes?|noted|reports?|reported|remark(?:s|ed)?|add(?:s|ed)?"
    r"|comment(?:s|ed)?|claim(?:s|ed|ing)?|point(?:s|ed)? out)\Z",
    re.IGNORECASE,
)
"""Verbs that say no more than that something is said."""

_NEUTRAL = re.compile(
    r"(?:the |a |an |one |some )?(?:(?:male |female )?(?:speaker|narrator|presenter|commentator"
    r"|announcer|voice|voice-?over|narration|commentary|transcript|speech|audio)s?)|someone"
    r"|somebody|they|people|the (?:video|film|clip|talk|recording)",
    re.IGNORECASE,
)


def report(text: str) -> Report | None:
    """Take a sentence about what is said apart; None for one about what is seen."""
    sentence = " ".join(text.split())
    for pattern, form in _PATTERNS:
        found = pattern.fullmatch(sentence)
        if found is None:
            continue
        parts = found.groupdict()
        who = (parts.get("who") or parts.get("after") or "").strip()
        if SURFACES.search(who) or _CLAUSE.search(who):
            continue
        content = next(parts[name] for name in ("quote", "content") if parts.get(name))
        aux = parts.get("aux") or parts.get("being") or ""
        denied = bool(_NO_ONE.match(who) or parts.get("no") or _NOT.search(aux))
        if form == "topic":
            denied = denied or _NOT.search(content) is not None
        verb = next((parts[name] for name in _VERBS if parts.get(name)), "")
        manner = "" if _PLAIN.match(verb) else verb.lower()
        return Report(who, _sentence(content, form), form, denied, manner)
    return None


def in_channel(claim: Claim, hits: Sequence[Hit]) -> Claim:
    """Tell whether a claim is about what is said, and set what of it is judged.

    A sentence that was drafted from a passage of speech, told by its citing that
    passage's very time, says no more than that it is said; so it is made to say that.

    Args:
        claim: With `hypothesis` set.
        hits: What was retrieved for its question; empty for another tool's claim.
    """
    found = report(claim.hypothesis)
    if found is None and _drafted_from_speech(claim, hits):
        text = f"{IT_IS_SAID} {claim.text}"
        return evolve(claim, text=text, channel="said")
    if found is None:
        return claim
    return evolve(claim, hypothesis=found.content, channel="said")


def _drafted_from_speech(claim: Claim, hits: Sequence[Hit]) -> bool:
    cited = shown_time(claim.timestamp if claim.cited is None else claim.cited)
    channels = {h.caption.channel for h in hits if shown_time(h.caption.timestamp) == cited}
    return channels == {"said"}


def names_no_one(speaker: str) -> bool:
    """Whether a speaker is only whoever speaks, so that a transcript need not tell who."""
    return not speaker or _NEUTRAL.fullmatch(speaker) is not None


def _sentence(content: str, form: Form) -> str:
    words = content.strip() if form != "topic" else content.strip(" .!?…")
    if form != "statement" or not words:
        return words
    return words[0].upper() + words[1:] + ("" if words[-1] in ".!?…" else ".")


_VERBS = ("verb", "saying", "says")
_PATTERNS: tuple[tuple[re.Pattern[str], Form], ...] = (
    (_QUOTED_BY_NONE, "quote"),
    (_QUOTED_FIRST_BY_NONE, "quote"),
    (_QUOTED, "quote"),
    (_QUOTED_FIRST, "quote"),
    (_ACCORDING, "statement"),
    (_STATED_BY_NONE, "statement"),
    (_STATED, "statement"),
    (_ABOUT, "topic"),
    (_ABOUT_BY_NONE, "topic"),
    (_STATED_BARE, "statement"),
    (_STATED_FIRST, "statement"),
)
