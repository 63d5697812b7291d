"""Model weights: what is on this machine, whether more can be fetched, and fetching.

The local cache of the Hugging Face hub is read from its folder layout, so that
listing and choosing import no model library. Honoured: `HF_HUB_CACHE`, `HF_HOME`,
`XDG_CACHE_HOME`, `HF_ENDPOINT`, `HF_HUB_OFFLINE`.
"""

from __future__ import annotations

import fnmatch
import functools
import json
import os
import re
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gvqa_core.component import Availability
from gvqa_core.errors import ModelUnavailableError
from gvqa_core.loading.names import describe_error, readable_size
from gvqa_core.options import TRUE_WORDS

if TYPE_CHECKING:
    from gvqa_core.config import Settings

HUB = "https://huggingface.co"
MODEL_ID = re.compile(r"[\w.-]+(/[\w.-]+)?")
WEIGHT_SUFFIXES = (".safetensors", ".gguf", ".onnx", ".npz", ".bin")
FETCHED = ("*.safetensors", "*.json", "*.txt", "*.model", "*.jinja", "*.tiktoken")
"""What `pull` takes of a repository: weights as safetensors, never pickles or code."""
_IGNORED = ("onnx/*", "openvino/*", "original/*")


@frozen
class CachedModel:
    """A model in the local hub cache.

    Attributes:
        model: Its id, `organisation/name`.
        path: Its folder in the cache.
        size: Bytes on disk, all revisions together.
        revisions: Commits that have a snapshot.
        complete: Whether some snapshot holds all weights it speaks of.
    """

    model: str
    path: Path
    size: int
    revisions: tuple[str, ...]
    complete: bool


def hub_cache() -> Path:
    """Return the folder of the local hub cache; it need not exist."""
    for variable in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if os.environ.get(variable):
            return Path(os.environ[variable]).expanduser()
    if os.environ.get("HF_HOME"):
        return Path(os.environ["HF_HOME"]).expanduser() / "hub"
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(caches).expanduser() / "huggingface" / "hub"


def hub_endpoint() -> str:
    """Return the address of the model hub."""
    return (os.environ.get("HF_ENDPOINT") or HUB).rstrip("/")


def is_offline(settings: Settings) -> bool:
    """Tell whether the hub must not be reached for: by the settings or `HF_HUB_OFFLINE`."""
    variables = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "GVQA_OFFLINE")
    return settings.offline or any(
        os.environ.get(name, "").strip().lower() in TRUE_WORDS for name in variables
    )


