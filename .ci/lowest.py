"""Prints the lowest version that pyproject.toml allows of what users install, as constraints.

Packages that only the suite needs, and those named as arguments, keep the version of
constraints.txt: name those whose old releases cannot be had.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOR_USERS = ("tune", "report", "spark", "excel", "tensorboard", "export", "serve", "studio")


def main(kept: list[str]) -> None:
    """Writes one constraint a line."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    exact = dict(
        line.split("==") for line in (ROOT / "constraints.txt").read_text().split() if "==" in line
    )
    lowest = {name: exact[name] for name in bounds(extras["test"]) if name in exact}
    lowest |= bounds(
        [*project["dependencies"], *(one for extra in FOR_USERS for one in extras[extra])]
    )
    lowest |= {name: exact[name] for name in kept}
    for name, version in sorted(lowest.items()):
        print(f"{name}=={version}")


def bounds(requirements: list[str]) -> dict[str, str]:
    """The lower bound of each requirement, by name."""
    found = {one: re.match(r"([A-Za-z0-9_.-]+)>=([0-9.]+)", one) for one in requirements}
    if unbound := [one for one, match in found.items() if match is None]:
        raise SystemExit(f"pyproject.toml: {unbound} have no lower bound")
    return {match[1]: match[2] for match in found.values() if match}


if __name__ == "__main__":
    main(sys.argv[1:])
