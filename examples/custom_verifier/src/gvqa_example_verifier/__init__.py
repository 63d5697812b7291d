"""A verifier of one's own: a claim is supported when all its words stand in the caption."""

import re

from attrs import frozen

from gvqa_core import BaseComponent, ComponentSpec, Judgement, NLILabel, hookimpl


@frozen
class Options:
    min_words: int = 2


class AllWords(BaseComponent[Options]):
    needs = "caption"

    def judge(self, pairs):
        return [self._judge(words(premise), words(claim)) for premise, claim in pairs]

    def _judge(self, premise, claim):
        found = len(claim) >= self.options.min_words and claim <= premise
        return Judgement(supports=found, label=NLILabel.ENTAILMENT if found else NLILabel.NEUTRAL)


def words(text):
    return set(re.findall(r"\w+", text.lower()))


@hookimpl
def gvqa_verifiers():
    spec = ComponentSpec(
        kind="verifier",
        name="all-words",
        factory="gvqa_example_verifier:AllWords",
        options="gvqa_example_verifier:Options",
        priority=-1,  # never chosen by `auto`
        summary="every word of the claim stands in the caption (an example)",
    )
    return [spec]
