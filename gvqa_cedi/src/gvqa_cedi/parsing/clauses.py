"""Reading one sentence: who is what, and how things stand to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field

from gvqa_cedi.parsing.memory import Ids, Memory
from gvqa_cedi.parsing.parsed import Mention
from gvqa_cedi.parsing.said import Said
from gvqa_cedi.text.phrases import SHADES, Phrase, is_adjective, phrase_from
from gvqa_cedi.text.polarity import EXPOSES
from gvqa_cedi.text.tokens import Token, phrase_at
from gvqa_cedi.text.verbs import verb_base
from gvqa_cedi.text.words import (
    ADVERBS,
    AUXILIARIES,
    BE,
    BREAKS,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    PICTURE,
    PREPOSITIONS,
    RELATIVES,
    SUBJECT_PRONOUNS,
)
from gvqa_cedi.wordnet.physical import is_physical

_STOPS = frozenset(".;:!?()")
_RESOLVED = frozenset(
    [
        "he",
        "she",
        "it",
        "they",
        "him",
        "her",
        "them",
        "who",
        "which",
        "that",
        "this",
        "these",
        "those",
    ]
)
_CLOSE = frozenset(("with", "in", "without", "wearing", "made of", "full of"))
# What follows their object is said of the object: "has a bag on the shoulder".
_LOOSE = frozenset(("", *BE, *HAVE))


@define
class Reader:
    """Reads one sentence into mentions and relations.

    Args:
        tokens: The sentence.
        memory: What was spoken of before; what this sentence speaks of is added.
        new_id: Makes ids for new mentions.
        known: Mentions of earlier sentences by id, so that more can be said of them.
        offset: Where the sentence stands in the response, characters.
    """

    tokens: Sequence[Token]
    memory: Memory
    new_id: Callable[[], str]
    known: dict[str, Mention]
    offset: int = 0
    words: list[str] = field(init=False)
    said: Said = field(init=False)
    at: int = 0
    subject: Ids = ()
    last: Ids = ()  # The phrase read last.
    predicate: str = ""
    predicate_at: int = 0
    role: str = ""  # Of the phrase read last: "subject", "object" or "".
    verb: str = ""
    joined: bool = False  # A conjunction or comma stands before the next phrase.
    fronted: tuple[str, Ids] = ("", ())
    copula: bool = False
    _hung: Ids = ()  # What the pending preposition hangs on, when not on the subject.
    _pending: tuple[str, int] | None = None  # The predicate that a list of objects shares.

    def __attrs_post_init__(self) -> None:
        self.said = Said(self.tokens, self.new_id, self.known, self.offset)
        self.words = self.said.words

    def read(self) -> None:
        """Read the whole sentence."""
        while self.at < len(self.words):
            before = self.at
            self._step()
            if self.at == before:
                self.at += 1

    # -- steps ------------------------------------------------------------------

    def _step(self) -> None:
        word = self.words[self.at]
        if word in _STOPS or word in BREAKS or (word == "but"):
            self._new_clause()
        elif word == "," or word in CONJUNCTIONS:
            self.joined = bool(self.role)
        elif word == "there":
            fronted = self.fronted
            self._new_clause()
            self.fronted = fronted
        elif word in ("i", "we", "you"):
            self._new_clause()
            self.role = "subject"
        elif word in RELATIVES and self.last and self._verb_follows(self.at + 1):
            self.subject, self.role, self.verb = self.last, "subject", ""
        elif (
            self._take_value()
            or self._take_verb()
            or self._take_preposition()
            or self._take_pronoun()
        ):
            pass
        elif phrase := phrase_from(self.words, self.at):
            self.at = phrase.end
            self._take_phrase(phrase)
        elif word.isalpha() and word not in ADVERBS:
            self.joined = False

    def _take_value(self) -> bool:
        """Read a property after "is" or "looks"."""
        word = self.words[self.at]
        if not self.copula or not is_adjective(word):
            return False
        phrase = phrase_from(self.words, self.at)
        if phrase is not None and phrase.head != self.at:
            return False
        if is_adjective(self._word(self.at + 1)) and word in SHADES:
            word = f"{word} {self.words[self.at + 1]}"  # "dark blue"
            self.at += 1
        self.said.describe(self.subject, word, self.at)
        self.at += 1
        self.copula = self._goes_on(self.at)
        return True

    def _goes_on(self, at: int) -> bool:
        """Whether a list of properties goes on ("black and white")."""
        return self._word(at) in ("and", ",", "or", "not") or is_adjective(self._word(at))

    def _new_clause(self) -> None:
        self.subject, self.last, self.predicate, self.verb = (), (), "", ""
        self.role, self.joined, self.copula, self.fronted = "", False, False, ("", ())

    def _take_verb(self) -> bool:
        """Read auxiliaries and a verb, with the preposition that belongs to it."""
        auxiliary, at = self._auxiliaries()
        base = verb_base(self._word(at)) if at < len(self.words) else None
        if base is not None and not self._is_verb_here(at, auxiliary):
            base = None
        if not auxiliary and base is None:
            return False
        self.predicate, self.copula = "", False
        if base is None:
            if self.role == "object" and self.joined:
                self.subject = self.last
            self.copula = auxiliary in BE
            if auxiliary in HAVE or auxiliary in ("hasn't", "haven't"):
                self._predicate_is("has", at - 1)
            self.verb, self.at = auxiliary, at
        else:
            self._take_full_verb(base, at)
        self.joined = False
        return True

    def _auxiliaries(self) -> tuple[str, int]:
        """The last auxiliary from here on, and where the words around it end."""
        auxiliary, at = "", self.at
        while (word := self._word(at)) in AUXILIARIES or word in ADVERBS or word in ("not", "to"):
            after = self._word(at + 1)
            if word == "to" and verb_base(after) is None and after not in ("be", "have"):
                break
            if word in AUXILIARIES:
                auxiliary = word
            at += 1
        return auxiliary, at

    def _take_full_verb(self, base: str, at: int) -> None:
        end = at + 1
        while self._word(end) in ADVERBS and not phrase_at(self.words, end, PREPOSITIONS):
            end += 1
        length = phrase_at(self.words, end, PREPOSITIONS)
        said = () if base in EXPOSES and length else (base,)
        text = " ".join([*said, *self.words[end : end + length]])
        if self._picture_follows(end + length):
            length, text = 0, ""
        self._predicate_is(text, at)
        self.copula = base in ("paint", "appear", "seem", "look")
        self.verb, self.at = base, end + length

    def _is_verb_here(self, at: int, auxiliary: str) -> bool:
        word = self._word(at)
        if auxiliary in BE and is_adjective(word) and word == verb_base(word):
            return False  # "is open"
        if auxiliary or (word.endswith("ing") and not self._opens(at)):
            return True
        if not self.role:
            return bool(self.fronted[1])
        if self.joined:  # "… and reads a book" against "… and plants".
            after = self._word(at + 1)
            return after in DETERMINERS or bool(phrase_at(self.words, at + 1, PREPOSITIONS))
        return not self._opens(at)

    def _opens(self, at: int) -> bool:
        """Whether the word before opens a phrase, so that this one is no verb."""
        before = self.words[at - 1] if at else ""
        return before in DETERMINERS and before not in ("that", "this")

    def _is_form(self, at: int) -> bool:
        word = self._word(at)
        return word.endswith(("ing", "ed")) and verb_base(word) is not None

    def _verb_follows(self, at: int) -> bool:
        while self._word(at) in ADVERBS:
            at += 1
        word = self._word(at)
        return word in AUXILIARIES or verb_base(word) is not None

    def _take_preposition(self) -> bool:
        length = phrase_at(self.words, self.at, PREPOSITIONS)
        if not length:
            return False
        text = " ".join(self.words[self.at : self.at + length])
        if self._picture_follows(self.at + length):
            self.at = self._after_picture(self.at + length)
            return True
        if phrase_from(self.words, self.at + length) is None and (
            self._word(self.at + length) not in _RESOLVED
        ):
            self.at += length
            return True
        self._predicate_is(text, self.at)
        if not self.role and not self.verb:
            self.fronted = (text, ())
        elif text == "of" or (self.role == "object" and self.verb in _LOOSE):
            self._hung = self.last
        elif text in _CLOSE and self.role == "subject" and not self.verb:
            self._hung = self.last[-1:]  # "a man and a woman with a hat"
        self.at += length
        self.joined = False
        return True

    def _picture_follows(self, at: int) -> bool:
        return self._after_picture(at) > at

    def _after_picture(self, at: int) -> int:
        end = at
        while self._word(end) in DETERMINERS or is_adjective(self._word(end)):
            end += 1
        length = phrase_at(self.words, end, PICTURE)
        return end + length if length and self._word(end + length) != "of" else at

    def _take_pronoun(self) -> bool:
        word = self.words[self.at]
        if word not in _RESOLVED or (word in DETERMINERS and phrase_from(self.words, self.at)):
            return False
        self.joined = False
        ids = self.memory.resolve(word, but=self.subject if self.predicate else ())
        self.at += 1
        if self.predicate and (self.subject or self.fronted[0]):
            self._relate(ids, self.at - 1)
            self.role = "object"
        elif word in SUBJECT_PRONOUNS or not self.role:
            self.subject, self.role, self.verb = ids, "subject", ""
            for identifier in ids:
                self.said.refer(identifier, self.at - 1)
        self.last = ids
        return True

    # -- phrases ----------------------------------------------------------------

    def _take_phrase(self, phrase: Phrase) -> None:
        if self._word(phrase.end) == "'s":
            owned = None if self._is_form(phrase.end + 1) else phrase_from(self.words, phrase.end)
            if owned is not None:
                self.said.mention(phrase)
                self.at = owned.end
                self._take_phrase(owned)
                return
        if is_physical(phrase.name):
            self._take_thing(phrase, (self.said.mention(phrase),))
        elif self._word(phrase.end) == "of":  # "a group of people": people take its place.
            self.at = phrase.end + 1
        else:
            self._place_as_nothing()

    def _take_thing(self, phrase: Phrase, ids: Ids) -> None:
        if self.fronted[0] and not self.fronted[1] and self.predicate == self.fronted[0]:
            self.fronted, self.predicate, self.last = (self.fronted[0], ids), "", ids
            return
        if (
            self.copula and self.subject and not (self.joined or self.predicate)
        ):  # "The animal is a dog."
            self.copula, self.last = False, ids
            return
        if self.fronted[1] and self.predicate and not self.subject:  # "On the sill sits a cat."
            self.fronted = (f"{self.predicate} {self.fronted[0]}", self.fronted[1])
            self._become_subject(ids, phrase)
            return
        self._place(phrase, ids, starts_clause=self.joined and self._starts_clause(phrase.end))
        self.joined = self.copula = False

    def _place(self, phrase: Phrase, ids: Ids, *, starts_clause: bool) -> None:
        """Give a thing its part in the sentence: object, one more object, subject."""
        if self.predicate and not starts_clause:
            self._relate(ids, phrase.head)
        elif self.joined and self.role == "object" and self._joins_subject(phrase):
            self.subject = self.last = (*self.subject, *ids)
            self.role, self._pending = "subject", None
            self.memory.remember(self.subject, person=False)
        elif self.joined and self.role == "object" and self._pending and not starts_clause:
            self.predicate, self.predicate_at = self._pending
            self._relate(ids, phrase.head)
        elif self.joined and self.role == "subject" and not self.verb and not starts_clause:
            self.subject = (*self.subject, *ids)
            self.last = self.subject
            self.memory.remember(self.subject, person=False)
            self._relate_fronted(phrase.head, ids)
        else:
            if starts_clause:
                self._new_clause()
            self._become_subject(ids, phrase)

    def _starts_clause(self, at: int) -> bool:
        """Whether a phrase after "and" has a verb of its own, its clause's being taken."""
        word = self._word(at)
        return bool(self.verb) and (word in AUXILIARIES or verb_base(word) is not None)

    def _joins_subject(self, phrase: Phrase) -> bool:
        """In "a bowl of fruit and a vase" the vase stands beside the bowl, not in it."""
        of = self._pending is not None and self._pending[0] == "of"
        return of and not self.verb and phrase.determiner in ("a", "an", "the")

    def _become_subject(self, ids: Ids, phrase: Phrase) -> None:
        from gvqa_cedi.wordnet.sameness import is_broader

        self.subject, self.role, self.last = ids, "subject", ids
        self.verb, self.predicate, self._pending = "", "", None
        self.memory.remember(ids, person=is_broader(phrase.name, "person"))
        self._relate_fronted(phrase.head, ids)

    def _relate_fronted(self, at: int, ids: Ids) -> None:
        """Say of a subject where it is, when that was said before it."""
        predicate, target = self.fronted
        if not target:
            return
        subject, self.subject = self.subject, ids
        self._predicate_is(predicate, at)
        self._relate(target, at)
        self.subject, self.role, self.last, self._pending = subject, "subject", ids, None

    def _place_as_nothing(self) -> None:
        """A phrase that names nothing visible takes its place in the sentence all the same."""
        if self.predicate:
            self.predicate, self.role, self.last = "", "object", ()
            self._pending = None
        elif self.joined:
            self.last = ()
        else:
            self.subject, self.role, self.last, self.verb = (), "subject", (), ""
        self.joined = False

    def _relate(self, ids: Ids, at: int) -> None:
        subjects = self._hung or self.subject
        self.said.relate(subjects, self.predicate, self.predicate_at, ids, at)
        self._pending = (self.predicate, self.predicate_at)
        self.predicate, self.role, self.last, self._hung = "", "object", ids, ()
        if not self.subject and not subjects:  # "I see a cat on a mat": the cat goes on.
            self.subject, self.role, self.verb = ids, "subject", ""
            self.memory.remember(ids, person=False)

    def _predicate_is(self, text: str, at: int) -> None:
        self.predicate, self.predicate_at = text, at

    def _word(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else ""
