"""What `meta.json` of a TSV folder declares, validated and in one form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motifcnn.errors import GraphError
from motifcnn.graph.io.delimited import read_text
from motifcnn.readable import shown
from motifcnn.sealed.limits import MAX_DOCUMENT

Declared = Mapping[str, Any]
_EXPECTED = {
    "name": str,
    "node_types": dict,
    "relations": list,
    "labeled_types": list,
    "class_names": dict,
    "features": dict,
}
_WORDS = {str: "text", dict: "mapping", list: "list"}
_CLASS_ID = re.compile(r"0|-?[1-9]\d*", re.ASCII)


def read_meta(folder: Path) -> Declared:
    """What `meta.json` declares; {} where there is none.

    `src` and `dst` of a relation become lists of types, `features` lists of file names, and the
    keys of `class_names` integers.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "meta.json").write_text('{"features": {"paper": "words.npz"}}')
    >>> read_meta(folder)
    {'features': {'paper': ['words.npz']}}
    """
    path = folder / "meta.json"
    if not path.is_file():
        return {}
    try:
        meta = json.loads(read_text(path, limit=MAX_DOCUMENT, within=folder))
    except json.JSONDecodeError as error:
        raise GraphError(f"{path}, line {error.lineno}: not JSON ({error.msg})") from error
    except ValueError as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(f"{path}: a number of too many digits ({error})") from error
    except RecursionError as error:
        raise GraphError(
            f"{path}: nested too deeply; expected an object of texts, lists and mappings"
        ) from error
    if not isinstance(meta, dict):
        raise GraphError(f"{path}: expected an object, found {type(meta).__name__}")
    for key, kind in _EXPECTED.items():
        if key in meta and not isinstance(meta[key], kind):
            raise GraphError(f"{path}: {key!r} is {shown(meta[key])}, expected a {_WORDS[kind]}")
    if not isinstance(meta.get("multi_label"), bool | None):
        raise GraphError(
            f"{path}: 'multi_label' is {shown(meta['multi_label'])}, expected true or false"
        )
    for node_type in meta.get("labeled_types", []):
        if not isinstance(node_type, str):
            raise GraphError(
                f"{path}: 'labeled_types' has {shown(node_type)}, expected the name of a node type"
            )
    if "relations" in meta:
        meta["relations"] = _relations(meta["relations"], path)
    if "class_names" in meta:
        meta["class_names"] = _class_names(meta["class_names"], path)
    if "features" in meta:
        meta["features"] = {t: _files(given, t, path) for t, given in meta["features"].items()}
    return meta


def _relations(given: list[Any], path: Path) -> list[dict[str, Any]]:
    result: dict[str, dict[str, Any]] = {}
    for relation in given:
        if not isinstance(relation, dict) or not {"name", "src", "dst"} <= relation.keys():
            raise GraphError(f"{path}: relation {shown(relation)} needs 'name', 'src' and 'dst'")
        name = relation["name"]
        if not isinstance(name, str) or not name:
            raise GraphError(
                f"{path}: a relation's 'name' is {shown(name)}, expected a non-empty text"
            )
        if name in result:
            raise GraphError(
                f"{path}: relation {name!r} is declared twice; "
                "declare it once, with lists of types as 'src' and 'dst'"
            )
        ends = {}
        for end in ("src", "dst"):
            types = [relation[end]] if isinstance(relation[end], str) else relation[end]
            if (
                not isinstance(types, list)
                or not types
                or not all(isinstance(t, str) for t in types)
            ):
                raise GraphError(
                    f"{path}: relation {name!r}: {end!r} is {shown(relation[end])}, "
                    "expected the name of a node type or a list of them"
                )
            ends[end] = types
        if not isinstance(relation.get("directed"), bool | None):
            raise GraphError(
                f"{path}: relation {name!r}: 'directed' is {shown(relation['directed'])}, "
                "expected true or false"
            )
        result[name] = {**relation, **ends}
    return list(result.values())


def _class_names(given: dict[str, Any], path: Path) -> dict[int, str]:
    for key, name in given.items():
        if not _CLASS_ID.fullmatch(key) or len(key) > 20 or not -(2**63) <= int(key) < 2**63:
            raise GraphError(
                f"{path}: 'class_names' has the key {shown(key)}, expected a class id: "
                "an integer (64 bit)"
            )
        if not isinstance(name, str):
            raise GraphError(
                f"{path}: 'class_names' calls class {key} {shown(name)}, expected a text"
            )
    return {int(key): name for key, name in given.items()}


def _files(given: Any, node_type: str, path: Path) -> list[str]:
    """File names of one type's features, given as a name, {"file": name}, or a list of these."""
    files = []
    for entry in given if isinstance(given, list) else [given]:
        name = entry.get("file") if isinstance(entry, dict) else entry
        if (
            not isinstance(name, str)
            or name in ("", ".", "..")
            or Path(name).name != name
            or "\\" in name
            or "\0" in name
        ):
            raise GraphError(
                f"{path}: features of {node_type!r}: file {shown(name)}: "
                "expected the plain name of a file in the folder"
            )
        files.append(name)
    return files
