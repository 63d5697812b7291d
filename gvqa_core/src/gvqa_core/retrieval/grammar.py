"""The small grammar that reads a question's time language. English only.

A question is read in four passes, each taking out what it understood:

    spans    "at 3:20", "between 1:00 and 2:00", "in the first 30 seconds", "after 2:00"
    places   "at the very end", "the last slide", "in the second half", "midway"
    anchors  "after the logo appears", "what comes before X", "between X and Y"
    order    "the first time …", "the last …"; and "how many times", which wants all

What remains is the content to search for. Whatever is not understood stays content,
so that a question without time language is searched for as it stands. "A lion runs
after a zebra" and "she stands before a crowd" are no order in time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias, cast

from gvqa_core.retrieval.numbers import NUMBER, NUMBER_WORD, amount, number
from gvqa_core.retrieval.parse import Anchor, Order, Parse, Place, Side, Span

_Reader: TypeAlias = Callable[[re.Match[str]], Span | None]

_WHOLE = (
    r"(?:the |this |that )?(?:whole |entire )?(?:video|clip|film|movie|talk|lecture|recording|"
    r"footage|presentation|broadcast|programme|program|advert|ad|show|tour|match|game|concert|"
    r"story|episode|documentary|vlog|trailer|demo|tutorial|lesson|interview)"
)
_OF_WHOLE = rf"(?:,? (?:of|in) {_WHOLE})?"
_THING = (
    r"(?:slides?|frames?|scenes?|shots?|images?|pictures?|screens?|things?|moments?|parts?|"
    r"sequences?|clips?|captions?|sights?|views?|few|couple)"
)
_CLOCK = r"(?:\d{1,2}:)?\d{1,3}:\d{2}(?:\.\d+)?"
_UNIT = r"(?:seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h)\b"
_LENGTH = rf"{NUMBER}[ -]?{_UNIT}(?:,? (?:and )?{NUMBER}[ -]?{_UNIT})?"
_POINT = rf"(?:{_CLOCK}|{_LENGTH}|(?:second|minute) {NUMBER})"
_BARE = rf"(?:{_POINT}|{NUMBER})"
_NEAR = r"(?:(?:about|around|exactly|roughly|approximately|precisely|the|timestamp|time) )*"
_MARK = rf"(?:[ -](?:mark|point)|(?: (?:in|into)(?: {_WHOLE})?)(?=\W|$))?"

_RANGE = re.compile(
    rf"\b(?:between|from|during) {_NEAR}(?P<start>{_BARE}) ?(?:and|to|until|till|-|–) ?"
    rf"{_NEAR}(?P<end>{_POINT}){_MARK}{_OF_WHOLE}"
)
_ENDS = re.compile(
    rf"\b(?:in |during |within |over |for )?the (?:very )?"
    rf"(?P<side>first|opening|initial|last|final|closing) "
    rf"(?:(?P<length>{NUMBER} )?(?P<unit>seconds?|minutes?|hours?)\b){_OF_WHOLE}"
)
_AFTER_TIME = re.compile(
    rf"\b(?P<side>after|past|beyond|from|since|before|until|till) {_NEAR}(?P<at>{_POINT}){_MARK}"
    rf"(?: (?:on|onwards?))?{_OF_WHOLE}"
)
_AT = re.compile(
    rf"\b(?:at|around|about|near|by|@) {_NEAR}(?P<at>{_POINT}|{NUMBER_WORD}-minute){_MARK}"
    rf"{_OF_WHOLE}"
    rf"|\b(?:in|at|during) (?P<named>(?:second|minute) {NUMBER})\b"
    rf"|\b(?:exactly )?(?P<into>{_LENGTH}) (?:in|into {_WHOLE})(?=\W|$)"
    rf"|[\[(](?P<bracket>{_CLOCK})[\])]"
)

_JUST = (
    r"(?:(?:right|just|immediately|directly|straight|soon|shortly|some time|"
    r"(?:a )?(?:moments?|little|bit|short while|while)|next|only|once|long) )*"
)
_NOT_TIME = (
    r"(?:run|runs|running|ran|chase|chases|chasing|chased|look|looks|looking|looked|named|name|"
    r"take|takes|taking|took|call|called|calls|throw|throws|shout|shouts|"
    r"wave|waves|model|modelled|year|day|one|time|hours|seek|seeks)"
)
_NOT_PLACE = (
    r"(?:stand|stands|standing|stood|sit|sits|sitting|sat|kneel|kneels|kneeling|speaks|bow)"
)
_NOT_AN_EVENT = (
    r"(?!(?:that|this|it|then|all|work|school|dark|dawn|lunch|dinner)\s*(?:[?.!,]|$))"
    r"(?!the (?:video|clip|film|movie|recording) (?:ends|is over|starts|begins)\b)"
)
_HAPPENING = (
    r"(?:happens?|happened|comes?|came|occurs?|shown|seen|done|appears?|do|see|goes on|changes?|"
    r"visible|takes place|slides?|scenes?|shots?|parts?)"
)
_BETWEEN = re.compile(
    rf"(?:^|\b(?P<head>{_HAPPENING}) )(?:in )?between "
    r"(?P<first>(?:the |an? |when |his |her |their )?[^?,]+?) and "
    r"(?P<second>(?:the |an? |when |his |her |their )[^?,]+?)(?P<end>\s*[?.!,]|$)"
)
_FOLLOWS = re.compile(
    r"\b(?:(?:that|which) )?(?:follows?|followed|succeeds?|comes? next after|leads? on from)"
    rf" {_NOT_AN_EVENT}(?P<text>(?:on )?[^?,]+)"
)
_PRECEDES = re.compile(
    rf"\b(?:(?:that|which) )?(?:precedes?|preceded|leads? up to|led up to|comes? ahead of)"
    rf" {_NOT_AN_EVENT}(?P<text>[^?,]+)"
)
_AFTER = re.compile(
    rf"{_JUST}\b(?P<word>after|following|once|as soon as|since|subsequent to) "
    rf"{_NOT_AN_EVENT}(?P<text>[^?,]+)"
)
_BEFORE = re.compile(
    rf"{_JUST}\b(?P<word>before|prior to|until|ahead of|in advance of) "
    rf"{_NOT_AN_EVENT}(?P<text>[^?,]+)"
)

_TAIL = rf"(?=\s*(?:$|[.,;:?!)]|(?:of|in) {_WHOLE}))"
_PLACES: tuple[tuple[Place, re.Pattern[str]], ...] = (
    (
        "second half",
        re.compile(
            rf"\b(?:in|during|of|throughout|for) the (?:second|latter|last|other) half{_OF_WHOLE}"
        ),
    ),
    (
        "first half",
        re.compile(rf"\b(?:in|during|of|throughout|for) the (?:first|former) half{_OF_WHOLE}"),
    ),
    (
        "middle",
        re.compile(
            rf"\b(?:in|at|around|near|towards?|by|about) the (?:very |exact )?"
            rf"(?:middle|midpoint|halfway point|half-way point|centre point){_OF_WHOLE}{_TAIL}"
            rf"|\b(?:midway|half-?way)(?: through| into| in)?(?: {_WHOLE})?"
            rf"|\b(?:the )?(?:middle|central) {_THING}{_OF_WHOLE}"
            rf"|\bmid-?(?:video|film|clip|talk|lecture)\b"
        ),
    ),
    (
        "end",
        re.compile(
            rf"\b(?:at|in|near|towards?|by|on|until|to|for) the (?:very )?"
            rf"(?:end|last|close|finish|conclusion){_OF_WHOLE}{_TAIL}"
            rf"|\b(?:the )?(?:very )?(?:last|final|closing|concluding|ending) {_THING}\b{_OF_WHOLE}"
            rf"|\b{_WHOLE} (?:ends?|finish(?:es)?|closes?|concludes?)\b(?: (?:with|on|in))?"
            rf"|\b(?:ends?|closes?|finish(?:es)?|concludes?) {_WHOLE}"
            r"|\b(?:is |are )?(?:shown|seen|happens?|comes?|appears?|displayed|visible)"
            r" (?:at )?(?:very )?last\b"
            r"|\bdo we see (?:very )?last\b"
            r"|\b(?:shortly |just |right |soon )?before the (?:very )?(?:end|finish|close)\b"
            r"|\b(?<=does )(?:the|this|her|his|its|their) \w+ (?:end|finish|conclude)(?=\s*[?.]?$)"
            r"|\bfinally\b|\bat last\b|\bin the closing (?:moments|credits)\b"
            rf"|\b(?:the )?end(?:ing)? of {_WHOLE}"
            rf"|\b(?:the )?last thing (?:that |which )?(?:we|you|one)?\b"
        ),
    ),
    (
        "start",
        re.compile(
            rf"\b(?:at|in|near|from|right at) the (?:very )?"
            rf"(?:beginning|start|outset|opening|first){_OF_WHOLE}{_TAIL}"
            rf"|\b(?:the )?(?:very )?(?:first|opening|initial|starting) {_THING}\b{_OF_WHOLE}"
            rf"|\b{_WHOLE} (?:begins?|starts?|opens?)\b(?: (?:with|on|in))?"
            rf"|\b(?:begins?|starts?|opens?) {_WHOLE}"
            r"|\b(?:is |are )?(?:shown|seen|happens?|comes?|appears?|displayed|visible)"
            r" (?:at )?(?:very )?first\b"
            r"|\bdo we see (?:very )?first\b"
            r"|\b(?:shortly |just |right |soon )?after the (?:very )?(?:start|beginning|opening)\b"
            r"|\b(?<=does )(?:the|this|her|his|its|their) \w+ (?:start|begin)(?=\s*[?.]?$)"
            r"|\bbefore anything(?: else)?(?: happens)?\b"
            r"|\binitially\b|\bto begin with\b|\bat first\b(?! (?:glance|sight))"
            rf"|\b(?:the )?(?:beginning|start|opening) of {_WHOLE}"
        ),
    ),
)
_ORDER = re.compile(
    r"\b(?:for )?the (?:very )?(?P<order>first|last|final) (?:time|occasion|appearance)\b"
    r"|\b(?P<adverb>first|last)(?=\s*[?.!]?\s*$)"
    r"|\bthe (?:very )?(?P<noun>first|last|final)\b(?= (?!half|name|aid|floor|row|person|class)\w)"
)
_EVERY = re.compile(
    r"\b(?:how many (?:different |separate |distinct )?(?:times|scenes|shots|occasions|places)|"
    r"in how many|how often|how many|each time|every time|all (?:the )?times|how frequently|"
    r"number of times|count)\b"
)


_LONGEST = 500
"""Characters from which a text is no question any more and is searched for as it stands."""


def read(question: str) -> Parse:
    """Take a question apart into what is asked and when.

    Args:
        question: In plain words, any length.

    Returns:
        The parse; `timeless` with the whole question as content when nothing about
        time was understood.
    """
    if len(question) > _LONGEST:
        return Parse(question, question.strip())
    text = " ".join(question.casefold().replace("’", "'").split())
    text, spans = _spans(text)
    text, places = _places(text)
    text, anchors = _anchors(text)
    text, order = _order(text, bool(places))
    every = _EVERY.search(text) is not None
    if not (spans or anchors or places or order):
        return Parse(question, question.strip(), every=every)
    return Parse(question, _tidy(text), places, spans, anchors, order, every)


def _spans(text: str) -> tuple[str, tuple[Span, ...]]:
    found: list[Span] = []
    readers: tuple[tuple[re.Pattern[str], _Reader], ...] = (
        (_RANGE, _range),
        (_ENDS, _ends),
        (_AFTER_TIME, _open_range),
        (_AT, _moment),
    )
    for pattern, reader in readers:

        def take(match: re.Match[str], reader: _Reader = reader) -> str:
            span = reader(match)
            if span is None:
                return match.group()
            found.append(span)
            return " "

        text = pattern.sub(take, text)
    return text, tuple(found)


def _range(match: re.Match[str]) -> Span | None:
    end = amount(match["end"])
    start = amount(match["start"])
    unit = re.search(rf"{_UNIT}$", match["end"])
    if unit and number(match["start"]) is not None:  # "between 20 and 40 seconds"
        start = amount(f"{match['start']} {unit.group()}")
    if start is None or end is None or end < start:
        return None
    return Span(start, end)


def _ends(match: re.Match[str]) -> Span | None:
    length = amount(f"{(match['length'] or '1').strip()} {match['unit']}")
    if not match["length"]:
        # "the final seconds" is a few of them, "the last minute" is one.
        length = 10.0 if match["unit"] == "seconds" else length
        length = 120.0 if match["unit"] == "minutes" else length
    if length is None:
        return None
    if match["side"] in ("first", "opening", "initial"):
        return Span(0.0, length)
    return Span(-length, None)


def _open_range(match: re.Match[str]) -> Span | None:
    at = amount(match["at"])
    if at is None:
        return None
    if match["side"] in ("before", "until", "till"):
        return Span(0.0, at)
    return Span(at, None)


def _moment(match: re.Match[str]) -> Span | None:
    written = match["at"] or match["named"] or match["into"] or match["bracket"]
    at = amount(written.replace("-minute", " minute"))
    return None if at is None else Span(at, at)


def _anchors(text: str) -> tuple[str, tuple[Anchor, ...]]:
    between = _BETWEEN.search(text)
    if between:
        head = text[: between.start()] + (between["head"] or "")
        rest = head + between["end"] + text[between.end() :]
        return rest, (Anchor("after", between["first"]), Anchor("before", between["second"]))
    found: list[Anchor] = []
    sides: tuple[tuple[Side, re.Pattern[str]], ...] = (
        ("after", _FOLLOWS),
        ("before", _PRECEDES),
        ("after", _AFTER),
        ("before", _BEFORE),
    )
    for side, pattern in sides:
        match = pattern.search(text)
        if match is None or _names_no_time(text[: match.start()], side, match):
            continue
        event = _event(match["text"])
        if event:
            found.append(Anchor(side, event))
            text = f"{text[: match.start()]} {text[match.end() :]}"
    return text, tuple(found)


def _names_no_time(head: str, side: Side, match: re.Match[str]) -> bool:
    """Whether the word is part of a verb ("runs after a zebra") or a place ("stands before")."""
    if "word" not in match.re.groupindex or match.group().strip() != match.group().lstrip():
        return False
    word = match["word"]
    if word == "since" or word == "once":
        return re.match(r"(?:again|more|upon)\b", match["text"]) is not None
    exact = match.group().startswith(word)
    if not exact:
        return False  # "just after", "right before"
    verbs = _NOT_TIME if side == "after" else _NOT_PLACE
    return word in ("after", "before") and re.search(rf"\b{verbs}\s*$", head) is not None


def _event(text: str) -> str:
    """The event without the question that may come behind it ("X what is shown")."""
    text = re.split(r"\b(?:what|who|which|where|how|does|is there)\b", text, maxsplit=1)[0]
    return text.strip(" .!?;:")


def _places(text: str) -> tuple[str, tuple[Place, ...]]:
    found: list[Place] = []
    for place, pattern in _PLACES:
        text, count = pattern.subn(" ", text)
        if count:
            found.append(place)
    return text, tuple(found)


def _order(text: str, placed: bool) -> tuple[str, Order | None]:
    match = _ORDER.search(text)
    if match is None or placed:
        return text, None
    word = match["order"] or match["adverb"] or match["noun"]
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    return rest, cast("Order", "last" if word == "final" else word)


def _tidy(text: str) -> str:
    text = re.sub(r"\s+([?.!,])", r"\1", " ".join(text.split()))
    return re.sub(r"^[\s,]+", "", text).strip(" ,")
