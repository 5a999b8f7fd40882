"""The report: one HTML file without scripts, fonts or anything to load from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from motifcnn.explain.importance import Importance
from motifcnn.explain.training_graph import training_graph
from motifcnn.graph.graph import Graph
from motifcnn.readable import percent
from motifcnn.report.page import page_content
from motifcnn.report.same_split import Baselines, scores_beside
from motifcnn.train.run.run import Run


def render_report(
    run: Run,
    graph: Graph | None = None,
    *,
    baselines: Baselines = (),
    importance: Importance | None = None,
) -> str:
    """The report of a run as HTML text. Every name from the data is escaped.

    Parameters
    ----------
    run : Run
    graph : Graph, optional
        The training graph; a loaded run needs it.
    baselines : sequence of Run, or mapping of name to Run or Scores
        Test scores to show beside the run's own; a run on another target or split is refused.
    importance : Importance, optional
        What `motif_importance(run, graph)` returned, to save counting motifs again.
    """
    from jinja2 import Environment, PackageLoader

    graph = training_graph(run, graph, "write_report(run, path, graph)")
    others = scores_beside(run, baselines)
    environment = Environment(
        loader=PackageLoader("motifcnn.report", "template"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": percent, "thousands": "{:,}".format, "setting": setting}
    return environment.get_template("report.html").render(
        page_content(run, graph, others, importance)
    )


def write_report(run: Run, path: str | Path, graph: Graph | None = None, **options: Any) -> Path:
    """Writes the report of a run to one self-contained HTML file.

    Parameters
    ----------
    run : Run
    path : path of the file
        Its folder is made if it does not exist.
    graph : Graph, optional
        The training graph; a loaded run needs it.
    options
        `baselines` and `importance`, as in `render_report`.

    Returns
    -------
    Path
        Of the file.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> run = mc.fit(graph, ["(t:package)--(c:library)"], epochs=2)
    >>> import tempfile
    >>> write_report(run, Path(tempfile.mkdtemp(), "report.html")).read_text(encoding="utf-8")[:15]
    '<!DOCTYPE html>'
    """
    path = Path(path)
    text = render_report(run, graph, **options)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def setting(value: Any) -> str:
    """A setting in words.

    Examples
    --------
    >>> setting([64, 32]), setting(True), setting(0.01)
    ('64, 32', 'yes', '0.01')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)
