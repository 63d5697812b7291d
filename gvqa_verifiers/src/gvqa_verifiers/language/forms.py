"""Word forms of English: one stem for "chases", "chasing" and "chased", "man" and "men"."""

from __future__ import annotations

import functools

from gvqa_verifiers.language.words import FUNCTION_WORDS, words

_VERBS = """
be am is are was were been being|bear bore borne|beat beaten|become became|begin began begun
bend bent|bite bit bitten|blow blew blown|break broke broken|bring brought|build built
buy bought|catch caught|choose chose chosen|come came|creep crept|cut|deal dealt|dig dug
dive dove|do does did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten
fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fling flung
fly flew flown|forget forgot|freeze froze frozen|get got gotten|give gave given
go goes went gone|grind ground|grow grew grown|hang hung|have has had|hear heard
hide hid hidden|hit|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led
lean leant|leap leapt|leave left|lend lent|lie lay lain lying|light lit|lose lost|make made
mean meant|meet met|mow mown|pay paid|put|read|ride rode ridden|ring rang rung|rise rose risen
run ran|say said|see saw seen|seek sought|sell sold|send sent|set|sew sewn|shake shook shaken
shave shaven|shine shone|shoot shot|show shown|shrink shrank shrunk|shut|sing sang sung
sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|spin spun
spit spat|split|spread|spring sprang sprung|stand stood|steal stole stolen|stick stuck
sting stung|stride strode|strike struck|sweep swept|swim swam swum|swing swung|take took taken
teach taught|tear tore torn|tell told|think thought|throw threw thrown|tie tying
wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound
write wrote written
"""
_NOUNS = """
child children|foot feet|goose geese|half halves|knife knives|leaf leaves|life lives
loaf loaves|man men|mouse mice|ox oxen|person people|shelf shelves|thief thieves|tooth teeth
wife wives|wolf wolves|woman women|policeman policemen|policewoman policewomen
fisherman fishermen|fireman firemen|cow cows|die dice
"""
_IRREGULAR = {
    form: group.split()[0]
    for text in (_VERBS, _NOUNS)
    for group in text.replace("\n", "|").split("|")
    if group.strip()
    for form in group.split()
}
IRREGULAR_PLURALS = frozenset(
    form for group in _NOUNS.replace("\n", "|").split("|") for form in group.split()[1:]
) - {"cows", "dice"}
"""Plural nouns that do not end in -s, and a few that do."""
_VOWELS = "aeiouy"


@functools.cache
def stem(word: str) -> str:
    """Reduce a lower-case word to what its regular and irregular forms share.

    The stem need not be a word: it is only ever compared with other stems.
    """
    if word in _IRREGULAR:
        word = _IRREGULAR[word]
    elif len(word) > 3:
        word = _IRREGULAR.get(short := _without_ending(word), short)
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def _without_ending(word: str) -> str:
    if word.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 1 and any(letter in _VOWELS for letter in root):
            if ending == "ed" and root.endswith("i"):
                return root[:-1] + "y"
            doubled = root[-1] == root[-2] and root[-1] not in "aeiouslz"
            return root[:-1] if doubled and len(root) > 2 else root
    return word


def content_stems(text: str) -> frozenset[str]:
    """The stems of a text's words that carry meaning: neither punctuation nor grammar."""
    return frozenset(
        stem(word) for word in words(text) if word[0].isalnum() and word not in FUNCTION_WORDS
    )
