"""`vlm-direct` and `llm-judge-…`: for comparison; not judges.

They are the two designs the paper tried before it turned to a model made for
inference. A general model asked "does this support that?" answers mostly one word
whatever it is shown; here anyone can see it happen.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from attrs import field, frozen, validators

from gvqa_core.component import BaseComponent
from gvqa_core.errors import ComponentError, VerificationError
from gvqa_core.protocols import HasChat
from gvqa_core.types import BinaryLabel, Frame, Judgement, Message
from gvqa_verifiers import judge_prompts
from gvqa_verifiers.yes_no import read_yes_no

if TYPE_CHECKING:
    from gvqa_core.protocols import ChatModel, Scalar
    from gvqa_core.types import Pair

UNPARSED = "unparsed"
"""Reason of an answer that is neither YES nor NO."""

MANY = 6
"""From this many claims on, the same verdict on all of them is worth a warning."""

_log = logging.getLogger(__name__)


@frozen(kw_only=True)
class JudgeOptions:
    """Options of the judges that ask a general model.

    Attributes:
        max_tokens: Most tokens of an answer.
        batch_size: Questions asked in one call.
    """

    max_tokens: int = field(default=64, validator=validators.ge(4))
    batch_size: int = field(default=8, validator=validators.ge(1))


class ChatJudge(BaseComponent[JudgeOptions]):
    """Asks a chat model and reads YES or NO.

    Args:
        options: The options.

    Attributes:
        unparsed: How many answers could not be read since it was opened.
        warning: What is wrong with the verdicts so far as a whole; empty if nothing is.
    """

    needs: Literal["caption", "frame"] = "caption"
    asks = "drafter"
    template = ""

    def __init__(self, options: JudgeOptions) -> None:
        super().__init__(options)
        self._chat: ChatModel | None = None
        self._forget()

    def _forget(self) -> None:
        self.unparsed = 0
        self._read: dict[bool, int] = {True: 0, False: 0}
        self._warned = False

    @property
    def identity(self) -> Mapping[str, Scalar]:
        """The prompt, and the model asked once it is known."""
        asked = {} if self._chat is None else self._chat.identity
        return {
            "judge": type(self).__name__,
            "prompt_version": judge_prompts.VERSION,
            "max_tokens": self.options.max_tokens,
            **{f"chat_{name}": value for name, value in asked.items()},
        }

    def open(self, needs: Mapping[str, Any]) -> None:
        """Take the chat model of the component it was given; loads nothing.

        Raises:
            ComponentError: That component is built on no chat model.
        """
        given = needs.get(self.asks)
        if not isinstance(given, HasChat):
            raise ComponentError(
                f"Expected a {self.asks} built on a chat model, got "
                f"{type(given).__name__ if given is not None else 'none'}: this judge asks that "
                f"model. Choose a backend that has one (mlx, cuda, openai).",
                stage="verify",
            )
        self._chat = given.chat
        self._forget()

    def close(self) -> None:
        """Let go of the model, which belongs to the other component."""
        self._chat = None

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge each pair; see `gvqa_core.protocols.Verifier`."""
        if self._chat is None:
            raise ComponentError("the judge is not open: call open(needs) first", stage="verify")
        judgements: list[Judgement] = []
        for start in range(0, len(pairs), self.options.batch_size):
            batch = [
                [self.question(pair)] for pair in pairs[start : start + self.options.batch_size]
            ]
            answers = self._chat.generate(batch, max_tokens=self.options.max_tokens)
            judgements += [self._judgement(answer) for answer in answers]
        self._warn_if_degenerate()
        return judgements

    def question(self, pair: Pair) -> Message:
        """What the model is asked about a (caption, claim)."""
        premise, claim = pair
        if not isinstance(premise, str):
            raise VerificationError("Expected a caption as premise: this judge reads text")
        text = judge_prompts.fill(self.template, claim=claim, caption=premise)
        return Message(role="user", text=text)

    def _judgement(self, answer: str) -> Judgement:
        says = read_yes_no(answer)
        if says is None:
            self.unparsed += 1
            return Judgement(False, reason=UNPARSED, raw=answer)
        self._read[says] += 1
        label = BinaryLabel.SUPPORTED if says else BinaryLabel.UNSUPPORTED
        return Judgement(says, label, raw=answer)

    @property
    def warning(self) -> str:
        """Whether it said the same of everything, which no judge should."""
        yes, no = self._read[True], self._read[False]
        if yes + no < MANY or (yes and no):
            return ""
        return (
            f"{type(self).__name__} said {'YES' if yes else 'NO'} to all {yes + no} claims it was "
            "asked: it may not be looking at the evidence at all"
        )

    def _warn_if_degenerate(self) -> None:
        if self.warning and not self._warned:
            self._warned = True
            _log.warning("%s", self.warning)


class StrictJudge(ChatJudge):
    """Shows the drafter's model the caption and asks it to be strict."""

    template = judge_prompts.STRICT


class LenientJudge(ChatJudge):
    """Shows the drafter's model the caption and asks it to tolerate paraphrase."""

    template = judge_prompts.LENIENT


class DirectJudge(ChatJudge):
    """Shows the captioner's model the frame and asks whether it supports the claim."""

    needs: Literal["caption", "frame"] = "frame"
    asks = "captioner"
    template = judge_prompts.DIRECT

    def question(self, pair: Pair) -> Message:
        """What the model is asked about a (frame, claim)."""
        premise, claim = pair
        if not isinstance(premise, Frame):
            raise VerificationError("Expected a frame as premise: this judge looks at pixels")
        text = judge_prompts.fill(self.template, claim=claim)
        return Message(role="user", text=text, images=(premise.image,))
