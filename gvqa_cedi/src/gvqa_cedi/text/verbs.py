"""Verb forms and predicates, folded so that "is sitting on" and "sits on" are one."""

from __future__ import annotations

from functools import lru_cache

from gvqa_cedi.text.words import ADVERBS, AUXILIARIES, IRREGULAR_VERBS, VERBS

_VOWELS = "aeiou"
_DROPPED = (AUXILIARIES | ADVERBS | frozenset(("not", "a", "an", "the", "its", "his", "her"))) - {
    "has", "have", "had", "inside", "outside", "up", "down", "around", "nearby", "about", "away",
}  # fmt: skip
_SAME = {
    "beside": "next to",
    "besides": "next to",
    "by": "next to",
    "close to": "near",
    "nearby": "near",
    "upon": "on",
    "onto": "on",
    "on top of": "on",
    "on the top of": "on",
    "atop": "on",
    "inside": "in",
    "inside of": "in",
    "within": "in",
    "beneath": "under",
    "underneath": "under",
    "to the left of": "left of",
    "on the left of": "left of",
    "on the left side of": "left of",
    "at the left of": "left of",
    "to the right of": "right of",
    "on the right of": "right of",
    "on the right side of": "right of",
    "at the right of": "right of",
    "in back of": "behind",
}


@lru_cache(maxsize=16384)
def verb_base(word: str) -> str | None:
    """The base form of a verb that relates or describes visible things; None for other words.

    >>> verb_base("sitting"), verb_base("wears"), verb_base("buildings")
    ('sit', 'wear', None)
    """
    if word in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[word]
    if word in VERBS:
        return word
    for ending, stems in (
        ("ing", ("", "e")),
        ("ied", ("y",)),
        ("ed", ("", "e")),
        ("ies", ("y",)),
        ("es", ("", "e")),
        ("s", ("",)),
    ):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2:
            continue
        doubled = len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS
        for base in (*(stem + added for added in stems), stem[:-1] if doubled else ""):
            if base in VERBS:
                return base
    return None


@lru_cache(maxsize=16384)
def fold_predicate(predicate: str) -> str:
    """A predicate without auxiliaries and articles, its verb in the base form.

    >>> fold_predicate("is sitting on top of"), fold_predicate("ON"), fold_predicate("beside")
    ('sit on', 'on', 'next to')
    """
    words = predicate.lower().replace("_", " ").split()
    kept = [word for word in words if word not in _DROPPED] or words
    base = verb_base(kept[0])
    if base is None:
        return _SAME.get(" ".join(words), _SAME.get(" ".join(kept), " ".join(kept)))
    rest = words[words.index(kept[0]) + 1 :]
    tail = " ".join(rest)
    short = " ".join(word for word in rest if word not in _DROPPED)
    return " ".join(filter(None, (base, _SAME.get(tail, _SAME.get(short, short)))))
