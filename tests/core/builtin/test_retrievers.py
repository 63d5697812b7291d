"""The retrievers bm25 and minilm: order, ties, limits, and captions longer than a model reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.core.builtin.weights import minilm_folder

from gvqa_core.builtin.bm25 import Bm25Options, Bm25Retriever
from gvqa_core.builtin.minilm import MiniLMOptions, MiniLMRetriever
from gvqa_core.errors import ComponentError
from gvqa_core.types import Caption

TEXTS = ("A dog runs on grass.", "A cat sleeps on a sofa.", "A dog runs on grass.")


def captions(*texts: str) -> list[Caption]:
    return [Caption(5.0 * number, text, pts=5.0 * number) for number, text in enumerate(texts)]


@pytest.fixture(scope="module", params=["bm25", "minilm"])
def retriever(request: pytest.FixtureRequest) -> Iterator[Any]:
    made: Any
    if request.param == "bm25":
        made = Bm25Retriever(Bm25Options())
    else:
        made = MiniLMRetriever(MiniLMOptions(model=minilm_folder(), device="cpu"))
    made.open({})
    yield made
    made.close()


def found(retriever: Any, question: str, k: int, *texts: str) -> list[float]:
    hits = retriever.build(captions(*texts)).search(question, k)
    assert [hit.rank for hit in hits] == list(range(len(hits)))
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    return [hit.caption.timestamp for hit in hits]


@pytest.mark.case("A14")
def test_more_than_there_is_gives_all_best_first_ties_by_earlier_time(retriever):
    assert found(retriever, "Where does the dog run?", 10, *TEXTS) == [0.0, 10.0, 5.0]


@pytest.mark.case("A14")
def test_nothing_indexed_finds_nothing(retriever):
    assert found(retriever, "Where is the dog?", 5) == []


@pytest.mark.case("A14")
@pytest.mark.parametrize("k", [0, -1])
def test_k_must_be_positive_and_is_named(retriever, k):
    with pytest.raises(ValueError, match=r"\bk\b"):
        found(retriever, "dog", k, *TEXTS)


def test_the_best_come_first(retriever):
    assert found(retriever, "Is a cat asleep on the sofa?", 1, *TEXTS) == [5.0]


@pytest.mark.case("B16")
def test_a_useful_sentence_past_the_limit_of_the_model_is_found(retriever):
    """MiniLM reads 256 tokens; the sentence asked for stands behind 600."""
    wall = "The wall behind the counter is plain and grey. "
    long = 60 * wall + "A brown dog jumps over the red hydrant."
    others = ("A white wall beside a window.", "The counter is made of grey stone.")
    assert found(retriever, "Does a dog jump over a hydrant?", 1, *others, long) == [10.0]


def test_a_word_in_no_caption_and_a_question_without_words_harm_nothing(retriever):
    assert len(found(retriever, "xylophone", 2, *TEXTS)) == 2
    assert len(found(retriever, "???", 2, *TEXTS)) == 2
    assert len(found(retriever, "dog", 2, "...", "日本の犬", "A dog.")) == 2


def test_words_are_compared_by_their_stems():
    retriever = Bm25Retriever(Bm25Options())
    assert found(retriever, "running dogs", 1, "A cat sits.", "A dog runs.") == [5.0]


def test_bm25_follows_plain_places_and_can_be_told_not_to():
    texts = ("A dog.", "A cat.", "A horse.", "A cow.")
    question = "What animal is shown at the very end?"
    assert found(Bm25Retriever(Bm25Options()), question, 1, *texts) == [15.0]
    assert found(Bm25Retriever(Bm25Options(position=False)), question, 1, *texts) == [0.0]


def minilm() -> MiniLMRetriever:
    return MiniLMRetriever(MiniLMOptions(model=minilm_folder(), device="cpu"))


def test_embeddings_are_float32_of_length_one_and_can_be_kept():
    with minilm() as retriever:
        retriever.open({})
        index = retriever.build(captions(*TEXTS))
        arrays = index.arrays()
        vectors = arrays["vectors"]
        assert (vectors.dtype, vectors.shape) == (np.float32, (3, 384))
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
        again = retriever.build(captions(*TEXTS), arrays)
        assert again.search("a dog", 3) == index.search("a dog", 3)


def test_scores_are_cosines():
    with minilm() as retriever:
        retriever.open({})
        (hit,) = retriever.build(captions(TEXTS[0])).search(TEXTS[0], 1)
        assert hit.score == pytest.approx(1.0, abs=1e-5)


@pytest.mark.case("A15")
def test_another_embedding_model_makes_other_embeddings_of_the_same_captions():
    """What identifies the embeddings in the store: the model and its revision, no more."""
    usual = MiniLMRetriever(MiniLMOptions()).identity
    assert usual != MiniLMRetriever(MiniLMOptions(model="other/model")).identity
    assert usual != MiniLMRetriever(MiniLMOptions(revision="abc")).identity
    assert usual == MiniLMRetriever(MiniLMOptions(batch_size=4, device="cpu")).identity


def test_a_folder_that_is_no_model_is_said_to_be_none(tmp_path):
    pytest.importorskip("sentence_transformers")
    (tmp_path / "config.json").write_text("{}")
    retriever = MiniLMRetriever(MiniLMOptions(model=str(tmp_path)))
    with pytest.raises(ComponentError, match=r"could not be loaded.*bm25"):
        retriever.open({})


def test_use_before_opening_is_told():
    with pytest.raises(ComponentError, match="before it was opened"):
        MiniLMRetriever(MiniLMOptions()).build(captions("A dog."))
