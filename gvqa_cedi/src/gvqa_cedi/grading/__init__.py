"""Graders: from a transcript and its scene graph to figures."""

from gvqa_cedi.grading.results import Case, Grading, Metric

__all__ = ["Case", "Grading", "Metric"]
