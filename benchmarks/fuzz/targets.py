"""Targets: how an input is made from seeds, and what reads it."""

from __future__ import annotations

import json
import os
import random
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.fuzz.bundle import Bundle, mutated_bundle, pack, unpack, write_bundle
from benchmarks.fuzz.mutate import mutated_text
from benchmarks.fuzz.requests import (
    SERVE,
    STUDIO,
    as_request,
    make_request,
    read_request,
    serve_app,
    studio_app,
)
from benchmarks.fuzz.seeds import FITTED, bibliography, finds, folder, patterns
from benchmarks.fuzz.small_files import SMALL_FILES
from benchmarks.fuzz.table_seeds import mapped_folder, tables_folder, tsv_folder

WORDS = (
    *("(", ")", "[", "]", ":", ",", "-", "--", "-->", "<--", "-[:", "]->", "<-[:", "]-", "`", "``"),
    *("(t:a)", "(c:b)", "(t)", "(:a)", "\n", "\t", " ", "é", "\u202e", "\x1b", "\0", "\ud800", "1"),
)
FLAGS = (
    *("--json", "--plan", "--induced", "--engine", "--roles", "--target", "--context", "--sample"),
    *("--memory-limit", "--max-nodes", "--min-nodes", "--limit", "--offset", "--seed", "--label"),
    *("--decide", "--unknown", "--yes", "--relations", "--pattern", "--graph", "--clean", "--help"),
    *(
        "--set",
        "--split",
        "--model",
        "--preset",
        "--config",
        "--motif",
        "--class-weights",
        "--store",
    ),
)
VALUES = (
    "0",
    "-1",
    "1e9",
    "4GB",
    "auto",
    "a.b=c",
    "x",
    "",
    "0.1,0.1,0.8",
    "9" * 50,
    "\x1b[2J",
    "graph",
)
VERBS = (
    "count",
    "motifs",
    "instances",
    "datasets",
    "import",
    "doctor",
    "explain",
    "train",
    "report",
)


@dataclass(frozen=True)
class Target:
    """Something that reads input from elsewhere.

    Parameters
    ----------
    name : str
    make : function of a generator
        An input.
    read : function of an input
        Raises a `MotifCNNError`, or nothing.
    good : function
        Inputs that are read without an error: mutations of what is refused anyway find little.
    """

    name: str
    make: Callable[[random.Random], bytes]
    read: Callable[[bytes], None]
    good: Callable[[], list[bytes]] = list


def _make_pattern(rng: random.Random) -> bytes:
    text = rng.choice(patterns())
    if rng.random() < 0.2:
        text = "".join(rng.choice(WORDS) for _ in range(rng.randrange(60)))
    return mutated_text(rng, text, WORDS).encode("utf-8", "surrogatepass")


def _read_pattern(content: bytes) -> None:
    from motifcnn.errors import MotifError
    from motifcnn.motif import Motif

    text = content.decode("utf-8", "surrogatepass")
    try:
        motif = Motif.parse(text)
    except MotifError as error:
        assert len(str(error)) < 3000, "a message repeats the pattern"
        return
    assert Motif.parse(str(motif)) == motif, "a pattern that is not read as it is written"
    assert motif.roles, "a motif without roles"
    motif.to_svg()


def _folder_target(
    kind: str, load: Callable[[Path], object], example: Callable[[], Bundle] | None = None
) -> Target:
    good = cache(example or partial(folder, kind))

    def make(rng: random.Random) -> bytes:
        earlier = finds(kind)
        seed = good()
        if earlier and rng.random() < 0.1:
            seed = unpack(rng.choice(earlier).read_bytes())
        return pack(mutated_bundle(rng, seed))

    def read(content: bytes) -> None:
        place = Path(tempfile.mkdtemp(prefix="motifcnn-fuzz-"))
        try:
            write_bundle(unpack(content), place)
            load(place)
        finally:
            shutil.rmtree(place, ignore_errors=True)

    return Target(kind, make, read, lambda: [pack(good())])


