"""The report: one HTML file that loads nothing; its only script sorts and searches a table."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from markupsafe import Markup

from motifcnn.evaluate.verdict import Verdict
from motifcnn.explain.importance import Importance
from motifcnn.explain.training_graph import training_graph
from motifcnn.explain.usefulness import Usefulness
from motifcnn.graph.graph import Graph
from motifcnn.readable import percent
from motifcnn.report.page import Additions, page_content
from motifcnn.report.same_split import Baselines, named_baselines
from motifcnn.sealed import new_file, write_text
from motifcnn.train.run.run import Run
from motifcnn.visible import visible


def render_report(
    run: Run,
    graph: Graph | None = None,
    *,
    baselines: Baselines = (),
    verdict: Verdict | None = None,
    usefulness: Sequence[Usefulness] = (),
    importance: Importance | None = None,
    command: str = "motifcnn.report.render_report(run)",
    written: datetime | None = None,
) -> str:
    """The report of a run as HTML text. Every name from the data is escaped.

    Parameters
    ----------
    run : Run
    graph : Graph, optional
        The training graph; a loaded run needs it.
    baselines : sequence of Run, or mapping of name to Run or Scores
        Test scores to show beside the run's own; a run on another target or split is refused.
    verdict : Verdict, optional
        Sentence, warnings and rows of models, which stand first.
    usefulness : sequence of Usefulness
        What `motif_usefulness(run, graph)` returned.
    importance : Importance, optional
        What `motif_importance(run, graph)` returned, to save counting motifs again.
    command : str
        The command or call that makes the report; it is shown.
    written : datetime, optional
        Date of the report; None is now.
    """
    from jinja2 import Environment, PackageLoader

    graph = training_graph(run, graph, "write_report(run, path, graph)")
    given = Additions(
        named_baselines(run, baselines), verdict, usefulness, importance, command, written
    )
    environment = Environment(
        loader=PackageLoader("motifcnn.report", "template"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": percent, "thousands": "{:,}".format, "setting": setting}
    script = (files("motifcnn.report") / "template" / "table.js").read_text(encoding="utf-8")
    environment.globals |= {"script": Markup(script), "script_hash": content_hash(script)}
    page = environment.get_template("report.html").render(page_content(run, graph, given))
    return visible(page, lines=True)  # names may hold controls and overrides of the direction


def write_report(run: Run, path: str | Path, graph: Graph | None = None, **options: Any) -> Path:
    """Writes the report of a run to one self-contained HTML file.

    Parameters
    ----------
    run : Run
        What to report on.
    path : path of the file
        Its folder is made if it does not exist.
    graph : Graph, optional
        The training graph; a loaded run needs it.
    options
        As in `render_report`.

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
    call = {"command": f"motifcnn.write_report(run, {str(path)!r})"}
    text = render_report(run, graph, **call | options)
    with new_file(path) as work:
        write_text(work, text)
    return path


def content_hash(script: str) -> str:
    """The hash by which a content security policy allows one inline script and no other.

    Examples
    --------
    >>> content_hash("")[:14]
    'sha256-47DEQpj'
    """
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


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
