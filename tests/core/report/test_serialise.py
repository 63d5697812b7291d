"""An answer survives JSON whole, and the JSON is strict."""

from __future__ import annotations

import json
import math
from pathlib import Path

import attrs
import numpy as np
import pytest
from tests.core.report.answers import claim, look, talk

from gvqa_core.errors import StoreError
from gvqa_core.report import from_json, to_json
from gvqa_core.types import (
    Answer,
    AnswerStatus,
    BinaryLabel,
    Claim,
    Evidence,
    Judgement,
    NLILabel,
    Picture,
    Verdict,
    VerifiedClaim,
)


def through_json(answer: Answer) -> Answer:
    """Out and in again, with pictures handed over by name as files would be."""
    pngs = {
        data["picture"]["file"]: picture.png
        for verified, each in zip(answer.claims, to_json(answer)["claims"], strict=True)
        for data, picture in zip(
            each["looked_at"], [e.picture for e in verified.looked_at], strict=True
        )
        if data["picture"]
    }
    text = json.dumps(to_json(answer), allow_nan=False)
    return from_json(json.loads(text), pngs.__getitem__)


def comparable(value: object) -> object:
    """The answer as plain values, pictures by content."""

    def plain(_: object, __: object, item: object) -> object:
        return (item.png, item.width, item.height) if isinstance(item, Picture) else item

    return attrs.asdict(value, value_serializer=plain)


def test_an_answer_round_trips_whole():
    answer = talk()
    back = through_json(answer)
    assert comparable(back) == comparable(answer)
    assert type(back.claims[1].evidence.judgement.label) is NLILabel
    assert back.claims[1].evidence == back.claims[1].looked_at[0]
    assert back.status is AnswerStatus.ANSWERED


def test_a_binary_label_stays_binary():
    verified = claim("A cat.", 1.0, (look(1.0, None, BinaryLabel.UNSUPPORTED),))
    back = through_json(attrs.evolve(talk(), claims=(verified,)))
    assert back.claims[0].evidence.judgement.label is BinaryLabel.UNSUPPORTED


@pytest.mark.case("B06")
def test_numbers_that_are_not_finite_pass_a_strict_writer_and_come_back():
    evidence = Evidence(
        timestamp=math.inf,
        reason="not a time",
        judgement=Judgement(supports=False, scores={"entailment": math.nan}),
    )
    verified = VerifiedClaim(
        claim=Claim("x", -math.inf), verdict=Verdict.UNVERIFIED, evidence=evidence
    )
    answer = attrs.evolve(talk(), claims=(verified,), provenance={"speed": math.nan})
    text = json.dumps(to_json(answer), allow_nan=False)
    assert "NaN" not in text.replace('"NaN"', "")
    back = from_json(json.loads(text))
    assert back.claims[0].claim.timestamp == -math.inf
    assert back.claims[0].evidence.timestamp == math.inf
    assert math.isnan(back.claims[0].evidence.judgement.scores["entailment"])
    assert back.provenance == {"speed": "NaN"}


def test_foreign_values_in_provenance_become_plain():
    provenance = {"a": np.float32(0.5), "b": np.int64(3), "c": Path("x"), "d": {"z", "y"}, 5: (1,)}
    data = to_json(attrs.evolve(talk(), provenance=provenance))
    assert data["provenance"] == {"a": 0.5, "b": 3, "c": "x", "d": ["y", "z"], "5": [1]}


def test_the_head_of_the_file():
    data = to_json(talk())
    assert data["format"] == "gvqa-answer"
    assert data["version"] == 1
    assert data["summary"] == {"claims": 3, "grounded": 1, "unverified": 2}
    assert data["claims"][0]["evidence"]["picture"]["file"].startswith("frames/00005.000s-")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "Expected a saved answer"),
        ({"version": 2}, "format version 2"),
        ({"status": "perfect"}, r"'perfect' is not a valid AnswerStatus @ \$\.status"),
        ({"claims": [{"claim": {}}]}, r"\$\.claims\[0\]"),
    ],
)
def test_what_is_no_saved_answer_is_refused_with_the_place(change, message):
    with pytest.raises(StoreError, match=message):
        from_json({**to_json(talk()), **change})


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../x.png", "frames/../../x.png", "frames/.png", "C:\\x.png"]
)
def test_a_picture_outside_the_folder_is_never_read(name):
    data = to_json(talk())
    data["claims"][0]["evidence"]["picture"]["file"] = name
    asked: list[str] = []
    with pytest.raises(StoreError, match="not the name of a picture"):
        from_json(data, lambda asked_for: asked.append(asked_for) or b"")
    assert name not in asked
