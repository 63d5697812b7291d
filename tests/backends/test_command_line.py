"""`gvqa verify` and `gvqa ask` with a model that sees, on either local backend.

The video holds 24 pictures that the model was not trained on. Whatever is true of one
must come out Grounded, judged by a real NLI model, and the same sentence with another
colour Unverified.
"""

from __future__ import annotations

import json

import pytest
from tests import squares
from tests.backends.makers import BACKENDS
from tests.weights import TINY_PROMPT, TINY_VLM

from gvqa_core.cli.run import run

SECONDS = 5
# No colour comes back within two pictures, so no neighbour can ground a swapped claim.
ORDER = ("red", "green", "blue", "yellow", "white", "black")
SHOWN = [
    (ORDER[(3 * (n % 2) + n // 2) % 6], ("dark", "light")[(n + n // 12) % 2]) for n in range(24)
]


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    folder = tmp_path_factory.mktemp("squares")
    return squares.write_clip(folder / "squares.avi", SHOWN, seed=2027)


@pytest.fixture
def gvqa(tmp_path, monkeypatch, capsys):
    """The command line in this process, which has the model libraries loaded already."""
    monkeypatch.setenv("GVQA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")

    def call(backend, *arguments):
        options = [
            *("--captioner", backend, "--captioner-model", str(TINY_VLM)),
            *("-o", f"captioner.{backend}.prompt", TINY_PROMPT),
            *("--retriever", "hybrid-words", "--drafter", "embedded", "--verifier", "nli-mini"),
            *(("-o", "captioner.cuda.device", "cpu") if backend == "cuda" else ()),
        ]
        code = run([*arguments, "--json", *options])
        printed = capsys.readouterr()
        assert code == 0, printed.err
        return json.loads(printed.out)

    return call


def swapped(n):
    """Another colour, shown neither here nor within two pictures of here."""
    near = {SHOWN[m][0] for m in range(max(0, n - 2), min(24, n + 3))}
    return next(colour for colour in ORDER[n % 6 :] + ORDER if colour not in near)


@pytest.mark.parametrize("backend", BACKENDS)
def test_true_claims_are_grounded_and_swapped_colours_are_not(backend, gvqa, clip, tmp_path):
    claims = []
    for n, (colour, ground) in enumerate(SHOWN):
        time = n * SECONDS + 1
        claims.append({"claim": squares.sentence(colour, ground), "timestamp": time})
        claims.append({"claim": squares.sentence(swapped(n), ground), "timestamp": time})
    (tmp_path / "claims.json").write_text(json.dumps(claims))
    answer = gvqa(backend, "verify", str(clip), str(tmp_path / "claims.json"))
    assert len(answer["claims"]) == 48
    assert [claim["verdict"] for claim in answer["claims"]] == ["Grounded", "Unverified"] * 24
    for claim in answer["claims"][1::2]:
        assert len(claim["looked_at"]) >= 2, "the neighbours were looked at as well"
    identity = answer["provenance"]["components"]["captioner"]["identity"]
    assert (identity["component"], identity["model"]) == (backend, str(TINY_VLM))


@pytest.mark.parametrize("backend", BACKENDS)
def test_question_is_answered_from_the_right_moment(backend, gvqa, clip):
    n = 13
    question = f"What colour is the square at {n * SECONDS + 1} seconds?"
    answer = gvqa(backend, "ask", str(clip), question)
    assert answer["status"] == "answered"
    texts = {claim["claim"]["text"]: claim["verdict"] for claim in answer["claims"]}
    assert texts[squares.sentence(*SHOWN[n])] == "Grounded"
