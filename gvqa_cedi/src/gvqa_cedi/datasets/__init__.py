"""Scene graph data sets: loaders that skip bad records by name, and a seeded sampler."""

from gvqa_cedi.datasets.loading import FORMATS, detect_format, load_graphs
from gvqa_cedi.datasets.records import Warnings
from gvqa_cedi.datasets.sampling import PAPER_PLANS, draw

__all__ = ["FORMATS", "PAPER_PLANS", "Warnings", "detect_format", "draw", "load_graphs"]
