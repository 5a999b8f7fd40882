"""Options in a TOML file: what ``--config`` reads and `tune` writes."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from motifcnn.cli.options.errors import OptionError
from motifcnn.graph.schema import suggestion
from motifcnn.readable import clipped
from motifcnn.sealed import UnreadableError, new_file, read_regular, write_text
from motifcnn.sealed.limits import MAX_SETTINGS
from motifcnn.toml_text import toml_document


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
    with new_file(file) as work:
        write_text(work, toml_document(options))
