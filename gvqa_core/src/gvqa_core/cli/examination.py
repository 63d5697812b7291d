"""The examinations of `gvqa doctor`, each giving findings that say what to do next."""

from __future__ import annotations

import importlib.metadata
import platform
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from gvqa_core.cli.attempts import Attempt, try_captioner, try_drafter
from gvqa_core.config import COMPONENT_KINDS, Settings
from gvqa_core.errors import GvqaError
from gvqa_core.loading.names import describe_error, readable_size

if TYPE_CHECKING:
    from gvqa_core.loading.selection import Choice
    from gvqa_core.plugins import Plugins

_LIBRARIES = (
    "numpy", "opencv-python", "opencv-python-headless", "av", "rapidocr", "onnxruntime",
    "sentence-transformers", "torch", "transformers", "bitsandbytes", "mlx", "mlx-lm", "mlx-vlm",
    "openai", "pysubs2", "faster-whisper",
)  # fmt: skip
_OPENCV = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)


@frozen
class Finding:
    """One thing looked at.

    Attributes:
        subject: What was looked at.
        state: `ok`, `note` (works, or is simply not here), or `broken`.
        detail: What was found, and what to do where something is amiss.
    """

    subject: str
    state: Literal["ok", "note", "broken"]
    detail: str


def examine(settings: Settings, plugins: Plugins) -> Iterator[Finding]:
    """Examine this machine; nothing is downloaded.

    Args:
        settings: What would be used.
        plugins: The loaded plugins.

    Yields:
        Findings, each as soon as it is made.
    """
    yield from _versions()
    yield from _plugins(plugins)
    yield from _opencv()
    yield from _decoding()
    yield _cache(settings)
    yield _hub(settings)
    yield from _backends(settings, plugins)
    choices: dict[str, Choice] = {}
    for kind in COMPONENT_KINDS:
        yield _choice(kind, settings, plugins, choices)
    for kind, attempt in (("captioner", try_captioner), ("drafter", try_drafter)):
        if kind in choices:
            yield _tried(attempt, choices[kind], settings, plugins)


def _versions() -> Iterator[Finding]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield Finding("python", "ok", f"{python} on {platform.platform()}")
    found = [f"{name} {v}" for name in _LIBRARIES if (v := _version(name))]
    yield Finding("libraries", "ok", ", ".join(found) or "none of the optional ones")


def _version(distribution: str) -> str | None:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def _plugins(plugins: Plugins) -> Iterator[Finding]:
    for report in plugins.reports:
        origin = f"{report.distribution} {report.version}"
        if report.status == "failed":
            yield Finding(f"plugin {report.name}", "broken", f"{origin}: {report.reason}")
        else:
            offers = f"{len(report.components)} components"
            detail = f"{origin}, {report.status}, {offers}"
            detail += f"; {report.reason}" if report.reason else ""
            state = "note" if report.reason else "ok"
            yield Finding(f"plugin {report.name}", state, detail)


def _opencv() -> Iterator[Finding]:
    owners = [f"{name} {v}" for name in _OPENCV if (v := _version(name))]
    try:
        import cv2
    except (ImportError, OSError) as error:
        yield Finding(
            "opencv",
            "broken",
            f"{', '.join(owners) or 'not installed'}; import cv2 fails: {error}. "
            "Where a system library such as libGL is missing, put the headless build in its "
            "place: pip uninstall -y opencv-python && pip install opencv-python-headless",
        )
        return
    if len(owners) > 1:
        yield Finding(
            "opencv",
            "note",
            f"{' and '.join(owners)} are both installed and own the same files; it works now, "
            "and breaks when one is upgraded or removed. Keep one: pip uninstall -y "
            f"{' '.join(_OPENCV)} && pip install opencv-python",
        )
        return
    yield Finding("opencv", "ok", f"{owners[0] if owners else 'cv2'}, cv2 {cv2.__version__}")


