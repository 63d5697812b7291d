"""The compact noun table: WordNet's nouns as three arrays and a list of words, in one xz file.

Layout of the unpacked file: one line of JSON with the number of words, senses,
synsets and hypernym links, then

- the words, sorted, one a line (spaces as `_`), and the exceptions, `plural base …`;
- `uint8` senses of each word, then `uint32` synset of each sense, in WordNet's
  order of frequency;
- `uint8` hypernyms of each synset, then `uint32` synset of each hypernym.

Synsets are numbered in the order of `data.noun`, from 0. Numbers are little-endian.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import pairwise

import numpy as np
from attrs import frozen

FILE = "nouns.xz"


@frozen
class NounTable:
    """WordNet's nouns, as plain data.

    Attributes:
        senses: Word (spaces as `_`) → its synsets, the most frequent sense first.
        hypernyms: Synset → its direct hypernyms, instance hypernyms included.
        exceptions: Irregular plural → its base forms.
    """

    senses: Mapping[str, Sequence[int]]
    hypernyms: Sequence[Sequence[int]]
    exceptions: Mapping[str, tuple[str, ...]]


def pack(table: NounTable) -> bytes:
    """Return the table as the bytes of its file."""
    words = sorted(table.senses)
    exceptions = [" ".join((plural, *bases)) for plural, bases in sorted(table.exceptions.items())]
    senses = [table.senses[word] for word in words]
    header = {
        "words": len(words),
        "exceptions": len(exceptions),
        "senses": sum(map(len, senses)),
        "synsets": len(table.hypernyms),
        "hypernyms": sum(map(len, table.hypernyms)),
    }
    text = "\n".join([json.dumps(header), *words, *exceptions, ""])
    arrays = _group_bytes(senses) + _group_bytes(table.hypernyms)
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lp": 2, "lc": 2}]
    return lzma.compress(text.encode() + arrays, filters=filters)


def unpack(content: bytes) -> NounTable:
    """Read a table from the bytes of its file."""
    raw = lzma.decompress(content)
    start = raw.index(b"\n") + 1
    header: dict[str, int] = json.loads(raw[:start])
    numbers = header["words"] + 4 * header["senses"] + header["synsets"] + 4 * header["hypernyms"]
    split = len(raw) - numbers
    lines = raw[start:split].decode().split("\n")
    words = lines[: header["words"]]
    exceptions = [line.split(" ") for line in lines[header["words"] :] if line]
    senses, split = _groups(raw, split, header["words"], header["senses"])
    hypernyms, _ = _groups(raw, split, header["synsets"], header["hypernyms"])
    return NounTable(
        senses=dict(zip(words, senses, strict=True)),
        hypernyms=hypernyms,
        exceptions={line[0]: tuple(line[1:]) for line in exceptions},
    )


def load_table() -> NounTable:
    """Read the table that ships with this package."""
    return unpack((files("gvqa_cedi.wordnet") / "data" / FILE).read_bytes())


def _group_bytes(groups: Sequence[Sequence[int]]) -> bytes:
    sizes = np.array([len(group) for group in groups], dtype=np.uint8)
    items = np.array([item for group in groups for item in group], dtype="<u4")
    return sizes.tobytes() + items.tobytes()


def _groups(raw: bytes, start: int, count: int, total: int) -> tuple[list[list[int]], int]:
    sizes = np.frombuffer(raw, np.uint8, count, start)
    items = np.frombuffer(raw, "<u4", total, start + count).tolist()
    bounds = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64))).tolist()
    return [items[a:b] for a, b in pairwise(bounds)], start + count + 4 * total
