"""DuckDB: joins and group by over typed tables in memory, several threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.counting.cases import Problem
from benchmarks.counting.checksum import Checksum, of_entries, of_half, of_total
from benchmarks.counting.peers import Method
from benchmarks.counting.peers.orient import by_degree

_PATH = (
    "select a.s, b.d, count(*) n from first a join second b on a.d = b.s {where} group by a.s, b.d"
)
_CLOSED = """
select c.s, c.d, count(*) n
from closing c join first a on a.s = c.s join second b on b.s = a.d and b.d = c.d
group by c.s, c.d"""
_TRIANGLES = """
with t as materialized (
    select a.s x, a.d y, b.d z
    from low a join low b on b.s = a.d join low c on c.s = a.s and c.d = b.d)
select s, d, count(*) n
from (select x s, y d from t union all select y, z from t union all select x, z from t)
group by s, d"""
_PAIR = """
select s, d, n * (n - 1) // 2 n
from (select a.s, b.d, count(*) n from first a join second b on a.d = b.s group by all)
where n > 1"""
_CLIQUE4 = """
with t as (
    select a.s x, a.d y, b.d z
    from low a join low b on b.s = a.d join low c on c.s = a.s and c.d = b.d)
select 12 * count(*)
from t join low e on e.s = t.z join low f on f.s = t.x and f.d = e.d
join low g on g.s = t.y and g.d = e.d"""


def methods(shape: str, homogeneous: bool, same_ends: bool) -> dict[str, Method]:
    """The motif as a join; triangles of a plain graph also over links in degree order."""
    if shape == "path":
        return {
            "duckdb": Method(
                partial(_query, sql=_PATH.format(where="where a.s <> b.d" if same_ends else "")),
                _checksum,
            )
        }
    if shape == "pair":
        return {"duckdb": Method(partial(_query, sql=_PAIR), _checksum)}
    if shape == "clique4":
        return {
            "duckdb, total": Method(partial(_query, sql=_CLIQUE4), _total_checksum, "total only")
        }
    found = {"duckdb": Method(partial(_query, sql=_CLOSED), _checksum)}
    if homogeneous:
        half = "one triangle of the symmetric matrix"
        found["duckdb, oriented"] = Method(partial(_query, sql=_TRIANGLES), _half_checksum, half)
    return found


def _query(problem: Problem, sql: str) -> Callable[[], Any]:
    import duckdb

    connection = duckdb.connect(":memory:", config={"threads": int(os.environ["OMP_NUM_THREADS"])})
    _table(connection, "first", problem.start)
    _table(connection, "second", problem.end)
    if problem.closing is not None:
        _table(connection, "closing", problem.closing)
    order = None
    if problem.homogeneous and problem.shape in ("closed", "clique4"):
        low, order = by_degree(problem.start)
        _table(connection, "low", low)
    return lambda: (_fetch(connection.execute(sql)), order)


def _fetch(answer: Any) -> Any:
    return (
        answer.to_arrow_table() if hasattr(answer, "to_arrow_table") else answer.fetch_arrow_table()
    )


def _table(connection: Any, name: str, matrix: Any) -> None:
    import pyarrow as pa

    entries = matrix.tocoo()
    links = pa.table(
        {"s": entries.coords[0].astype(np.int32), "d": entries.coords[1].astype(np.int32)}
    )
    connection.register("links", links)
    connection.execute(f"create table {name} as select s, d from links")
    connection.unregister("links")


def _columns(result: Any) -> list[Any]:
    return [column.to_numpy() for column in result.columns]


def _checksum(result: tuple[Any, Any]) -> Checksum:
    return of_entries(*_columns(result[0]))


def _total_checksum(result: tuple[Any, Any]) -> Checksum:
    return of_total(result[0].column(0)[0].as_py())


def _half_checksum(result: tuple[Any, Any]) -> Checksum:
    one, other, value = _columns(result[0])
    return of_half(result[1][one], result[1][other], value)
