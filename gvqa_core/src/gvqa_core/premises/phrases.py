"""The things a question takes for granted: its definite noun phrases.

"What does the dragon do with the blue car?" presupposes a dragon and a blue car.
Phrases are found by closed word classes alone (articles, prepositions, auxiliaries);
there is no list of nouns. What this cannot decide is left out: a premise that is not
checked costs nothing, one that is refused wrongly costs the answer.
"""

from __future__ import annotations

import re

from attrs import frozen

from gvqa_core.builtin.question import read_question
from gvqa_core.builtin.words import COLOURS, STOPWORDS, stem, word_set
from gvqa_core.retrieval.grammar import read

_DEFINITE = word_set("the his her their this these those")
_STOPS = STOPWORDS | word_set(
    "while during before after until since through between behind beside near under over above "
    "below across against along around down up out off away back because not and or very more "
    "most less also just only still again first second third last next same other another each "
    "every both all any some no one two three four five six seven eight nine ten whole entire "
    "past like right left top bottom front end beginning start middle"
)
_DO = word_set("do does did")
_BE = word_set("is are was were")
_ASKS_EXISTENCE = re.compile(
    r"^(?:is|are|was|were) (?:there|the .* (?:visible|shown|seen|present|there|in))\b"
    r"|\b(?:can|could|do|does|did) (?:you|we|one|anyone|the (?:video|clip)) "
    r"(?:ever )?(?:see|show)\b"
    r"|^(?:does|do|did) (?:the|an?) .*\b(?:appear|exist|occur)\b|^how (?:many|often)\b"
)
_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d[\w.:]*|[^\w\s]")


@frozen
class Presupposed:
    """A thing a question takes for granted.

    Attributes:
        phrase: In the question's words, without the article.
        heads: Words that may be its noun, likeliest first.
    """

    phrase: str
    heads: tuple[str, ...]

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """Statements of which one must hold for the thing to be there."""
        nouns = dict.fromkeys((*self.heads, self.phrase))
        return tuple(there_is(noun) for noun in nouns)


def there_is(noun: str) -> str:
    """Say that something is there: a car, an owl, cars."""
    last = noun.split()[-1]
    if last.endswith("s") and stem(last) != last:
        return f"There are {noun}."
    return f"There is {'an' if noun[0] in 'aeiou' else 'a'} {noun}."


def presupposed(question: str) -> tuple[Presupposed, ...]:
    """Find the things a question takes for granted.

    Args:
        question: In plain words. Questions that ask whether something is there
            presuppose nothing, nor does a mention of the video, its scenes or its sound.
    """
    folded = question.casefold().replace("’", "'").strip()
    if _ASKS_EXISTENCE.search(folded):
        return ()
    parse = read(question)
    found = _things(parse.content, clause=False)
    for anchor in parse.anchors:
        found += _things(anchor.text, clause=True)
    distinct = {thing.phrase: thing for thing in found}
    return tuple(distinct.values())


def _things(text: str, *, clause: bool) -> list[Presupposed]:
    words = _TOKEN.findall(text.casefold().replace("’", "'"))
    things: list[Presupposed] = []
    verb_due = False  # after "does", the subject is followed by its verb
    position = 0
    while position < len(words):
        word = words[position]
        verb_due = verb_due or word in _DO
        position += 1
        if word not in _DEFINITE:
            continue
        begin = position
        while position < len(words) and _belongs(words, begin, position):
            position += 1
        collected = words[begin:position]
        if verb_due and len(collected) > 1:
            collected, verb_due = collected[:-1], False
        follows = words[position] if position < len(words) else ""
        relational = follows == "of" and _next_is_definite(words, position)
        # Behind "is the …" and at the head of a clause the last word may be a verb.
        open_end = clause or (begin >= 2 and words[begin - 2] in _BE)
        thing = None if relational else _thing(collected, open_end=open_end)
        if thing is not None:
            things.append(thing)
    return things


def _belongs(words: list[str], begin: int, position: int) -> bool:
    word = words[position]
    if word in _STOPS or word in _DEFINITE or not word[0].isalpha():
        return False
    # "the man riding a horse": a participle behind the noun ends the phrase.
    return not (position > begin and word.endswith(("ing", "ed")) and stem(word) != word)


def _next_is_definite(words: list[str], position: int) -> bool:
    return position + 1 < len(words) and words[position + 1] in _DEFINITE | {"a", "an"}


def _thing(words: list[str], *, open_end: bool) -> Presupposed | None:
    while words and not read_question(words[-1]).words:  # "the video", "the logo appears"
        words = words[:-1]
    if not words or len(words) > 4:
        return None
    heads = [words[-1]]
    looks_like_verb = words[-1].endswith("s") and not words[-1].endswith("ss")
    if open_end or looks_like_verb:
        heads += [word for word in words[-2::-1] if word not in COLOURS]
    return Presupposed(" ".join(words), tuple(heads))
