"""plotly.js as the installed plotly ships it, for the views that draw charts."""

from __future__ import annotations

from importlib.resources import files

from fastapi import FastAPI
from starlette.responses import FileResponse

ADDRESS = "/plotly.min.js"


def add_plotly(api: FastAPI) -> None:
    """Serves the script; the page loads it when a chart is drawn for the first time."""
    script = files("plotly") / "package_data" / "plotly.min.js"

    @api.get(ADDRESS, include_in_schema=False)
    def plotly() -> FileResponse:
        return FileResponse(str(script), media_type="text/javascript")
