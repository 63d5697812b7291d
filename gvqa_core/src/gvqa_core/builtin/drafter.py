"""The drafter `embedded`: picks the sentences of retrieved captions that answer the question."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, field, frozen, validators

from gvqa_core.builtin.question import Focus, Question, read_question
from gvqa_core.builtin.sentences import sentences
from gvqa_core.builtin.words import stems
from gvqa_core.component import BaseComponent
from gvqa_core.retrieval.grammar import read
from gvqa_core.retrieval.parse import Parse
from gvqa_core.speech.channel import IT_IS_SAID
from gvqa_core.speech.question import asks_of_speech, without_speaker
from gvqa_core.types import Channel, Claim, Draft, Hit


@frozen(kw_only=True)
class EmbeddedDrafterOptions:
    """Options of the drafter `embedded`.

    Attributes:
        threshold: How much of the question's weight a caption must cover, 0 to 1.
        max_claims: Most claims in an answer, >= 1.
    """

    threshold: float = field(default=0.6, validator=[validators.ge(0), validators.le(1)])
    max_claims: int = field(default=5, validator=validators.ge(1))


@frozen
class _Sentence:
    """A candidate: a sentence of a caption.

    Attributes:
        text: The sentence.
        words: Its stems.
        hit: The hit it comes from.
    """

    text: str
    words: frozenset[str]
    hit: Hit


class EmbeddedDrafter(BaseComponent[EmbeddedDrafterOptions]):
    """Extractive: every claim is a sentence of a caption, cited at that caption's time.

    A caption is relevant when it covers enough of what the question asks for, words
    weighted by how rare they are among the hits; a word in none of them weighs most,
    so that a question about something absent finds nothing. Of relevant captions those
    sentences are taken that share words with the question and, where it asks for a
    number, a colour or a text, hold one. Where a question names the start or the end,
    only what was retrieved from there answers it. What is said is quoted, never asserted.
    """

    def draft(self, question: str, hits: Sequence[Hit]) -> Draft:
        """Answer from the given captions; no claim when nothing answers."""
        if not any(character.isalnum() for character in question):
            return Draft()
        parse = read(question)
        of_speech = asks_of_speech(question)
        seen = self._chosen(parse, read_question(parse.content), _of(hits, "seen"))
        said = self._heard(parse, _of(hits, "said"), of_speech=of_speech)
        chosen = [*said, *seen] if of_speech else [*seen, *said]
        return Draft(claims=_claims(chosen, self.options.max_claims))

    def _chosen(self, parse: Parse, asked: Question, hits: Sequence[Hit]) -> list[_Sentence]:
        hits = _there(hits, parse.places)
        if asked.words:
            return self._answer(asked, hits)
        return _description(asked, hits, overview=parse.timeless)

    def _heard(self, parse: Parse, hits: Sequence[Hit], *, of_speech: bool) -> list[_Sentence]:
        """What passages of speech answer; a question for a picture of the whole gets none."""
        asked = read_question(without_speaker(parse.content))
        if asked.focus is Focus.TEXT:  # "What does he say?": all that is said is text
            asked = evolve(asked, focus=Focus.ANYTHING)
        if not asked.words and not of_speech:
            return []
        return self._chosen(parse, asked, hits)

    def _answer(self, asked: Question, hits: Sequence[Hit]) -> list[_Sentence]:
        captions = [_candidates(hit) for hit in hits]
        weights = asked.weights([[s.words for s in caption] for caption in captions])
        scored: list[tuple[float, _Sentence]] = []
        for caption in captions:
            covered = frozenset[str]().union(*(s.words for s in caption))
            if asked.coverage(covered, weights) < self.options.threshold:
                continue
            scored += [
                (asked.coverage(s.words, weights), s)
                for s in caption
                if asked.answered_by(s.text) and (s.words & asked.words or asked.loose)
            ]
        best = max((score for score, _ in scored), default=0.0)
        order = sorted(scored, key=lambda pair: (-pair[0], pair[1].hit.caption.timestamp))
        return [sentence for score, sentence in order if score >= 0.75 * best]


def _of(hits: Sequence[Hit], channel: Channel) -> list[Hit]:
    return [hit for hit in hits if hit.caption.channel == channel]


def _there(hits: Sequence[Hit], places: Sequence[str]) -> Sequence[Hit]:
    """The hits at the start or the end, if one of them is named: the outermost caption's."""
    if not hits or tuple(places) not in (("start",), ("end",)):
        return hits
    outermost = (min if places[0] == "start" else max)(hits, key=lambda h: h.caption.timestamp)
    return [hit for hit in hits if hit.caption.text == outermost.caption.text]


def _candidates(hit: Hit) -> list[_Sentence]:
    """The sentences of a caption; a passage of speech stays whole, for it is quoted."""
    text = hit.caption.text
    parts = [text] if hit.caption.channel == "said" else sentences(text)
    return [_Sentence(part, frozenset(stems(part)), hit) for part in parts]


def _description(asked: Question, hits: Sequence[Hit], *, overview: bool) -> list[_Sentence]:
    """What a question without content words wants: the time it names, or an overview."""
    if not overview:
        return [s for hit in hits[:1] for s in _candidates(hit) if asked.answered_by(s.text)]
    in_time = sorted(hits, key=lambda hit: hit.caption.timestamp)
    answering = ([s for s in _candidates(hit) if asked.answered_by(s.text)] for hit in in_time)
    return [sentence for found in answering for sentence in found[:1]]


def _claims(chosen: Sequence[_Sentence], most: int) -> tuple[Claim, ...]:
    """One claim for each distinct sentence, at the first time it was chosen for."""
    first: dict[str, Claim] = {}
    for sentence in chosen:
        text, caption = sentence.text, sentence.hit.caption
        if caption.channel == "said":
            text = f'{IT_IS_SAID} "{_single_quoted(text)}"'
        first.setdefault(text.casefold(), Claim(text, caption.timestamp))
    return tuple(list(first.values())[:most])


def _single_quoted(text: str) -> str:
    """A sentence that can stand between double quotes."""
    return text.translate({ord(mark): "'" for mark in '"“”'})
