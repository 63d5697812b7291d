"""Labelling transcripts on the core's page, over HTTP as a browser does."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from gvqa_cedi.annotation.labels import ErrorSpan, Labels, read_labels, write_labels
from gvqa_cedi.annotation.pages import make_page
from gvqa_cedi.annotation.pictures import picture_files
from gvqa_cedi.annotation.ranking import mean_ranks, relevance
from gvqa_cedi.errors import GraphError, LabelError
from gvqa_cedi.transcripts import Transcript, Turn, save_transcripts
from gvqa_core.cli.run import run
from gvqa_core.labelling import serve

SAID = [
    Transcript("synthetic/000", (Turn("What is there?", "A red <b>square</b> 🟥 and a dog.",
                                      truth="a red square"),
                                 Turn("And?", None)), "m", "ours"),
    Transcript("synthetic/000", (Turn("", "A square."),), "m", "caption"),
]  # fmt: skip


def post(url: str, data: object) -> dict:
    request = urllib.request.Request(url + "label", json.dumps(data).encode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def state(url: str) -> dict:
    with urllib.request.urlopen(url + "state") as answer:
        return json.load(answer)


def test_spans_are_kept_as_they_are_made_and_shown_again(tmp_path):
    path = tmp_path / "labels.json"
    with picture_files(None) as picture:
        with serve(make_page(SAID, path, "spans", picture)) as server:
            shown = state(server.url)
            assert [item["id"] for item in shown["items"]] == ["0/0", "1/0"]
            assert shown["items"][0]["text"] == SAID[0].turns[0].text
            assert "a red square" in shown["items"][0]["context"]
            with urllib.request.urlopen(server.url + "picture/0") as answer:
                assert answer.read().startswith(b"\x89PNG")
            start = SAID[0].turns[0].text.index("dog")
            span = {"start": start, "end": start + 3, "value": "object"}
            post(server.url, {"id": "0/0", "label": [span]})
            post(server.url, {"id": "1/0", "label": []})
        kept = read_labels(path, SAID)
        assert kept.spans == {(0, 0): (ErrorSpan(start, start + 3, "object"),), (1, 0): ()}
        with serve(make_page(SAID, path, "spans", picture)) as server:
            assert state(server.url)["labels"] == {"0/0": [span], "1/0": []}
            post(server.url, {"id": "1/0", "label": None})
        assert (1, 0) not in read_labels(path, SAID).spans


@pytest.mark.parametrize(
    "label",
    [
        [{"start": 0, "end": 9999, "value": "object"}],
        [{"start": 0, "end": 1, "value": "colour"}],
        "object",
    ],
)
def test_what_is_no_label_is_refused(tmp_path, label):
    path = tmp_path / "labels.json"
    with picture_files(None) as picture, serve(make_page(SAID, path, "spans", picture)) as server:
        with pytest.raises(urllib.error.HTTPError) as refused:
            post(server.url, {"id": "0/0", "label": label})
        assert refused.value.code == 400
    assert not path.exists()


def test_relevance_and_realism(tmp_path):
    path = tmp_path / "labels.json"
    with picture_files(None) as picture:
        with serve(make_page(SAID, path, "relevance", picture)) as server:
            assert [item["text"] for item in state(server.url)["items"]] == [
                "What is there?", "And?",
            ]  # fmt: skip
            post(server.url, {"id": "0/0", "label": "yes"})
            post(server.url, {"id": "0/1", "label": "no"})
        with serve(make_page(SAID, path, "realism", picture)) as server:
            shown = state(server.url)
            assert [choice["value"] for choice in shown["choices"]] == ["1", "2"]
            assert "ours" not in json.dumps(shown["items"])
            post(server.url, {"id": "0", "label": "1"})
            post(server.url, {"id": "1", "label": "2"})
    kept = read_labels(path, SAID)
    assert mean_ranks(SAID, kept) == {"caption": 2.0, "ours": 1.0}
    assert relevance(SAID, kept) == {"ours": 0.5}


def test_labels_of_other_transcripts_are_noticed(tmp_path):
    path = tmp_path / "labels.json"
    write_labels(path, Labels(spans={(0, 0): ()}), SAID)
    other = [Transcript("synthetic/000", (Turn("", "Something else."),))]
    with pytest.raises(LabelError, match="other transcripts"):
        read_labels(path, other)
    with pytest.raises(LabelError, match="other transcripts"):
        read_labels(path, [])
    path.write_text("[1]", encoding="utf-8")
    with pytest.raises(LabelError, match="no file of labels"):
        read_labels(path, SAID)


def test_nothing_to_label(tmp_path):
    empty = [Transcript("x", (Turn("", None),))]
    with pytest.raises(LabelError, match="nothing to label"):
        make_page(empty, tmp_path / "l.json", "spans", lambda _: None)


def test_pictures_stay_below_their_folder(tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(b"x")
    (folder / "7.jpg").write_bytes(b"x")
    with picture_files(folder) as find:
        assert find("vg/7") == folder / "7.jpg"
        assert find("../secret") is None
        assert find("synthetic/999") is None
    with pytest.raises(GraphError, match="no folder"), picture_files(tmp_path / "none"):
        pass


def test_statistics_from_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = [
        Transcript(f"synthetic/{n:03d}", (Turn("", text),), "m", "caption")
        for n, text in enumerate(
            ["A red square.", "A red square and a dog.", "A dog, a cat and a bird."]
        )
    ]
    save_transcripts(tmp_path / "said.jsonl", said)
    write_labels(
        tmp_path / "labels.json",
        Labels(
            spans={
                (0, 0): (),
                (1, 0): (ErrorSpan(17, 22, "object"),),
                (2, 0): tuple(ErrorSpan(*at, "object") for at in ((0, 5), (7, 12), (17, 23))),
            }
        ),
        said,
    )
    assert run(["cedi", "grade", "said.jsonl", "--out", "grades.json", "--json"]) == 0
    capsys.readouterr()
    assert run(["cedi", "labels", "said.jsonl", "--labels", "labels.json", "--grades",
                "grades.json", "--json"]) == 0  # fmt: skip
    found = json.loads(capsys.readouterr().out)
    assert found["six_statistics"]["samples"] == pytest.approx(2 / 3)
    assert found["six_statistics"]["per_sample"] == pytest.approx(4 / 3)
    assert found["correlation_with_marked_hallucinations"]["hal_objects"] > 0.9
    assert found["correlation_with_marked_hallucinations"]["valor_faith"] < -0.9
    assert run(["cedi", "labels", "said.jsonl", "--labels", "labels.json"]) == 0
    assert "six statistics" in capsys.readouterr().out
    assert run(["cedi", "stability", "grades.json", "grades.json", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["chair_i"]["deviation"] == 0.0
    assert run(["cedi", "stability", "said.jsonl"]) == 1
    assert "cannot be read as grades" in capsys.readouterr().err


def test_annotate_refuses_unknown_kinds(tmp_path, capsys):
    save_transcripts(tmp_path / "s.jsonl", SAID)
    arguments = [str(tmp_path / "s.jsonl"), "--labels", str(tmp_path / "l.json")]
    assert run(["cedi", "annotate", *arguments, "--what", "mood"]) == 2
    assert "spans, relevance, realism" in capsys.readouterr().err
