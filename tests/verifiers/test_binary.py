import pytest
from tests.verifiers.tiny import tiny_bert

from gvqa_core.errors import ComponentError
from gvqa_core.types import BinaryLabel
from gvqa_verifiers.binary import Binary, BinaryOptions, probe

pytest.importorskip("torch")
PAIRS = [
    ("a red dog runs on the grass .", "a dog runs"),
    ("a man", "a cat"),
    ("two cat", "one cat"),
]


def options(folder, **more):
    return BinaryOptions(
        model=str(folder), device="cpu", guards=False, split_compound=False, **more
    )


@pytest.mark.parametrize(
    ("logits", "label", "supports"),
    [
        ((0.0, 2.0), BinaryLabel.SUPPORTED, True),
        ((2.0, 0.0), BinaryLabel.UNSUPPORTED, False),
        ((1.0, 1.0), BinaryLabel.UNSUPPORTED, False),
    ],
)
def test_two_labels_decide_and_no_third_is_invented(tmp_path, logits, label, supports):
    with Binary(options(tiny_bert(tmp_path, ("unsupported", "supported"), logits))) as verifier:
        found = verifier.judge([PAIRS[0]])[0]
    assert (found.label, found.supports) == (label, supports)
    assert set(found.scores) == {"supported", "unsupported"}


def test_support_below_the_threshold_is_uncertain(tmp_path):
    folder = tiny_bert(tmp_path, ("unsupported", "supported"), (0.0, 1.0))
    with Binary(options(folder, threshold=0.8)) as verifier:
        found = verifier.judge([PAIRS[0]])[0]
    assert (found.label, found.supports, found.reason) == (
        BinaryLabel.SUPPORTED,
        False,
        "uncertain",
    )


def test_the_minicheck_preset_reads_label_1_and_writes_both_texts_as_one(tmp_path):
    import torch
    import transformers

    folder = tiny_bert(tmp_path, ("LABEL_0", "LABEL_1"), architecture="roberta")
    with Binary(options(folder, preset="minicheck-roberta")) as verifier:
        found = verifier.judge(PAIRS)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    for (premise, claim), judgement in zip(PAIRS, found, strict=True):
        text = tokenizer.eos_token.join((premise, claim))
        with torch.inference_mode():
            expected = model(**tokenizer(text, return_tensors="pt")).logits.softmax(-1)[0, 1]
        assert judgement.scores["supported"] == pytest.approx(float(expected), abs=1e-5)


def test_unnamed_labels_need_to_be_told_apart(tmp_path):
    with pytest.raises(ComponentError, match="option `supported`"):
        Binary(options(tiny_bert(tmp_path, ("LABEL_0", "LABEL_1")))).open({})


def test_a_three_way_model_is_refused(tmp_path):
    with pytest.raises(ComponentError, match="verifier `nli`"):
        Binary(options(tiny_bert(tmp_path, ("entailment", "neutral", "contradiction")))).open({})


def test_nan_empty_long_and_nothing(tmp_path):
    folder = tiny_bert(tmp_path, ("unsupported", "supported"), (float("nan"), 0.0))
    with Binary(options(folder)) as verifier:
        found = verifier.judge([PAIRS[0], ("", "a dog"), ("a dog", "a dog " * 40)])
        assert verifier.judge([]) == []
    assert [j.supports for j in found] == [False] * 3
    assert "not a number" in found[0].reason
    assert found[1].reason == "empty caption"
    assert found[2].reason.startswith("claim too long")


def test_without_a_model_the_probe_speaks_of_minicheck(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert probe().download == "lytang/MiniCheck-RoBERTa-Large"
