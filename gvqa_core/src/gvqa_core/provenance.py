"""What made an answer: components, models, versions, settings, machine."""

from __future__ import annotations

import platform
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from gvqa_core.config import Settings
    from gvqa_core.crew import Crew
    from gvqa_core.ingest import IngestedVideo


def describe(settings: Settings, crew: Crew, video: IngestedVideo) -> dict[str, Any]:
    """Describe how an answer came about, in JSON-able values and without secrets."""
    return {
        "gvqa_core": version("gvqa-core"),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "profile": settings.profile,
        "interval": settings.interval,
        "top_k": settings.top_k,
        "neighbours": settings.neighbours,
        "verify": attrs.asdict(settings.verify),
        "answers": attrs.asdict(settings.answers),
        "speech": None if video.transcript is None else video.transcript.described(),
        "window": [video.window.start, video.window.end],
        "decoder": {"name": video.info.decoder, "why": video.info.decoder_reason},
        "components": {role: _component(crew, role) for role in crew.choices},
    }


def _component(crew: Crew, role: str) -> dict[str, Any]:
    choice = crew.choice(role)
    return {
        "name": choice.name,
        "distribution": choice.registered.distribution,
        "version": choice.registered.version,
        "why": choice.why,
        "skipped": dict(choice.skipped),
        "identity": dict(crew.identity(role)),
    }