def _decoding() -> Iterator[Finding]:
    """Write a clip of two shades, and see whether each decoder gives the right one back."""
    decoders = ["opencv", *(["pyav"] if _version("av") else [])]
    with tempfile.TemporaryDirectory(prefix="gvqa-doctor-") as folder:
        clip = Path(folder) / "clip.avi"
        for decoder in decoders:
            try:
                if not clip.exists():
                    _write_clip(clip)
                yield _read_clip(clip, decoder)
            except (GvqaError, ImportError, OSError) as error:
                yield Finding(f"decoder {decoder}", "broken", describe_error(error))


def _write_clip(path: Path) -> None:
    import cv2
    import numpy as np

    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for shade in [60] * 10 + [200] * 10:
        writer.write(np.full((48, 64, 3), shade, np.uint8))
    writer.release()


def _read_clip(path: Path, decoder: str) -> Finding:
    from gvqa_core.video import open_video

    subject = f"decoder {decoder}"
    with open_video(path, decoder=decoder) as video:
        shades = [int(frame.image.mean()) for frame in video.frames_at([0.5, 1.5])]
    if abs(shades[0] - 60) < 8 and abs(shades[1] - 200) < 8:
        return Finding(subject, "ok", "gives the right frame at each time")
    return Finding(subject, "broken", f"gives shades {shades}, expected [60, 200]")


def _cache(settings: Settings) -> Finding:
    from gvqa_core.store import Store, default_folder

    folder = Path(settings.cache_dir).expanduser() if settings.cache_dir else default_folder()
    try:
        store = Store(folder)
        size = store.size()
        store.close()
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except (GvqaError, OSError) as error:
        return Finding("cache", "broken", f"{folder} cannot be written: {error}")
    return Finding("cache", "ok", f"{folder} can be written; {readable_size(size)}")


def _hub(settings: Settings) -> Finding:
    from gvqa_core.backends import models

    here = f"{len(models.cached_models())} models in {models.hub_cache()}"
    if models.is_offline(settings):
        return Finding("model hub", "note", f"offline is set; {here}")
    if models.hub_reachable():
        return Finding("model hub", "ok", f"{models.hub_endpoint()} answers; {here}")
    detail = f"{models.hub_endpoint()} does not answer, so weights must be here; {here}"
    return Finding("model hub", "note", detail)


def _backends(settings: Settings, plugins: Plugins) -> Iterator[Finding]:
    from gvqa_core.loading.selection import BACKEND_KINDS, backends

    registry = plugins.registry
    for name in backends(registry):
        lacking: list[str] = []
        remarks: list[str] = []
        for kind in BACKEND_KINDS:
            for registered in registry.candidates(kind, name):
                found = registry.inspect(registered, settings)
                if found.reason:
                    (remarks if found.usable else lacking).append(f"{kind} {found.reason}")
                elif not found.usable:
                    lacking.append(f"{kind} is not usable")
        if lacking:
            yield Finding(f"backend {name}", "note", f"not here: {'; '.join(lacking)}")
        else:
            yield Finding(f"backend {name}", "ok", "; ".join(["can run here", *remarks]))


def _choice(kind: str, settings: Settings, plugins: Plugins, choices: dict[str, Choice]) -> Finding:
    try:
        choice = plugins.registry.choose(kind, getattr(settings.use, kind), settings)
    except GvqaError as error:
        return Finding(kind, "broken", str(error))
    choices[kind] = choice
    skipped = "".join(f"; not {name}: {reason}" for name, reason in choice.skipped)
    return Finding(kind, "ok", f"{choice.name}, {choice.why}{skipped}")


def _tried(attempt: Attempt, choice: Choice, settings: Settings, plugins: Plugins) -> Finding:
    subject = f"{attempt.says} {choice.name}"
    registry = plugins.registry
    found = registry.inspect(choice.registered, settings)
    if found.download:
        return Finding(
            subject,
            "note",
            f"not tried: {found.download} is not here; gvqa models pull {found.download}",
        )
    try:
        ok, detail = attempt.run(registry.build(choice, settings))
    except Exception as error:  # noqa: BLE001 - whatever a component raises is a finding
        return Finding(subject, "broken", describe_error(error))
    return Finding(subject, "ok" if ok else "broken", detail)