def go_offline() -> None:
    """Forbid every download in this process, also to model libraries loaded from now on.

    It cannot be taken back: libraries read the variable once, when imported.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"
    constants: Any = sys.modules.get("huggingface_hub.constants")
    if constants is not None:
        constants.HF_HUB_OFFLINE = True


def cached_models() -> list[CachedModel]:
    """List the models in the local hub cache, in order of id."""
    try:
        folders = sorted(hub_cache().glob("models--*"))
    except OSError:
        return []
    return [_read_folder(folder) for folder in folders if folder.is_dir()]


def snapshot(model: str, revision: str | None = None) -> Path | None:
    """Find a model's complete snapshot in the local hub cache.

    Args:
        model: `organisation/name`.
        revision: Branch, tag or commit; None means the default branch.

    Returns:
        The folder, loadable by path without any network; None when it is not all here.
    """
    if not MODEL_ID.fullmatch(model):
        return None
    folder = hub_cache() / ("models--" + model.replace("/", "--"))
    name = revision or "main"
    try:
        commit = (folder / "refs" / name).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        commit = name
    found = folder / "snapshots" / commit
    return found if found.is_dir() and _is_complete(found) else None


def resolve(model: str, revision: str | None = None) -> str:
    """Return what to hand to a model library: a local folder where there is one, else the id."""
    local = Path(model).expanduser()
    if local.is_dir():
        return str(local)
    found = snapshot(model, revision)
    return str(found) if found else model


def weights_availability(
    model: str, revision: str | None = None, *, size: int | None = None
) -> Availability:
    """Tell whether a model's weights are here or would be fetched; made for probes.

    Args:
        model: A local folder, or an id of the hub.
        revision: Branch, tag or commit; None means the default branch.
        size: Bytes to fetch, where known.
    """
    if resolve(model, revision) != model or Path(model).is_dir():
        return Availability(usable=True)
    if not MODEL_ID.fullmatch(model):
        return Availability(
            usable=False, reason=f"'{model}' is neither a folder here nor a model id"
        )
    amount = f" ({readable_size(size)})" if size else ""
    return Availability(
        usable=True,
        reason=f"fetches {model}{amount} at first use",
        download=model,
        download_bytes=size,
    )


def hub_reachable(timeout: float = 5.0) -> bool:
    """Tell whether the model hub answers; asked once for each process and address.

    Args:
        timeout: Seconds to wait for the answer of the first call.
    """
    return _ask_hub(hub_endpoint(), timeout)


@functools.cache
def _ask_hub(endpoint: str, timeout: float) -> bool:
    answered = threading.Event()

    def ask() -> None:
        if _answers(endpoint, timeout):
            answered.set()

    # Name resolution obeys no timeout of its own, so it is waited for from outside.
    thread = threading.Thread(target=ask, name="gvqa-hub", daemon=True)
    thread.start()
    thread.join(timeout)
    return answered.is_set()


def _answers(endpoint: str, timeout: float) -> bool:
    import urllib.error
    import urllib.request

    if not endpoint.startswith(("http://", "https://")):
        return False
    request = urllib.request.Request(endpoint, method="HEAD")  # noqa: S310 - scheme checked above
    try:
        with urllib.request.urlopen(request, timeout=timeout):  # noqa: S310
            return True
    except urllib.error.HTTPError as error:
        # A hub may refuse HEAD; a proxy in the way says 403, 407 or a server error.
        return error.code < 500 and error.code not in (403, 407)
    except (OSError, ValueError):
        return False


@functools.cache
def remote_size(model: str, revision: str | None = None, *, timeout: float = 5.0) -> int | None:
    """Ask the hub how many bytes `pull` would fetch; None when it does not say."""
    import urllib.request

    address = f"{hub_endpoint()}/api/models/{model}/revision/{revision or 'main'}?blobs=true"
    if not MODEL_ID.fullmatch(model) or not address.startswith(("http://", "https://")):
        return None
    try:
        with urllib.request.urlopen(address, timeout=timeout) as answer:  # noqa: S310
            files = json.load(answer)["siblings"]
        return sum(each["size"] for each in files if _is_fetched(each["rfilename"])) or None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def pull(model: str, revision: str | None = None, *, patterns: Sequence[str] = FETCHED) -> Path:
    """Fetch a model into the local hub cache; what is there already is not fetched again.

    Args:
        model: `organisation/name`.
        revision: Branch, tag or commit; None means the default branch.
        patterns: Which files to take.

    Returns:
        The folder of its snapshot.

    Raises:
        ModelUnavailableError: huggingface_hub is not installed, offline is set, or
            the hub does not have it or does not answer.
    """
    try:
        import huggingface_hub
    except ImportError as error:
        raise ModelUnavailableError(
            "Fetching models needs huggingface_hub. Install it with: pip install huggingface_hub"
        ) from error
    hub: Any = huggingface_hub
    try:
        return Path(
            hub.snapshot_download(
                model,
                revision=revision,
                allow_patterns=list(patterns),
                ignore_patterns=list(_IGNORED),
            )
        )
    except Exception as error:
        why = describe_error(error).rstrip(".")
        raise ModelUnavailableError(
            f"{model} could not be fetched from {hub_endpoint()}: {why}. "
            "Check the id, the connection and HF_HUB_OFFLINE; a gated model needs a token "
            "(huggingface-cli login)."
        ) from error


def _is_fetched(name: str) -> bool:
    def matches(patterns: Iterable[str]) -> bool:
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)

    return matches(FETCHED) and not matches(_IGNORED)


def _read_folder(folder: Path) -> CachedModel:
    snapshots = sorted(path for path in _children(folder / "snapshots") if path.is_dir())
    return CachedModel(
        model=folder.name.removeprefix("models--").replace("--", "/"),
        path=folder,
        size=_size(folder),
        revisions=tuple(path.name for path in snapshots),
        complete=any(_is_complete(path) for path in snapshots),
    )


def _children(folder: Path) -> Iterable[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return ()


def _files(folder: Path) -> Iterator[Path]:
    for root, _, names in os.walk(folder):
        for name in names:
            yield Path(root) / name


def _size(folder: Path) -> int:
    """Add up real files only: a snapshot links to blobs, which are counted once."""
    return sum(path.lstat().st_size for path in _files(folder) if not path.is_symlink())


def _is_complete(folder: Path) -> bool:
    """Tell whether a snapshot has weights, all shards of its indexes, and no dead link."""
    files = list(_files(folder))
    if not all(path.exists() for path in files):
        return False
    if not any(path.suffix in WEIGHT_SUFFIXES for path in files):
        return False
    indexes = [path for path in files if path.name.endswith(".safetensors.index.json")]
    return all((index.parent / shard).exists() for index in indexes for shard in _shards(index))


def _shards(index: Path) -> set[str]:
    try:
        return set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {"unreadable index"}
