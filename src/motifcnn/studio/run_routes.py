"""Routes of the API about stored runs."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import FastAPI, Query
from fastapi.responses import Response

from motifcnn.studio.attention_view import AttentionView
from motifcnn.studio.kept_files import report_of, rerun_file
from motifcnn.studio.parameters import Name
from motifcnn.studio.runs_view import Difference, RunsView, difference_of, runs_view
from motifcnn.studio.why_view import WhyView, why_view
from motifcnn.studio.workbench import Workbench


def add_runs(api: FastAPI, bench: Workbench) -> None:
    """Adds the routes to the application."""

    @api.get("/api/runs")
    def runs() -> RunsView:
        """Runs with their scores on the test nodes, newest first."""
        return runs_view(bench)

    @api.get("/api/runs/difference")
    def difference(one: Name, other: Name) -> Difference:
        """Scores of one run less those of another on the same split."""
        return difference_of(bench, one, other)

    @api.get("/api/runs/attention")
    def attention(run: Name) -> AttentionView:
        """How much each motif counts, by class."""
        return bench.attention(run)

    @api.get("/api/runs/why")
    def why(run: Name, node: Name) -> WhyView:
        """Why a node got its class."""
        return bench.reading.call(why_view, bench.runs.folder(run), node)

    @api.get("/api/runs/report.html", response_class=Response)
    def report(
        run: Name,
        beside: Annotated[list[str], Query(max_length=20)] = [],  # noqa: B006
    ) -> Response:
        """The report of a run as a file to save."""
        folder, others = bench.runs.folder(run), [bench.runs.folder(name) for name in beside]
        text = bench.reading.call(report_of, folder, others)
        return _file(text, "text/html", f"{run}-report.html")

    @api.get("/api/runs/rerun.toml", response_class=Response)
    def rerun(run: Name) -> Response:
        """A file by which `motifcnn train --config` trains a run again."""
        return _file(rerun_file(bench, run), "application/toml", f"{run}.toml")


def _file(text: str, kind: str, name: str) -> Response:
    """A file that the browser saves and never shows: it is not part of the page."""
    head = {"Content-Disposition": f"attachment; filename*=utf-8''{quote(name, safe='')}"}
    return Response(text.encode(), media_type=f"{kind}; charset=utf-8", headers=head)
