"""Every metric: what it is called, which way is good, what range it has, where it is from.

docs/cedi.md gives the formulas; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

Better = Literal["lower", "higher", "neither"]


@frozen
class Definition:
    """What a metric is.

    Attributes:
        title: As papers write it.
        better: Which way is good.
        low: Least value.
        high: Greatest value; None when there is none.
        source: Where it is from.
    """

    title: str
    better: Better
    low: float
    high: float | None
    source: str


_CEDI = "CEDI"
_CHAIR = "Rohrbach et al. 2018; CEDI Table 7"
_VALOR = "Qiu et al. 2024 (VALOR); CEDI Table 7"
_POPE = "Li et al. 2023 (POPE)"

DEFINITIONS: Mapping[str, Definition] = {
    "ged": Definition("GED", "lower", 0, None, _CEDI),
    "ged_lower_bound": Definition("GED, proven lower bound", "lower", 0, None, "ours"),
    "ged_hal": Definition("GED_hal", "lower", 0, None, _CEDI),
    "ged_miss": Definition("GED_miss", "lower", 0, None, "ours"),
    "ged_cov": Definition("GED_cov", "lower", 0, None, _CEDI),
    "hal_objects": Definition("GED_hal, objects", "lower", 0, None, "ours"),
    "hal_attributes": Definition("GED_hal, attributes", "lower", 0, None, "ours"),
    "hal_relations": Definition("GED_hal, relations", "lower", 0, None, "ours"),
    "sg_deltacon": Definition("SG DeltaCon", "lower", 0, None, _CEDI + "; Koutra et al. 2013"),
    "deltacon": Definition("DeltaCon, topology", "lower", 0, None, "Koutra et al. 2013"),
    "attribute_distance": Definition("d_A, attributes", "lower", 0, 1, _CEDI),
    "chair_s": Definition("CHAIR_S", "lower", 0, 1, _CHAIR),
    "chair_i": Definition("CHAIR_I", "lower", 0, 1, _CHAIR),
    "n_hall": Definition("n_hall", "lower", 0, None, "CEDI Table 7"),
    "coverage": Definition("Coverage", "higher", 0, 1, "CEDI Table 7"),
    "valor_faith": Definition("VALOR faithfulness", "higher", 0, 1, _VALOR),
    "valor_cov": Definition("VALOR coverage", "higher", 0, 1, _VALOR),
    "mmhal": Definition("MMHal, Table 7", "lower", 0, 100, "Sun et al. 2023; CEDI Table 7"),
    "mmhal_score": Definition("MMHal mean rating", "higher", 0, 6, "Sun et al. 2023"),
    "mmhal_rate": Definition("MMHal hallucination rate", "lower", 0, 1, "Sun et al. 2023"),
    "haelm": Definition("HaELM-style rate", "lower", 0, 100, "Wang et al. 2023, any judge model"),
    "pope_accuracy": Definition("POPE accuracy", "higher", 0, 1, _POPE),
    "pope_precision": Definition("POPE precision", "higher", 0, 1, _POPE),
    "pope_recall": Definition("POPE recall", "higher", 0, 1, _POPE),
    "pope_f1": Definition("POPE F1", "higher", 0, 1, _POPE),
    "pope_yes_ratio": Definition("POPE share of yes", "neither", 0, 1, _POPE),
}
