"""A verifier of one's own: a claim is supported when all its words stand in the caption."""

import re

from attrs import frozen

from gvqa_core import BaseComponent, BinaryLabel, ComponentSpec, Judgement, hookimpl


@frozen
class Options:
    min_words: int = 2


class AllWords(BaseComponent[Options]):
    needs = "caption"

    def judge(self, pairs):
        return [self._judge(caption, claim) for caption, claim in pairs]

    def _judge(self, caption, claim):
        said, seen = (set(re.findall(r"\w+", text.lower())) for text in (claim, caption))
        found = len(said) >= self.options.min_words and said <= seen
        label = BinaryLabel.SUPPORTED if found else BinaryLabel.UNSUPPORTED
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
