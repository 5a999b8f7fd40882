"""Files of a sealed folder against its manifest, one by one."""

from __future__ import annotations

import hashlib
import json
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from motifcnn.doctor.finding import Finding
from motifcnn.readable import plural, some
from motifcnn.sealed import MANIFEST, is_there

MOST_MANIFEST = 50_000_000
"""Bytes of a manifest that are read; one of a million files has fewer."""
# Notes that verbs leave beside a store, which are no part of it.
BESIDE = frozenset({"source.json", "verdict.json", "motifcnn.toml", "graph"})


@dataclass
class Seal:
    """Which files are as the manifest says.

    Parameters
    ----------
    kind : str
        What the manifest says the folder is; "" where it cannot be read.
    """

    kind: str = ""
    findings: list[Finding] = field(default_factory=list)
    intact: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


def check_seal(folder: Path) -> Seal:
    """Compares size and SHA-256 of every file that the manifest lists, and looks for others."""
    seal = Seal()
    try:
        listed, seal.kind = _manifest(folder / MANIFEST)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        said = error.strerror if isinstance(error, OSError) else f"not a manifest: {error}"
        seal.findings.append(
            Finding(
                str(folder / MANIFEST),
                f"cannot be read ({said}), so no file can be compared with what was written",
                "write the folder again, or restore the manifest from a copy",
            )
        )
        return seal
    for name, entry in listed.items():
        problem = _problem(folder, name, entry)
        if problem is None:
            seal.intact.append(name)
            continue
        seal.damaged.append(name)
        step = "restore the file from a copy, or write the folder again"
        seal.findings.append(Finding(str(folder / name), problem, step))
    first = {Path(name).parts[0] for name in listed if Path(name).parts}
    strange = [
        each.name for each in folder.iterdir() if each.name not in first | BESIDE | {MANIFEST}
    ]
    if strange:
        what = f"{plural(len(strange), 'file')} beside the store: {some(sorted(strange))}"
        seal.findings.append(
            Finding(str(folder), what, "they are not read; move them elsewhere", wrong=False)
        )
    return seal


def is_regular(file: Path) -> bool:
    """Whether a path is a file itself, neither a link nor a pipe or a device."""
    try:
        return stat.S_ISREG(file.lstat().st_mode)
    except (OSError, ValueError):
        return False


def _manifest(file: Path) -> tuple[dict[str, dict[str, Any]], str]:
    if not is_regular(file):
        raise OSError(0, "missing or not a regular file")
    if file.stat().st_size > MOST_MANIFEST:
        raise ValueError(f"over {MOST_MANIFEST:,} bytes")
    content = json.loads(file.read_bytes())
    listed = {str(name): dict(entry) for name, entry in content["files"].items()}
    return listed, str(content["kind"])


def _problem(folder: Path, name: str, entry: dict[str, Any]) -> str | None:
    """What is wrong with a file; None where nothing is."""
    file = folder / name
    if Path(name).is_absolute() or ".." in Path(name).parts:
        return "its name leads out of the folder; it is not read"
    if not is_there(file):
        return "missing"
    if not is_regular(file) or not file.resolve().is_relative_to(folder.resolve()):
        return "not a regular file inside the folder; it is not read"
    size = file.stat().st_size
    if isinstance(entry.get("bytes"), int) and size != entry["bytes"]:
        return f"{size:,} bytes, written were {entry['bytes']:,}"
    try:
        with file.open("rb") as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    if found != entry.get("sha256"):
        return f"altered: SHA-256 is {found[:12]}, written was {str(entry.get('sha256'))[:12]}"
    return None
