"""What pronouns may refer to: what was spoken of before, and what the question speaks of."""

from __future__ import annotations

from attrs import define, field

Ids = tuple[str, ...]


@define
class Memory:
    """Remembers what was spoken of, latest last."""

    spoken: list[tuple[Ids, bool]] = field(factory=list[tuple[Ids, bool]])

    def remember(self, ids: Ids, *, person: bool) -> None:
        """Note what was spoken of last."""
        if ids:
            self.spoken.append((ids, person))

    @property
    def last(self) -> Ids:
        """What was spoken of last."""
        return self.spoken[-1][0] if self.spoken else ()

    def resolve(self, pronoun: str, *, but: Ids = ()) -> Ids:
        """What a pronoun refers to; nothing when nothing fits.

        Args:
            pronoun: For example "she" or "it".
            but: What it cannot refer to: the subject of its own clause.
        """
        for ids, person in reversed(self.spoken):
            if set(ids) & set(but):
                continue
            if pronoun in ("he", "she", "him", "her") and not person:
                continue
            if pronoun in ("it", "this", "that") and (person or len(ids) > 1):
                continue
            return ids
        return ()
