"""What a sentence says: its mentions and relations, each with its polarity."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve, field

from gvqa_cedi.graph import Attribute
from gvqa_cedi.parsing.memory import Ids
from gvqa_cedi.parsing.parsed import Mention, Property, Stated
from gvqa_cedi.text.phrases import Phrase, attribute_name
from gvqa_cedi.text.polarity import Polarity, is_presupposed, polarities
from gvqa_cedi.text.tokens import Token
from gvqa_cedi.text.verbs import fold_predicate
from gvqa_cedi.text.words import NOT_VALUES

# "to the dog", "for a walk": no place and no act.
_PLACELESS = frozenset(("about", "for", "to", "like", "as"))


@define
class Said:
    """Gathers what is said.

    Args:
        tokens: The sentence.
        new_id: Makes ids for new mentions.
        known: Mentions of earlier sentences by id; new ones are added.
        offset: Where the sentence stands in the response, characters.
    """

    tokens: Sequence[Token]
    new_id: Callable[[], str]
    known: dict[str, Mention]
    offset: int = 0
    mentions: dict[str, Mention] = field(factory=dict[str, Mention])
    relations: list[Stated] = field(factory=list[Stated])
    words: list[str] = field(init=False)
    polarity: list[Polarity] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.words = [token.word for token in self.tokens]
        self.polarity = polarities(self.words)

    def mention(self, phrase: Phrase) -> str:
        """Add a new mention; returns its id."""
        polarity = self.polarity[phrase.head]
        negated = polarity is Polarity.NEGATED
        if negated and phrase.definite and is_presupposed(self.words, phrase.start):
            polarity = Polarity.ASSERTED
        identifier = self.new_id()
        self.known[identifier] = self.mentions[identifier] = Mention(
            id=identifier,
            name=phrase.name,
            properties=tuple(
                Property(Attribute(value, name), max(polarity, self.polarity[at]))
                for at, value, name in phrase.values
            ),
            polarity=polarity,
            count=phrase.count,
            another=phrase.another,
            start=self.offset + self.tokens[phrase.first].start,
            end=self.offset + self.tokens[phrase.head].end,
        )
        return identifier

    def refer(self, identifier: str, at: int) -> None:
        """Mention a thing of an earlier sentence by a pronoun at a token.

        "I cannot confirm that" says of nothing that it is there: unlike a definite phrase
        under a negation, a pronoun presupposes nothing that was not said by a name before.
        """
        self._again(identifier, at, self.polarity[at])

    def _again(self, identifier: str, at: int, polarity: Polarity = Polarity.ASSERTED) -> None:
        if identifier not in self.mentions and identifier in self.known:
            token = self.tokens[at]
            known = self.known[identifier]
            self.mentions[identifier] = evolve(
                known,
                properties=(),
                polarity=max(known.polarity, polarity),
                pronoun=True,
                start=self.offset + token.start,
                end=self.offset + token.end,
            )

    def describe(self, ids: Ids, value: str, at: int) -> None:
        """Say a property of things."""
        if value in NOT_VALUES:
            return
        name = "colour" if " " in value else attribute_name(value)
        said = Property(Attribute(value, name), self.polarity[at])
        for identifier in ids:
            self._again(identifier, at)
            if identifier in self.mentions:
                mention = self.mentions[identifier]
                self.mentions[identifier] = evolve(mention, properties=(*mention.properties, said))

    def relate(
        self, subjects: Ids, predicate: str, predicate_at: int, objects: Ids, at: int
    ) -> None:
        """Say that each subject stands in a relation to each object."""
        if predicate in _PLACELESS or not predicate:
            return
        polarity = max(self.polarity[predicate_at], self.polarity[at])
        folded = fold_predicate(predicate)
        self.relations += [
            Stated(subject, folded, target, polarity)
            for subject in subjects
            for target in objects
            if subject != target
        ]
