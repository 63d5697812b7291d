"""Run the default models of a backend on this machine, and fill the tables of the paper.

Run: python examples/full_size_check.py {mlx,cuda,openai} [--video FILE] [--questions SET]
                                        [--out DIR] [-o KEY VALUE]...

For people with a Mac, a GPU or a server: the checkpoints of 2 and 3 billion parameters were
never run where this project is built. In order, stopping at the first that fails:

1. `gvqa models pull`: the weights, several GB (left out with `--no-pull`);
2. `gvqa doctor`: does the backend see this machine, do pixels reach the captioner;
3. `gvqa measure`: what each stage costs: loading, frames and tokens per second, peak memory;
4. `gvqa eval run`: each question of the set drafted once, checked by the three-way NLI model
   (by itself as in the paper, and with guards) and by the judges it is compared with; then
   `gvqa eval report` with the tables.

Measurements, records and tables are written below `full-size/`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gvqa_core import config
from gvqa_core.cli.run import run

VIDEO = Path(__file__).with_name("sample_talk.mp4")
VERIFIERS = "nli@paper,nli,nli-mini,llm-judge-strict,llm-judge-lenient,vlm-direct"
MODELS = {
    "mlx": (config.CAPTION_MODEL_MLX, config.DRAFT_MODEL_MLX, config.NLI_MODEL),
    "cuda": (config.CAPTION_MODEL, config.DRAFT_MODEL, config.NLI_MODEL),
    "openai": (config.NLI_MODEL,),
}


def main() -> int:
    arguments = parser().parse_args()
    chosen = ["--backend", arguments.backend]
    for key, value in arguments.option:
        chosen += ["-o", key, value]
    out = Path(arguments.out) / arguments.backend
    pulled = () if arguments.no_pull else MODELS[arguments.backend]
    compared = ["--verifiers", arguments.verifiers, "--run", str(out / "run")]
    if arguments.questions == "sample-talk":
        compared += ["--video", str(VIDEO)]  # the set names it relative to the repository
    steps = (
        *(["models", "pull", model] for model in pulled),
        ["doctor", *chosen],
        ["measure", arguments.video, "--save", str(out), *chosen],
        ["eval", "run", arguments.questions, *compared, *chosen],
        ["eval", "report", str(out / "run")],
    )
    for step in steps:
        print(f"\n$ gvqa {' '.join(step)}", flush=True)
        code = run(step)
        if code:
            print(f"`gvqa {step[0]}` ended with {code}; nothing after it was run", flush=True)
            return code
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Check a backend's default models on this machine.")
    made.add_argument("backend", choices=("mlx", "cuda", "openai"))
    made.add_argument("--video", default=str(VIDEO), help="what is measured (the sample talk)")
    made.add_argument("--questions", default="sample-talk", metavar="SET")
    made.add_argument("--verifiers", default=VERIFIERS, metavar="NAME,NAME@paper,…")
    made.add_argument("--no-pull", action="store_true", help="the weights are here already")
    made.add_argument("--out", default="full-size", metavar="DIR")
    made.add_argument("-o", dest="option", nargs=2, action="append", default=[])
    return made


if __name__ == "__main__":
    sys.exit(main())
