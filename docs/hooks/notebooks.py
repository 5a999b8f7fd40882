"""Notebooks as pages: run when the site is built, and shown with what they print.

A notebook that raises an error, or prints a warning to stderr, ends the build.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from nbclient import NotebookClient
from nbformat import NotebookNode
from traitlets.config import Config

SOURCE = Path(__file__).parents[2] / "src"
SECONDS = 300  # for one cell
# How pandas shows a table; the site has its own way.
PANDAS = re.compile(r'<style.*?</style>| border="1" class="dataframe"', re.DOTALL)


def on_files(files: Files, /, *, config: MkDocsConfig) -> Files:
    """Replaces each notebook by a page, and keeps the notebook for readers to download."""
    for file in [file for file in files if file.src_uri.endswith(".ipynb")]:
        notebook = nbformat.read(file.abs_src_path, as_version=4)
        run(notebook)
        page = File.generated(
            config, file.src_uri.replace(".ipynb", ".md"), content=markdown(notebook, file.name)
        )
        files.append(page)
    return files


def run(notebook: NotebookNode) -> None:
    """Runs the cells in a folder of their own, with the package of this repository."""
    with TemporaryDirectory() as folder:
        path = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
        # Through sockets in the folder: no port that others could listen on.
        sockets = Config(KernelManager={"transport": "ipc", "ip": f"{folder}/kernel"})
        client = NotebookClient(
            notebook, config=sockets, timeout=SECONDS, resources={"metadata": {"path": folder}}
        )
        # PyG asks tqdm for a notebook's progress bar, which nothing here uses.
        quiet = "ignore:IProgress not found"
        client.execute(env={**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": quiet})


def markdown(notebook: NotebookNode, name: str) -> str:
    """The page: text as it stands, code in fences, outputs below it."""
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        elif cell.cell_type == "code":
            parts.append(f"```python\n{cell.source}\n```")
            parts += [shown(output) for output in cell.outputs]
    parts.append(f'<a class="md-button" href="{name}.ipynb" download>Download this notebook</a>')
    return "\n\n".join(parts) + "\n"


def shown(output: NotebookNode) -> str:
    """One output: HTML or a drawing where there is one, else text."""
    if output.output_type == "stream":
        if output.name == "stderr":
            raise RuntimeError(f"a notebook prints to stderr: {output.text}")
        return fenced(output.text)
    data = output.data
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            # Without empty lines, so that Markdown takes it as one block of HTML.
            html = PANDAS.sub("", data[kind])
            html = "\n".join(line for line in html.splitlines() if line.strip())
            return f'<div class="output">\n{html}\n</div>'
    return fenced(data["text/plain"])


def fenced(text: str) -> str:
    """Text in a fence that looks like output."""
    return f"```{{ .text .output }}\n{text.rstrip()}\n```"
