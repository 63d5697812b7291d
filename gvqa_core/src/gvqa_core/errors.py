"""Every error this library raises on purpose.

Each error says what was expected, what was found and what to do next. It also
carries where it happened (`plugin`, `component`, `stage`), so that a report can
name the culprit without parsing the message.
"""

from __future__ import annotations


class GvqaError(Exception):
    """Base of all errors raised by gvqa.

    Args:
        message: What was expected, what was found, and what to do next.
        plugin: Entry-point name of the plugin concerned, if any.
        component: Name of the component concerned, if any.
        stage: Pipeline stage (`sample`, `caption`, `index`, `retrieve`,
            `draft`, `verify`, `report`), if any.
    """

    def __init__(
        self,
        message: str,
        *,
        plugin: str | None = None,
        component: str | None = None,
        stage: str | None = None,
    ) -> None:
        super().__init__(message)
        self.plugin = plugin
        self.component = component
        self.stage = stage


class ConfigError(GvqaError):
    """A setting is unknown, ill-typed or out of range."""


class PluginError(GvqaError):
    """A plugin could not be loaded, or broke the hook contract."""


class ComponentError(GvqaError):
    """A component is unknown, unavailable, ambiguous or failed to open."""


class ModelUnavailableError(ComponentError):
    """Weights are neither on this machine nor to be had right now."""


class VideoError(GvqaError):
    """The video cannot be used at all."""


class VideoNotFoundError(VideoError):
    """There is no file at the given path, or it is a folder."""


class NotAVideoError(VideoError):
    """The file holds no video stream: audio only, a text file, an empty file."""


class DecoderError(VideoError):
    """The stream exists but no installed decoder can decode it; names codec and cure."""


class TimeOutsideVideoError(VideoError):
    """A time lies before the first frame or past the end of the video."""


class FrameUnreadableError(VideoError):
    """The frame at a time inside the video could not be decoded."""


class TranscriptError(GvqaError):
    """Subtitles cannot be read, or speech cannot be recognised here."""


class CaptionError(GvqaError):
    """A captioner returned nothing usable for a frame."""


class RetrievalError(GvqaError):
    """An index could not be built or searched."""


class DraftError(GvqaError):
    """What the drafter wrote could not be read as claims."""


class VerificationError(GvqaError):
    """A verifier could not judge a pair."""


class StoreError(GvqaError):
    """The cache could not be read or written."""


class VideoChangedError(GvqaError):
    """The video, or the subtitles that go with it, are not those that were ingested."""
