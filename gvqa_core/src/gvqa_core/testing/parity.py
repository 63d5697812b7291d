"""The parity suite: does a backend compute what the others compute?

In a backend's tests, where `open_vision` and `open_text` make its opened `ChatModel`
from a folder, in float32 and without a grammar:

    from gvqa_core.testing import parity, tiny_models

    def test_vision(tmp_path):
        folder = tiny_models.write_tiny_vision_model(tmp_path)
        parity.check_vision_model(open_vision(folder)).raise_for_failures()

Weights are the same for everybody, and so are the greedy texts expected of them: one
character is one token id (see `tiny_models`), so a single wrong id is found.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gvqa_core.testing.checks.checklist import Checklist, expect
from gvqa_core.testing.conformance import CheckReport
from gvqa_core.types import Message

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gvqa_core.protocols import ChatModel

TOKENS = 16
"""How many each expected text has."""

_RED, _BLUE = (220, 30, 30), (30, 60, 220)

SCHEMA = {
    "type": "array",
    "minItems": 1,
    "maxItems": 1,
    "items": {
        "type": "object",
        "properties": {
            "claim": {"type": "string", "minLength": 1, "maxLength": 6},
            "timestamp": {"type": "number", "enum": [2.5, 40]},
        },
        "required": ["claim", "timestamp"],
        "additionalProperties": False,
    },
}
"""A small schema of claims, for backends that can be held to one."""


def conversations_with_pictures() -> Mapping[str, Sequence[Message]]:
    """The conversations a vision model is asked to go on with, by what they show."""
    noise = np.random.default_rng(1).integers(0, 256, (112, 112, 3), dtype=np.uint8)
    red, blue = _plain(_RED), _plain(_BLUE)
    shown = {
        "red": (red,),
        "blue": (blue,),
        "red with its channels swapped": (np.ascontiguousarray(red[:, :, ::-1]),),
        "noise": (noise,),
        "a wide picture": (_plain(_RED, 60, 200),),
        "red, then blue": (red, blue),
        "blue, then red": (blue, red),
    }
    return {name: [Message("user", "What is it?", images)] for name, images in shown.items()}


def odd_pictures() -> Mapping[str, NDArray[np.uint8]]:
    """Pictures of sizes that processors refuse or choke on, in one colour each."""
    sizes = {"8K": (4320, 7680), "20 × 400": (20, 400), "4000 × 16": (4000, 16), "1 × 1": (1, 1)}
    return {name: _plain(_BLUE, *size) for name, size in sizes.items()}


def conversations_without_pictures() -> Mapping[str, Sequence[Message]]:
    """The conversations a text model is asked to go on with."""
    system = Message("system", "Be brief.")
    example = (Message("user", "How many?"), Message("assistant", "7"))
    return {
        "a question": [Message("user", "What is it?")],
        "a long one after instructions": [system, Message("user", "What is it? " * 30)],
        "after an example": [system, *example, Message("user", "And now?")],
        "after the same example": [system, *example, Message("user", "Where? Ωμέγα 😀")],
    }


EXPECTED: Mapping[str, str] = {
    "red": "bpk4bR4bpk4bpk4b",
    "blue": "4bpk4bpxKNOxbpxR",
    "red with its channels swapped": "4bpk4bpxKNOxEuP5",
    "noise": "eIyPPPeXenuVpkBg",
    "a wide picture": "bpk4beXWbpk4v6i0",
    "red, then blue": "4iwbpkYvxbpkYvxX",
    "blue, then red": "4uVQ4bbbpk4bRx93",
    "a question": "bpk4bpk4bpkWbpP5",
    "a long one after instructions": "6k4bpk4bpk4bpk4b",
    "after an example": "VJiMLFvxKZX2GS4d",
    "after the same example": "VGii0ExTxdBV6ilr",
}
"""The greedy text of each conversation with the models of seed 0."""


def check_vision_model(model: ChatModel) -> CheckReport:
    """Check an opened vision model that was loaded from `write_tiny_vision_model`.

    Args:
        model: In float32; its pixel budget is the default.
    """
    checklist = Checklist()
    asked = conversations_with_pictures()
    _check_texts(model, asked, checklist)
    with checklist.item("pictures of odd sizes are shown within the limits"):
        for name, image in odd_pictures().items():
            text = _write(model, [Message("user", "What is it?", (image,))])
            expect(len(text) == TOKENS, f"{name}: {text!r}")
    with checklist.item("a text without a picture can be gone on with"):
        text = _write(model, [Message("user", "What is it?")])
        expect(len(text) == TOKENS, f"{text!r}")
    return CheckReport("vision model", type(model).__name__, tuple(checklist.checks))


def check_text_model(model: ChatModel, *, constrained: bool = False) -> CheckReport:
    """Check an opened text model that was loaded from `write_tiny_text_model`.

    Args:
        model: In float32.
        constrained: Whether it can be held to a schema.
    """
    checklist = Checklist()
    _check_texts(model, conversations_without_pictures(), checklist)
    if constrained:
        _check_schema(model, checklist)
    return CheckReport("text model", type(model).__name__, tuple(checklist.checks))


def _check_texts(
    model: ChatModel, asked: Mapping[str, Sequence[Message]], checklist: Checklist
) -> None:
    wanted = {name: EXPECTED[name] for name in asked}
    singles = {name: _write(model, conversation) for name, conversation in asked.items()}
    for name, text in singles.items():
        with checklist.item(f"greedy token ids are right: {name}"):
            expect(text == wanted[name], f"{text!r} instead of {wanted[name]!r}")
    with checklist.item("a batch equals its conversations one by one, in order"):
        together = model.generate(list(asked.values()), max_tokens=TOKENS)
        expect(together == list(singles.values()), f"{together}")
    with checklist.item("max_tokens is kept to"):
        first = next(iter(asked))
        expect(_write(model, asked[first], 1) == singles[first][:1], "another first token")
    with checklist.item("no conversation gives no text"):
        expect(model.generate([], max_tokens=TOKENS) == [], "something else than []")
    with checklist.item("a seed samples repeatably, and not the greedy text"):
        conversation = next(iter(asked.values()))
        one, same, other = (
            model.generate([conversation], max_tokens=TOKENS, seed=seed)[0] for seed in (1, 1, 2)
        )
        expect(one == same, f"{one!r}, then {same!r}")
        expect(one != other, f"two seeds, one text: {one!r}")
    with checklist.item("sampling leaves greedy texts as they were"):
        name = next(iter(asked))
        expect(_write(model, asked[name]) == singles[name], "another greedy text")


def _check_schema(model: ChatModel, checklist: Checklist) -> None:
    asked = list(conversations_without_pictures().values())
    with checklist.item("a schema is followed, by each text of a batch"):
        for text in model.generate(asked, max_tokens=96, schema=SCHEMA):
            _expect_claims(json.loads(text))
    with checklist.item("a batch under a schema equals its conversations one by one"):
        together = model.generate(asked, max_tokens=96, schema=SCHEMA)
        singles = [model.generate([each], max_tokens=96, schema=SCHEMA)[0] for each in asked]
        expect(together == singles, f"{together} together, {singles} one by one")


def _expect_claims(value: Any) -> None:
    expect(isinstance(value, list) and len(value) == 1, f"{value!r}")
    (item,) = value
    expect(list(item) == ["claim", "timestamp"], f"{item!r}")
    expect(item["timestamp"] in (2.5, 40), f"the time {item['timestamp']!r} was not allowed")
    expect(1 <= len(item["claim"]) <= 6, f"a claim of {len(item['claim'])} characters")


def _write(model: ChatModel, conversation: Sequence[Message], tokens: int = TOKENS) -> str:
    return model.generate([conversation], max_tokens=tokens)[0]


def _plain(colour: tuple[int, int, int], height: int = 112, width: int = 112) -> NDArray[np.uint8]:
    return np.full((height, width, 3), colour, np.uint8)
