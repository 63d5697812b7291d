"""An answer as the cards of the app: verdict, sentence, why, frame, and a way to the moment."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from gvqa_core.report.pictures import Embedder
from gvqa_core.report.view import Card, basis, cards, headline
from gvqa_core.text import shortened, visible

if TYPE_CHECKING:
    from gvqa_core.types import Answer

_TEXT, _CAPTION, _WIDTH = 500, 400, 480

STYLE = """
.gvqa-claim { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 1rem;
  border-left: 6px solid; padding: .5rem .8rem; margin: .8rem 0; }
.gvqa-claim img { width: 100%; height: auto; }
.gvqa-claim.is-grounded { border-color: #1a7f37; }
.gvqa-claim.is-unverified { border-color: #cf222e; }
.gvqa-claim.is-aside img, .gvqa-claim.is-aside b { opacity: .75; }
.gvqa-claim h4 { margin: 0; }
.gvqa-claim p { margin: .3rem 0; overflow-wrap: anywhere; }
.gvqa-seek { text-decoration: underline; cursor: pointer; }
@media (max-width: 40rem) { .gvqa-claim { grid-template-columns: 1fr; } }
"""

SCRIPT = """
<script>
document.addEventListener("click", (event) => {
  const button = event.target.closest(".gvqa-seek");
  const video = document.querySelector("#gvqa-video video");
  if (button && video) {
    video.currentTime = Number(button.dataset.time);
    video.scrollIntoView({ block: "nearest" });
  }
});
</script>
"""


def answer_html(answer: Answer) -> str:
    """Render an answer; all text of videos and models is escaped."""
    embed = Embedder(quality=80, most_width=_WIDTH)
    alone = answer.retrieval.get("standalone")
    understood = f"<p>Understood as: {_safe(str(alone), _TEXT)}</p>" if alone else ""
    found = cards(answer, embed)
    shown = "".join(_card(card, answer.claims[card.number - 1].timestamp) for card in found)
    return (
        f'<section aria-label="Answer"><h3>{_safe(answer.question, _TEXT)}</h3>{understood}'
        f'<p role="status"><b>{_safe(headline(answer), _TEXT)}</b></p>{shown}</section>'
    )


def _card(card: Card, time: float) -> str:
    kind, mark = ("is-grounded", "✓") if card.grounded else ("is-unverified", "✗")
    look = card.deciding
    image = (
        f'<img src="{look.image.uri}" alt="Frame at {escape(look.when)}">'
        if look.image
        else f"<span>{'speech' if look.spoken else 'no frame'}</span>"
    )
    kind_of_text, text = basis(look)
    caption = f"<p><i>{kind_of_text}:</i> {_safe(text, _CAPTION)}</p>" if text else ""
    if card.aside:
        kind += " is-aside"
        caption += f"<p>{_safe(card.aside, _TEXT)}</p>"
    label = f"{card.verdict}: {visible(shortened(card.text, 120), newlines=False)}"
    return (
        f'<article class="gvqa-claim {kind}" aria-label="{escape(label)}"><div>{image}</div><div>'
        f"<h4>{mark} {escape(card.verdict)}</h4><p><b>{_safe(card.text, _TEXT)}</b> "
        f'<button type="button" class="gvqa-seek" data-time="{time:.3f}">'
        f"go to {escape(card.when)}</button></p>"
        f"<p>{_safe(card.why, _TEXT)}</p>{caption}</div></article>"
    )


def _safe(text: str, most: int) -> str:
    return f"<bdi>{escape(visible(shortened(text, most)))}</bdi>"
