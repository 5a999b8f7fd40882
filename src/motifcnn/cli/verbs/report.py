"""`motifcnn report`: one self-contained HTML page about a run."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.out import require_file
from motifcnn.cli.options.run import open_run, open_run_graph
from motifcnn.cli.show.progress import progress_bar, training_progress
from motifcnn.cli.show.run import describe_scores
from motifcnn.cli.show.screen import show_json, show_line
from motifcnn.graph.schema import suggestion

if TYPE_CHECKING:
    from motifcnn.evaluate.verdict import Verdict
    from motifcnn.explain.usefulness import Usefulness
    from motifcnn.graph import Graph
    from motifcnn.train import Run

EXAMPLES = """Examples:

motifcnn report runs/1 --out report.html

motifcnn report runs/1 --baseline majority --baseline gcn --out report.html

motifcnn report runs/1 --usefulness --out report.html"""


def report(
    run: flags.RunFolder,
    out: Annotated[Path, typer.Option(help="File to write.")] = Path("report.html"),
    baseline: Annotated[
        list[str] | None,
        typer.Option(
            help="A model to train on the same split, or the folder of another run; repeat it."
        ),
    ] = None,
    usefulness: Annotated[
        bool,
        typer.Option(
            "--usefulness", help="Fit again without each motif, to show what the scores lose."
        ),
    ] = False,
    verdict: Annotated[
        bool,
        typer.Option(help="Compare with simpler models on the same split, and say so first."),
    ] = True,
    graph: flags.RunGraphName = None,
    json: flags.Json = False,
) -> None:
    """Writes a page with scores, motifs, explained examples and a table of predictions."""
    from motifcnn.explain.training_graph import training_graph
    from motifcnn.report import write_report
    from motifcnn.report.same_split import require_same_split

    require_file(out)
    loaded = open_run(run)
    data = training_graph(loaded, open_run_graph(run, graph), "--graph")
    stored = {name: _stored(name) for name in baseline or ()}
    for name, other in stored.items():  # before any training
        if other is not None:
            require_same_split(loaded, other, name)
    others = {name: other or _trained(name, loaded, data) for name, other in stored.items()}
    useful = _usefulness(loaded, data) if usefulness else ()
    path = write_report(
        loaded,
        out,
        data,
        baselines=others,
        usefulness=useful,
        verdict=_verdict(run, loaded, data) if verdict else None,
        command=_command(run, out, baseline or (), usefulness, verdict, graph),
    )
    if not json:
        show_line(f"report in {path}")
        return
    runs = others | {loaded.model: loaded}
    scores = {name: describe_scores(found.test) for name, found in runs.items()}
    show_json({"run": str(run), "out": str(path), "bytes": path.stat().st_size, "scores": scores})


def _command(
    run: Path,
    out: Path,
    baseline: Sequence[str],
    usefulness: bool,
    verdict: bool,
    graph: str | None,
) -> str:
    """The command line, which the report shows."""
    words = ["motifcnn", "report", str(run), *(w for b in baseline for w in ("--baseline", b))]
    words += ["--usefulness"] if usefulness else []
    words += [] if verdict else ["--no-verdict"]
    words += ["--graph", graph] if graph is not None else []
    return shlex.join([*words, "--out", str(out)])


def _verdict(folder: Path, run: Run, graph: Graph) -> Verdict | None:
    """The verdict that training noted, or else a new one; None without test nodes."""
    from motifcnn.cli.show.verdict import judged, noted_verdict

    return noted_verdict(folder) or (judged(run, graph) if len(run.split.test) else None)


def _usefulness(run: Run, graph: Graph) -> tuple[Usefulness, ...]:
    from motifcnn.explain.usefulness import motif_usefulness

    with progress_bar("fits without a motif") as progress:
        return motif_usefulness(run, graph, progress=progress)


def _stored(name: str) -> Run | None:
    """The run in the folder of that name; None for the name of a model."""
    from motifcnn.methods import methods

    if Path(name).is_dir():
        return open_run(Path(name))
    if name not in methods():
        raise OptionError(
            f"--baseline {name!r}: no such model or run folder{suggestion(name, methods())}"
        )
    return None


def _trained(name: str, run: Run, graph: Graph) -> Run:
    """A model trained on the split of a run."""
    from motifcnn.train import fit

    with training_progress(name) as callbacks:
        return fit(
            graph,
            model=name,
            split=run.split,
            target=run.target,
            seed=run.seed,
            callbacks=callbacks,
        )
