"""One self-contained HTML page about a run."""

from motifcnn.report.html import render_report, write_report

__all__ = ["render_report", "write_report"]
