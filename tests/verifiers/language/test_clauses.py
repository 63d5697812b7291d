import pytest

from gvqa_verifiers.language.clauses import clauses


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "A teacher writes on the board while a student sleeps.",
            ["A teacher writes on the board.", "A student sleeps."],
        ),
        (
            "A nurse talks to a patient who smiles.",
            ["A nurse talks to a patient.", "A patient smiles."],
        ),
        (
            "An old woman sits on a bench and reads a paper while a young man feeds pigeons.",
            [
                "An old woman sits on a bench.",
                "An old woman reads a paper.",
                "A young man feeds pigeons.",
            ],
        ),
    ],
)
def test_statements_are_cut_apart(sentence, expected):
    assert clauses(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "A dog runs.",
        "The speaker stands there; she waves.",
        "A man buys apples and pears.",
        'A sign says "a dog barks and a cat sleeps".',
        "",
    ],
)
def test_what_cannot_be_cut_stays_whole(sentence):
    assert clauses(sentence) == [sentence]
