"""A mapping from the tables alone, with the reason of every choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from itertools import combinations

from motifcnn.graph.encode import ColumnGuess, guess_kind
from motifcnn.graph.tables.decisions import Decision, Decisions
from motifcnn.graph.tables.label_column import find_label
from motifcnn.graph.tables.mapping import (
    ColumnMapping,
    Mapping,
    RelationMapping,
    TableMapping,
    column_mapping,
)
from motifcnn.graph.tables.names import relation_of_column, words
from motifcnn.graph.tables.profile import profiles_of
from motifcnn.graph.tables.raw import RawTable
from motifcnn.graph.tables.references import Reference
from motifcnn.graph.tables.roles import TableRole, find_roles

ALL_PAIRS = 4  # columns of a link table of which every pair is a relation


@dataclass(frozen=True)
class Detected:
    """A mapping that was found, and why it is as it is.

    Parameters
    ----------
    mapping : Mapping
    decisions : tuple of Decision
    reasons : mapping of what to reason
        For the comments of `motifcnn.toml`.
    """

    mapping: Mapping
    decisions: tuple[Decision, ...]
    reasons: MappingOf[str, str]

    @property
    def unsure(self) -> tuple[Decision, ...]:
        """The choices that somebody should look at."""
        return tuple(decision for decision in self.decisions if not decision.sure)


def detect(
    tables: tuple[RawTable, ...],
    label: str | None = None,
    answers: MappingOf[str, str] | None = None,
    name: str = "",
) -> Detected:
    """Finds how tables become a graph.

    Parameters
    ----------
    tables : tuple of RawTable
    label : str, optional
        "table.column"; by default a column called label, class or target.
    answers : mapping of what to choice, optional
        Decisions that are made already: "movies.key" to "id", "ratings.user" to "user".
    name : str
        Of the graph.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.tables.files import find_tables
    >>> movies = pd.DataFrame({"id": [1, 2, 3], "director_id": [7, 7, 8]})
    >>> mapping = detect(find_tables({"movies": movies}).tables).mapping
    >>> mapping.relations[0].relation
    Relation(source='movie', name='director', target='director', directed=True)
    """
    decisions = Decisions(dict(answers or {}))
    found = find_label(tables, label, decisions)
    kept: dict[str, frozenset[str]] = {}
    if found is not None:
        kept[found.table] = frozenset(c for c in (found.column, found.split) if c is not None)
    roles = find_roles(profiles_of(tables), decisions, kept)
    reasons = {
        about: decision.reason if decision.sure else f"a guess: {decision.reason}"
        for about, decision in decisions.made.items()
    }
    relations = _relations(roles)
    mapped = {}
    for table in tables:
        used = {reference.column for reference in roles[table.name].references}
        used |= kept.get(table.name, frozenset()) | {roles[table.name].key or ""}
        guesses = {c: _kind(table, c) for c in table.columns if c not in used}
        reasons |= {f"{table.name}.{c}": guess.reason for c, guess in guesses.items()}
        columns = {c: column_mapping(guess) for c, guess in guesses.items()}
        mapped[table.name] = _table(table, roles[table.name], columns)
        said = "; ".join([reasons.get(table.name, ""), *table.notes])
        reasons[table.name] = f"{table.file}: {said}"
    mapping = Mapping(name=name, label=found, tables=mapped, relations=relations)
    return Detected(_with_columns(mapping), tuple(decisions.made.values()), reasons)


def _kind(table: RawTable, column: str) -> ColumnGuess:
    return guess_kind(table.frame[column], column)


def _table(table: RawTable, role: TableRole, columns: dict[str, ColumnMapping]) -> TableMapping:
    names = [c for c, m in columns.items() if m.kind in ("text", "category", "skip")]
    name = next((c for c in names if words(c)[-1:] in (["name"], ["title"])), None)
    return TableMapping(
        type=role.node_type,
        key=role.key,
        name=name if role.node_type is not None else None,
        columns=columns,
        header=None if table.header else False,
    )


def _relations(roles: MappingOf[str, TableRole]) -> tuple[RelationMapping, ...]:
    """One relation per reference of a node table, and per pair of columns of a link table."""
    found: list[RelationMapping] = []
    for table, role in roles.items():
        ends = role.references
        if role.node_type is not None:
            rows = Reference(role.key, role.node_type)
            found += [
                _relation(relation_of_column(str(end.column)), table, rows, end) for end in ends
            ]
            continue
        pairs = list(combinations(ends, 2))
        if len(ends) > ALL_PAIRS:
            pairs = [(ends[0], end) for end in ends[1:]]
        for pair in pairs:
            short = "-".join(relation_of_column(str(end.column)) for end in pair)
            found.append(_relation(table if len(pairs) == 1 else short, table, *pair))
    return _distinct(found)


def _relation(name: str, table: str, source: Reference, target: Reference) -> RelationMapping:
    return RelationMapping(
        name=name,
        table=table,
        source=source.column,
        source_type=source.node_type,
        target=target.column,
        target_type=target.node_type,
    )


def _distinct(relations: list[RelationMapping]) -> tuple[RelationMapping, ...]:
    """Relations of the same name between the same types get the names of their tables as well."""
    uses = Counter(r.relation.key for r in relations)
    named: dict[tuple[str, str, str], RelationMapping] = {}
    for relation in relations:
        name = relation.name
        if uses[relation.relation.key] > 1:
            name = f"{relation.table}-{name}"
        other, number = relation.model_copy(update={"name": name}), 2
        while other.relation.key in named:
            other = relation.model_copy(update={"name": f"{name}-{number}"})
            number += 1
        named[other.relation.key] = other
    return tuple(named.values())


def _with_columns(mapping: Mapping) -> Mapping:
    """The columns of a link table stand on the first of its relations."""
    seen: set[str] = set()
    relations = []
    for relation in mapping.relations:
        table = mapping.tables[relation.table]
        if table.type is None and relation.table not in seen:
            seen.add(relation.table)
            kept = ("number", "boolean", "date", "category")
            columns = tuple(c for c, m in table.columns.items() if m.kind in kept)
            relation = relation.model_copy(update={"columns": columns})
        relations.append(relation)
    return mapping.changed(relations=tuple(relations))
