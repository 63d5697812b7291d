"""Three example interviews, written for the examiner `prompt-only`; no picture exists of them."""

from __future__ import annotations

CONVERSATIONS = (
    """\
A florist checks a photograph for a catalogue.
Facts: There is a white vase. There are three tulips. The tulips are in the vase. The vase is on a
shelf.
Q (regular): What is the vase like?
A: It is white and holds flowers.
Q (follow-up): Which flowers does it hold?
A: Tulips.
Q (adversarial, made up: a ribbon): Is there a ribbon around the vase?
A: No, there is none.
Q (unanswerable, made up: a price tag): How much does it cost, going by the price tag?
A: I see no price tag.""",
    """\
Someone who cannot see the picture wants to know whether a street is safe to cross.
Facts: There is a red bus. There is a cyclist. The cyclist is behind the bus. There is a zebra
crossing.
Q (regular): What is on the road?
A: A red bus and a cyclist.
Q (follow-up): Where is the cyclist?
A: Behind the bus.
Q (unanswerable, made up: a policeman): What is the policeman signalling to the cyclist?
A: There is no policeman.
Q (adversarial, made up: a dog): Is a dog walking over the crossing?
A: No.""",
    """\
A cook looks through pictures of kitchens for one with room to work.
Facts: There is a wooden table. There is a knife. There is a green apple. The knife is left of the
apple. The apple is on the table.
Q (regular): What lies on the table?
A: A knife and an apple.
Q (adversarial, made up: a lemon): Is the lemon cut in half?
A: There is no lemon, only an apple.
Q (follow-up): Is the knife beside the apple?
A: Yes, to the left of it.
Q (unanswerable, made up: a stove): Which pot stands on the stove?
A: I cannot see a stove.""",
)
