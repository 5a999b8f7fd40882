"""What views need first, made before somebody asks."""

from __future__ import annotations

from threading import Thread

from motifcnn.errors import MotifCNNError
from motifcnn.studio.by_example import prepare_demands
from motifcnn.studio.catalogue_view import prepare_words
from motifcnn.studio.design import kept_starts
from motifcnn.studio.schema_view import SchemaView, schema_view
from motifcnn.studio.workbench import Workbench

SIZE = 3  # nodes of the motifs that the catalogue shows unless asked otherwise


def kept_schema(bench: Workbench, target: str | None) -> SchemaView:
    """The schema around a target; described once."""
    return bench.kept(("schema", target), lambda: schema_view(bench.graph, target))


def prepare(bench: Workbench, target: str | None = None) -> None:
    """Makes the schema, the catalogue and what searches, examples and designs need.

    Parameters
    ----------
    bench : Workbench
    target : str, optional
        None: the type that the first page has as its target.

    Examples
    --------
    >>> import motifcnn as mc
    >>> bench = Workbench(mc.load_dataset("debian"), "debian")
    >>> prepare(bench)
    >>> bench.has(("catalogue", "package", 3, "named"))
    True
    """
    target = kept_schema(bench, target).target
    try:
        for motif in bench.catalogue(target, SIZE):
            hash(motif)  # its canonical form, by which measurements are found
        prepare_words(bench, target, SIZE, "named")
        prepare_demands(bench, target, SIZE)
        kept_starts(bench, target)
    except MotifCNNError:
        return  # too many motifs: the view that asks for them says so


def prepare_others(bench: Workbench) -> None:
    """Prepares all targets in a thread that ends with the program."""

    def work() -> None:
        for target in bench.graph.schema.node_types:
            prepare(bench, target)
        for target in bench.graph.schema.node_types:
            prepare_demands(bench, target, 4)  # of three examples

    Thread(target=work, daemon=True).start()
