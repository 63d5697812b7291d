"""`ask`, `verify` and `ingest` on a real clip."""

from __future__ import annotations

import json
import re

import pytest
from tests.core.cli.conftest import EMBEDDED

from gvqa_core.report import load

QUESTION = "How many parameters?"
GOOD = ["--verifier", "lexical"]


def test_ask_answers_with_its_evidence(gvqa, talk):
    """With nothing but the core: the slides are read from the pixels."""
    pytest.importorskip("rapidocr", reason="reading slides needs gvqa-core[ocr]")
    done = gvqa("ask", talk, QUESTION, *EMBEDDED)
    assert done.code == 0, done.err
    assert "✓ Grounded  0:05" in done.out
    assert "3 billion parameters" in done.out
    assert re.search(r"0:05 \(cited time\) entailment", done.out)
    assert "captioner: embedded" in done.err
    assert "verifier: lexical" in done.err


def test_ask_as_json_is_one_document_on_stdout(gvqa, talk):
    done = gvqa("ask", talk, QUESTION, "--json", *GOOD)
    assert done.code == 0, done.err
    assert done.json["format"] == "gvqa-answer"
    assert done.json["status"] == "answered"
    assert done.json["claims"][0]["verdict"] == "Grounded"
    assert done.json["claims"][0]["claim"]["timestamp"] == 5.0
    assert done.json["provenance"]["components"]["verifier"]["name"] == "lexical"
    assert done.json["provenance"]["components"]["verifier"]["why"] == "asked for by name"


def test_save_writes_what_load_reads(gvqa, talk, tmp_path):
    done = gvqa("ask", talk, QUESTION, "--save", "out/../audit")
    assert done.code == 0, done.err
    answer = load(tmp_path / "audit")
    assert answer.question == QUESTION
    assert answer.claims[0].evidence.picture.width == 640
    assert f"saved: {tmp_path}" in done.err.replace("\n", "")


def test_nothing_found_is_exit_code_1(gvqa, talk):
    done = gvqa("ask", talk, "Which elephant plays the violin?", "--json")
    assert done.code == 1
    assert done.json["status"] == "nothing_found"
    assert done.json["claims"] == []


def test_only_the_part_asked_for_is_described(gvqa, talk):
    done = gvqa("ingest", talk, "--from", "00:05", "--to", "9.9s", "--json")
    assert done.code == 0, done.err
    assert [caption["timestamp"] for caption in done.json["captions"]] == [5.0]
    assert "3 billion parameters" in done.json["captions"][0]["text"]


def test_a_dry_run_describes_nothing_and_the_second_knows_the_speed(gvqa, talk):
    first = gvqa("ingest", talk, "--dry-run", "--json", "--interval", "5")
    assert first.code == 0, first.err
    assert first.json["cached"] == 0
    assert first.json["frames"] == 3
    assert first.json["seconds"] is None
    assert first.json["components"]["captioner"]["name"] == "signs"
    gvqa("ingest", talk)
    text = gvqa("ingest", talk, "--dry-run").out
    assert "3 frames, 3 already described, 0 to describe" in text
    denser = gvqa("ingest", talk, "--dry-run", "--interval", "1", "--json").json
    assert denser["frames"] == 15
    assert denser["seconds"] > 0


@pytest.mark.parametrize("command", [("ask", "Why?"), ("verify",), ("ingest",)])
def test_a_missing_video_is_told_before_anything_is_chosen(gvqa, claims, command):
    name, *rest = command if command[0] != "verify" else ("verify", claims)
    done = gvqa(name, "nowhere.mp4", *rest)
    assert done.code == 1
    assert "no such video file" in done.err
    assert "captioner" not in done.err


def test_verify_shows_each_verdict_and_why(gvqa, talk, claims):
    done = gvqa("verify", talk, claims)
    assert done.code == 0, done.err
    assert "2 of 3 claims are Unverified." in done.out
    assert "✓ Grounded  0:00" in done.out
    assert "✗ Unverified  0:05  " in done.out
    assert "What is seen at the cited time contradicts it." in done.out
    assert "✗ Unverified  1:15  A dog runs across the stage." in done.out
    assert "outside the video" in done.out


@pytest.mark.parametrize(
    ("part", "code"), [(slice(0, 1), 0), (slice(0, 3), 3)], ids=["all grounded", "some not"]
)
def test_fail_on_unverified_is_exit_code_3(gvqa, talk, claims, part, code):
    with open(claims, encoding="utf-8") as file:
        chosen = json.dumps(json.load(file)[part]).encode()
    done = gvqa("verify", talk, "-", "--fail-on-unverified", "--json", stdin=chosen)
    assert done.code == code, done.err
    assert len(done.json["claims"]) == len(range(3)[part])


