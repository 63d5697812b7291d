"""Reading premise/hypothesis pairs: SNLI, SICK, LLM-AggreFact and the like."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from attrs import frozen

from gvqa_core.errors import ConfigError
from gvqa_core.types import BinaryLabel, NLILabel

if TYPE_CHECKING:
    from os import PathLike

Gold = NLILabel | BinaryLabel

_PREMISE = ("premise", "p", "sentence1", "sentence_A", "doc", "document", "evidence")
_HYPOTHESIS = ("hypothesis", "h", "sentence2", "sentence_B", "claim", "statement")
_LABEL = ("gold_label", "label", "y", "entailment_label", "entailment_judgment")
_WORDS: Mapping[str, Gold] = {
    **{label.value: label for label in NLILabel},
    **{label.value: label for label in BinaryLabel},
    "not_entailment": BinaryLabel.UNSUPPORTED,
    "entailed": NLILabel.ENTAILMENT,
}
_NUMBERS: Mapping[str, Gold] = {"1": BinaryLabel.SUPPORTED, "0": BinaryLabel.UNSUPPORTED}
NO_GOLD = ("-", "", "none")
"""What SNLI and others write where the annotators did not agree."""


@frozen
class LabelledPair:
    """One pair with what people say of it.

    Attributes:
        id: Its line in the file, counted from 1.
        premise: The text that is given.
        hypothesis: The text that may follow.
        gold: Three-way, or supported / unsupported.
    """

    id: int
    premise: str
    hypothesis: str
    gold: Gold

    @property
    def supported(self) -> bool:
        """Whether the premise really supports the hypothesis."""
        return self.gold in (NLILabel.ENTAILMENT, BinaryLabel.SUPPORTED)


@frozen
class PairFile:
    """The pairs of a file.

    Attributes:
        pairs: In the order of the file.
        skipped: How many lines carry no agreed label.
    """

    pairs: tuple[LabelledPair, ...]
    skipped: int = 0

    def sample(self, count: int | None, seed: int = 0) -> tuple[LabelledPair, ...]:
        """Draw pairs without replacement, in the order of the file; None takes all."""
        if count is None or count >= len(self.pairs):
            return self.pairs
        chosen = random.Random(seed).sample(range(len(self.pairs)), count)  # noqa: S311
        return tuple(self.pairs[n] for n in sorted(chosen))


def read_pairs(path: str | PathLike[str]) -> PairFile:
    """Read a file of pairs.

    `.jsonl` holds one object in a line, `.tsv`, `.txt` and `.csv` a header and rows.
    Columns are found by name: premise (`premise`, `sentence1`, `sentence_A`, `doc`),
    hypothesis (`hypothesis`, `sentence2`, `sentence_B`, `claim`), label (`label`,
    `gold_label`, `entailment_label`). Labels are words, or 1 and 0 beside a `claim`
    for supported or not. Lines whose label is `-` are counted and left out.

    Args:
        path: The file.

    Raises:
        ConfigError: It cannot be read; says in which line and why.
    """
    file = Path(path)
    pairs: list[LabelledPair] = []
    skipped = 0
    for number, row in _rows(file):
        pair = _pair(file, number, row)
        if pair is None:
            skipped += 1
        else:
            pairs.append(pair)
    if not pairs:
        raise ConfigError(f"{file} holds no labelled pair")
    return PairFile(tuple(pairs), skipped)


def groups(pairs: Sequence[LabelledPair]) -> list[int]:
    """A number for each distinct premise: its pairs are not independent."""
    seen: dict[str, int] = {}
    return [seen.setdefault(pair.premise, len(seen)) for pair in pairs]


def _rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} cannot be read: {error}") from error
    if file.suffix in (".tsv", ".csv", ".txt"):
        yield from _table(file, text)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row: Any = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _fault(file, number, f"this is not JSON: {error}") from None
        if not isinstance(row, dict):
            raise _fault(file, number, "expected an object")
        yield number, cast("dict[str, Any]", row)


def _table(file: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    lines = text.splitlines()
    if file.suffix == ".csv":
        reader = csv.reader(lines, strict=True)
    else:
        reader = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    header: list[str] | None = None
    try:
        for row in reader:
            if header is None:
                header = row
            elif any(cell.strip() for cell in row):
                if len(row) > len(header):
                    raise _fault(
                        file, reader.line_num, f"{len(row)} cells under {len(header)} headings"
                    )
                yield reader.line_num, dict(zip(header, row, strict=False))
    except csv.Error as error:
        raise _fault(file, reader.line_num, str(error)) from None


def _pair(file: Path, number: int, row: Mapping[str, Any]) -> LabelledPair | None:
    premise = _column(file, number, row, _PREMISE, "premise")
    hypothesis = _column(file, number, row, _HYPOTHESIS, "hypothesis")
    label = _column(file, number, row, _LABEL, "label")
    written = str(row[label]).strip().lower()
    if row[label] is None or written in NO_GOLD:
        return None
    gold = _WORDS.get(written) or (_NUMBERS.get(written) if hypothesis == "claim" else None)
    if gold is None:
        raise _fault(
            file,
            number,
            f"expected the label entailment, neutral, contradiction, supported or unsupported "
            f"(1 or 0 beside a 'claim'), found {row[label]!r}",
        )
    texts = [str(row[name] or "").strip() for name in (premise, hypothesis)]
    if not all(texts):
        raise _fault(file, number, f"'{premise if not texts[0] else hypothesis}' is empty")
    return LabelledPair(number, texts[0], texts[1], gold)


def _column(
    file: Path, number: int, row: Mapping[str, Any], names: Sequence[str], what: str
) -> str:
    for name in names:
        if name in row:
            return name
    raise _fault(file, number, f"no {what}: expected one of {', '.join(names)}, found {list(row)}")


def _fault(file: Path, number: int, why: str) -> ConfigError:
    return ConfigError(f"{file}, line {number}: {why}")
