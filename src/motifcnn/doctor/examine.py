"""Examines a folder: a store, or several of them at any depth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.doctor.contents import check_contents
from motifcnn.doctor.finding import Diagnosis, Finding
from motifcnn.doctor.leftovers import leftovers
from motifcnn.doctor.results import CELLS, examine_results
from motifcnn.doctor.seal import check_seal
from motifcnn.readable import plural
from motifcnn.sealed import MANIFEST
from motifcnn.sealed.leftovers import written_place

if TYPE_CHECKING:
    from motifcnn.graph import Graph

# What a store without a manifest was.
MARKS = {
    "run.json": "motifcnn run",
    "tensor.json": "motifcnn tensor",
    "graph.json": "motifcnn graph",
    "of.json": "motifcnn checkpoint",
}
DEPTH = 4
"""Folders below the named one in which stores are looked for."""


def examine(folder: str | Path, graph: Graph | None = None) -> tuple[Diagnosis, ...]:
    """Examines every store in a folder: hashes, structure, consistency, and leftovers of writers.

    Parameters
    ----------
    folder : path
        A graph, tensor, run, checkpoint, results or tables, or a folder that holds some.
    graph : Graph, optional
        What tensors were counted in: a sample of their targets is counted again.

    Returns
    -------
    tuple of Diagnosis
        One per store; the last one is about leftovers, if there are any.

    Examples
    --------
    >>> import tempfile
    >>> import motifcnn as mc
    >>> folder = Path(tempfile.mkdtemp(), "debian")
    >>> mc.write_graph(mc.load_dataset("debian"), folder)
    >>> (found,) = examine(folder)
    >>> found.kind, found.healthy
    ('graph', True)
    >>> _ = (folder / "graph.json").write_text("{}")
    >>> examine(folder)[0].damaged
    ('graph.json',)
    """
    place = Path(folder)
    if not place.is_dir():
        what = "not a folder" if place.exists() else "no such folder"
        step = "name the folder of a graph, tensor, run, checkpoint, of results or tables"
        return (Diagnosis(str(place), "nothing", findings=(Finding(str(place), what, step),)),)
    found = list(_stores(place, graph, DEPTH))
    left = leftovers(place)
    if left:
        found.append(_about_leftovers(place, left))
    if not found:
        finding = Finding(
            str(place),
            "holds nothing that this package writes or reads",
            "name the folder of a graph, tensor, run, checkpoint, of results or tables",
        )
        found.append(Diagnosis(str(place), "nothing", findings=(finding,)))
    return tuple(found)


def _stores(folder: Path, graph: Graph | None, depth: int) -> Iterator[Diagnosis]:
    from motifcnn.graph.io.read import holds_graph
    from motifcnn.graph.tables.files import holds_tables

    mark = next((kind for name, kind in MARKS.items() if (folder / name).is_file()), None)
    if (folder / MANIFEST).exists() or mark is not None:
        yield _sealed(folder, mark, graph)
        if (folder / "graph").is_dir():  # of a run on tables
            yield from _stores(folder / "graph", graph, 0)
    elif (folder / CELLS).is_dir():
        yield examine_results(folder)
    elif holds_graph(folder):
        yield _loaded(folder, "motifcnn graph", graph)
    elif holds_tables(folder):
        yield _tables(folder)
    elif depth:
        for each in sorted(folder.iterdir()):
            if each.is_dir() and not each.is_symlink() and not each.name.startswith("."):
                yield from _stores(each, graph, depth - 1)


def _sealed(folder: Path, mark: str | None, graph: Graph | None) -> Diagnosis:
    seal = check_seal(folder)
    kind = seal.kind or mark or "unknown"
    findings, checked = list(seal.findings), list[str]()
    if not any(finding.wrong for finding in findings):
        checked.append(f"{plural(len(seal.intact), 'file')} as they were written")
        for each in check_contents(folder, kind, graph):
            (checked if isinstance(each, str) else findings).append(each)  # type: ignore[arg-type]
    elif seal.intact:
        what = f"{plural(len(seal.intact), 'file')} intact and can be saved"
        findings.append(Finding(str(folder), what, "copy them before writing again", wrong=False))
    name = kind.removeprefix("motifcnn ")
    return Diagnosis(
        str(folder),
        name,
        tuple(checked),
        tuple(findings),
        tuple(seal.intact),
        tuple(seal.damaged),
    )


def _loaded(folder: Path, kind: str, graph: Graph | None) -> Diagnosis:
    """A graph without a manifest."""
    found = list(check_contents(folder, kind, graph))
    return Diagnosis(
        str(folder),
        kind.removeprefix("motifcnn "),
        tuple(each for each in found if isinstance(each, str)),
        tuple(each for each in found if isinstance(each, Finding)),
    )


def _tables(folder: Path) -> Diagnosis:
    from motifcnn.graph.tables.read import plan_tables

    try:
        plan = plan_tables(folder)
        graph, said = plan.graph()
    except Exception as error:  # whatever is wrong with the tables is what is asked for
        finding = Finding(str(folder), f"{type(error).__name__}: {error}", "mend the tables")
        return Diagnosis(str(folder), "tables", findings=(finding,))
    notes = tuple(Finding(str(folder), text, wrong=False) for text in said)
    return Diagnosis(str(folder), "tables", (f"import as {graph!r}",), notes)


def _about_leftovers(folder: Path, left: tuple[Path, ...]) -> Diagnosis:
    findings = []
    for path in left:
        place = written_place(path)
        if path.suffix == ".old" and place is not None and not place.exists():
            problem = f"the only copy of {place}: its writer died between two renames"
            step = "`motifcnn doctor --clean` gives it its name back"
        else:
            problem, step = "left behind by a writer that died", "`motifcnn doctor --clean`"
        findings.append(Finding(str(path), problem, step))
    return Diagnosis(str(folder), "leftovers", findings=tuple(findings))
