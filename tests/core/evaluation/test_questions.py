"""Question sets: what is read, and complaints that name the line."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from gvqa_core.errors import ConfigError
from gvqa_core.evaluation.questions import GivenClaim, read_questions, shipped_sets

GOOD = """title = "Mine"
video = "clip.mp4"

[[questions]]
id = "one"
category = "factual"
question = "What is it?"
interval = [1.5, "0:10"]

[[questions]]
id = "two"
category = "colour words"
question = "Is it red?"
video = "/videos/other.mp4"
claims = [{ claim = "It is red.", timestamp = "1:05", true = false }]
"""


def write(tmp_path, text, name="set.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_set_is_read_whole(tmp_path):
    found = read_questions(write(tmp_path, GOOD))
    one, two = found.questions
    assert found.title == "Mine"
    assert (one.video, one.interval) == (str(tmp_path / "clip.mp4"), (1.5, 10.0))
    assert (two.video, two.category) == ("/videos/other.mp4", "colour words")
    assert two.claims == (GivenClaim("It is red.", 65.0, False),)
    assert {q.video for q in found.with_video("x.mp4").questions} == {"x.mp4"}


def test_json_of_the_same_shape_is_the_same_set(tmp_path):
    import tomllib

    as_json = write(tmp_path, json.dumps(tomllib.loads(GOOD), indent=1), "set.json")
    assert read_questions(as_json).questions == read_questions(write(tmp_path, GOOD)).questions


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('id = "two"', 'id = "one"', 11, "taken by the question in line 5"),
        ('id = "two"', "", 10, "no 'id'"),
        ('question = "What is it?"', 'question = "  "', 7, "expected text for 'question'"),
        ('question = "What is it?"', "question = 5", 7, "found 5"),
        ("[1.5,", "[20,", 8, "0 <= start <= end"),
        ('"0:10"]', '"0:10", 3]', 8, "expected [start, end]"),
        ('"0:10"', '"soon"', 8, "expected a time"),
        ('category = "factual"', 'categorie = "factual"', 6, "Did you mean 'category'?"),
        ("true = false", 'true = "no"', 15, "expected true or false"),
        ("claim = ", "clam = ", 15, "unknown key 'clam'"),
        ('timestamp = "1:05",', "", 15, "no 'timestamp'"),
        ('title = "Mine"', "title = 3", 1, "expected text for 'title'"),
        ('video = "clip.mp4"', 'vidoe = "clip.mp4"', 2, "Did you mean 'video'?"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, old, new, line, why):
    assert old in GOOD
    with pytest.raises(ConfigError) as error:
        read_questions(write(tmp_path, GOOD.replace(old, new)))
    assert f"set.toml, line {line}: " in str(error.value)
    assert why in str(error.value)


def test_json_names_the_line_too(tmp_path):
    text = '{\n "questions": [\n  {"id": "a", "category": "x", "question": "?"},\n'
    text += '  {"id": "b",\n   "category": "x",\n   "question": ""}\n ]\n}'
    with pytest.raises(ConfigError, match=r"set\.json, line 6: expected text for 'question'"):
        read_questions(write(tmp_path, text, "set.json"))
    with pytest.raises(ConfigError, match=r"set\.json, line 5: Expecting"):
        read_questions(write(tmp_path, text.replace('"b",', '"b"'), "set.json").resolve())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: expected a list 'questions'"),
        ("questions = []", "line 1: expected a list 'questions'"),
        ("questions = [1]", "expected a question"),
        ("title = 'a\n", "at line 2, the end"),
    ],
)
def test_what_is_no_set_at_all(tmp_path, text, why):
    with pytest.raises(ConfigError, match=why):
        read_questions(write(tmp_path, text))


def test_a_missing_file_and_an_unknown_name(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        read_questions(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="big-buck-bunny, sample-talk"):
        read_questions("big-buck")


def test_the_shipped_sets_have_the_papers_shape():
    assert shipped_sets() == ["big-buck-bunny", "sample-talk"]
    for name in shipped_sets():
        found = read_questions(name)
        kinds = Counter(question.category for question in found.questions)
        assert kinds == {"factual": 5, "adversarial": 5, "positional": 2}
    assert all(q.claims for q in found.questions if q.category == "adversarial")
