"""Values as TOML, which the standard library reads and does not write."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any


def toml_document(options: Mapping[str, Any]) -> str:
    r"""Options by name; mappings become tables at the end.

    Examples
    --------
    >>> print(toml_document({"seed": 1, "settings": {"filters": [64, 32]}}))
    seed = 1
    <BLANKLINE>
    [settings]
    filters = [64, 32]
    <BLANKLINE>
    """
    tables = {name: value for name, value in options.items() if isinstance(value, dict)}
    lines = [f"{_key(n)} = {toml_value(value)}" for n, value in options.items() if n not in tables]
    for name, table in tables.items():
        lines += ["", f"[{_key(name)}]"]
        lines += [f"{_key(key)} = {toml_value(value)}" for key, value in table.items()]
    return "\n".join(lines) + "\n"


def toml_value(value: Any) -> str:
    """A text, number, truth value, or list of them.

    Examples
    --------
    >>> toml_value([64, "a"]), toml_value(True), toml_value(1e-05)
    ('[64, "a"]', 'true', '1e-05')
    """
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(each) for each in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return repr(value)
    # JSON and TOML write texts with the same escapes, but TOML escapes DEL too.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else toml_value(name)
