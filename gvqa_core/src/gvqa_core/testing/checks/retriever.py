"""What a retriever promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gvqa_core.testing.checks.checklist import Checklist, expect
from gvqa_core.types import Caption, Hit

METHODS = {"identity": False, "open": True, "close": True, "build": True}

TEXTS = (
    "A baker puts loaves of bread into an oven.",
    "Two boats leave the harbour at dawn.",
    "A cat sleeps on a red sofa.",
    "A cyclist repairs a wheel in a workshop.",
    "Children play football in a park.",
)
CAPTIONS = tuple(Caption(5.0 * n, text, 5.0 * n) for n, text in enumerate(TEXTS))
QUESTION = "Which cat sleeps on the sofa?"
ANSWER_TIME = 10.0


def outputs(component: Any) -> object:
    """What must be the same after the component was closed and opened again."""
    return _times(component.build(CAPTIONS).search(QUESTION, 3))


def check(component: Any, checklist: Checklist) -> None:
    """Check an opened retriever."""
    _check_counts(component, checklist)
    _check_ranking(component, checklist)
    _check_arrays(component, checklist)
    with checklist.item("questions in any script, and long ones, do no harm"):
        index = component.build(CAPTIONS)
        for question in ("日本の猫はどこ？ 😀", "?!", 'cat" OR 1=1; --', "cat " * 5000):
            hits = index.search(question, 2)
            expect(len(hits) == 2, f"{len(hits)} hits instead of 2 for {question[:20]!r}")


def _check_counts(component: Any, checklist: Checklist) -> None:
    with checklist.item("an empty index finds nothing"):
        expect(component.build([]).search(QUESTION, 5) == [], "something else than []")
    with checklist.item("k larger than the number of captions gives them all, once"):
        hits = component.build(CAPTIONS[:3]).search(QUESTION, 10)
        expect(sorted(_times(hits)) == [0.0, 5.0, 10.0], f"times {_times(hits)}")
    for k in (0, -1):
        with checklist.item(f"k = {k} is a ValueError that names k"):
            message = _error_of(component, k)
            expect(message is not None, "no ValueError")
            expect("k" in (message or "").split(), f"the message is {message!r}")


def _error_of(component: Any, k: int) -> str | None:
    try:
        component.build(CAPTIONS).search(QUESTION, k)
    except ValueError as error:
        return str(error)
    return None


def _check_ranking(component: Any, checklist: Checklist) -> None:
    with checklist.item("the caption that answers comes first"):
        hits = component.build(CAPTIONS).search(QUESTION, 5)
        expect(hits[0].caption.timestamp == ANSWER_TIME, f"first is {hits[0].caption.text!r}")
    with checklist.item("hits are ranked from 0, best first, and are the captions given"):
        hits = component.build(CAPTIONS).search(QUESTION, 5)
        expect([hit.rank for hit in hits] == list(range(len(hits))), "ranks do not count from 0")
        scores = [hit.score for hit in hits]
        expect(bool(np.isfinite(scores).all()), f"scores {scores}")
        expect(scores == sorted(scores, reverse=True), f"scores {scores}")
        expect(all(hit.caption in CAPTIONS for hit in hits), "a hit is none of the captions")
    with checklist.item("a smaller k gives the beginning of the same list"):
        index = component.build(CAPTIONS)
        few, many = _times(index.search(QUESTION, 2)), _times(index.search(QUESTION, 5))
        expect(few == many[:2], f"{few} against {many}")
    with checklist.item("ties are broken by earlier time"):
        twins = [Caption(time, TEXTS[2], time) for time in (2.0, 4.0, 6.0)]
        expect(_times(component.build(twins).search(QUESTION, 3)) == [2.0, 4.0, 6.0], "not so")
    with checklist.item("the same search finds the same again"):
        index = component.build(CAPTIONS)
        expect(index.search(QUESTION, 5) == index.search(QUESTION, 5), "two searches differ")


def _check_arrays(component: Any, checklist: Checklist) -> None:
    with checklist.item("an index built from its stored arrays finds the same"):
        index = component.build(CAPTIONS)
        arrays = index.arrays()
        unsafe = [name for name, array in arrays.items() if array.dtype.hasobject]
        expect(not unsafe, f"arrays of objects cannot be stored safely: {unsafe}")
        again = component.build(CAPTIONS, arrays)
        found, expected = again.search(QUESTION, 5), index.search(QUESTION, 5)
        expect(found == expected, f"{_times(found)} instead of {_times(expected)}")


def _times(hits: Sequence[Hit]) -> list[float]:
    return [hit.caption.timestamp for hit in hits]
