"""The argument FOLDER of tables: decisions that are asked about, and the graph they make."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from motifcnn.cli.options.errors import OptionError
from motifcnn.visible import visible

if TYPE_CHECKING:
    from motifcnn.graph import Graph
    from motifcnn.graph.tables.decisions import Decision
    from motifcnn.graph.tables.read import TablePlan

MOST_ROUNDS = 5  # an answer may raise another question


@dataclass(frozen=True, eq=False)
class ImportedTables:
    """A graph from tables.

    Parameters
    ----------
    graph : Graph
    plan : TablePlan
    said : tuple of str
        What was left out or added.
    mapping_file : Path or None
        The `motifcnn.toml` that was written; None where there was one.
    """

    graph: Graph
    plan: TablePlan
    said: tuple[str, ...]
    mapping_file: Path | None


def import_tables(
    folder: Path,
    *,
    label: str | None = None,
    unknown: str | None = None,
    yes: bool = False,
    decide: Sequence[str] = (),
) -> ImportedTables:
    """Reads the tables of a folder and writes their `motifcnn.toml`, unless there is one.

    On a terminal it asks about what is unsure; elsewhere that is an error that names the flags.
    Nothing is written where the tables have a problem.

    Parameters
    ----------
    folder : Path
    label, unknown : str, optional
        The flags ``--label`` and ``--unknown``.
    yes : bool
        ``--yes``: take every guess.
    decide : sequence of str
        ``--decide``: "movies.key=id".
    """
    from motifcnn.graph.tables.files import MAPPING_FILE
    from motifcnn.graph.tables.toml import write_mapping

    file = folder / MAPPING_FILE
    if decide and file.is_file():
        raise OptionError(f"--decide: {file} says how to read these tables; edit it or delete it")
    plan = decided(folder, label, decide, yes)
    graph, said = plan.graph(unknown=unknown)
    if file.is_file():
        return ImportedTables(graph, plan, tuple(said), None)
    mapping = plan.mapping if unknown is None else plan.mapping.changed(unknown=unknown)
    write_mapping(mapping, file, plan.reasons)
    return ImportedTables(graph, plan, tuple(said), file)


def decided(folder: Path, label: str | None, decide: Sequence[str], yes: bool) -> TablePlan:
    """How the tables of a folder are read; asks about what is unsure, see `import_tables`."""
    from motifcnn.graph.tables.read import plan_tables

    answers = _answers(decide)
    plan = plan_tables(folder, label=label, answers=answers)
    if yes:
        return plan
    for _ in range(MOST_ROUNDS):
        if not plan.unsure:
            return plan
        if not sys.stdin.isatty():
            raise OptionError(_flags(plan.unsure))
        answers = answers | {decision.about: _ask(decision) for decision in plan.unsure}
        plan = plan_tables(folder, label=label, answers=answers)
    return plan


def _answers(decide: Sequence[str]) -> dict[str, str]:
    answers = {}
    for text in decide:
        about, equals, choice = text.partition("=")
        if not equals or not about.strip() or not choice.strip():
            raise OptionError(f"--decide {text!r}: expected WHAT=CHOICE, such as movies.key=id")
        answers[about.strip()] = choice.strip()
    return answers


def _flags(unsure: Sequence[Decision]) -> str:
    lines = [
        f"--decide {decision.about!r}={decision.choice!r}: {decision.reason}"
        + (f"; or {', '.join(other)}" if (other := _others(decision)) else "")
        for decision in unsure
    ]
    count = "a guess is" if len(unsure) == 1 else f"{len(unsure)} guesses are"
    return "\n  ".join(
        [f"{count} unsure; take them all with --yes, or decide with the flags", *lines]
    )


def _ask(decision: Decision) -> str:
    """The user's choice; the guess where they agree."""
    question = f"{decision.about}: {decision.choice}? ({decision.reason})"
    if typer.confirm(visible(question), default=True):
        return decision.choice
    others = ", ".join(_others(decision))
    choice: str = typer.prompt(visible(f"{decision.about} ({others})"), type=str)
    return choice.strip()


def _others(decision: Decision) -> list[str]:
    return [other for other in decision.others if other != decision.choice]
