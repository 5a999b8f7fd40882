"""Reads what is typed in the designer: a motif with its card and offers, or what is wrong."""

from __future__ import annotations

import difflib
import re
from dataclasses import replace

from motifcnn.errors import MotifError
from motifcnn.graph.schema import Schema
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.studio.answer import Answer
from motifcnn.studio.card import Card
from motifcnn.studio.offers import Offer, offers, starts
from motifcnn.studio.workbench import Workbench

_MEANT = re.compile(r'did you mean "(.+)"\?$', re.MULTILINE)
_TRIES = 6  # a suggestion may need another one: at most a correction per node


class DesignProblem(Answer):
    """Why a pattern is no motif of this graph, and a pattern that is, where one is known."""

    message: str
    suggestion: str | None


class Design(Answer):
    """What a typed pattern means: a card, or a problem; and what can be clicked next."""

    card: Card | None
    problem: DesignProblem | None
    offers: list[Offer]
    saved: bool


def design(bench: Workbench, pattern: str, target: str) -> Design:
    """Reads a pattern; an empty one offers motifs of two nodes with that target type.

    Examples
    --------
    >>> import motifcnn as mc
    >>> bench = Workbench(mc.load_dataset("debian"), "debian")
    >>> design(bench, "(t:package)--(c:libary)", "package").problem.suggestion
    '(t:package)--(c:library)'
    >>> bench.close()
    """
    schema = bench.graph.schema
    if not pattern.strip():
        return Design(card=None, problem=None, offers=kept_starts(bench, target), saved=False)
    try:
        motif = Motif.parse(pattern)
        check(motif, schema)
    except MotifError as error:
        problem = DesignProblem(message=str(error), suggestion=suggested(pattern, schema))
        return Design(card=None, problem=problem, offers=[], saved=False)
    bench.measurements.look_at([motif])
    return Design(
        card=bench.card(motif),
        problem=None,
        offers=offers(motif, schema),
        saved=motif in bench.collection.motifs,
    )


def kept_starts(bench: Workbench, target: str) -> list[Offer]:
    """Motifs of two nodes to start from; found once."""
    return bench.kept(("starts", target), lambda: starts(bench.graph.schema, target))


def suggested(pattern: str, schema: Schema) -> str | None:
    """A pattern that the schema allows, close to one that it does not; None where none is known.

    Misspelt types become the closest ones; links that cannot match become what the error proposes.

    Examples
    --------
    >>> import motifcnn as mc
    >>> schema = mc.load_dataset("debian").schema
    >>> suggested("(t:library)--(c:maintainr)", schema)
    '(t:library)--(p:package)--(c:maintainer)'
    """
    try:
        motif = _spelt(Motif.parse(pattern), schema)
    except MotifError:
        return None
    for _ in range(_TRIES):
        try:
            check(motif, schema)
        except MotifError as error:
            meant = _MEANT.search(str(error))
            if meant is None:
                return None
            try:
                motif = Motif.parse(meant[1])
            except MotifError:  # a message that was cut short
                return None
        else:
            return str(motif)
    return None


def _spelt(motif: Motif, schema: Schema) -> Motif:
    """The motif with every unknown type replaced by the closest known one."""

    def known(node_type: str) -> str:
        if node_type in schema.node_types or len(node_type) > 100:
            return node_type
        close = difflib.get_close_matches(node_type, schema.node_types, n=1)
        return close[0] if close else node_type

    nodes = tuple(replace(node, node_type=known(node.node_type)) for node in motif.nodes)
    return replace(motif, nodes=nodes)
