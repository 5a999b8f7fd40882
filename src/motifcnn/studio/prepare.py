"""What views need first, made while people still read the first page."""

from __future__ import annotations

from threading import Thread

from motifcnn.errors import MotifCNNError
from motifcnn.studio.by_example import prepare_demands
from motifcnn.studio.catalogue_view import prepare_words
from motifcnn.studio.schema_view import SchemaView, schema_view
from motifcnn.studio.workbench import Workbench

SIZE = 3  # nodes of the motifs that the catalogue shows unless asked otherwise


def kept_schema(bench: Workbench, target: str | None) -> SchemaView:
    """The schema around a target; described once."""
    return bench.kept(("schema", target), lambda: schema_view(bench.graph, target))


def prepare(bench: Workbench) -> None:
    """Makes schema, catalogue and what searches and examples need, the usual target first.

    Examples
    --------
    >>> import motifcnn as mc
    >>> bench = Workbench(mc.load_dataset("debian"), "debian")
    >>> prepare(bench)
    >>> bench.has(("catalogue", "tag", 3, "named"))
    True
    """
    first = kept_schema(bench, None).target
    for target in dict.fromkeys([first, *bench.graph.schema.node_types]):
        kept_schema(bench, target)
        try:
            for motif in bench.catalogue(target, SIZE):
                hash(motif)  # its canonical form, by which measurements are found
            prepare_words(bench, target, SIZE, "named")
            prepare_demands(bench, target, SIZE)
        except MotifCNNError:
            continue  # too many motifs: the view that asks for them says so


def prepare_beside(bench: Workbench) -> None:
    """Prepares in a thread that ends with the program."""
    Thread(target=prepare, args=(bench,), daemon=True).start()
