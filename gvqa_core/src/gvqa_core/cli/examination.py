"""The examinations of `gvqa doctor`, each giving findings that say what to do next."""

from __future__ import annotations

import importlib.metadata
import platform
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from gvqa_core.config import COMPONENT_KINDS, Settings
from gvqa_core.errors import GvqaError
from gvqa_core.names import describe_error, readable_size

if TYPE_CHECKING:
    from gvqa_core.plugins import Plugins
    from gvqa_core.selection import Choice
    from gvqa_core.types import Frame

_LIBRARIES = (
    "numpy", "opencv-python", "opencv-python-headless", "av", "rapidocr", "onnxruntime",
    "sentence-transformers", "torch", "transformers", "bitsandbytes", "mlx", "mlx-lm", "mlx-vlm",
    "openai",
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
    if "captioner" in choices:
        yield _pixels(choices["captioner"], settings, plugins)


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
    from gvqa_core import models

    here = f"{len(models.cached_models())} models in {models.hub_cache()}"
    if models.is_offline(settings):
        return Finding("model hub", "note", f"offline is set; {here}")
    if models.hub_reachable():
        return Finding("model hub", "ok", f"{models.hub_endpoint()} answers; {here}")
    detail = f"{models.hub_endpoint()} does not answer, so weights must be here; {here}"
    return Finding("model hub", "note", detail)


def _backends(settings: Settings, plugins: Plugins) -> Iterator[Finding]:
    from gvqa_core.selection import BACKEND_KINDS, backends

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


def _pixels(choice: Choice, settings: Settings, plugins: Plugins) -> Finding:
    """Two plainly different pictures must be described differently."""
    subject = f"pixels reach captioner {choice.name}"
    registry = plugins.registry
    found = registry.inspect(choice.registered, settings)
    if found.download:
        return Finding(
            subject,
            "note",
            f"not tried: {found.download} is not here; gvqa models pull {found.download}",
        )
    try:
        with registry.build(choice, settings) as captioner:
            texts = captioner.caption(_two_pictures())  # type: ignore[attr-defined]
    except Exception as error:  # noqa: BLE001 - whatever a captioner raises is a finding
        return Finding(subject, "broken", describe_error(error))
    if len(texts) == 2 and texts[0] != texts[1] and all(texts):
        return Finding(subject, "ok", f"{texts[0]!r} and {texts[1]!r}")
    return Finding(subject, "broken", f"a red and a blue picture are described alike: {texts!r}")


def _two_pictures() -> list[Frame]:
    import numpy as np

    from gvqa_core.types import Frame

    shades = (((20, 20, 20), (220, 20, 20)), ((235, 235, 235), (20, 40, 220)))
    frames: list[Frame] = []
    for time, (ground, square) in enumerate(shades):
        image = np.full((224, 224, 3), ground, np.uint8)
        image[56:168, 56:168] = square
        frames.append(Frame(image=image, timestamp=float(time), pts=float(time)))
    return frames
