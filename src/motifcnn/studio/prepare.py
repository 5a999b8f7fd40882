"""What views need first, made before somebody asks."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread

from motifcnn.errors import MotifCNNError
from motifcnn.studio.by_example import prepare_demands
from motifcnn.studio.catalogue_view import prepare_words
from motifcnn.studio.design import kept_starts
from motifcnn.studio.methods_view import MethodsView, methods_view
from motifcnn.studio.schema_view import SchemaView, schema_view
from motifcnn.studio.workbench import Workbench

SIZE = 3  # nodes of the motifs that the catalogue shows unless asked otherwise


def kept_schema(bench: Workbench, target: str | None) -> SchemaView:
    """The schema around a target; described once."""
    return bench.kept(("schema", target), lambda: schema_view(bench.graph, target))


def kept_methods(bench: Workbench, target: str) -> MethodsView:
    """Methods that apply to a target, from the process that holds torch; listed once."""
    return bench.kept(("methods", target), lambda: bench.reading.call(methods_view, target))


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
    >>> bench.close()
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
    """Prepares all targets, and the form of a training, in threads that end with the program."""

    def work() -> None:
        for target in bench.graph.schema.node_types:
            prepare(bench, target)
        for target in bench.graph.schema.node_types:
            prepare_demands(bench, target, 4)  # of three examples

    def form() -> None:
        with suppress(MotifCNNError):  # the studio ends before its process has started
            kept_methods(bench, kept_schema(bench, None).target)

    for each in (work, form):
        Thread(target=each, daemon=True).start()
