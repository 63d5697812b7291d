"""Make the compact noun table from WordNet's database files.

On Debian: `apt-get install wordnet-base`, then

    python -m gvqa_cedi.wordnet.build /usr/share/wordnet nouns.xz
"""

from __future__ import annotations

import sys
from pathlib import Path

from gvqa_cedi.wordnet.table import NounTable, pack


def read_database(folder: Path) -> NounTable:
    """Read `index.noun`, `data.noun` and `noun.exc` (format: wndb(5WN)).

    Args:
        folder: Where the three files are.
    """
    offsets: list[int] = []
    links: list[list[int]] = []
    for fields in _records(folder / "data.noun"):
        words = int(fields[3], 16)
        pointers = fields[5 + 2 * words :]
        offsets.append(int(fields[0]))
        links.append(
            [
                int(pointers[i + 1])
                for i in range(0, 4 * int(fields[4 + 2 * words]), 4)
                if pointers[i] in ("@", "@i") and pointers[i + 2] == "n"
            ]
        )
    number = {offset: index for index, offset in enumerate(offsets)}
    senses: dict[str, list[int]] = {}
    for fields in _records(folder / "index.noun"):
        first = 6 + int(fields[3])
        senses[fields[0]] = [number[int(o)] for o in fields[first : first + int(fields[2])]]
    exceptions: dict[str, list[str]] = {}
    for fields in _records(folder / "noun.exc"):
        exceptions.setdefault(fields[0], []).extend(fields[1:])
    return NounTable(
        senses=senses,
        hypernyms=[[number[offset] for offset in group] for group in links],
        exceptions={plural: tuple(bases) for plural, bases in exceptions.items()},
    )


def _records(path: Path) -> list[list[str]]:
    # The licence stands at the head of each file in lines that begin with a space.
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split(" | ")[0].split() for line in lines if line and not line.startswith(" ")]


def main(arguments: list[str]) -> int:
    """Write the table; return the exit code."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)  # noqa: T201
        return 2
    source, target = map(Path, arguments)
    target.write_bytes(pack(read_database(source)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
