"""The claims of a run on the labelling page."""

from __future__ import annotations

from pathlib import Path

from gvqa_core.errors import StoreError
from gvqa_core.evaluation.labels import Labels, to_label
from gvqa_core.labelling import Choice, Item, Page
from gvqa_core.labelling.page import Label
from gvqa_core.text import clock, visible

CHOICES = (
    Choice("true", "True", "t"),
    Choice("false", "False", "f"),
    Choice("unsure", "Can't tell", "u"),
)
GUIDE = (
    "Is the claim true of the video at the time it cites? Judge by the frame and by what you "
    "know of the video; the verifiers' verdicts are not shown."
)


def label_page(folder: Path) -> Page:
    """The page on which a run's claims are labelled.

    Raises:
        StoreError: This is no run over questions, or it has no claim.
    """
    claims = to_label(folder)
    if not claims:
        raise StoreError(f"{folder} has no claim to label: its drafts are empty")
    labels = Labels(folder)

    def save(item: str, label: Label | None) -> None:
        labels.set(item, label if isinstance(label, str) else None)

    return Page(
        title=f"Claims of {folder.name}",
        guide=GUIDE,
        items=tuple(
            Item(
                id=claim.id,
                text=visible(claim.text),
                context=f"{visible(claim.question)}\nThe claim cites {clock(claim.timestamp)}."
                + ("" if claim.frame else " There is no frame at that time."),
                picture=folder / claim.frame if claim.frame else None,
                alt=f"Frame at {clock(claim.timestamp)}",
            )
            for claim in claims
        ),
        choices=CHOICES,
        read=labels.read,
        save=save,
    )
