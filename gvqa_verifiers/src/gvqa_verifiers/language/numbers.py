"""Numbers, clock times and counts in a text."""

from __future__ import annotations

import re

from gvqa_verifiers.language.words import CARDINALS, ORDINALS

_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_GROUPS = {"twin": 2, "pair": 2, "couple": 2, "triplet": 3, "dozen": 12}
_COMPOUND = re.compile(
    r"\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -]"
    r"(one|two|three|four|five|six|seven|eight|nine)\b",
    re.IGNORECASE,
)
_MAGNITUDES = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9}
_SMALL = (
    r"(?:\d+(?:,\d{3})*(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
_LARGE = re.compile(
    rf"(?<![\d.,])\b{_SMALL}(?: (?:hundred|thousand|million|billion))+"
    rf"(?:(?:,| and)? {_SMALL}(?: (?:hundred|thousand|million|billion))*)*\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b(?P<by>half|(?:a )?quarter|[a-z]+(?: minutes)?|\d+(?: minutes)?) (?P<side>past|to)"
    r" (?P<hour>[a-z]+|\d+)\b",
    re.IGNORECASE,
)
_HOURS = range(1, 13)


def value(word: str) -> int | None:
    """The whole number a word stands for: "two", "2", "second", "2nd", "dozen"."""
    word = word.lower()
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", word).replace(",", "")
    if plain.isdigit():
        return int(plain)
    known = CARDINALS.get(word, ORDINALS.get(word))
    return known if known is not None else _GROUPS.get(word.removesuffix("s"))


def large_in_figures(text: str) -> str:
    """Write large numbers in figures: "two thousand people" becomes "2000 people".

    "hundreds of people" is no number, and stays.
    """
    return _LARGE.sub(_in_figures, text)


def figures(text: str) -> frozenset[str]:
    """What a text writes in figures, without leading zeros: "7:30", "42", "3.5"."""
    return frozenset(_plain(match) for match in _FIGURE.findall(text))


def readings(text: str) -> frozenset[str]:
    """Every number and clock time a text states, as figures, however it is written.

    "half past seven" is "7:30", "nine o'clock" both "9" and "9:00", "19:30" also "7:30".
    """
    joined = _COMPOUND.sub(lambda m: str(CARDINALS[m[1].lower()] + CARDINALS[m[2].lower()]), text)
    found = set(figures(joined)) | {
        str(number)
        for word in re.findall(r"[a-z]+|\b\d+(?:st|nd|rd|th)\b", joined, re.IGNORECASE)
        if (number := value(word)) is not None
    }
    for match in _CLOCK.finditer(text):
        found |= _spoken(match)
    for item in list(found):
        hour, colon, minutes = item.partition(":")
        if colon and ":" not in minutes and hour.isdigit() and int(hour) < 24:
            found.add(f"{(int(hour) - 1) % 12 + 1}:{minutes}")
            if minutes == "00":
                found |= {hour, str((int(hour) - 1) % 12 + 1)}
        elif item.isdigit() and int(item) in _HOURS:
            found.add(f"{item}:00")
    return frozenset(found)


def _plain(figure: str) -> str:
    figure = figure.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", figure) else figure
    return re.sub(r"^0+(?=\d)", "", figure)


def _in_figures(match: re.Match[str]) -> str:
    total, part = 0.0, 0.0
    for word in re.findall(r"[\d.,]*\d|[a-z]+", match[0].lower()):
        if word in _MAGNITUDES:
            part = (part or 1) * _MAGNITUDES[word]
            if word != "hundred":
                total, part = total + part, 0.0
        elif word in ("a", "an"):
            part += 1
        elif word[0].isdigit():
            part += float(word.replace(",", ""))
        elif word != "and":
            part += CARDINALS[word]
    number = total + part
    return str(int(number)) if number == int(number) else str(number)


def _spoken(match: re.Match[str]) -> set[str]:
    """Turn "half past seven" into "7:30"; empty if it is no time after all."""
    by = match["by"].lower().removesuffix(" minutes")
    minutes = {"half": 30, "quarter": 15, "a quarter": 15}.get(by, value(by))
    hour = value(match["hour"])
    if minutes is None or hour is None or not 0 < minutes < 60 or hour not in _HOURS:
        return set()
    if match["side"].lower() == "past":
        return {f"{hour}:{minutes:02}"}
    return {f"{(hour - 2) % 12 + 1}:{60 - minutes:02}"}
