"""Running interviews: pictures × contexts, each turn recorded, resumable, some at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from gvqa_cedi.graph import SceneGraph
from gvqa_cedi.interview.context import Context, make_contexts, sub_graph, whole
from gvqa_cedi.interview.journal import Journal
from gvqa_cedi.interview.state import Asked, Interview, LoadImage, as_turn, cooccurrences
from gvqa_cedi.protocols import ContextMaker
from gvqa_cedi.transcripts import Transcript
from gvqa_core.loading.names import describe_error

if TYPE_CHECKING:
    from gvqa_cedi.protocols import Evaluatee, Examiner

MOST_ROUNDS = 50
"""No interview is longer, whatever its examiner wants."""

FAILURES_IN_A_ROW = 3
"""After so many turns without an answer an interview is given up."""


@frozen(kw_only=True)
class Plan:
    """What is run.

    Attributes:
        graphs: The pictures' scene graphs.
        contexts: Contexts of each picture; 0 interviews without any (an ablation).
        seed: Decides contexts and questions.
        jobs: Interviews at a time; more than 1 helps against a server only.
        image: Loads a picture by its name; None when there is none.
    """

    graphs: Sequence[SceneGraph]
    contexts: int = 1
    seed: int = 0
    jobs: int = 1
    image: Callable[[str], Any] = field(default=lambda _: None)


def run_interviews(
    plan: Plan,
    examiner: Examiner,
    evaluatee: Evaluatee,
    journal: Journal,
    *,
    names: tuple[str, str] = ("", ""),
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Transcript]:
    """Interview an evaluatee about every picture.

    What the journal holds is not asked again. An evaluatee that fails leaves a turn
    without a response, with the reason; it does not end the run.

    Args:
        plan: What is run.
        examiner: Who asks.
        evaluatee: Who answers.
        journal: Where turns are kept.
        names: Of examiner and evaluatee, for the transcripts.
        progress: Called with how many pictures are done, of how many.

    Returns:
        A transcript for each picture and context, in order.
    """
    cooccurrence = cooccurrences(plan.graphs)

    def interview(graph: SceneGraph) -> list[Transcript]:
        return [
            _interview(
                Interview(
                    graph=graph,
                    focus=sub_graph(graph, context.objects),
                    context=context,
                    seed=plan.seed,
                    image=_loader(plan.image, graph.image),
                    cooccurrence=cooccurrence,
                ),
                examiner,
                evaluatee,
                journal,
                names,
            )
            for context in _contexts(graph, plan, examiner, journal)
        ]

    transcripts: list[Transcript] = []
    with ThreadPoolExecutor(max(1, plan.jobs)) as pool:
        for number, found in enumerate(pool.map(interview, plan.graphs), 1):
            transcripts += found
            progress(number, len(plan.graphs))
    return transcripts


def _contexts(graph: SceneGraph, plan: Plan, examiner: Examiner, journal: Journal) -> list[Context]:
    if plan.contexts == 0:
        return [whole(graph)]
    if not isinstance(examiner, ContextMaker):
        return make_contexts(graph, plan.contexts, seed=plan.seed)
    if graph.image in journal.contexts:
        return journal.contexts[graph.image]
    try:
        made = examiner.contexts(graph, plan.contexts, seed=plan.seed)
    except Exception as error:  # noqa: BLE001 - one picture's failure is not the run's
        none = whole(graph)
        journal.end((graph.image, none.number), f"no context: {describe_error(error)}")
        made = [none]
    journal.add_contexts(graph.image, made)
    return made


def _loader(image: Callable[[str], Any], name: str) -> LoadImage:
    return lambda: image(name)


def _interview(
    start: Interview,
    examiner: Examiner,
    evaluatee: Evaluatee,
    journal: Journal,
    names: tuple[str, str],
) -> Transcript:
    key = (start.graph.image, start.context.number)
    now = evolve(start, turns=tuple(journal.turns.get(key, ())))
    while key not in journal.ends:
        why, now = _next_turn(now, examiner, evaluatee, journal)
        if why:
            journal.end(key, why)
    about: Mapping[str, Any] = {
        "context": f"{now.context.scenario} {now.context.goal}".strip(),
        "end": journal.ends[key],
    }
    return Transcript(
        image=now.graph.image,
        turns=now.turns,
        evaluatee=names[1],
        examiner=names[0],
        about=about,
    )


def _next_turn(
    now: Interview, examiner: Examiner, evaluatee: Evaluatee, journal: Journal
) -> tuple[str, Interview]:
    """Ask once; returns why the interview is over (empty when it goes on) and the new state."""
    if now.round >= MOST_ROUNDS:
        return "round limit", now
    last = now.turns[-FAILURES_IN_A_ROW:]
    if len(last) == FAILURES_IN_A_ROW and all(turn.response is None for turn in last):
        return f"no answer {FAILURES_IN_A_ROW} times in a row", now
    try:
        question = examiner.ask(now)
    except Exception as error:  # noqa: BLE001 - one interview's failure is not the run's
        return f"the examiner failed: {describe_error(error)}", now
    if question is None:
        return "the examiner ended it", now
    try:
        turn = as_turn(question, evaluatee.answer(Asked(now, question)))
    except Exception as error:  # noqa: BLE001 - a slow or broken server is part of the record
        turn = as_turn(question, None, describe_error(error))
    journal.add((now.graph.image, now.context.number), turn)
    return "", evolve(now, turns=(*now.turns, turn))
