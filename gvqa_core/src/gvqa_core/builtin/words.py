"""Words of a text, brought to one form: shared by the retriever, the drafter and the verifier."""

from __future__ import annotations

import re
import unicodedata


def word_set(words: str) -> frozenset[str]:
    """The set of the words of a text, for lists that are easier to read as text."""
    return frozenset(words.split())


COLOURS = word_set(
    "black white gray silver red pink orange yellow gold golden brown beige tan green "
    "turquoise teal cyan blue navy purple violet magenta maroon"
)

NEGATIONS = word_set(
    "not no never without none nobody nothing nowhere neither nor cannot hardly barely scarcely "
    "lack lacking lacks absent missing"
)
"""Words that turn a statement round; `n't` is read as `not`."""

STOPWORDS = word_set(
    "a an the this that these those it its there here is are was were be been being am do does "
    "did has have had having i we you he she they them his her their our your my me us of in on "
    "at to for from by with into onto about as and or but if than then so such can could will "
    "would shall should may might must what which who whom whose when where why how"
)
"""English function words, of no use when searching."""

_UP_TO_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
_NUMBERS = {word: str(value) for value, word in enumerate(_UP_TO_TWENTY.split())} | {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
    "hundred": "100",
    "%": "percent",
}

_IRREGULAR = {
    "men": "man",
    "women": "woman",
    "children": "child",
    "people": "person",
    "feet": "foot",
    "teeth": "tooth",
    "mice": "mouse",
    "geese": "goose",
    "leaves": "leaf",
    "knives": "knife",
    "shelves": "shelf",
    "lives": "life",
    "wives": "wife",
    "wolves": "wolf",
    "buses": "bus",
    "heading": "heading",  # not what a head does
    "headings": "heading",
    "goes": "go",
    "does": "do",
    "written": "write",
    "shown": "show",
    "seen": "see",
    "grey": "gray",
    "colour": "color",
    "colours": "color",
    "coloured": "colored",
    "centre": "center",
}

# A number with its separators | a percent sign | one character of a script written
# without spaces (kana, Han, Thai) | a word, with inner apostrophe.
_TOKEN = re.compile(
    r"\d+(?:[.,:]\d+)*"
    r"|%"
    r"|[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
    r"|[^\W\d_](?:[^\W_]|['’](?=[^\W\d_]))*"
)
_VOWELS = "aeiouy"


def tokens(text: str) -> list[str]:
    """Split a text into lower-case words and numbers, in order and unstemmed.

    `12.50` and `1,200` become `12.5` and `1200`, number words up to ninety become
    digits, `isn't` becomes `is`, `not`; a possessive `'s` is dropped.
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    found: list[str] = []
    for match in _TOKEN.finditer(folded):
        token = match.group()
        if token[0].isdigit():
            found.append(_plain_number(token))
        elif token.endswith("n't"):
            found.extend(("can" if token.startswith("can") else token[:-3], "not"))
        else:
            found.append(_NUMBERS.get(token, token.removesuffix("'s")))
    return [token for token in found if token]


def is_number(token: str) -> bool:
    """Whether a token of `tokens` is a number or a clock time."""
    return token[0].isdigit()


def stem(word: str) -> str:
    """Take the inflection off an English word: plural, `-ing`, `-ed`.

    Only what a spelling rule decides is taken off, so that `cap` and `cape`,
    `plan` and `plane` stay apart.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    for suffix in ("ing", "ed"):
        if word.endswith(suffix) and not word.endswith("eed"):
            base = word.removesuffix(suffix)
            return _base_form(base) if len(base) > 1 and _has_vowel(base) else word
    return _singular(word)


def stems(text: str) -> list[str]:
    """The stems of all words of a text, in order."""
    return [stem(token) for token in tokens(text)]


def _plain_number(token: str) -> str:
    if ":" in token:
        return token
    plain = re.sub(r",(?=\d{3}\b)", "", token).replace(",", ".")
    if plain.count(".") == 1:
        plain = plain.rstrip("0").rstrip(".")
    return plain


def _has_vowel(word: str) -> bool:
    return any(letter in _VOWELS for letter in word)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _base_form(base: str) -> str:
    """Mend the spelling of a verb whose `-ing` or `-ed` was taken off."""
    if base.endswith("i"):
        return base[:-1] + "y"  # carri(ed) → carry
    if base[-1] == base[-2] and base[-1] not in "lszf":
        return base[:-1]  # runn(ing) → run
    if base[-1] in "vcu" or (base[-1] == "s" and base[-2] != "s"):
        return base + "e"  # driv(ing) → drive
    if _one_short_syllable(base):
        return base + "e"  # mak(ing) → make; a short verb would have doubled its consonant
    return base


def _one_short_syllable(base: str) -> bool:
    groups = re.findall(f"[{_VOWELS}]+", base)
    ends_short = re.search(r"(?:^|[^aeiouy])[aeiouy][^aeiouywx]$", base)
    return len(groups) == 1 and ends_short is not None
