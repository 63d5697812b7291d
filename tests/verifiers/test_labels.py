import pytest

from gvqa_core.errors import ComponentError
from gvqa_core.types import NLILabel
from gvqa_verifiers.binary_labels import supported_column
from gvqa_verifiers.labels import nli_columns, parse_labels


@pytest.mark.parametrize(
    ("names", "entailment"),
    [
        (("contradiction", "entailment", "neutral"), 1),
        (("CONTRADICTION", "NEUTRAL", "ENTAILMENT"), 2),
        (("Entailment", "Neutral", "Contradiction"), 0),
        (("contradicts", "neutral", "entails"), 2),
    ],
)
def test_columns_follow_the_names_in_any_order(names, entailment):
    columns = nli_columns(dict(enumerate(names)), "m")
    assert columns[NLILabel.ENTAILMENT] == entailment
    assert sorted(columns.values()) == [0, 1, 2]


def test_keys_may_be_text_as_json_has_them():
    columns = nli_columns({"0": "neutral", "1": "contradiction", "2": "entailment"}, "m")
    assert columns[NLILabel.ENTAILMENT] == 2


@pytest.mark.parametrize(
    "names",
    [
        ("LABEL_0", "LABEL_1", "LABEL_2"),
        ("not_entailment", "neutral", "contradiction"),
        ("entailment", "not_entailment"),
        ("entailment", "neutral"),
        ("entailment", "entails", "neutral"),
        ("entailment-ish", "neutral", "contradiction"),
        ("entailment", "neutral", "contradiction", "neutral"),
    ],
)
def test_names_that_are_not_known_exactly_are_refused_with_what_to_pass(names):
    with pytest.raises(ComponentError, match=r'labels = "contradiction,entailment,neutral"'):
        nli_columns(dict(enumerate(names)), "some/model")


def test_the_labels_option_gives_the_order():
    columns = nli_columns(parse_labels("neutral, entailment ,contradiction"), "m")
    assert columns[NLILabel.ENTAILMENT] == 1


@pytest.mark.parametrize(
    ("names", "stated", "column"),
    [
        (("unsupported", "supported"), "", 1),
        (("entailment", "not_entailment"), "", 0),
        (("LABEL_0", "LABEL_1"), "1", 1),
        (("LABEL_0", "LABEL_1"), "label_0", 0),
    ],
)
def test_the_supporting_column_is_read_by_name_or_stated(names, stated, column):
    assert supported_column(dict(enumerate(names)), stated, "m") == column


@pytest.mark.parametrize(
    ("names", "stated"),
    [
        (("LABEL_0", "LABEL_1"), ""),
        (("not_entailment", "neutral"), ""),
        (("supported", "perhaps"), ""),
        (("unsupported", "supported"), "2"),
        (("a", "b", "c"), "a"),
    ],
)
def test_a_two_way_head_that_is_not_plain_is_refused(names, stated):
    with pytest.raises(ComponentError, match="some/model"):
        supported_column(dict(enumerate(names)), stated, "some/model")
