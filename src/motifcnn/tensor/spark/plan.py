"""Plan: how a motif is counted on Spark, and what that is expected to ship, before any join."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Literal

from motifcnn.errors import MotifCNNError
from motifcnn.tensor.operator.factored.quotients import quotients
from motifcnn.tensor.spark.joins import joined_rows
from motifcnn.tensor.spark.problem import SparkProblem
from motifcnn.tensor.spark.terms import Term, role_terms

Form = Literal["auto", "counts", "joins"]
FORMS: tuple[str, ...] = ("auto", "counts", "joins")
MOST_QUOTIENTS = 16
WIDEST = 2  # nodes that a table of counts may bind
STEP_ROWS = 10_000.0  # what a step costs however small its tables are


@dataclass(frozen=True)
class SparkPlan:
    """How a motif is counted.

    Parameters
    ----------
    form : {"counts", "joins"}
        Through counts along the motif, or instance by instance.
    terms : tuple of tuple of Term
        Per role, for counts.
    rows : float
        Rows that all joins are expected to yield.
    """

    form: str
    terms: tuple[tuple[Term, ...], ...]
    rows: float


def plan_on_spark(problem: SparkProblem, form: Form = "auto") -> SparkPlan:
    """Counts for trees, else the form that is expected to yield fewer rows, unless one is named.

    Raises
    ------
    MotifCNNError
        If counts are asked for where only joins can count: induced instances, and motifs in which
        a node that is eliminated leaves three or more behind.
    """
    if form not in FORMS:
        raise MotifCNNError(f"form must be one of {', '.join(FORMS)}; got {form!r}")
    terms = () if form == "joins" else _terms(problem)
    by_joins = SparkPlan("joins", (), joined_rows(problem))
    if not terms:
        if form == "counts":
            raise MotifCNNError(
                "form 'counts' cannot count this motif: it is induced, or too densely linked, or "
                f"has over {MOST_QUOTIENTS} ways in which its nodes can coincide. Use form='joins'"
            )
        return by_joins
    by_counts = SparkPlan(
        "counts", terms, sum(term.elimination.rows for role in terms for term in role)
    )
    if form == "counts" or _is_tree(problem):
        return by_counts
    steps = sum(len(term.elimination.steps) for role in terms for term in role)
    extra = STEP_ROWS * (steps - len(problem.shape.types))
    return by_counts if by_counts.rows + extra < by_joins.rows else by_joins


def _is_tree(problem: SparkProblem) -> bool:
    return len(problem.shape.linked) == 2 * (len(problem.shape.types) - 1)


def _terms(problem: SparkProblem) -> tuple[tuple[Term, ...], ...]:
    """The terms of all roles; empty where counts along the motif are not to be had."""
    if problem.shape.unlinked:
        return ()
    if len(list(islice(quotients(problem.shape), MOST_QUOTIENTS + 1))) > MOST_QUOTIENTS:
        return ()
    terms = tuple(role_terms(problem, role) for role in range(len(problem.shape.roles)))
    wide = any(term.elimination.width > WIDEST for role in terms for term in role)
    return () if wide else terms
