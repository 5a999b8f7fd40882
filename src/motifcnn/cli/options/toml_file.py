"""Options in a TOML file: what ``--config`` reads and `tune` writes."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from motifcnn.cli.options.errors import OptionError
from motifcnn.graph.schema import suggestion
from motifcnn.readable import clipped
from motifcnn.sealed import UnreadableError, new_file, read_regular, write_text
from motifcnn.sealed.limits import MAX_SETTINGS


def read_toml(file: Path, known: Collection[str]) -> dict[str, Any]:
    """The options in a file; one that is not `known` is an error."""
    if not file.exists():
        raise OptionError(f"{file} does not exist; name a TOML file with options of the verb")
    try:
        text = read_regular(file, limit=MAX_SETTINGS).decode().replace("\r\n", "\n")
        found = tomllib.loads(text)
    except UnreadableError as error:
        raise OptionError(f"{file}: cannot be read ({error.strerror}); name a TOML file") from None
    except (ValueError, RecursionError) as error:  # ValueError: also a number of too many digits
        raise OptionError(f"{file} is not TOML: {clipped(str(error))}") from None
    for name in found:
        if name not in known:
            raise OptionError(f"{file}: unknown option {name!r}{suggestion(name, known)}")
    return found


def write_toml(file: Path, options: Mapping[str, Any]) -> None:
    """Writes options, whole or not at all; mappings become tables at the end of the file."""
    tables = {name: value for name, value in options.items() if isinstance(value, dict)}
    lines = [
        f"{name} = {toml_value(value)}" for name, value in options.items() if name not in tables
    ]
    for name, table in tables.items():
        lines += ["", f"[{name}]"]
        lines += [f"{_key(key)} = {toml_value(value)}" for key, value in table.items()]
    with new_file(file) as work:
        write_text(work, "\n".join(lines) + "\n")


def toml_value(value: Any) -> str:
    """A text, number, truth value, or list of them in TOML.

    Examples
    --------
    >>> toml_value([64, "a"]), toml_value(True), toml_value(1e-05)
    ('[64, "a"]', 'true', '1e-05')
    """
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(each) for each in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    # JSON and TOML write texts with the same escapes.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
