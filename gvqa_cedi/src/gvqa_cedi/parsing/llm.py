"""The parser `llm`: any chat model turns sentence after sentence into a scene graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen, validators

from gvqa_cedi.asks_model import AsksModel
from gvqa_cedi.graph import Attribute
from gvqa_cedi.parsing import llm_prompt
from gvqa_cedi.parsing.parsed import (
    Exchange,
    Mention,
    ParsedResponse,
    ParsedSentence,
    Property,
    Stated,
)
from gvqa_cedi.text.polarity import Polarity
from gvqa_cedi.text.sentences import Sentence, split_sentences
from gvqa_cedi.wordnet import wordnet

if TYPE_CHECKING:
    from gvqa_cedi.asking import Reply

_POLARITIES = {
    "asserted": Polarity.ASSERTED,
    "negated": Polarity.NEGATED,
    "hedged": Polarity.HEDGED,
}
_BEFORE = 600


@frozen(kw_only=True)
class LLMParserOptions:
    """Options of the parser `llm`.

    Attributes:
        max_tokens: Most tokens for one sentence.
        batch_size: Sentences asked in one call.
        repairs: How often an answer that cannot be read is asked for again.
    """

    max_tokens: int = field(default=768, validator=validators.ge(16))
    batch_size: int = field(default=8, validator=validators.ge(1))
    repairs: int = field(default=2, validator=validators.ge(0))


class LLMParser(AsksModel[LLMParserOptions]):
    """Parses responses with the drafter's chat model."""

    kind = "parser"
    name = "llm"
    prompt_version = llm_prompt.VERSION

    def parse(self, exchanges: Sequence[Exchange]) -> list[ParsedResponse]:
        """Parse responses; a sentence that the model fails on is in the result with its error.

        Returns:
            One result for each exchange, in order.

        Raises:
            JudgeError: There is no model to ask.
        """
        split = [split_sentences(each.response) for each in exchanges]
        asked = [
            (which, sentence, exchange.question, exchange.response[: sentence.start][-_BEFORE:])
            for which, (exchange, sentences) in enumerate(zip(exchanges, split, strict=True))
            for sentence in sentences
        ]
        parsed: list[list[ParsedSentence]] = [[] for _ in exchanges]
        replies = self.asked(
            [llm_prompt.messages(s.text, question, before) for _, s, question, before in asked],
            llm_prompt.SCHEMA,
            _read,
            batch_size=self.options.batch_size,
        )
        for (which, sentence, _, _), reply in zip(asked, replies, strict=True):
            prefix = f"{len(parsed[which])}."
            parsed[which].append(_sentence(sentence, reply, prefix))
        return [
            ParsedResponse(exchange, tuple(sentences))
            for exchange, sentences in zip(exchanges, parsed, strict=True)
        ]


_Graph = tuple[tuple[Mention, ...], tuple[Stated, ...]]


def _read(answer: Mapping[str, Any]) -> _Graph:
    objects, relations = answer["objects"], answer["relations"]
    if not isinstance(objects, list) or not isinstance(relations, list):
        raise TypeError("objects and relations must be lists")
    mentions = tuple(_mention(each) for each in objects)
    ids = [mention.id for mention in mentions]
    if len(set(ids)) < len(ids):
        raise ValueError("two objects have the same id")
    stated = tuple(_stated(each) for each in relations)
    for relation in stated:
        for end in (relation.subject, relation.object):
            if end not in ids:
                raise ValueError(f"a relation names the id {end!r}, which no object has")
    return mentions, stated


def _mention(record: Mapping[str, Any]) -> Mention:
    return Mention(
        id=str(record["id"]),
        name=wordnet().lemma(_text(record["name"])),
        properties=tuple(
            Property(Attribute(_text(each["value"])), _polarity(each))
            for each in record.get("attributes", ())
        ),
        polarity=_polarity(record),
    )


def _stated(record: Mapping[str, Any]) -> Stated:
    return Stated(
        str(record["subject"]), _text(record["predicate"]), str(record["object"]), _polarity(record)
    )


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"expected a text, found {value!r}")
    return value


def _polarity(record: Mapping[str, Any]) -> Polarity:
    value = record["polarity"]
    if value not in _POLARITIES:
        raise ValueError(f"polarity must be one of {', '.join(_POLARITIES)}, not {value!r}")
    return _POLARITIES[value]


def _sentence(sentence: Sentence, reply: Reply[_Graph], prefix: str) -> ParsedSentence:
    if reply.value is None:
        return ParsedSentence(sentence.text, error=reply.error)
    mentions, relations = reply.value
    return ParsedSentence(
        sentence.text,
        tuple(_evolved(mention, prefix, sentence) for mention in mentions),
        tuple(
            Stated(prefix + each.subject, each.predicate, prefix + each.object, each.polarity)
            for each in relations
        ),
    )


def _evolved(mention: Mention, prefix: str, sentence: Sentence) -> Mention:
    from attrs import evolve

    return evolve(mention, id=prefix + mention.id, start=sentence.start, end=sentence.end)
