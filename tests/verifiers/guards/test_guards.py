import pytest
from tests.verifiers.tiny import PERHAPS, YES, Written, WrittenScorer

from gvqa_core.errors import ConfigError
from gvqa_core.types import NLILabel
from gvqa_verifiers.guards import GUARDS, all_doubts, guards_left
from gvqa_verifiers.guards.doubt import Doubt


def objects(name, premise, claim):
    return bool(GUARDS[name](premise, claim))


@pytest.mark.parametrize(
    ("premise", "claim", "expected"),
    [
        ("A boy with a green cap eats a red apple.", "A boy eats a green apple.", True),
        ("A boy with a green cap eats a red apple.", "The apple is green.", True),
        ("A boy with a green cap eats a red apple.", "The apple is red.", False),
        ("A boy eats an apple.", "The apple is red.", False),
        ("A man in a navy coat waits.", "A man wears a blue coat.", False),
        ("A black and white dog runs.", "A black dog runs.", False),
        ("A red car stands beside a blue car.", "The car is blue.", False),
        ("A red car stands there.", "The car is not blue.", False),
        ("The gray wall is high.", "The wall is grey.", False),
    ],
)
def test_colours(premise, claim, expected):
    assert objects("colours", premise, claim) is expected


@pytest.mark.parametrize(
    ("premise", "claim", "expected"),
    [
        ("Two dogs run behind a man.", "Three dogs are running.", True),
        ("Two dogs run behind a man.", "Two dogs are running.", False),
        ("Two dogs run behind a man.", "Dogs are running.", False),
        ("Two dogs run behind a man.", "One dog is running.", False),
        ("A man talks to another man.", "Two men are talking.", False),
        ("A man talks to a woman.", "Two men are talking.", True),
        ("A dozen eggs lie in a carton.", "There are ten eggs.", True),
        ("A dozen eggs lie in a carton.", "There are twelve eggs.", False),
        ("Five people sit there.", "At least two people sit there.", False),
        ("Five people sit there, two of them men.", "Two of the people are men.", False),
        ("A clock shows 7:30.", "The clock shows half past seven.", False),
        ("A clock shows half past seven.", "The clock shows 7:30.", False),
        ("A clock shows 19:30.", "The clock shows 7:30.", False),
        ("A clock shows a quarter to eight.", "The clock shows 7:45.", False),
        ("A clock shows a quarter to eight.", "The clock shows 8:45.", True),
        ("A sign with the number 42.", "The sign has the number 43 on it.", True),
        ("A train leaves platform 4.", "The train leaves platform 3.", True),
        ("A timer stands at 00:42.", "The timer shows 0:42.", False),
        ("The total is 1,500 dollars.", "The total is 1500 dollars.", False),
        ("Twenty-four candles burn.", "24 candles burn.", False),
        ("A dog runs.", "The bus has the number 17.", True),
        ("Dogs run.", "There are 2 dogs.", False),
        ("Two dogs run.", "There are not three dogs.", False),
    ],
)
def test_numbers(premise, claim, expected):
    assert objects("numbers", premise, claim) is expected


@pytest.mark.parametrize(
    ("premise", "claim", "expected"),
    [
        ("The driver looks ahead.", "The driver is not looking ahead.", True),
        ("The hiker has a backpack but no stick.", "The hiker does not have a backpack.", True),
        ("The hiker has a backpack but no stick.", "The hiker has no stick.", False),
        ("A train passes without stopping.", "The train stops.", True),
        ("A train passes without stopping.", "The train does not stop.", False),
        ("No one sits on the empty bench.", "The bench is empty.", False),
        ("An empty seat is beside the driver.", "No one is in the seat.", False),
        ("People walk on the street.", "Nobody is walking on the street.", True),
        ("The lights are off.", "The lights are not on.", False),
        ("The lights in the office are on.", "The lights aren't on.", True),
        ("The tray holds nothing but a spoon.", "The tray holds a spoon.", False),
        ("A dog runs.", "There is no cat.", False),
    ],
)
def test_negation(premise, claim, expected):
    assert objects("negation", premise, claim) is expected


