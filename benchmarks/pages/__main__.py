"""``python -m benchmarks.pages [--check]``: tables and figures of results and pages from the cells.

`make results` runs it. No cell is fitted. With `--check` nothing is written, and a page that says
something else than the cells do is an error. A page holds generated parts between two comments,
``<!-- NAME: make results -->`` and ``<!-- end of NAME -->``.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

from benchmarks.pages.parts import PARTS
from motifcnn.experiments import Table, experiment, experiments, tabulate
from motifcnn.experiments.figures import draw
from motifcnn.experiments.markdown import OLD_MARK, markdown

ROOT = Path(__file__).parents[2]
TABLES = (
    "roles",
    "table-hetero",
    "table-inputs",
    "table-social",
    "arena",
    "hgb",
    "ablations",
    "citation",
)
PICTURES = ROOT / "docs/pictures/results"
MARK = f"{OLD_MARK} fitted with an earlier state of the code."
PAGES = ("README.md", "docs/index.md", "docs/results.md", "docs/worth.md")


def main() -> None:
    """Writes or checks all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    check = parser.parse_args().check
    results = ROOT / "results"
    tables = {name: tabulate(experiment(name), results, keep_old=True) for name in TABLES}
    parts = {name: explained(part(tables)) for name, part in PARTS.items()}
    figures = [tabulate(each, results, keep_old=True) for each in experiments("figures")]
    figures = [table for table in figures if any(entry.results for entry in table.entries)]
    tables |= {table.experiment.name: table for table in figures}
    wanted = {results / f"{name}.md": markdown(table) for name, table in tables.items()}
    wanted |= {ROOT / page: filled((ROOT / page).read_text("utf-8"), parts) for page in PAGES}
    stale = [file for file, text in wanted.items() if _read(file) != text]
    for file in stale:
        if not check:
            file.write_text(wanted[file], encoding="utf-8")
        print("differs from the cells:" if check else "written:", file.relative_to(ROOT))
    for table in figures:
        file = PICTURES / f"{table.experiment.name}.svg"
        if check and not file.exists():
            stale.append(file)
        elif not check:
            _draw(table, file)
    if check and stale:
        sys.exit("run `make results` and look at what has changed")


def filled(page: str, parts: dict[str, str]) -> str:
    r"""The page with its generated parts made anew.

    Examples
    --------
    >>> page = "<!-- sum: make results -->\nold\n<!-- end of sum -->"
    >>> filled(page, {"sum": "new"})
    '<!-- sum: make results -->\n\nnew\n\n<!-- end of sum -->'
    """
    between = re.compile(r"<!-- ([\w-]+): make results -->.*?<!-- end of \1 -->", re.DOTALL)
    return between.sub(
        lambda found: (
            f"<!-- {found[1]}: make results -->\n\n{parts[found[1]]}\n\n<!-- end of {found[1]} -->"
        ),
        page,
    )


def _draw(table: Table, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        drawn, _ = draw(table, Path(folder))
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(drawn.read_bytes())


def explained(part: str) -> str:
    """A part, with a line about the mark where it has one."""
    return f"{part}\n\n{MARK}" if OLD_MARK in part else part


def _read(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.exists() else None


if __name__ == "__main__":
    main()
