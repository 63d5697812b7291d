"""Errors of gvqa-cedi; children of the core's, so that the command line reports them alike."""

from __future__ import annotations

from gvqa_core.errors import GvqaError


class GraphError(GvqaError):
    """A scene graph is not valid, or a record cannot be read as one."""


class TranscriptError(GvqaError):
    """A transcript file cannot be read, or names an image without a scene graph."""


class LabelError(GvqaError):
    """Human labels cannot be read, or do not fit the transcripts."""


class JudgeError(GvqaError):
    """A judge model is missing, or what it wrote cannot be read."""