@pytest.mark.parametrize(
    ("premise", "claim", "expected"),
    [
        ("A heavy man lifts a light box.", "The box is heavy.", [""]),
        ("A heavy man lifts a light box.", "The box is light.", []),
        ("The door of the shed is open.", "The door is closed.", ["The door is open."]),
        ("A five year old child runs.", "A young child runs.", ["A old child runs."]),
        ("A man walks up the stairs.", "A man walks down the stairs.", ["A man walks up the"]),
        ("The box is locked.", "The box is unlocked.", ["The box is locked."]),
        ("A man walks.", "A man sleeps.", []),
        ("A man walks.", "The door is open.", []),
    ],
)
def test_antonyms_are_certain_or_asked_with_the_opposite_in_place(premise, claim, expected):
    found = list(dict.fromkeys(doubt.rival[:18] for doubt in GUARDS["antonyms"](premise, claim)))
    assert sorted(found)[: len(expected)] == [rival[:18] for rival in expected]
    assert bool(found) is bool(expected)


TWO = "A teacher writes while a student sleeps."


def test_what_no_clause_says_by_itself_is_asked_clause_by_clause():
    (doubt,) = GUARDS["clauses"](TWO, "A teacher sleeps.")
    assert doubt.questions(TWO) == [
        ("A teacher writes.", "A teacher sleeps."),
        ("A student sleeps.", "A teacher sleeps."),
    ]
    assert doubt.holds(0.9, [0.1, 0.4])
    assert not doubt.holds(0.9, [0.1, 0.5])
    assert GUARDS["clauses"]("A teacher writes.", "A teacher sleeps.") == []
    assert GUARDS["clauses"](TWO, "People are in a class.") == []


def test_each_part_of_a_claim_may_follow_from_another_clause():
    (doubt,) = GUARDS["clauses"](TWO, TWO)
    assert len(doubt.questions(TWO)) == 4
    assert not doubt.holds(0.9, [0.9, 0.1, 0.1, 0.9])
    assert doubt.holds(0.9, [0.9, 0.9, 0.1, 0.1])


def test_a_rival_holds_when_it_is_supported_at_least_as_much():
    doubt = Doubt("x", rival="A man walks up.")
    assert doubt.questions("A man.") == [("A man.", "A man walks up.")]
    assert doubt.holds(0.8, [0.8])
    assert not doubt.holds(0.8, [0.79])


def judged(says, premise, claim, **options):
    scorer = WrittenScorer(says)
    return Written(scorer, guards=True, **options).judge([(premise, claim)])[0], scorer


def test_a_guard_withdraws_and_says_who_and_why_but_the_label_stays():
    found, scorer = judged(lambda p, c: YES, "Two dogs run.", "Three dogs run.")
    assert (found.supports, found.label) == (False, NLILabel.ENTAILMENT)
    assert found.reason == 'guard numbers: 3 claimed for "dogs", the caption says 2'
    assert len(scorer.asked) == 1


def test_the_judge_is_asked_again_only_about_what_it_supports():
    found, scorer = judged(lambda p, c: PERHAPS, TWO, "A teacher sleeps.")
    assert (found.supports, found.reason, len(scorer.asked)) == (False, None, 1)
    found, scorer = judged(
        lambda p, c: YES if "writes while" in p else PERHAPS, TWO, "A teacher sleeps."
    )
    assert found.reason == "guard clauses: no clause of the caption says so by itself"


def test_guards_never_grant():
    pairs = [(TWO, "A teacher sleeps."), ("Two dogs run.", "Three dogs run."), ("x", "y")]
    for answer in (PERHAPS, YES):
        without = Written(WrittenScorer(lambda p, c, a=answer: a)).judge(pairs)
        with_guards = Written(WrittenScorer(lambda p, c, a=answer: a), guards=True).judge(pairs)
        for plain, guarded in zip(without, with_guards, strict=True):
            assert plain.supports or not guarded.supports
            assert plain.scores == guarded.scores


@pytest.mark.parametrize("name", GUARDS)
def test_each_guard_can_be_switched_off(name):
    assert name not in guards_left(name)
    assert len(guards_left(name)) == len(GUARDS) - 1
    found, _ = judged(lambda p, c: YES, "Two dogs run.", "Three dogs run.", guards_off=name)
    assert found.supports is (name == "numbers")


def test_an_unknown_guard_is_an_error_that_lists_the_known_ones():
    with pytest.raises(ConfigError, match=r"no guard named colors; there are: .*colours"):
        guards_left("colors")


def test_words_inside_a_quotation_are_not_the_claims_own():
    caption = 'The sign says "2 left". Three dogs run.'
    assert all_doubts(caption, 'The sign says "2 left".') == []


@pytest.mark.parametrize("text", ["", "?", "x" * 5000, "日本の猫", "no not never", "7 : 61"])
def test_odd_texts_do_no_harm(text):
    for premise, claim in ((text, "Two red dogs are not open."), ("A dog runs.", text)):
        assert all(doubt.why for _, doubt in all_doubts(premise, claim))
