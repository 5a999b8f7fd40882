"""The file `motifcnn.toml`: a mapping that people read and edit, with the reason of each choice."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Mapping as MappingOf
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from motifcnn.graph.tables.mapping import ColumnMapping, Mapping
from motifcnn.graph.tables.problems import TableError, TableProblem
from motifcnn.readable import clipped
from motifcnn.sealed import UnreadableError, new_file, read_regular, write_text
from motifcnn.sealed.limits import MAX_SETTINGS

HEADER = """\
# How these tables become a graph. Edit it and import again; delete it to start anew.
# Kinds of columns: number, boolean, category, text, date, list, skip.
"""


def mapping_to_toml(mapping: Mapping, reasons: MappingOf[str, str] | None = None) -> str:
    """The mapping as TOML.

    Parameters
    ----------
    mapping : Mapping
    reasons : mapping of what to reason, optional
        Written as comments; "movies" is about a table, "movies.year" about a column of it.

    Examples
    --------
    >>> print(mapping_to_toml(Mapping(name="films")))
    # How these tables become a graph. ...
    version = 1
    name = "films"
    # A key that its table does not have: "error", "drop" the link or "add" a node.
    unknown = "error"
    <BLANKLINE>
    """
    why = reasons or {}
    lines = [HEADER, "version = 1", f"name = {_value(mapping.name)}"]
    lines += ['# A key that its table does not have: "error", "drop" the link or "add" a node.']
    lines += [f"unknown = {_value(mapping.unknown)}", ""]
    if mapping.label is not None:
        lines += [*_comment(why.get("label")), "[label]", *_pairs(mapping.label), ""]
    for name, table in mapping.tables.items():
        lines += [*_comment(why.get(name)), f"[tables.{_key(name)}]"]
        if table.key is not None:
            lines += _comment(why.get(f"{name}.key"), "key: ")
        lines += [*_pairs(table), ""]
        if table.columns:
            lines += [f"[tables.{_key(name)}.columns]"]
        for column, kind in table.columns.items():
            reason = why.get(f"{name}.{column}")
            lines += [
                f"{_key(column)} = {_column(kind)}" + (f"  # {_flat(reason)}" if reason else "")
            ]
        lines += [""] if table.columns else []
    for relation in mapping.relations:
        ends = [f"{relation.table}.{end}" for end in (relation.source, relation.target)]
        for about in ends:
            column = about.rpartition(".")[2]
            lines += _comment(why.get(about), f"{column}: ")
        lines += ["[[relations]]", *_pairs(relation, always=("directed",)), ""]
    return "\n".join(lines)


def mapping_from_toml(text: str, file: str = "motifcnn.toml") -> Mapping:
    """The mapping in a TOML text; a `TableError` that names the line where it is none.

    Examples
    --------
    >>> mapping_from_toml('unknwon = "drop"')
    Traceback (most recent call last):
    motifcnn.graph.tables.problems.TableError: motifcnn.toml, line 1, column "unknwon": ...
    """
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of too many digits
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        message = f"not TOML: {clipped(str(error))}"
        raise TableError([TableProblem(file, message, "correct the line", line)]) from None
    _expand(found)
    try:
        return Mapping.model_validate(found)
    except ValidationError as error:
        problems = [_problem(file, text, each) for each in error.errors()]
        raise TableError(problems) from None


def read_mapping(file: str | Path) -> Mapping:
    """Reads a mapping from a file such as `motifcnn.toml`."""
    return mapping_from_toml(mapping_text(file), Path(file).name)


def mapping_text(file: str | Path) -> str:
    """The text of a mapping file; a `TableError` where it cannot be read."""
    path = Path(file)
    try:
        return read_regular(path, limit=MAX_SETTINGS).decode().replace("\r\n", "\n")
    except UnreadableError as error:
        problem = TableProblem(
            str(path), f"cannot be read ({error.strerror})", "name a mapping file"
        )
        raise TableError([problem]) from error
    except UnicodeDecodeError as error:
        problem = TableProblem(path.name, f"not UTF-8 ({error.reason})", "save it as UTF-8")
        raise TableError([problem]) from error


def write_mapping(
    mapping: Mapping, file: str | Path, reasons: MappingOf[str, str] | None = None
) -> None:
    """Writes a mapping, whole or not at all."""
    with new_file(Path(file)) as work:
        write_text(work, mapping_to_toml(mapping, reasons))


def line_of(text: str, path: tuple[str | int, ...]) -> int:
    r"""The line of a TOML text that sets a value, or begins the table that it belongs to.

    Examples
    --------
    >>> line_of('version = 1\n[tables.movies]\nkey = "id"', ("tables", "movies", "key"))
    3
    """
    best, depth = 1, -1
    where: tuple[str | int, ...] = ()
    lists: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if many := re.match(r"\s*\[\[(.+?)\]\]", line):
            lists[many[1]] = lists.get(many[1], -1) + 1
            where = (*_parts(many[1]), lists[many[1]])
            here = where
        elif one := re.match(r"\s*\[(.+?)\]\s*(#.*)?$", line):
            where = here = _parts(one[1])
        elif pair := re.match(r'\s*("(?:[^"\\]|\\.)*"|[^\s=#]+)\s*=', line):
            here = (*where, *_parts(pair[1]))
        else:
            continue
        if here == path[: len(here)] and len(here) > depth:
            best, depth = number, len(here)
    return best


def _expand(found: dict[str, Any]) -> None:
    """`year = "number"` as `year = {kind = "number"}`."""
    tables = found.get("tables")
    for table in tables.values() if isinstance(tables, dict) else ():
        columns = table.get("columns") if isinstance(table, dict) else None
        if isinstance(columns, dict):
            table["columns"] = {
                name: {"kind": kind} if isinstance(kind, str) else kind
                for name, kind in columns.items()
            }


def _problem(file: str, text: str, error: Any) -> TableProblem:
    place = tuple(error["loc"])
    line = line_of(text, place)
    name = str(place[-1])
    if error["type"] == "extra_forbidden":
        known = _known(place)
        close = difflib.get_close_matches(name, known, n=1)
        meant = f"did you mean {close[0]!r}? " if close else ""
        remedy = f"{meant}known here: {', '.join(known)}"
        return TableProblem(file, f"unknown name {name!r}", remedy, line, name, name)
    if error["type"] == "missing":
        return TableProblem(file, f"{name!r} is missing", "add it", line, name)
    said = error["msg"][0].lower() + error["msg"][1:]
    message = f"{_shown(error['input'])}: {said}"
    return TableProblem(file, message, "correct the value", line, name, _shown(error["input"]))


def _known(place: tuple[Any, ...]) -> list[str]:
    from motifcnn.graph.tables import mapping as models

    kind: Any = {
        "tables": models.TableMapping,
        "relations": models.RelationMapping,
        "label": models.LabelMapping,
    }.get(place[0], models.Mapping)
    if "columns" in place[2:-1]:
        kind = ColumnMapping
    return list((models.Mapping if len(place) == 1 else kind).model_fields)


def _parts(dotted: str) -> tuple[str, ...]:
    found = re.findall(r'"((?:[^"\\]|\\.)*)"|([^."\s]+)', dotted)
    return tuple(json.loads(f'"{quoted}"') if quoted else bare for quoted, bare in found)


def _pairs(part: Any, always: tuple[str, ...] = ()) -> list[str]:
    given = {
        name: value
        for name, value in part
        if not isinstance(value, dict) and (name in always or value not in (None, ()))
    }
    return [f"{name} = {_value(value)}" for name, value in given.items()]


def _column(column: ColumnMapping) -> str:
    given = {name: value for name, value in column if value not in (None, ())}
    if list(given) == ["kind"]:
        return _value(column.kind)
    return "{ " + ", ".join(f"{name} = {_value(value)}" for name, value in given.items()) + " }"


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    # JSON and TOML write texts with the same escapes, but TOML refuses DEL as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _value(name)


def _comment(reason: str | None, prefix: str = "") -> list[str]:
    return [] if not reason else [f"# {_flat(prefix + reason)}"]


def _flat(text: str) -> str:
    return re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", " ", text)


def _shown(value: Any) -> str:
    return repr(value)[:60]
