"""The parser `lexicon`: scene graphs from English sentences by word lists and WordNet, no model.

Reads noun phrases, their properties, copulas, verbs with objects, prepositions, lists,
relative clauses and simple pronouns; negations and hedges by cues with a reach. It is
quick and gives the same result every time; what it cannot read it leaves out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from attrs import evolve, frozen

from gvqa_cedi.graph import Attribute
from gvqa_cedi.parsing.clauses import Reader
from gvqa_cedi.parsing.memory import Memory
from gvqa_cedi.parsing.parsed import Exchange, Mention, ParsedResponse, ParsedSentence, Property
from gvqa_cedi.text.phrases import attribute_name, is_adjective, phrase_from
from gvqa_cedi.text.sentences import Sentence, split_sentences
from gvqa_cedi.text.tokens import tokenize
from gvqa_cedi.text.words import NOT_VALUES
from gvqa_core.component import BaseComponent

_YES = frozenset(("yes", "yeah", "yep", "correct", "indeed", "right", "true"))


@frozen(kw_only=True)
class LexiconOptions:
    """Options of the parser `lexicon`.

    Attributes:
        yes_states_the_question: Read a bare "Yes." as what was asked. Off, as in the
            paper, where an answer without words of its own asserts nothing.
    """

    yes_states_the_question: bool = False


class Lexicon(BaseComponent[LexiconOptions]):
    """Parses responses with word lists; see the module."""

    def parse(self, exchanges: Sequence[Exchange]) -> list[ParsedResponse]:
        """Parse responses, each by itself.

        Returns:
            One result for each exchange, in order.
        """
        return [self._response(each) for each in exchanges]

    def _response(self, exchange: Exchange) -> ParsedResponse:
        ids = map(str, count())
        known: dict[str, Mention] = {}
        memory = Memory()
        asked = self._asked(exchange.question, ids, memory, known)
        sentences: list[ParsedSentence] = []
        for sentence in split_sentences(exchange.response):
            sentences.append(_sentence(sentence, ids, memory, known, asked))
            if self.options.yes_states_the_question and _is_yes(sentence.text):
                sentences.append(evolve(asked, text=sentence.text))
        return ParsedResponse(exchange, tuple(sentences))

    def _asked(
        self, question: str, ids: map[str], memory: Memory, known: dict[str, Mention]
    ) -> ParsedSentence:
        """Read the question: what it speaks of may be referred to, but is not asserted."""
        mentions: dict[str, Mention] = {}
        relations = []
        for sentence in split_sentences(question):
            reader = Reader(tokenize(sentence.text), memory, lambda: next(ids), known)
            reader.read()
            if reader.subject and not memory.last:
                memory.remember(reader.subject, person=False)
            mentions.update(reader.said.mentions)
            relations += reader.said.relations
        return ParsedSentence(question, tuple(mentions.values()), tuple(relations))


def _is_yes(text: str) -> bool:
    words = [token.word for token in tokenize(text) if token.word.isalpha()]
    return len(words) == 1 and words[0] in _YES


def _sentence(
    sentence: Sentence,
    ids: map[str],
    memory: Memory,
    known: dict[str, Mention],
    asked: ParsedSentence,
) -> ParsedSentence:
    tokens = tokenize(sentence.text)
    bare = _bare_values([token.word for token in tokens])
    if bare and memory.last:
        mentions = [
            evolve(
                known[i],
                properties=tuple(Property(Attribute(v, attribute_name(v))) for v in bare),
                start=sentence.start,
                end=sentence.end,
            )
            for i in memory.last
            if i in known
        ]
        return ParsedSentence(sentence.text, tuple(mentions))
    reader = Reader(tokens, memory, lambda: next(ids), known, sentence.start)
    reader.read()
    return ParsedSentence(
        sentence.text, tuple(reader.said.mentions.values()), tuple(reader.said.relations)
    )


def _bare_values(words: list[str]) -> list[str]:
    """The properties of an answer that is nothing else: "Black and white."."""
    plain = [word for word in words if word.isalpha() and word not in ("and", "or", "yes")]
    if not plain or len(plain) > 4 or not all(is_adjective(word) for word in plain):
        return []
    if phrase_from(plain, 0) is not None and plain[-1] not in ("orange", "gold", "silver"):
        return []
    return [word for word in plain if word not in NOT_VALUES]
