import json

import pytest
from tests.verifiers.tiny import tiny_bert

from gvqa_core.component import Availability
from gvqa_core.errors import ComponentError, ConfigError, ModelUnavailableError
from gvqa_core.types import NLILabel
from gvqa_verifiers.nli import NLI, NLIOptions, probe

pytest.importorskip("torch")
LABELS = ("contradiction", "entailment", "neutral")
PAIRS = [
    ("a red dog runs on the grass .", "a dog runs"),
    ("the woman sits in the kitchen with a black cat and a man .", "a cat sits"),
    ("a man", "a car is red and there is no dog on the grass ."),
    ("a squirrel sits .", "a squirrel character sits ."),
    ("two dog", "one cat"),
]


def options(folder, **more):
    return NLIOptions(model=str(folder), device="cpu", guards=False, split_compound=False, **more)


@pytest.mark.case("A12")
@pytest.mark.parametrize(
    ("labels", "logits", "label"),
    [
        (LABELS, (-2, 4, 0), NLILabel.ENTAILMENT),
        (("CONTRADICTION", "NEUTRAL", "ENTAILMENT"), (-2, 0, 4), NLILabel.ENTAILMENT),
        (("entailment", "neutral", "contradiction"), (-2, 0, 4), NLILabel.CONTRADICTION),
    ],
)
def test_a_real_model_is_read_by_the_names_of_its_labels(tmp_path, labels, logits, label):
    with NLI(options(tiny_bert(tmp_path, labels, logits))) as verifier:
        found = verifier.judge([("A black dog runs on grass.", "A dog is on grass.")])[0]
    assert found.label is label
    assert found.supports is (label is NLILabel.ENTAILMENT)


@pytest.mark.case("B15")
def test_a_model_that_returns_nan_never_supports(tmp_path):
    nan = float("nan")
    folder = tiny_bert(tmp_path, ("entailment", "neutral", "contradiction"), (nan, nan, nan))
    with NLI(options(folder)) as verifier:
        found = verifier.judge([("a dog", "a dog")])[0]
    assert (found.supports, found.label) == (False, None)


def test_a_batch_equals_the_singles(tmp_path):
    with NLI(options(tiny_bert(tmp_path, LABELS), batch_size=4)) as verifier:
        together = verifier.judge(PAIRS)
        alone = [verifier.judge([pair])[0] for pair in PAIRS]
    for batch, single in zip(together, alone, strict=True):
        assert batch.scores == pytest.approx(single.scores, abs=1e-5)
        assert batch.label is single.label
    assert len({tuple(found.scores.values()) for found in together}) == len(PAIRS)


def test_scores_agree_with_transformers_itself(tmp_path):
    import torch
    import transformers

    folder = tiny_bert(tmp_path, LABELS)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.inference_mode():
        expected = model(**tokenizer(*PAIRS[0], return_tensors="pt")).logits.softmax(-1)[0]
    with NLI(options(folder)) as verifier:
        found = verifier.judge([PAIRS[0]])[0]
    assert found.scores["entailment"] == pytest.approx(float(expected[1]), abs=1e-6)
    assert found.scores["neutral"] == pytest.approx(float(expected[2]), abs=1e-6)


def test_unnamed_labels_are_refused_and_the_option_names_them(tmp_path):
    folder = tiny_bert(tmp_path, ("LABEL_0", "LABEL_1", "LABEL_2"), (4, 0, -2))
    with pytest.raises(ComponentError, match="Pass the order"):
        NLI(options(folder)).open({})
    with NLI(options(folder, labels="entailment,neutral,contradiction")) as verifier:
        assert verifier.judge([("a dog", "a dog")])[0].supports


def test_a_head_that_was_never_trained_is_refused(tmp_path):
    import transformers

    folder = tiny_bert(tmp_path, LABELS)
    body = transformers.AutoModel.from_pretrained(folder)
    body.config.id2label = dict(enumerate(LABELS))
    body.save_pretrained(folder)
    with pytest.raises(ComponentError, match=r"classifier\.bias"):
        NLI(options(folder)).open({})


def test_pickled_weights_are_not_loaded(tmp_path):
    import torch
    import transformers

    folder = tiny_bert(tmp_path, LABELS)
    weights = transformers.AutoModelForSequenceClassification.from_pretrained(folder).state_dict()
    torch.save(weights, folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    with pytest.raises(ComponentError, match="safetensors"):
        NLI(options(folder)).open({})


def test_long_premises_are_judged_in_windows_that_the_model_can_read(tmp_path):
    folder = tiny_bert(tmp_path, LABELS, positions=64)
    with NLI(options(folder, max_tokens=512)) as verifier:
        assert verifier.scorer.max_tokens == 64
        long = verifier.judge([("a dog runs on the grass . " * 60, "a dog runs")])[0]
        short = verifier.judge([("a dog runs on the grass .", "a dog runs")])[0]
        refused = verifier.judge([("a dog", "a dog runs " * 30)])[0]
    assert long.label is not None
    assert short.label is not None
    assert refused.reason == "claim too long: 90 tokens, at most 45"


def test_roberta_positions_leave_room_for_the_padding_offset(tmp_path):
    folder = tiny_bert(tmp_path, LABELS, (0, 4, 0), architecture="roberta", positions=64)
    with NLI(options(folder)) as verifier:
        assert verifier.scorer.max_tokens == 64
        assert verifier.judge([("a dog runs on the grass . " * 60, "a dog")])[0].supports


def test_judging_without_open_says_so(tmp_path):
    with pytest.raises(ComponentError, match="not open"):
        NLI(options(tmp_path)).judge([("a", "b")])


def test_the_threshold_follows_a_calibration_for_this_model_only(tmp_path):
    folder = tiny_bert(tmp_path / "m", LABELS, (0, 1, 0))
    fitted = {
        "model": str(folder),
        "revision": "",
        "temperature": 1.0,
        "threshold": 0.9,
        "pairs": 10,
        "precision": 0.95,
        "recall": 0.7,
    }
    path = tmp_path / "fitted.json"
    path.write_text(json.dumps(fitted))
    with NLI(options(folder, calibration=str(path))) as verifier:
        assert verifier.judge([("a dog", "a dog")])[0].reason == "uncertain"
    path.write_text(json.dumps({**fitted, "revision": "abc"}))
    with pytest.raises(ConfigError, match="never applies to another model"):
        NLI(options(folder, calibration=str(path))).open({})


def test_the_probe_tells_what_would_be_fetched(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    found = probe(NLIOptions())
    assert found.usable
    assert found.download == "cross-encoder/nli-deberta-v3-small"
    assert found.download_bytes == 568_000_000
    assert probe(options(tmp_path)) == Availability(True)
    assert not probe(NLIOptions(model="/no/such folder")).usable


def test_weights_that_are_not_to_be_had_say_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelUnavailableError, match="gvqa models pull"):
        NLI(NLIOptions()).open({})


def test_the_identity_leaves_out_what_changes_only_speed(tmp_path):
    first = NLI(options(tmp_path, batch_size=1)).identity
    assert first == NLI(options(tmp_path, batch_size=8)).identity
    assert first != NLI(options(tmp_path, threshold=0.5)).identity
