"""`python -m benchmarks.counting.cold`: import and count in a fresh process, no kernel cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

GOAL_SECONDS = 1.0


def main() -> int:
    """Prints a table; 1 if a case takes longer than the goal for import and count together."""
    from rich.console import Console
    from rich.table import Table

    from benchmarks.counting.cases import CASES

    table = Table(title="Cold kernel cache, fresh process: seconds")
    steps = ("start Python", "import", "load graph", "count", "count again", "import + count")
    for head in ("case", *steps, f"under {GOAL_SECONDS:g} s"):
        table.add_column(head, justify="left" if head == "case" else "right")
    late = False
    for case in (c for c in CASES if c.graph == "dblp-p"):
        took = _fresh(case.name)
        whole = took["import"] + took["count"]
        late |= whole >= GOAL_SECONDS
        numbers = (took["start"], took["import"], took["load"], took["count"], took["again"], whole)
        table.add_row(
            case.name,
            *(f"{value:.3f}" for value in numbers),
            "yes" if whole < GOAL_SECONDS else "NO",
        )
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    return int(late)


def _fresh(case: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"NUMBA_CACHE_DIR": empty, "STARTED": repr(time.time())}
        command = [sys.executable, "-m", "benchmarks.counting.cold", "--child", case]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{case}: the fresh process failed\n{done.stderr}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _child(name: str) -> None:
    marks = [time.time()]
    import motifcnn  # noqa: F401  the public names are what a user imports
    from motifcnn.motif.motif import Motif
    from motifcnn.tensor import count

    marks.append(time.time())
    from benchmarks.counting import graphs
    from benchmarks.counting.cases import CASES

    case = next(c for c in CASES if c.name == name)
    graph = graphs.load(case.graph)
    marks.append(time.time())
    motif = Motif.parse(case.motif, context=case.context)
    count(graph, motif)
    marks.append(time.time())
    count(graph, motif)
    marks.append(time.time())
    names = ("start", "import", "load", "count", "again")
    steps = zip([float(os.environ["STARTED"]), *marks], marks, strict=False)
    print(json.dumps(dict(zip(names, (after - before for before, after in steps), strict=True))))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        _child(sys.argv[2])
    else:
        raise SystemExit(main())
