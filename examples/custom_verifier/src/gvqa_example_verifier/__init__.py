"""A verifier of one's own: a claim is supported when all its words stand in the caption."""

from attrs import frozen

from gvqa_core import BaseComponent, ComponentSpec, Judgement, NLILabel, hookimpl


@frozen
class Options:
    min_words: int = 2


class AllWords(BaseComponent[Options]):
    needs = "caption"

    def judge(self, pairs):
        return [self._judge(premise, hypothesis) for premise, hypothesis in pairs]

    def _judge(self, premise, hypothesis):
        words = hypothesis.lower().strip(" .").split()
        found = len(words) >= self.options.min_words and set(words) <= set(premise.lower().split())
        label = NLILabel.ENTAILMENT if found else NLILabel.NEUTRAL
        return Judgement(supports=found, label=label)


@hookimpl
def gvqa_verifiers():
    return [
        ComponentSpec(
            kind="verifier",
            name="all-words",
            factory="gvqa_example_verifier:AllWords",
            options="gvqa_example_verifier:Options",
            priority=-1,  # never chosen by `auto`
            summary="every word of the claim stands in the caption (an example)",
        )
    ]
