"""A chat model behind a server that speaks the OpenAI chat protocol."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import attrs

from gvqa_core.component import BaseComponent
from gvqa_core.errors import ComponentError
from gvqa_core.openai.config import ServerOptions
from gvqa_core.openai.dialect import Dialect
from gvqa_core.openai.wire import to_messages, unwrap

if TYPE_CHECKING:
    from gvqa_core.protocols import Scalar
    from gvqa_core.types import Message

log = logging.getLogger(__name__)

_CONNECT_SECONDS = 4.0
_NOT_IN_IDENTITY = ("base_url", "api_key_env", "concurrency", "timeout", "retries")


class ServerModel(BaseComponent[ServerOptions]):
    """Completes conversations by asking a server, several at once.

    Args:
        options: Server, model and decoding.
        max_pixels: Pixel budget of an image; None sends the full size.
        image_format: `png` or `jpeg`.
    """

    def __init__(
        self,
        options: ServerOptions,
        *,
        max_pixels: int | None = None,
        image_format: str = "png",
    ) -> None:
        super().__init__(options)
        self._max_pixels = max_pixels
        self._image_format = image_format
        self._client: Any = None
        self._dialect = Dialect()

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The options that change what is written, with the address and without any secret."""
        values: dict[str, Scalar] = attrs.asdict(self.options)
        for name in _NOT_IN_IDENTITY:
            del values[name]
        if self.options.seed is None:
            del values["seed"], values["temperature"]
        return {**values, "server": self.options.public_url}

    def open(self, needs: Mapping[str, Any]) -> None:
        """Make the client; see `Component.open`. The server is first spoken to by `generate`."""
        import openai

        self._client = openai.OpenAI(
            base_url=self.options.url,
            api_key=self.options.key or "none",
            max_retries=self.options.retries,
            timeout=openai.Timeout(self.options.timeout, connect=_CONNECT_SECONDS),
        )
        self._dialect = Dialect()

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def generate(
        self,
        conversations: Sequence[Sequence[Message]],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> list[str]:
        """Write the next turn of each conversation; see `ChatModel.generate`.

        An answer that is a refusal or holds nothing is an empty text. So is one that
        could not be had while others could; the reason is logged.

        Raises:
            ComponentError: No conversation at all was answered; it says why.
        """
        seed = self.options.seed if seed is None else seed

        def ask(conversation: Sequence[Message]) -> str | ComponentError:
            try:
                return self._ask(conversation, max_tokens, schema, seed)
            except ComponentError as error:
                return error

        with ThreadPoolExecutor(self.options.concurrency, "gvqa-openai") as threads:
            answers = list(threads.map(ask, conversations))
        failures = [answer for answer in answers if isinstance(answer, ComponentError)]
        if failures and len(failures) == len(answers):
            raise failures[0]
        for failure in failures:
            log.warning("%s", failure)
        return [answer if isinstance(answer, str) else "" for answer in answers]

    def _ask(
        self,
        conversation: Sequence[Message],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
        seed: int | None,
    ) -> str:
        import openai

        fields: dict[str, Any] = {
            "model": self.options.model,
            "messages": to_messages(conversation, self._max_pixels, self._image_format),
            # Said explicitly: servers differ in what they do when it is left out.
            "temperature": 0.0 if seed is None else self.options.temperature,
        }
        if seed is not None:
            fields["seed"] = seed
        try:
            answer = self._dialect.send(
                self._client.chat.completions.create, fields, max_tokens, schema
            )
        except openai.OpenAIError as error:
            raise ComponentError(self._explain(error), component="openai") from error
        text = self._read(answer)
        return text if schema is None else unwrap(text, schema)

    def _read(self, answer: Any) -> str:
        """Take the text of an answer; a server may leave out almost any part of it."""
        choices = getattr(answer, "choices", None)
        if not choices:
            fault = getattr(answer, "error", None)
            if fault:
                raise ComponentError(self._hide_key(f"{self._server} answered: {fault}"))
            return ""
        if choices[0].finish_reason == "content_filter":
            return ""
        message = choices[0].message
        # What it thought on the way, if sent apart, is not its answer.
        return (message and message.content) or ""

    @property
    def _server(self) -> str:
        return f"The server at {self.options.public_url}"

    def _explain(self, error: Exception) -> str:
        import openai

        name = self.options.api_key_env
        if isinstance(error, openai.APITimeoutError):
            text = f"{self._server} did not answer within {self.options.timeout:g} s."
        elif isinstance(error, openai.APIConnectionError):
            text = f"{self._server} cannot be reached. Is it running? Set base_url to its address."
        elif isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
            text = f"{self._server} refused the key in the environment variable {name}."
        elif isinstance(error, openai.NotFoundError):
            text = f"{self._server} knows no model '{self.options.model}', or no chat: {error}"
        else:
            text = f"{self._server} failed: {error}"
        return self._hide_key(text)

    def _hide_key(self, text: str) -> str:
        key = self.options.key
        return text.replace(key, "[key]") if key else text
