"""What is kept of a run: its report, and a file by which `motifcnn train` trains it again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.studio.loaded_run import loaded_run
from motifcnn.studio.workbench import Workbench
from motifcnn.toml_text import toml_document


def report_of(graph: Graph, folder: Path, beside: Sequence[Path] = ()) -> str:
    """The report of a run as HTML, beside other runs on its split.

    Parameters
    ----------
    graph : Graph
        The training graph.
    folder : Path
        Of the run.
    beside : sequence of Path
        Folders of the other runs.

    Examples
    --------
    >>> import tempfile
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> folder = Path(tempfile.mkdtemp(), "1")
    >>> mc.fit(graph, model="majority").save(folder)
    >>> report_of(graph, folder)[:15]
    '<!DOCTYPE html>'
    """
    from motifcnn.report.html import render_report

    words = ["motifcnn", "report", str(folder), "--no-verdict"]
    words += [word for other in beside for word in ("--baseline", str(other))]
    return render_report(
        loaded_run(folder),
        graph,
        baselines={other.name: loaded_run(other) for other in beside},
        command=shlex.join(words),
    )


def rerun_file(bench: Workbench, name: str) -> str:
    """The TOML file by which `motifcnn train --config FILE` trains a run again.

    Raises
    ------
    MotifCNNError
        If the studio did not train the run, so that not all of its options are known.
    """
    order = bench.runs.order(name)
    if order is None:
        raise MotifCNNError(
            f"run {name!r} was not trained in the studio, so it does not say how to train it again"
        )
    head = "# Trains a run of motifcnn studio again: motifcnn train --config FILE --out FOLDER\n"
    return head + toml_document(order.for_train(bench.collection.source))
