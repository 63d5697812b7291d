"""The local hub cache, reachability of the hub, and fetching from a real one on loopback."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.core.hub_server import COMMIT, hub

from gvqa_core.backends import models
from gvqa_core.config import Settings
from gvqa_core.errors import ModelUnavailableError


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def put(cache: Path, model: str, files: dict[str, bytes], *, commit: str = "c1") -> Path:
    """Write a model into the cache as the hub's client does: blobs, links, refs."""
    folder = cache / ("models--" + model.replace("/", "--"))
    (folder / "blobs").mkdir(parents=True, exist_ok=True)
    (folder / "refs").mkdir(exist_ok=True)
    (folder / "refs" / "main").write_text(commit)
    for name, data in files.items():
        blob = folder / "blobs" / f"{commit}-{name.replace('/', '-')}"
        blob.write_bytes(data)
        link = folder / "snapshots" / commit / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(blob)
    return folder


def index_of(*shards: str) -> bytes:
    return json.dumps({"weight_map": {f"w{i}": name for i, name in enumerate(shards)}}).encode()


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert models.hub_cache() == tmp_path / ".cache/huggingface/hub"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert models.hub_cache() == tmp_path / "xdg/huggingface/hub"
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    assert models.hub_cache() == tmp_path / "hf/hub"
    monkeypatch.setenv("HF_HUB_CACHE", "~/mine")
    assert models.hub_cache() == tmp_path / "mine"


def test_what_is_in_the_cache(cache: Path) -> None:
    assert models.cached_models() == []
    put(cache, "org/whole", {"config.json": b"{}", "model.safetensors": b"12345"})
    put(cache, "org/part", {"config.json": b"{}"})
    (cache / "datasets--org--set").mkdir()
    (cache / ".locks").mkdir()
    whole, part = sorted(models.cached_models(), key=lambda each: not each.complete)
    assert (whole.model, whole.complete, whole.revisions) == ("org/whole", True, ("c1",))
    assert whole.size == 2 + 5 + 2  # both files once, and the ref
    assert (part.model, part.complete) == ("org/part", False)


def test_a_snapshot_counts_only_when_all_its_shards_are_here(cache: Path) -> None:
    index = index_of("model-1.safetensors", "model-2.safetensors")
    files = {"model.safetensors.index.json": index, "model-1.safetensors": b"1"}
    put(cache, "org/sharded", files)
    assert models.snapshot("org/sharded") is None
    put(cache, "org/sharded", {"model-2.safetensors": b"2"})
    assert models.snapshot("org/sharded") == cache / "models--org--sharded/snapshots/c1"


@pytest.mark.parametrize("index", [b"not json", b"[]", b'{"weight_map": 3}', b"{}"])
def test_an_unreadable_index_counts_as_incomplete(cache: Path, index: bytes) -> None:
    put(cache, "org/odd", {"model.safetensors.index.json": index, "model-1.safetensors": b"1"})
    assert models.snapshot("org/odd") is None


def test_a_link_to_a_lost_blob_counts_as_incomplete(cache: Path) -> None:
    folder = put(cache, "org/lost", {"model.safetensors": b"1", "tokenizer.json": b"{}"})
    (folder / "blobs" / "c1-tokenizer.json").unlink()
    assert models.snapshot("org/lost") is None
    assert models.cached_models()[0].complete is False


def test_revisions(cache: Path) -> None:
    put(cache, "org/two", {"model.safetensors": b"old"}, commit="old")
    put(cache, "org/two", {"model.safetensors": b"new"}, commit="new")
    (cache / "models--org--two/refs/v1").write_text("old")
    assert models.snapshot("org/two", "v1") == cache / "models--org--two/snapshots/old"
    assert models.snapshot("org/two", "old") == cache / "models--org--two/snapshots/old"
    assert models.snapshot("org/two") == cache / "models--org--two/snapshots/new"
    assert models.snapshot("org/two", "v2") is None


@pytest.mark.parametrize("model", ["../../etc", "", "a/b/c", "org/na me", "/tmp", "org\x00/x"])
def test_what_is_no_model_id_is_not_looked_for(cache: Path, model: str) -> None:
    assert models.snapshot(model) is None


def test_resolving_prefers_what_is_here(cache: Path, tmp_path: Path) -> None:
    assert models.resolve(str(tmp_path)) == str(tmp_path)
    assert models.resolve("org/name") == "org/name"
    folder = put(cache, "org/name", {"model.safetensors": b"1"})
    assert models.resolve("org/name") == str(folder / "snapshots/c1")


def test_availability_of_weights(cache: Path, tmp_path: Path) -> None:
    found = models.weights_availability("org/name", size=2_500_000_000)
    assert (found.usable, found.download, found.download_bytes) == (True, "org/name", 2_500_000_000)
    assert found.reason == "fetches org/name (2.5 GB) at first use"
    put(cache, "org/name", {"model.safetensors": b"1"})
    assert models.weights_availability("org/name").download is None
    assert models.weights_availability(str(tmp_path)).download is None
    missing = models.weights_availability(str(tmp_path / "nowhere"))
    assert not missing.usable
    assert "neither a folder here nor a model id" in missing.reason


