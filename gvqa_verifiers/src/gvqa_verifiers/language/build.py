"""Make the tables of opposites and colours from WordNet's database files.

On Debian: `apt-get install wordnet-base`, then

    python -m gvqa_verifiers.language.build /usr/share/wordnet data
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

COLOUR_ROOTS = ("chromatic_color", "achromatic_color")


@frozen
class Synset:
    """One entry of a WordNet data file.

    Attributes:
        words: Its words, as written there.
        pointers: (symbol, offset of the target, own word or 0, its word or 0).
    """

    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, int, int], ...]


def read(path: Path) -> Mapping[str, Synset]:
    """Read a data file (format: wndb(5WN)); offset → entry."""
    found: dict[str, Synset] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):  # the licence
            continue
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        words = tuple(re.sub(r"\(\w+\)$", "", fields[4 + 2 * i]) for i in range(count))
        start = 5 + 2 * count
        groups = [fields[start + 4 * i : start + 4 * i + 4] for i in range(int(fields[start - 1]))]
        found[fields[0]] = Synset(
            words,
            tuple((kind, to, int(ends[:2], 16), int(ends[2:], 16)) for kind, to, _, ends in groups),
        )
    return found


def opposites(folder: Path) -> Iterator[tuple[str, str]]:
    """Every pair of single words that WordNet calls antonyms, each in both orders."""
    for part in ("adj", "adv", "noun", "verb"):
        table = read(folder / f"data.{part}")
        for synset in table.values():
            for kind, target, own, other in synset.pointers:
                if kind == "!":
                    pair = synset.words[own - 1].lower(), table[target].words[other - 1].lower()
                    if all(word.isalpha() and len(word) > 1 for word in pair):
                        yield pair


def colours(folder: Path) -> Iterator[tuple[str, str]]:
    """Every single-word colour with the basic colour it is a shade of."""
    table = read(folder / "data.noun")
    for synset in table.values():
        if any(root in synset.words for root in COLOUR_ROOTS):
            for basic in _below(synset):
                yield from _shades(table, basic, table[basic].words[0])


def _shades(table: Mapping[str, Synset], offset: str, basic: str) -> Iterator[tuple[str, str]]:
    for word in table[offset].words:
        if word.isalpha():
            yield word.lower(), basic
    for below in _below(table[offset]):
        yield from _shades(table, below, basic)


def _below(synset: Synset) -> list[str]:
    return [target for kind, target, _, _ in synset.pointers if kind == "~"]


def _lines(pairs: Iterator[tuple[str, str]]) -> str:
    groups: dict[str, set[str]] = {}
    for word, other in pairs:
        groups.setdefault(word, set()).add(other)
    return "".join(f"{word} {' '.join(sorted(groups[word]))}\n" for word in sorted(groups))


def main(arguments: list[str]) -> int:
    """Write both tables; return the exit code."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)  # noqa: T201
        return 2
    source, target = map(Path, arguments)
    (target / "opposites.txt").write_text(_lines(opposites(source)), encoding="utf-8")
    (target / "colours.txt").write_text(_lines(colours(source)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
