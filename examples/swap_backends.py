"""One question, asked of one backend after the other: only the word `backend` differs.

Run: python examples/swap_backends.py VIDEO QUESTION [--backends mlx cuda openai] [--config FILE]

Without `--backends` it asks all three; one that cannot be used here says why. Which models
they run, and where a server listens, stands in `gvqa.toml`, never in the code:

    [gvqa.captioner.openai]
    base_url = "http://localhost:8000/v1"
    model = "Qwen/Qwen2-VL-2B-Instruct"

Prints each answer with its verdicts, and what it cost. Exits with 1 when a backend fails.
"""

from __future__ import annotations

import argparse
import sys
import time

from gvqa_core import GvqaError, VideoQA

NAMES = ("mlx", "cuda", "openai")


def main() -> int:
    arguments = parser().parse_args()
    failed = False
    for backend in arguments.backends:
        print(f"\n== {backend}")
        try:
            answer_with(backend, arguments)
        except GvqaError as error:
            failed = True
            print(f"could not: {error}")
    return 1 if failed else 0


def answer_with(backend: str, arguments: argparse.Namespace) -> None:
    """Everything that a program does with gvqa; the backend is one argument of it."""
    start = time.monotonic()
    with VideoQA.from_config(backend=backend, file=arguments.config) as qa:
        video = qa.ingest(arguments.video)
        ingested = time.monotonic()
        answer = qa.ask(video, arguments.question)
    end = time.monotonic()

    for role in ("captioner", "drafter"):
        identity = answer.provenance["components"][role]["identity"]
        print(f"{role}: {identity['component']}, {identity['model']}")
    for claim in answer.claims:
        print(f"{claim.verdict:<10}  {claim.timestamp:6.1f} s  {claim.text}")
    if not answer.claims:
        print(answer.message)
    print(f"ingested in {ingested - start:.1f} s, answered in {end - ingested:.1f} s{memory()}")


def memory() -> str:
    """Peak memory of this process so far, where the system tells it."""
    try:
        import resource
    except ImportError:
        return ""
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return f"; peak memory so far {peak / 1e9:.2f} GB"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Ask one question of several backends.")
    made.add_argument("video")
    made.add_argument("question")
    made.add_argument("--backends", nargs="+", default=NAMES, metavar="NAME")
    made.add_argument("--config", help="settings to read instead of ./gvqa.toml")
    return made


if __name__ == "__main__":
    sys.exit(main())
