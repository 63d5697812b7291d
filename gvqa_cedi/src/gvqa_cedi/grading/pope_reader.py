"""Reading yes or no from an answer in free words.

An explicit yes or no decides. Without one the polarity of the sentences does:
"There isn't a dog" is no, "I don't know" is neither.
"""

from __future__ import annotations

import re
from enum import StrEnum

from gvqa_cedi.parsing.lexicon import Lexicon, LexiconOptions
from gvqa_cedi.parsing.parsed import Exchange, Mention
from gvqa_cedi.text.polarity import Polarity, polarities
from gvqa_cedi.text.sentences import split_sentences
from gvqa_cedi.text.tokens import tokenize
from gvqa_cedi.wordnet.sameness import is_broader, same_thing


class Said(StrEnum):
    """What an answer says."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


_YES = frozenset(
    ("yes", "yeah", "yep", "yup", "yea", "correct", "true", "affirmative", "sure", "certainly")
)
_NO = frozenset(["no", "nope", "nah", "negative", "false", "incorrect"])
_BETWEEN = frozenset((",", ".", "!", ";", ":", "?", ")"))
_RESUMES = frozenset(("there", "it", "i", "the", "this"))
_UNSURE = re.compile(
    r"\b(?:(?:do|does|did|can|could|would)\s?(?:not|n['’]t)|cannot|unable to|hard to|difficult to|"
    r"impossible to|not possible to)\s+(?:\w+ )?(?:know|tell|say|determine|confirm|be sure|answer|"
    r"judge|identify whether|see whether|see if)\b"
    r"|\b(?:not|n['’]t|neither) (?:\w+ )?(?:sure|certain|clear)\b|\bunsure\b|\bunclear\b"
    r"|\buncertain\b|\bunknown\b|\bno idea\b|\bmaybe\b|\bperhaps\b|^possibly\b",
    re.IGNORECASE,
)


def read_yes_no(answer: str | None, question: str = "") -> Said:
    """Read an answer to a yes/no question.

    Args:
        answer: What a model wrote.
        question: What it was asked; tells which object the answer must speak of.

    >>> read_yes_no("There isn't a dog."), read_yes_no("NO."), read_yes_no("I do not know.")
    (<Said.NO: 'no'>, <Said.NO: 'no'>, <Said.UNKNOWN: 'unknown'>)
    """
    text = (answer or "").strip()
    sentences = [sentence.text for sentence in split_sentences(text)]
    for sentence in sentences:
        words = [token.word for token in tokenize(sentence)]
        said = _explicit(words)
        if said is not None:
            return said
    if _UNSURE.search(text):
        return Said.UNKNOWN
    return _by_polarity(text, sentences, question)


def _explicit(words: list[str]) -> Said | None:
    """A yes or no that stands by itself: at the head of a sentence, or after a mark."""
    for at, word in enumerate(words):
        said = Said.YES if word in _YES else Said.NO if word in _NO else None
        if said is None or not (at == 0 or words[at - 1] in _BETWEEN):
            continue
        after = words[at + 1] if at + 1 < len(words) else "."
        # "No dog is there" denies a dog: that is for the polarity to say.
        if said is Said.YES or after in _BETWEEN or after in _RESUMES:
            return said
    return None


def _by_polarity(text: str, sentences: list[str], question: str) -> Said:
    about = _asked_about(question)
    parsed = Lexicon(LexiconOptions()).parse([Exchange(text)])[0]
    mentions = [mention for sentence in parsed.sentences for mention in sentence.mentions]
    fitting = [m for m in mentions if any(_names(m.name, each) for each in about)]
    if mentions:
        # What speaks only of other things does not answer.
        return _of_mentions(fitting if about else mentions)
    # No object at all: "It isn't." against "It is."
    for sentence in sentences:
        words = [token.word for token in tokenize(sentence)]
        found = set(polarities(words))
        if Polarity.NEGATED in found:
            return Said.NO
        if Polarity.HEDGED in found:
            return Said.UNKNOWN
        if words[:1] in (["it"], ["there"], ["they"], ["he"], ["she"]):
            return Said.YES
    return Said.UNKNOWN


def _of_mentions(mentions: list[Mention]) -> Said:
    if any(mention.polarity is Polarity.NEGATED for mention in mentions):
        return Said.NO
    if any(mention.asserted for mention in mentions):
        return Said.YES
    return Said.UNKNOWN


def _names(mention: str, asked: str) -> bool:
    return same_thing(mention, asked) or is_broader(asked, mention)


def _asked_about(question: str) -> list[str]:
    parsed = Lexicon(LexiconOptions(yes_states_the_question=True)).parse(
        [Exchange("Yes", question)]
    )
    return [m.name for sentence in parsed[0].sentences for m in sentence.mentions][:1]
