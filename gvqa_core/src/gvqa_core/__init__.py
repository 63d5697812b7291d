"""gvqa: answers questions about a video and checks every sentence against the video.

Start with `VideoQA.from_config`; the README shows how.
"""

from gvqa_core.component import Availability, BaseComponent, ComponentSpec
from gvqa_core.errors import GvqaError
from gvqa_core.hookspecs import HOOK_API, hookimpl
from gvqa_core.ingest import IngestedVideo
from gvqa_core.pipeline import VideoQA
from gvqa_core.types import (
    Answer,
    AnswerStatus,
    BinaryLabel,
    Caption,
    Claim,
    Draft,
    Evidence,
    Frame,
    Hit,
    Judgement,
    Message,
    NLILabel,
    Verdict,
    VerifiedClaim,
    VideoInfo,
    Window,
)

__all__ = [
    "HOOK_API",
    "Answer",
    "AnswerStatus",
    "Availability",
    "BaseComponent",
    "BinaryLabel",
    "Caption",
    "Claim",
    "ComponentSpec",
    "Draft",
    "Evidence",
    "Frame",
    "GvqaError",
    "Hit",
    "IngestedVideo",
    "Judgement",
    "Message",
    "NLILabel",
    "Verdict",
    "VerifiedClaim",
    "VideoInfo",
    "VideoQA",
    "Window",
    "hookimpl",
]
