import json
import subprocess
import sys

import pytest
from tests.shared import ROOT, shared

from gvqa_core.errors import ComponentError
from gvqa_core.types import NLILabel
from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions, probe

PAIRS = [
    ("A black dog runs on grass.", "A dog is on grass."),
    ("A man in a suit talks to a woman.", "A woman is swimming."),
    ("A squirrel sits on a branch.", "A squirrel sits on a branch of a tree in a park."),
    ("Two children play with a ball on a beach while a man sleeps.", "Children play."),
]


@pytest.fixture(scope="module")
def mini():
    with NLIMini(NLIMiniOptions(threshold=0.0, guards=False, split_compound=False)) as verifier:
        yield verifier


def test_it_judges_without_torch():
    code = (
        "import sys; from gvqa_verifiers.nli_mini import NLIMini, NLIMiniOptions as O\n"
        "with NLIMini(O()) as v:\n"
        "    j = v.judge([('A black dog runs on grass.', 'A dog is on grass.')])[0]\n"
        "print(j.supports, [m for m in ('torch', 'transformers') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split("\n")[0] == "True []"


def test_a_batch_equals_the_singles(mini):
    alone = [mini.judge([pair])[0] for pair in PAIRS]
    together = mini.judge(PAIRS)
    for batch, single in zip(together, alone, strict=True):
        assert batch.scores == pytest.approx(single.scores, abs=1e-5)


def test_it_tells_three_relations_apart(mini):
    assert mini.judge([PAIRS[0]])[0].label is NLILabel.ENTAILMENT
    assert mini.judge([PAIRS[1]])[0].label is NLILabel.CONTRADICTION
    found = mini.judge([("A man stands in a room.", "A man waits for his wife.")])[0]
    assert found.label is NLILabel.NEUTRAL


def test_long_premises_are_read_to_their_end(mini):
    premise = "The wall behind the counter is plain and grey. " * 60
    claim = "A dog jumps over a hydrant."
    assert not mini.judge([(premise, claim)])[0].supports
    assert mini.judge([(premise + "A brown dog jumps over the red hydrant.", claim)])[0].supports


def test_each_sentence_of_a_caption_supports_what_it_says(mini):
    caption = (
        "The picture is partly green. A black area is in the left half. "
        "The picture also shows dark green, dark grey and yellow."
    )
    claims = ("The picture is partly green.", "A black area is in the left half.")
    assert all(found.supports for found in mini.judge([(caption, claim) for claim in claims]))


def test_a_sentence_that_contradicts_the_claim_sinks_it(mini):
    caption = "A firefighter in a beige coat drags a hose. A firefighter wears a red coat."
    found = mini.judge([(caption, "A firefighter wears a beige coat.")])[0]
    assert (found.supports, found.label) == (False, NLILabel.CONTRADICTION)
    assert found.reason.startswith("the caption also says: A firefighter wears a red")


def test_judging_captions_without_any_video_takes_three_lines():
    with NLIMini(NLIMiniOptions()) as verifier:
        judgements = verifier.judge([("A black dog runs on grass.", "A dog is on grass.")])
    assert judgements[0].supports


def test_it_can_be_closed_twice_and_opened_again():
    verifier = NLIMini(NLIMiniOptions())
    with pytest.raises(ComponentError, match="not open"):
        verifier.judge([PAIRS[0]])
    for _ in range(2):
        verifier.open({})
        assert verifier.judge([PAIRS[0]])[0].supports
        verifier.close()
        verifier.close()


def test_the_weights_ship_with_the_package_under_their_own_licence():
    from importlib.resources import files

    assert probe().usable
    folder = files("gvqa_verifiers").joinpath("models", "nli-mini")
    assert "CC BY-SA 4.0" in folder.joinpath("MODEL_CARD.md").read_text(encoding="utf-8")
    labels = json.loads(folder.joinpath("config.json").read_text(encoding="utf-8"))["id2label"]
    assert labels == {"0": "contradiction", "1": "entailment", "2": "neutral"}


def test_the_identity_names_the_weights_but_not_the_threads():
    one = NLIMini(NLIMiniOptions(threads=1)).identity
    assert one == NLIMini(NLIMiniOptions(threads=4)).identity
    assert one["revision"] == "3350cdb388325ba4"


def test_the_measured_accuracy_holds_on_the_committed_pairs(mini):
    """1,028 pairs of ours, half of them true (docs/verifiers.md); other processors round
    int8 sums in another order, so the counts may move within their interval."""
    pairs = [
        (row["premise"], claim, kind == "supported")
        for path in sorted((ROOT / "benchmarks" / "data" / "guards").glob("*.jsonl"))
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
        for kind in ("supported", "unsupported")
        for claim in row[kind]
    ]
    assert len(pairs) == 1028
    found = mini.judge([(premise, claim) for premise, claim, _ in pairs])
    for threshold, truths, falsehoods in ((0.0, 436, 123), (0.8, 370, 75)):
        accepted = [
            truth
            for (*_, truth), judgement in zip(pairs, found, strict=True)
            if judgement.supports and judgement.scores["entailment"] >= threshold
        ]
        for successes, stated in ((sum(accepted), truths), (accepted.count(False), falsehoods)):
            low, high = wilson(successes, 514)
            assert low <= stated / 514 <= high


@pytest.mark.parametrize(
    ("name", "three_way", "binary", "precision", "recall"),
    [("snli", 0.825, 0.908, 0.872, 0.856), ("sick", 0.54, 0.885, 0.809, 0.786)],
)
def test_the_cards_accuracy_holds_on_every_sixteenth_pair(
    mini, name, three_way, binary, precision, recall
):
    path = shared(f"data/nli/{name}_test.jsonl")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()][::16]
    found = mini.judge([(row["p"], row["h"]) for row in rows])
    accepted = [row["y"] == "entailment" for row, j in zip(rows, found, strict=True) if j.supports]
    true = sum(row["y"] == "entailment" for row in rows)
    right = sum(
        j.supports == (row["y"] == "entailment") for row, j in zip(rows, found, strict=True)
    )
    agreed = sum(j.label == row["y"] for row, j in zip(rows, found, strict=True))
    checks = (
        (agreed, len(rows), three_way),
        (right, len(rows), binary),
        (sum(accepted), len(accepted), precision),
        (sum(accepted), true, recall),
    )
    for successes, n, stated in checks:
        low, high = wilson(successes, n)
        assert low <= stated <= high


def wilson(successes, n, z=2.58):
    """The 99 % interval of a proportion."""
    p = successes / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * ((p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5) / (1 + z * z / n)
    return middle - half, middle + half