def test_a_saved_answer_can_be_verified_again(gvqa, talk, claims, tmp_path):
    gvqa("verify", talk, claims, "--save", "first")
    done = gvqa("verify", talk, "first/answer.json", "--json")
    assert [c["verdict"] for c in done.json["claims"]] == ["Grounded", "Unverified", "Unverified"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe\x00", "is not JSON"),
        (b"{}", "expected a JSON list of claims"),
        (b"[]", "expected a JSON list of claims"),
        (b'["The bar is red."]', "claim 1 must have"),
        (b'[{"claim": "x", "timestamp": 1}, {"claim": "x"}]', "claim 2 must have"),
        (b'[{"claim": " ", "timestamp": 1}]', "claim 1 has no text"),
        (
            b'[{"claim": "' + 1001 * b"a" + b'", "timestamp": 1}]',
            "claim 1 has 1001 characters",
        ),
        (b'[{"claim": "x", "timestamp": "soon"}]', "the time of claim 1 cannot be read"),
        (b'[{"claim": "x", "timestamp": NaN}]', "the time of claim 1 cannot be read"),
    ],
)
def test_claims_that_cannot_be_read_are_wrong_usage(gvqa, talk, content, said):
    done = gvqa("verify", talk, "-", stdin=content)
    assert done.code == 2
    assert said in " ".join(done.err.replace("│", " ").split())
    assert "Traceback" not in done.err


def test_a_byte_order_mark_and_clock_times_are_read(gvqa, talk):
    claim = {"claim": 'The slide says "3 billion parameters".', "timestamp": "00:05"}
    done = gvqa("verify", talk, "-", "--json", stdin=json.dumps([claim]).encode("utf-8-sig"))
    assert done.code == 0, done.err
    assert done.json["claims"][0]["verdict"] == "Grounded"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ask", "missing.mp4", "q"], "missing.mp4"),
        (["ask", ".", "q"], "folder"),
        (["ask", "notes.mp4", "q"], "notes.mp4"),
        (["ask", "{talk}", "q", "--verifier", "nlii"], "Unknown verifier 'nlii'"),
        (["ask", "{talk}", "q", "--backend", "embeded"], "Did you mean 'embedded'?"),
        (["ask", "{talk}", "q", "--backend", "mlx"], "is disabled"),
    ],
)
def test_what_cannot_be_done_is_one_message_and_code_1(gvqa, talk, tmp_path, arguments, said):
    (tmp_path / "notes.mp4").write_text("not a video")
    done = gvqa(*(word.format(talk=talk) for word in arguments))
    assert done.code == 1
    assert said in done.err
    assert "error: " in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("command", ["ask {talk} q --save notes.mp4", "verify {talk} - --save a/b"])
def test_a_place_that_cannot_be_written_is_refused_before_the_work(gvqa, talk, tmp_path, command):
    for name in ("notes.mp4", "a"):
        (tmp_path / name).write_text("a file")
    done = gvqa(*command.format(talk=talk).split(), stdin=b'[{"claim": "x", "timestamp": 0}]')
    assert done.code == 2
    assert "is a file" in " ".join(done.err.replace("│", " ").split())
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("command", ["ask {talk} q", "ingest {talk}", "ingest {talk} --dry-run"])
def test_a_part_past_the_end_is_wrong_usage(gvqa, talk, command):
    done = gvqa(*command.format(talk=talk).split(), "--from", "1:30")
    assert done.code == 2
    said = " ".join(done.err.replace("│", " ").split())
    assert "the part begins at 90 s, and the video ends at 15 s" in said


def test_an_option_of_a_component_reaches_it_by_its_dotted_name(gvqa, talk):
    wrong = gvqa("ask", talk, QUESTION, "-o", "retriever.bm25.nonsense", "1")
    assert wrong.code == 2
    assert "nonsense" in wrong.err
    shown = gvqa("config", "--json", "-o", "verify.guards", "no", "-o", "use.verifier=lexical").json
    rows = {row["key"]: row for row in shown}
    assert rows["verify.guards"] == {"key": "verify.guards", "value": False, "source": "argument"}
    assert rows["use.verifier"]["value"] == "lexical"
    assert rows["interval"] == {"key": "interval", "value": 5.0, "source": "default"}


def test_a_model_given_to_a_component_without_models_is_an_error(gvqa, talk):
    done = gvqa("ask", talk, QUESTION, "--captioner-model", "some/model")
    assert done.code == 2
    assert "model" in done.err
    assert "Traceback" not in done.err


def test_subtitles_answer_unless_they_are_off(gvqa, talk, tmp_path):
    cue = "1\n00:00:01,000 --> 00:00:04,000\nThe prototype cost nine thousand euros.\n"
    subtitles = tmp_path / "talk.srt"
    subtitles.write_text(cue)
    asking = ("ask", talk, "What is said about the prototype?")
    done = gvqa(*asking, "--subtitles", str(subtitles))
    assert done.code == 0, done.err
    assert 'It is said: "The prototype cost nine thousand euros."' in done.out
    assert "(said) supports: “The prototype cost nine thousand euros.”" in done.out
    assert gvqa(*asking, "--subtitles", "off").code == 1
    missing = gvqa(*asking, "--subtitles", "none.srt")
    assert missing.code == 1
    assert "the subtitles none.srt cannot be read" in missing.err


def test_ingest_tells_what_speech_it_found(gvqa, talk, tmp_path):
    subtitles = tmp_path / "talk.srt"
    subtitles.write_text("1\n00:00:01,000 --> 00:00:04,000\nHello.\n")
    options = ("ingest", talk, "--subtitles", str(subtitles))
    assert f"1 passage of speech from {subtitles}" in gvqa(*options).out
    told = gvqa(*options, "--json").json["transcript"]
    assert (told["origin"], told["passages"]) == ("file", 1)
    assert gvqa("ingest", talk, "--json").json["transcript"] is None
