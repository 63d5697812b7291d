"""Finds out, from its refusals, which of the protocol's variants a server speaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gvqa_core.openai.wire import to_schema

_RUNGS = ("json_schema", "json_object", "prompt")
"""Ways to ask for JSON, strictest first; the last relies on the prompt alone."""


class Dialect:
    """Remembers what the server has refused, so that it is tried only once."""

    def __init__(self) -> None:
        self._rung = 0
        self._tokens = "max_tokens"
        self._temperature = True

    def send(
        self,
        create: Callable[..., Any],
        fields: Mapping[str, Any],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
    ) -> Any:
        """Ask for a completion in the best way the server takes.

        Args:
            create: The client's `chat.completions.create`.
            fields: What every variant sends.
            max_tokens: Most tokens in the answer.
            schema: JSON schema the answer should follow; None for prose.

        Returns:
            The server's answer.

        Raises:
            openai.OpenAIError: No variant was accepted, or another failure.
        """
        if schema is None:
            return self._send(create, fields, max_tokens)
        for rung in range(self._rung, len(_RUNGS)):
            wanted = _response_format(_RUNGS[rung], schema)
            try:
                answer = self._send(create, {**fields, **wanted}, max_tokens)
            except _refusals():
                if rung == len(_RUNGS) - 1:
                    raise
            else:
                self._rung = rung
                return answer
        raise AssertionError("the last rung either answers or raises")

    def _send(self, create: Callable[..., Any], fields: Mapping[str, Any], max_tokens: int) -> Any:
        """Send, and once more when the server names a field it takes otherwise or not at all."""
        sent = dict(fields)
        while True:
            if not self._temperature:
                sent.pop("temperature", None)
            try:
                return create(**sent, **{self._tokens: max_tokens})
            except _refusals() as error:
                if not self._adapt(str(error)):
                    raise

    def _adapt(self, refusal: str) -> bool:
        if "max_completion_tokens" in refusal and self._tokens == "max_tokens":
            self._tokens = "max_completion_tokens"
            return True
        if "temperature" in refusal and self._temperature:
            self._temperature = False
            return True
        return False


def _refusals() -> tuple[type[Exception], ...]:
    import openai

    return openai.BadRequestError, openai.UnprocessableEntityError


def _response_format(rung: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    if rung == "prompt":
        return {}
    if rung == "json_object":
        return {"response_format": {"type": "json_object"}}
    form = {"name": "answer", "strict": True, "schema": to_schema(schema)}
    return {"response_format": {"type": "json_schema", "json_schema": form}}
