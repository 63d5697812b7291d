"""Scenes, and the order that keeps one scene from filling the first places."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gvqa_core.retrieval.scenes import diverse_order, scenes, word_overlap

SCORES = st.sampled_from([0.0, 1e-320, 0.1, 0.2, 0.5, 1.0])


def one_by_one(scores: list[float], scene: list[int], decay: float) -> list[tuple[int, float]]:
    """The definition: take the best of what is left, then look at all of it again."""
    left, taken = set(range(len(scores))), dict.fromkeys(scene, 0)
    order: list[tuple[int, float]] = []
    while left:
        worth = {i: scores[i] * decay ** taken[scene[i]] for i in left}
        best = min(left, key=lambda i: (-worth[i], i))
        order.append((best, worth[best]))
        left.remove(best)
        taken[scene[best]] += 1
    return order


@given(
    st.lists(st.tuples(SCORES, st.integers(0, 3)), max_size=14),
    st.sampled_from([0.0, 1e-200, 0.3, 1.0]),
)
def test_the_order_is_that_of_the_definition(items: list[tuple[float, int]], decay: float):
    scores, scene = [score for score, _ in items], [name for _, name in items]
    assert diverse_order(scores, scene, decay=decay) == one_by_one(scores, scene, decay)


def test_near_duplicates_give_way():
    order = diverse_order([1.0, 0.9, 0.8, 0.2], [0, 0, 0, 1], decay=0.1)
    assert [position for position, _ in order] == [0, 3, 1, 2]


def test_a_caption_may_continue_the_one_before_the_last():
    texts = ["a", "b", "a", "b", "c"]
    assert scenes(5, lambda i, j: texts[i] == texts[j]).tolist() == [0, 0, 0, 0, 1]
    assert scenes(0, lambda i, j: True).tolist() == []


def test_word_overlap():
    assert word_overlap(frozenset("ab"), frozenset("bc")) == 1 / 3
    assert word_overlap(frozenset(), frozenset()) == 1.0
