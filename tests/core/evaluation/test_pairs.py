"""Labelled pairs: the formats people have, complaints with lines, runs and their tables."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest
from tests.core.evaluation.lab import make_qa

from gvqa_core.errors import ConfigError, StoreError
from gvqa_core.evaluation.pairs import LabelledPair, PairFile, groups, read_pairs
from gvqa_core.evaluation.pairs_report import pair_results
from gvqa_core.evaluation.pairs_run import PairsRun
from gvqa_core.evaluation.reporting import run_tables
from gvqa_core.evaluation.statistics import Rate
from gvqa_core.evaluation.systems import read_systems
from gvqa_core.types import BinaryLabel, NLILabel

OURS = Path(__file__).parents[2] / "data" / "pairs" / "ours.jsonl"

SNLI = (
    '{"gold_label": "neutral", "sentence1": "A dog.", "sentence2": "A big dog."}\n'
    '{"gold_label": "-", "sentence1": "A dog.", "sentence2": "A cat."}\n'
    '{"gold_label": "entailment", "sentence1": "A dog.", "sentence2": "An animal."}\n'
)
SNLI_TSV = (
    "gold_label\tsentence1_parse\tsentence1\tsentence2\n"
    'neutral\t(ROOT)\tA "dog.\tA big dog.\n'
    "contradiction\t(ROOT)\tA dog.\tNo dog.\n"
)
SICK = (
    "pair_ID\tsentence_A\tsentence_B\tentailment_label\trelatedness_score\n"
    "1\tA dog.\tAn animal.\tENTAILMENT\t4.5\n"
)
AGGREFACT = (
    '{"dataset": "XSum", "doc": "It rained.", "claim": "It was wet.", "label": 1}\n'
    '{"dataset": "XSum", "doc": "It rained.", "claim": "It snowed.", "label": 0}\n'
)


def write(tmp_path, name, text) -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_snli_as_it_is_distributed(tmp_path):
    found = read_pairs(write(tmp_path, "snli.jsonl", SNLI))
    assert found.skipped == 1
    assert found.pairs == (
        LabelledPair(1, "A dog.", "A big dog.", NLILabel.NEUTRAL),
        LabelledPair(3, "A dog.", "An animal.", NLILabel.ENTAILMENT),
    )
    table = read_pairs(write(tmp_path, "snli.tsv", SNLI_TSV))
    assert [p.premise for p in table.pairs] == ['A "dog.', "A dog."]
    assert [p.id for p in table.pairs] == [2, 3]


def test_sick_and_aggrefact(tmp_path):
    (sick,) = read_pairs(write(tmp_path, "SICK.txt", SICK)).pairs
    assert (sick.gold, sick.supported) == (NLILabel.ENTAILMENT, True)
    facts = read_pairs(write(tmp_path, "fact.jsonl", AGGREFACT)).pairs
    assert [p.gold for p in facts] == [BinaryLabel.SUPPORTED, BinaryLabel.UNSUPPORTED]
    as_csv = 'claim,doc,label\n"Wet, it was.",It rained.,1\n'
    assert read_pairs(write(tmp_path, "f.csv", as_csv)).pairs[0].hypothesis == "Wet, it was."


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.jsonl", '{"p": "x", "h": "y", "y": "neutral"}\n{"p"\n', "line 2: this is not JSON"),
        ("a.jsonl", '\n{"p": "x", "h": "y", "y": "maybe"}', "line 2: expected the label"),
        ("a.jsonl", '{"p": "x", "h": "y", "y": 1}', "line 1: expected the label"),
        ("a.jsonl", '{"p": "x", "y": "neutral"}', "line 1: no hypothesis"),
        ("a.jsonl", '{"p": " ", "h": "y", "y": "neutral"}', "line 1: 'p' is empty"),
        ("a.jsonl", "[1]", "line 1: expected an object"),
        ("a.jsonl", "", "no labelled pair"),
        ("a.tsv", "premise\thypothesis\tlabel\na\tb\tneutral\tmore\n", "line 2: 4 cells"),
        ("a.csv", 'premise,hypothesis,label\n"a', "line 2"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path, name, text, why):
    with pytest.raises(ConfigError, match=why):
        read_pairs(write(tmp_path, name, text))


def test_a_draw_repeats_and_keeps_the_order():
    pairs = PairFile(tuple(LabelledPair(n, str(n % 7), "h", NLILabel.NEUTRAL) for n in range(100)))
    drawn = pairs.sample(20, seed=3)
    assert drawn == pairs.sample(20, seed=3) != pairs.sample(20, seed=4)
    assert [p.id for p in drawn] == sorted({p.id for p in drawn})
    assert pairs.sample(None) == pairs.sample(1000) == pairs.pairs
    assert groups(pairs.pairs[:9]) == [0, 1, 2, 3, 4, 5, 6, 0, 1]


def run(folder: Path, pairs, names: str, **changes) -> None:
    with make_qa(folder.parent / "cache") as qa:
        one = PairsRun(folder=folder, source="ours", pairs=pairs, **changes)
        systems = read_systems(names, qa.settings, qa.plugins)
        one.run(systems, qa.settings, qa.plugins, qa.crew, lambda *_: None)


def test_a_run_counts_what_was_said(tmp_path):
    same = LabelledPair(1, "A dog.", "A dog.", NLILabel.ENTAILMENT)
    pairs = (
        same,
        attrs.evolve(same, id=2, hypothesis="A cat.", gold=NLILabel.CONTRADICTION),
        attrs.evolve(same, id=3, hypothesis="An animal."),
        attrs.evolve(same, id=4, premise="It rains.", hypothesis="boom", gold=NLILabel.NEUTRAL),
    )
    run(tmp_path / "run", pairs, "moody")
    tables = {table.name: table for table in run_tables(tmp_path / "run")}
    (row,) = tables["pairs"].rows
    assert row[1:5] == (4, Rate(3, 4), Rate(1, 1), Rate(1, 2))
    assert row[6] == 1  # the claim on which the verifier raised
    (three,) = tables["three-way"].rows
    assert three[1:] == (Rate(1, 4), Rate(1, 2), Rate(0, 1), Rate(0, 1))
    assert tables["confusion"].columns == ("verifier", "people", "entailment", "neutral", "failed")
    assert ("moody", "neutral", 0, 0, 1) in tables["confusion"].rows


def test_a_torn_line_is_judged_again_and_other_settings_are_refused(tmp_path):
    pairs = read_pairs(OURS).pairs
    folder = tmp_path / "run"
    run(folder, pairs, "lexical,moody", keep_text=False)
    assert "guitar" not in (folder / "items.jsonl").read_text()
    kept = folder / "judgements" / "moody.jsonl"
    whole = kept.read_text()
    kept.write_text(whole[:-40])
    before = pair_results(folder)[0]
    assert list(before) == ["lexical"]
    run(folder, pairs, "lexical,moody", keep_text=False)
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [row["id"] for row in rows] == [pair.id for pair in pairs]
    system = folder / "systems" / "moody.json"
    changed = json.loads(system.read_text())
    changed["identity"]["threshold"] = 0.5
    system.write_text(json.dumps(changed))
    kept.unlink()
    with pytest.raises(StoreError, match="another threshold"):
        run(folder, pairs, "moody", keep_text=False)
    with pytest.raises(StoreError, match="another content"):
        run(folder, pairs[1:] + pairs[:1], "lexical", keep_text=False)


def test_damage_inside_a_record_is_told(tmp_path):
    folder = tmp_path / "run"
    run(folder, read_pairs(OURS).pairs, "lexical")
    kept = folder / "judgements" / "lexical.jsonl"
    lines = kept.read_text().splitlines()
    kept.write_text("\n".join([lines[0], "{", *lines[2:]]) + "\n")
    with pytest.raises(StoreError, match=r"lexical\.jsonl is damaged in line 2"):
        run_tables(folder)


def test_a_verifier_of_frames_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="judges frames"):
        run(tmp_path / "run", read_pairs(OURS).pairs, "seeing")
