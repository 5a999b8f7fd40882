"""Why these motifs: the table of the report."""

from __future__ import annotations

import pytest

from motifcnn.graph import Graph
from motifcnn.report.html import render_report
from motifcnn.report.motif_choice import motif_choice
from motifcnn.train import Run, fit


@pytest.fixture(scope="module")
def auto_run(graph: Graph) -> Run:
    return fit(
        graph, "auto", split=(0.3, 0.2, 0.5), epochs=2, settings={"filters": [8], "path_nodes": 0}
    )


def test_every_candidate_stands_in_the_report_with_its_reason(auto_run: Run) -> None:
    html = render_report(auto_run)
    section = html[html.index('id="motif-choice"') : html.index('id="examples"')]
    assert auto_run.motif_choice
    for choice in auto_run.motif_choice:
        assert str(choice.motif) in section.replace("&gt;", ">")
        assert choice.reason.split(" (")[0] in section.replace("&gt;", ">")
    assert section.count("<tr>") == len(auto_run.motif_choice) + 2


def test_a_run_with_named_motifs_has_no_such_section(run: Run) -> None:
    assert motif_choice(run.motif_choice) is None
    assert 'id="motif-choice"' not in render_report(run)
