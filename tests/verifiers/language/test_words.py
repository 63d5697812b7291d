import pytest

from gvqa_verifiers.language.forms import content_stems, stem
from gvqa_verifiers.language.numbers import readings
from gvqa_verifiers.language.phrases import bindings
from gvqa_verifiers.language.tables import are_different_colours, are_opposites
from gvqa_verifiers.language.words import words


@pytest.mark.parametrize(
    "forms",
    [
        ("chase", "chases", "chasing", "chased"),
        ("run", "runs", "running", "ran"),
        ("man", "men"),
        ("lie", "lies", "lying"),
        ("carry", "carries", "carrying", "carried"),
        ("box", "boxes"),
        ("close", "closed", "closing"),
    ],
)
def test_forms_of_a_word_share_a_stem(forms):
    assert len({stem(form) for form in forms}) == 1


def test_different_words_do_not():
    assert len({stem(word) for word in ("sit", "set", "stand", "man", "woman", "open")}) == 6


def test_contracted_denials_are_two_words():
    assert words("It isn't; he can't, won't.") == [
        *("it", "is", "not", ";", "he", "can", "not", ",", "will", "not", ".")
    ]


def test_content_words_leave_grammar_out():
    assert content_stems("The dogs were running over there.") == {stem("dog"), stem("run")}


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("A boy in a green cap eats a red apple.", ("red", "apple")),
        ("The door of the shed is open.", ("open", "door")),
        ("A black and white dog runs.", ("black", "dog")),
        ("Three women and two men stand at a bar.", ("two", "men")),
        ("Red lanterns hang over a street.", ("red", "lanterns")),
        ("A heavy man lifts a light box.", ("heavy", "man")),
    ],
)
def test_words_are_bound_to_their_things(text, pair):
    assert (pair[0], stem(pair[1])) in {(bound.word, bound.thing) for bound in bindings(text)}


def test_words_are_not_bound_to_other_things():
    found = {(bound.word, bound.thing) for bound in bindings("A heavy man lifts a light box.")}
    assert not {("heavy", "box"), ("light", "man")} & found


def test_wordnet_knows_opposites_and_shades():
    assert are_opposites("open", "closed")
    assert are_opposites("empty", "full")
    assert are_opposites("locked", "unlocked")
    assert not are_opposites("open", "red")
    assert are_different_colours("red", "blue")
    assert not are_different_colours("navy", "blue")
    assert not are_different_colours("red", "open")


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("half past seven", "7:30"),
        ("a quarter to one", "12:45"),
        ("ten past 3", "3:10"),
        ("20 minutes to six", "5:40"),
        ("nine o'clock", "9:00"),
        ("00:42", "0:42"),
        ("thirty-five", "35"),
        ("the 14th of March", "14"),
        ("12:00", "12"),
    ],
)
def test_numbers_are_read_however_they_are_written(text, stated):
    assert stated in readings(text)
