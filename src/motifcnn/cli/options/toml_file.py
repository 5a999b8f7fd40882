"""Options as a TOML file that `--config` reads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from motifcnn.cli.options.training import TrainingOptions
from motifcnn.sealed import new_file


def write_options(file: Path, options: TrainingOptions) -> None:
    """Writes the options that differ from their defaults, whole or not at all."""
    given = options.model_dump(exclude_defaults=True)
    tables = {name: value for name, value in given.items() if isinstance(value, dict)}
    lines = [f"{name} = {toml_value(value)}" for name, value in given.items() if name not in tables]
    for name, table in tables.items():
        lines += [
            "",
            f"[{name}]",
            *(f"{_key(key)} = {toml_value(value)}" for key, value in table.items()),
        ]
    with new_file(file) as work:
        work.write_text("\n".join(lines) + "\n", encoding="utf-8")


def toml_value(value: Any) -> str:
    """A text, number, truth value, or list of them as TOML writes it.

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