def _load_graph(place: Path) -> object:
    from motifcnn.graph import read_graph

    return repr(read_graph(place))


def _load_tensor(place: Path) -> object:
    from motifcnn.tensor.store import load_tensor

    tensor = load_tensor(place)
    return [role.matrix @ role.matrix.T[:, :1] for role in tensor.roles]


def _load_run(place: Path) -> object:
    from motifcnn.train import load_run

    return load_run(place).predict()


def _load_fitted(place: Path) -> object:
    from motifcnn.train import load_run

    return load_run(place).predict(bibliography())


def _load_checkpoint(place: Path) -> object:
    from motifcnn.train.loop.checkpoint import KIND
    from motifcnn.train.run.folder import read_folder

    return read_folder(place, kind=KIND)


def _load_tables(place: Path) -> object:
    from motifcnn.graph.tables.read import plan_tables

    return plan_tables(place).graph()


def _make_arguments(rng: random.Random) -> bytes:
    words = [rng.choice(VERBS)]
    for _ in range(rng.randrange(6)):
        words.append(rng.choice((rng.choice(FLAGS), rng.choice(VALUES), rng.choice(patterns()))))
    if rng.random() < 0.5 or words[0] == "doctor":  # which without a folder compiles kernels
        words.insert(1, "graph")
    if words[0] == "train":
        words += ["--epochs", "1"]
    if rng.random() < 0.3:
        at = rng.randrange(len(words))
        words[at] = mutated_text(rng, words[at], WORDS)
    # No argument leads out of the folder in which the command runs.
    return json.dumps([word.replace("/", "").replace("..", "") for word in words]).encode()


def _read_arguments(content: bytes) -> None:
    from typer.testing import CliRunner

    from motifcnn.cli.app import TRACEBACK, UNEXPECTED, app

    here, place = os.getcwd(), Path(tempfile.mkdtemp(prefix="motifcnn-fuzz-"))
    try:
        write_bundle(tsv_folder(), place / "graph")
        os.chdir(place)
        options = {"COLUMNS": "200", TRACEBACK: "1"}
        result = CliRunner().invoke(app, json.loads(content), env=options)
    finally:
        os.chdir(here)
        shutil.rmtree(place, ignore_errors=True)
    if result.exit_code == UNEXPECTED:
        trace = [line for line in result.stderr.splitlines() if line.startswith("  File ")]
        error = next(e for e in result.stderr.splitlines() if e.startswith("unexpected "))
        raise AssertionError(f"{error} in {trace[-1].strip()}\n{result.stderr}")
    controls = {c for c in result.output if c < " " or "\x7f" <= c < "\xa0"} - {"\n"}
    assert not controls, f"control characters in the output: {controls!r}"
    assert result.exit_code in (0, 1, 2), f"exit code {result.exit_code}: {result.exception!r}"


def _request_target(name: str, seeds: tuple[dict[str, Any], ...], app: Callable[[], Any]) -> Target:
    return Target(
        name,
        lambda rng: make_request(rng, seeds),
        lambda content: read_request(content, app),
        lambda: [as_request(seed) for seed in seeds],
    )


TARGETS = {
    target.name: target
    for target in (
        Target("pattern", _make_pattern, _read_pattern),
        Target("arguments", _make_arguments, _read_arguments),
        _folder_target("tsv", _load_graph, tsv_folder),
        _folder_target("tables", _load_tables, tables_folder),
        _folder_target("mapped", _load_tables, mapped_folder),
        _folder_target("graph", _load_graph),
        _folder_target("tensor", _load_tensor),
        _folder_target("run", _load_run),
        *(_folder_target(kind, _load_fitted) for kind in FITTED),
        _folder_target("checkpoint", _load_checkpoint),
        _request_target("serve", SERVE, serve_app),
        _request_target("studio", STUDIO, studio_app),
        *(_folder_target(kind, load, make) for kind, (make, load) in SMALL_FILES.items()),
    )
}
