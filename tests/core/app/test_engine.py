"""The app without its page: whose video is whose, and what is removed when."""

from __future__ import annotations

import threading

import pytest

from gvqa_core.app.engine import Engine
from gvqa_core.errors import GvqaError
from gvqa_core.plugins import load_plugins
from gvqa_core.settings import load_settings
from gvqa_core.testing.clips import colour_clip

QUESTION = "What colour is the picture at the end?"


@pytest.fixture
def engine(tmp_path):
    settings = load_settings(environ={}, backend="embedded", cache_dir=str(tmp_path / "cache"),
                             options={"captioner": {"embedded": {"ocr": "off"}}})  # fmt: skip
    made = Engine(settings, load_plugins(), tmp_path / "app")
    yield made
    made.close()
    assert not (tmp_path / "app").exists()


def upload(engine, name, colour=(200, 20, 20)):
    folder = engine.folder / name
    folder.mkdir(parents=True)
    path = folder / "clip.mkv"
    colour_clip(path, times=[0.0, 1.0, 2.0], colours=[colour] * 3)
    return str(path)


def silent(doing, done, total):
    pass


def test_each_user_has_a_conversation_of_their_own(engine):
    for user, colour in (("one", (200, 20, 20)), ("two", (20, 20, 200))):
        engine.describe(user, upload(engine, user, colour), "embedded", "lexical", silent)
    said = {user: engine.ask(user, QUESTION, silent).claims[0].text for user in ("one", "two")}
    assert "red" in said["one"]
    assert "blue" in said["two"]
    with pytest.raises(GvqaError, match="no video yet"):
        engine.ask("three", "What colour is it?", silent)
    with pytest.raises(GvqaError, match="empty"):
        engine.ask("one", "  ", silent)


def test_an_upload_goes_with_the_last_user_who_talks_about_it(engine, tmp_path):
    path = upload(engine, "hash")
    for user in ("one", "two"):
        engine.describe(user, path, "embedded", "lexical", silent)
    engine.forget("one")
    assert engine.ask("two", QUESTION, silent).claims
    other = upload(engine, "other")
    engine.describe("two", other, "embedded", "lexical", silent)
    assert not (engine.folder / "hash").exists()
    mine = tmp_path / "mine.mkv"
    colour_clip(mine, times=[0.0, 1.0], colours=[(9, 9, 9)] * 2)
    engine.describe("two", str(mine), "embedded", "lexical", silent)
    engine.forget("two")
    assert mine.exists(), "what was not uploaded is not the app's to remove"


def test_an_upload_that_is_gone_is_to_be_chosen_again(engine):
    path = upload(engine, "hash")
    engine.describe("one", path, "embedded", "lexical", silent)
    engine.forget("one")
    with pytest.raises(GvqaError, match="choose the file again"):
        engine.describe("two", path, "embedded", "lexical", silent)


def test_progress_is_told_to_the_one_who_waits(engine):
    heard = {"one": [], "two": []}

    def describe(user):
        def tell(doing, done, total):
            heard[user].append((doing, threading.get_ident()))

        path = upload(engine, user, (20, 150, 20) if user == "one" else (20, 20, 200))
        engine.describe(user, path, "embedded", "lexical", tell)

    threads = [threading.Thread(target=describe, args=(user,)) for user in heard]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    idents = {user: {ident for _, ident in said} for user, said in heard.items()}
    assert all(len(each) == 1 for each in idents.values())
    assert idents["one"] != idents["two"]
    assert heard["one"][0][0] == "Describing frames"


def test_what_is_usable_is_told_and_what_is_not_with_its_reason(engine):
    names, reasons = engine.usable("captioner")
    assert names[:1] == ["auto"]
    assert "embedded" in names
    assert all(": " in reason for reason in reasons)