def test_the_hub_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with hub({}) as address:
        monkeypatch.setenv("HF_ENDPOINT", address + "/")
        assert models.hub_endpoint() == address
        assert models.hub_reachable()
    assert models.hub_reachable(), "asked once for each process"


@pytest.mark.parametrize(
    ("status", "reachable"), [(404, True), (405, True), (403, False), (407, False), (503, False)]
)
def test_what_the_hub_answers_matters(
    monkeypatch: pytest.MonkeyPatch, status: int, reachable: bool
) -> None:
    with hub({}, status=status) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        assert models.hub_reachable() is reachable


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9", "ftp://127.0.0.1", "nonsense", "http://"]
)
def test_the_hub_does_not_answer(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("HF_ENDPOINT", address)
    assert not models.hub_reachable()


def test_a_silent_hub_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as silent:  # accepts connections and never says anything
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        before = time.monotonic()
        assert not models.hub_reachable(timeout=0.4)
        assert time.monotonic() - before < 3


@pytest.mark.parametrize("variable", ["HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "GVQA_OFFLINE"])
def test_offline(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "GVQA_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    assert not models.is_offline(Settings())
    assert models.is_offline(Settings(offline=True))
    monkeypatch.setenv(variable, "1")
    assert models.is_offline(Settings())


def connected() -> dict[str, str]:
    """The environment without what would forbid downloads."""
    offline = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "GVQA_OFFLINE")
    return {key: value for key, value in os.environ.items() if key not in offline}


def test_going_offline_holds_for_the_process_and_its_libraries() -> None:
    code = """
import sys
from gvqa_core.backends import models
from gvqa_core.config import Settings
if sys.argv[1] == "before":
    import huggingface_hub.constants
models.go_offline()
import huggingface_hub.constants
print(huggingface_hub.constants.is_offline_mode(), models.is_offline(Settings()))
"""
    pytest.importorskip("huggingface_hub")
    kept = connected()
    for when in ("before", "after"):
        done = subprocess.run(
            [sys.executable, "-c", code, when],
            env=kept, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.stdout == "True True\n", done.stderr


PULL = """
import sys
from gvqa_core.backends import models
from gvqa_core.errors import ModelUnavailableError
try:
    print(models.pull(sys.argv[1]))
except ModelUnavailableError as error:
    print("unavailable:", error)
"""


def pull(model: str, **environ: str) -> str:
    """Fetch in a fresh interpreter: the hub's client reads its environment at import."""
    pytest.importorskip("huggingface_hub")
    kept = connected()
    done = subprocess.run(
        [sys.executable, "-c", PULL, model],
        env={**kept, "HF_HUB_DISABLE_PROGRESS_BARS": "1", "HF_HUB_DISABLE_TELEMETRY": "1",
             "NO_PROXY": "127.0.0.1", **environ},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_pulling_takes_weights_and_leaves_pickles(cache: Path) -> None:
    files = {
        "config.json": b"{}",
        "model.safetensors": b"weights",
        "pytorch_model.bin": b"a pickle",
        "modeling.py": b"code",
        "onnx/model.json": b"{}",
    }
    with hub({"org/name": files}) as address:
        said = pull("org/name", HF_ENDPOINT=address, HF_HUB_CACHE=str(cache))
        folder = Path(said)
        assert folder.name == COMMIT, said
        assert sorted(path.name for path in folder.iterdir()) == [
            "config.json",
            "model.safetensors",
        ]
        assert (folder / "model.safetensors").read_bytes() == b"weights"
        missing = pull("org/other", HF_ENDPOINT=address, HF_HUB_CACHE=str(cache))
        assert missing.startswith("unavailable: org/other could not be fetched")
    assert models.snapshot("org/name") == folder
    (found,) = [each for each in models.cached_models() if each.model == "org/name"]
    assert found.complete


def test_the_size_of_what_would_be_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "model.safetensors": b"12345",
        "config.json": b"{}",
        "old.bin": b"pickle",
        "x.py": b"1",
    }
    with hub({"org/sized": files}) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        assert models.remote_size("org/sized") == 7
        assert models.remote_size("org/unknown") is None
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert models.remote_size("org/elsewhere") is None
    assert models.remote_size("not an id") is None


def test_pulling_when_offline_is_an_error(cache: Path) -> None:
    with hub({"org/name": {"model.safetensors": b"1"}}) as address:
        said = pull("org/name", HF_ENDPOINT=address, HF_HUB_CACHE=str(cache), HF_HUB_OFFLINE="1")
    assert said.startswith("unavailable: org/name could not be fetched")
    assert "HF_HUB_OFFLINE" in said


def test_pulling_without_a_hub_is_an_error(cache: Path) -> None:
    said = pull("org/name", HF_ENDPOINT="http://127.0.0.1:9", HF_HUB_CACHE=str(cache))
    assert said.startswith("unavailable: org/name could not be fetched from http://127.0.0.1:9")


def test_pulling_without_the_client_names_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ModelUnavailableError, match="pip install huggingface_hub"):
        models.pull("org/name")
