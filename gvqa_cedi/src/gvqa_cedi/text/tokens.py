"""Words of a sentence, folded, with their places."""

from __future__ import annotations

import re

from attrs import frozen

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W_]+(?:['’-][^\W_]+)*|[.,;:!?()]")
_CLITIC = re.compile(r"'(?:s|re|ve|ll|m|d)$")
_WHOLE = frozenset(("let's", "o'clock"))


@frozen
class Token:
    """A word or mark, and where it stands in its sentence.

    Attributes:
        word: In lower case, with straight apostrophes.
        start: First character.
        end: After its last character.
    """

    word: str
    start: int
    end: int


def tokenize(sentence: str) -> list[Token]:
    """Split a sentence into words and marks; "it's" gives "it" and "'s", "isn't" stays whole."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(sentence):
        # Lower case may be longer than the word itself; places are those of the sentence.
        word = match.group().lower().replace("’", "'")
        clitic = None if word in _WHOLE else _CLITIC.search(word)
        if clitic and clitic.start():
            cut = match.end() - (len(word) - clitic.start())
            tokens.append(Token(word[: clitic.start()], match.start(), cut))
            tokens.append(Token(clitic.group(), cut, match.end()))
        else:
            tokens.append(Token(word, match.start(), match.end()))
    return tokens


def phrase_at(words: list[str], at: int, phrases: frozenset[str], longest: int = 5) -> int:
    """How many words from `at` on make the longest of the phrases; 0 when none does."""
    for length in range(min(longest, len(words) - at), 0, -1):
        if " ".join(words[at : at + length]) in phrases:
            return length
    return 0
