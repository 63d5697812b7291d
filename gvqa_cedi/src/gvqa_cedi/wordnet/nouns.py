"""WordNet's nouns: base forms, senses, hypernyms, and which senses are physical."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from gvqa_cedi.wordnet.table import NounTable, load_table

PHYSICAL_ROOT = "physical_entity"

# (plural ending, singular ending), tried in this order: the noun rules of WordNet's morphy.
_ENDINGS = (
    ("s", ""),
    ("ses", "s"),
    ("ves", "f"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
)


# Plurals that are names in their own right; other plurals that WordNet lists ("windows",
# the software) are rarely meant.
_PLURAL_NAMES = frozenset(
    [
        "arms",
        "boxers",
        "briefs",
        "clothes",
        "customs",
        "dungarees",
        "fries",
        "glasses",
        "goggles",
        "goods",
        "greens",
        "grounds",
        "headquarters",
        "jeans",
        "manners",
        "means",
        "news",
        "overalls",
        "pants",
        "remains",
        "scales",
        "series",
        "shorts",
        "slacks",
        "species",
        "spectacles",
        "spirits",
        "suds",
        "tights",
        "trunks",
        "waters",
        "woods",
        "works",
    ]
)


class WordNet:
    """Look-ups over a noun table. Words may be written with spaces or `_`, in any case.

    Args:
        table: The nouns; the table that ships with this package where left out.
    """

    def __init__(self, table: NounTable | None = None) -> None:
        self._table = table or load_table()
        self._root = self._table.senses[PHYSICAL_ROOT][0]
        self.synsets = lru_cache(maxsize=65536)(self._synsets)
        self.hypernyms = lru_cache(maxsize=65536)(self._closure)

    def known(self, word: str) -> bool:
        """Whether the word, or a singular of it, is a noun of WordNet."""
        return bool(self.lemmas(word))

    def lemmas(self, word: str) -> tuple[str, ...]:
        """All base forms that WordNet knows, the word itself first where it is one.

        "men" gives ("men", "man"): both are nouns of WordNet.
        """
        key = _key(word)
        known = self._table.senses
        if key in self._table.exceptions:
            irregular = [w for w in (key, *self._table.exceptions[key]) if w in known]
            if irregular:
                return tuple(dict.fromkeys(irregular))
        forms = [key] if key in known else []
        forms += [
            form
            for plural, singular in _ENDINGS
            if key.endswith(plural) and (form := key[: len(key) - len(plural)] + singular) in known
        ]
        return tuple(dict.fromkeys(forms))

    def lemma(self, word: str) -> str:
        """The one base form under which things of that name are counted, with spaces.

        A plural becomes its singular ("men" → "man", "windows" → "window") unless it is
        itself the name of a thing ("glasses"); of an unknown compound the last word
        is folded ("cell phones" → "cell phone"); any other word is kept.
        """
        key = _key(word)
        for base in self._table.exceptions.get(key, ()):
            if base in self._table.senses:
                return base.replace("_", " ")
        forms = self.lemmas(key)
        if forms:
            # WordNet also lists "windows"; of what comes in pairs the plural is the name.
            singular = len(forms) > 1 and key not in _PLURAL_NAMES and key == forms[0]
            return forms[1 if singular else 0].replace("_", " ")
        head, _, last = key.rpartition("_")
        return f"{head} {self.lemma(last)}".replace("_", " ") if head else key

    def sense(self, name: str) -> int | None:
        """The synset that a name like `man.n.01` stands for; None when there is none."""
        word, _, rest = name.strip().rpartition(".n.")
        senses = self._table.senses.get(_key(word), ())
        if not rest.isdecimal() or not 1 <= int(rest) <= len(senses):
            return None
        return senses[int(rest) - 1]

    def physical_senses(self, word: str) -> tuple[bool, ...]:
        """For each sense of the word whether it descends from `physical_entity`."""
        return tuple(self._root in self.hypernyms(synset) for synset in self.synsets(word))

    def share_synset(self, a: str, b: str) -> bool:
        """Whether two names have a synset in common, in any sense."""
        return not set(self.synsets(a)).isdisjoint(self.synsets(b))

    def is_hypernym(self, general: str, specific: str, *, first_only: bool = False) -> bool:
        """Whether a sense of `general` is a sense of `specific` or lies above one.

        Args:
            general: For example "vehicle".
            specific: For example "car".
            first_only: Look only at the most frequent sense of each.
        """
        above: Iterable[int] = self.synsets(general)
        below: Iterable[int] = self.synsets(specific)
        if first_only:
            above, below = tuple(above)[:1], tuple(below)[:1]
        wanted = set(above)
        return any(not wanted.isdisjoint(self.hypernyms(synset)) for synset in below)

    def _synsets(self, word: str) -> tuple[int, ...]:
        found = [s for lemma in self.lemmas(word) for s in self._table.senses[lemma]]
        return tuple(dict.fromkeys(found))

    def _closure(self, synset: int) -> frozenset[int]:
        seen: set[int] = set()
        waiting = [synset]
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                waiting.extend(self._table.hypernyms[current])
        return frozenset(seen)


@cache
def wordnet() -> WordNet:
    """The shared instance over the table that ships with this package."""
    return WordNet()


def _key(word: str) -> str:
    return "_".join(word.lower().replace("_", " ").split())
