"""Links: the pairs that meet a condition of the motif, as a table (source, target) of longs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.schema import Schema
from motifcnn.motif.motif import Motif
from motifcnn.tensor.pattern.link_matrices import Atom, LinkCondition, find_links
from motifcnn.tensor.spark.numbered_links import numbered_links
from motifcnn.tensor.spark.raw_ids import mapped_links
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import LinkTables

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Pair = tuple[int, int]


@dataclass(frozen=True)
class Oriented:
    """One of the tables of conditions, read as it is or with its columns exchanged."""

    number: int
    turned: bool


@dataclass(frozen=True, eq=False)
class Links:
    """What a motif asks of the graph.

    Parameters
    ----------
    tables : tuple of DataFrame
        One (source, target) table per condition; each pair once, no self-loops.
    present, absent : mapping of (a, b) to Oriented
        Which table holds the pairs that must, or must not, be linked; in both orders.
    counts : mapping of node type to int
    """

    tables: tuple[DataFrame, ...]
    present: Mapping[Pair, Oriented]
    absent: Mapping[Pair, Oriented]
    counts: Mapping[str, int]

    def frame(self, link: Oriented, source: str, target: str) -> DataFrame:
        """The pairs of a condition, with these names of columns.

        Columns keep the order of the table: Spark then sees that two sides of a join with itself
        are one table, and ships it once.
        """
        from pyspark.sql import functions as F

        names = (target, source) if link.turned else (source, target)
        return self.tables[link.number].select(
            F.col("source").alias(names[0]), F.col("target").alias(names[1])
        )


def read_links(tables: LinkTables, motif: Motif, stages: Stages, *, induced: bool) -> Links:
    """Reads the relations that a motif asks for; ids that are not row numbers are mapped."""
    graph = cast(Graph, SimpleNamespace(schema=tables.schema))  # the schema is all it looks at
    present, absent = find_links(graph, motif, induced=induced)
    conditions: list[LinkCondition] = []
    oriented = [
        {pair: _place(condition, tables.schema, conditions) for pair, condition in part.items()}
        for part in (present, absent)
    ]
    if tables.counts is None:
        relations, counts = mapped_links(tables, stages)
    else:
        relations = numbered_links(tables, _relations(conditions), stages)
        counts = dict(tables.counts)
    frames = tuple(
        _condition(condition, tables.schema, relations, stages, number)
        for number, condition in enumerate(conditions)
    )
    return Links(frames, oriented[0], oriented[1], counts)


def _relations(conditions: list[LinkCondition]) -> set[RelationKey]:
    """The relations that conditions look at."""
    asked = [atoms for c in conditions for atoms in (*c.required, c.forbidden)]
    return {key for atoms in asked for key, _ in atoms}


def _place(condition: LinkCondition, schema: Schema, known: list[LinkCondition]) -> Oriented:
    """Where a condition is in the list, perhaps the other way round; added if it is new."""
    back = _turned(condition, schema)
    if condition not in known and back in known:
        return Oriented(known.index(back), True)
    if condition not in known:
        known.append(condition)
    return Oriented(known.index(condition), False)


def _turned(condition: LinkCondition, schema: Schema) -> LinkCondition:
    directed = {relation.key: relation.directed for relation in schema.relations}

    def turn(atoms: frozenset[Atom]) -> frozenset[Atom]:
        return frozenset((key, forward != directed[key]) for key, forward in atoms)

    return LinkCondition(
        condition.target_type,
        condition.source_type,
        frozenset(turn(atoms) for atoms in condition.required),
        turn(condition.forbidden),
    )


def _condition(
    condition: LinkCondition,
    schema: Schema,
    relations: Mapping[RelationKey, DataFrame],
    stages: Stages,
    number: int,
) -> DataFrame:
    def make() -> DataFrame:
        first, *rest = [_any(atoms, schema, relations) for atoms in condition.required]
        for part in rest:
            first = first.join(part, ["source", "target"])
        if condition.forbidden:
            forbidden = _any(condition.forbidden, schema, relations)
            first = first.join(forbidden, ["source", "target"], "left_anti")
        return first

    atoms: Any = next(iter(condition.required))
    if len(condition.required) == 1 and len(atoms) == 1 and not condition.forbidden:
        return make()
    # What takes a shuffle is made once for all jobs of the motif.
    return stages.table(f"condition-{number:03d}", "source long, target long", make)


def _any(
    atoms: frozenset[Atom], schema: Schema, relations: Mapping[RelationKey, DataFrame]
) -> DataFrame:
    first, *rest = [_atom(atom, schema, relations) for atom in sorted(atoms)]
    for part in rest:
        first = first.union(part)
    return first.distinct() if rest else first


def _atom(atom: Atom, schema: Schema, relations: Mapping[RelationKey, DataFrame]) -> DataFrame:
    from pyspark.sql import functions as F

    key, forward = atom
    relation = next(relation for relation in schema.relations if relation.key == key)
    frame = relations[key]
    if relation.source == relation.target:
        frame = frame.where("source <> target")
    back = frame.select(F.col("target").alias("source"), F.col("source").alias("target"))
    if not relation.directed:
        return frame.union(back)
    return frame if forward else back
