"""What a parser returns: mentions and relations, each asserted, negated or hedged."""

from __future__ import annotations

from attrs import field, frozen

from gvqa_cedi.graph import Attribute, clean
from gvqa_cedi.text.polarity import Polarity


@frozen
class Exchange:
    """A response and the question it answers, which is the parser's context.

    Attributes:
        response: What the evaluated model wrote.
        question: What it was asked; empty when it was asked nothing.
    """

    response: str
    question: str = ""


@frozen
class Property:
    """An attribute of a mention, with a polarity of its own."""

    attribute: Attribute
    polarity: Polarity = Polarity.ASSERTED


@frozen
class Mention:
    """A thing that a sentence speaks of.

    Attributes:
        id: Names it within its response.
        name: What it is called, in the base form.
        properties: Its attributes.
        polarity: Whether its presence is asserted.
        count: How many, where a number says so; else 1.
        another: Whether it is said not to be one mentioned before.
        pronoun: Whether it is only referred to ("it"), having been named elsewhere.
        start: First character in the response; -1 when unknown.
        end: After its last character; -1 when unknown.
    """

    id: str
    name: str = field(converter=clean)
    properties: tuple[Property, ...] = ()
    polarity: Polarity = Polarity.ASSERTED
    count: int = 1
    another: bool = False
    pronoun: bool = False
    start: int = -1
    end: int = -1

    @property
    def asserted(self) -> bool:
        """Whether its presence is asserted."""
        return self.polarity is Polarity.ASSERTED


@frozen
class Stated:
    """A relation that a sentence states; ids are those of mentions of the same response."""

    subject: str
    predicate: str = field(converter=clean)
    object: str
    polarity: Polarity = Polarity.ASSERTED


@frozen
class ParsedSentence:
    """A sentence of a response, read.

    Attributes:
        text: The sentence.
        mentions: Things it speaks of; a thing of an earlier sentence may come again
            under the same id, with what is newly said of it.
        relations: What it says holds between them.
        error: Why it could not be read; empty when it could.
    """

    text: str
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Stated, ...] = ()
    error: str = ""


@frozen
class ParsedResponse:
    """A response, read sentence by sentence."""

    exchange: Exchange
    sentences: tuple[ParsedSentence, ...] = ()

    @property
    def failures(self) -> int:
        """How many sentences could not be read."""
        return sum(bool(sentence.error) for sentence in self.sentences)

    @property
    def asserted(self) -> tuple[Mention, ...]:
        """The asserted mentions, in order."""
        return tuple(m for s in self.sentences for m in s.mentions if m.asserted)
