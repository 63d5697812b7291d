import random

import pytest

from gvqa_core.errors import ConfigError
from gvqa_verifiers.calibration import Calibration, fit, load


def sample(n=400, sharpness=1.0):
    """Pairs whose chance of being supported is the model's p at the given sharpness."""
    import math

    rng = random.Random(3)
    logits, truths = [], []
    for _ in range(n):
        x = rng.uniform(-4, 4)
        p = math.exp(x) / (math.exp(x) + 2)
        logits.append((x * sharpness, 0.0, 0.0))
        truths.append(rng.random() < p)
    return logits, truths


def test_an_over_confident_model_gets_a_temperature_above_one():
    logits, truths = sample(sharpness=3.0)
    fitted = fit(logits, truths, entailment=0, model="m", revision="r")
    assert 2.2 < fitted.temperature < 4.2
    assert fitted.pairs == 400


def test_the_threshold_is_the_lowest_that_reaches_the_wanted_precision():
    logits = [(4.0, 0, 0), (3.0, 0, 0), (2.0, 0, 0), (1.0, 0, 0), (0.0, 4.0, 0)]
    truths = [True, True, False, True, True]
    fitted = fit(logits, truths, entailment=0, model="m", revision="r", precision=0.75)
    assert (fitted.precision, fitted.recall) == (0.75, 0.75)
    fitted = fit(logits, truths, entailment=0, model="m", revision="r", precision=0.9)
    assert (fitted.precision, fitted.recall) == (1.0, 0.5)


def test_without_any_that_reaches_it_the_best_is_taken():
    logits = [(4.0, 0, 0), (3.0, 0, 0), (2.0, 0, 0)]
    fitted = fit(logits, [False, True, True], entailment=0, model="m", revision="r", precision=0.99)
    assert fitted.precision == pytest.approx(2 / 3)


def test_no_pairs_no_calibration():
    with pytest.raises(ValueError, match="at least one of them true"):
        fit([], [], entailment=0, model="m", revision="r")


def test_a_calibration_is_kept_with_its_model(tmp_path):
    kept = Calibration(
        model="m", revision="r", temperature=1.5, threshold=0.7, pairs=9, precision=0.9, recall=0.8
    )
    path = tmp_path / "c.json"
    kept.save(path)
    assert load(path, model="m", revision="r") == kept
    for model, revision in (("other", "r"), ("m", "other")):
        with pytest.raises(ConfigError, match="never applies to another model"):
            load(path, model=model, revision=revision)


def test_a_file_that_is_no_calibration_is_refused(tmp_path):
    path = tmp_path / "c.json"
    path.write_text('{"model": "m"}')
    with pytest.raises(ConfigError, match="Expected a calibration file"):
        load(path, model="m", revision="r")
    with pytest.raises(ConfigError, match="Expected a calibration file"):
        load(tmp_path / "none.json", model="m", revision="r")
