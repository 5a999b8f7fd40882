"""The application: the API's routes, and the files of the page."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Literal

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from starlette.staticfiles import StaticFiles

import motifcnn
from motifcnn.errors import MotifCNNError
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.studio.access import Door, Guarded
from motifcnn.studio.answer import Answer, VisibleJSON
from motifcnn.studio.by_example import ByExample, by_example
from motifcnn.studio.card import Card
from motifcnn.studio.catalogue_view import CataloguePage, SortBy, catalogue_page
from motifcnn.studio.counting_routes import add_counting
from motifcnn.studio.design import Design, design
from motifcnn.studio.instances_view import InstancePage, NodeName, find_names, instance_page
from motifcnn.studio.parameters import Name, Pattern, PatternText
from motifcnn.studio.plotly_script import add_plotly
from motifcnn.studio.prepare import kept_schema
from motifcnn.studio.run_routes import add_runs
from motifcnn.studio.schema_view import SchemaView
from motifcnn.studio.training_routes import add_training
from motifcnn.studio.workbench import Workbench

Page = Annotated[int, Query(ge=1, le=100)]
Offset = Annotated[int, Query(ge=0)]


class CollectionView(Answer):
    """The saved motifs, and the command that trains on them."""

    file: str
    command: str
    cards: list[Card]


class Change(Answer):
    """A motif to save or to remove."""

    pattern: PatternText


class Refusal(Answer):
    """What a request is answered with that cannot be done."""

    error: str


def make_app(bench: Workbench, door: Door) -> Guarded:
    """The studio as an ASGI application.

    Parameters
    ----------
    bench : Workbench
        The state that all requests share.
    door : Door
        Which requests are let in.

    Examples
    --------
    >>> import motifcnn as mc
    >>> bench = Workbench(mc.load_dataset("debian"), "debian")
    >>> app = make_app(bench, Door(8123, "secret"))
    >>> bench.close()
    """
    # FastAPI's own pages of the API load scripts from elsewhere; `api.html` shows the same.
    api = FastAPI(
        title="motifcnn studio",
        version=motifcnn.__version__,
        docs_url=None,
        redoc_url=None,
        default_response_class=VisibleJSON,
        responses={422: {"model": Refusal}},
    )

    @api.exception_handler(MotifCNNError)
    def refuse(request: Request, error: MotifCNNError) -> VisibleJSON:
        return VisibleJSON({"error": str(error)}, 422)

    @api.exception_handler(RequestValidationError)
    def refuse_parameters(request: Request, error: RequestValidationError) -> VisibleJSON:
        wrong = (f"{each['loc'][-1]}: {each['msg']}" for each in error.errors())
        return VisibleJSON({"error": "\n".join(wrong)}, 422)

    _add_graph(api, bench)
    _add_motifs(api, bench)
    _add_collection(api, bench)
    add_counting(api, bench)
    add_training(api, bench)
    add_runs(api, bench)
    add_plotly(api)
    page = StaticFiles(directory=str(files("motifcnn.studio") / "page"), html=True)
    api.mount("/", page)
    return Guarded(api, door)


def _add_graph(api: FastAPI, bench: Workbench) -> None:
    @api.get("/api/schema")
    def schema(target: Name | None = None) -> SchemaView:
        """Node types with columns and examples, relations with degrees."""
        return kept_schema(bench, target)

    @api.get("/api/nodes")
    def nodes(node_type: Name, search: Name = "") -> list[NodeName]:
        """Nodes of a type whose name or id has a text."""
        return find_names(bench.graph, node_type, search)


def _add_motifs(api: FastAPI, bench: Workbench) -> None:
    @api.get("/api/catalogue")
    def catalogue(
        target: Name,
        max_nodes: Annotated[int, Query(ge=2, le=4)] = 3,
        relations: Literal["named", "any"] = "named",
        search: Name = "",
        order: SortBy = "size",
        descending: bool = False,
        offset: Offset = 0,
        limit: Page = 24,
    ) -> CataloguePage:
        """Motifs that the schema allows; asking again shows what was measured meanwhile."""
        return catalogue_page(
            bench,
            target,
            max_nodes=max_nodes,
            relations=relations,
            search=search,
            order=order,
            descending=descending,
            offset=offset,
            limit=limit,
        )

    @api.get("/api/design")
    def read_design(target: Name, pattern: Pattern = "") -> Design:
        """What a pattern means, or what is wrong with it; what it can grow by."""
        bench.graph.schema.require_type(target, "target")
        return design(bench, pattern, target)

    @api.get("/api/instances")
    def instances(
        pattern: Pattern, node: Name, offset: Offset = 0, limit: Page = 6
    ) -> InstancePage:
        """Instances of a motif at a node."""
        return instance_page(bench.graph, Motif.parse(pattern), node, limit=limit, offset=offset)

    @api.get("/api/by-example")
    def examples(
        node_type: Annotated[list[str], Query(max_length=3)],
        node: Annotated[list[str], Query(max_length=3)],
    ) -> ByExample:
        """Motifs in which two or three nodes appear together, rarest first."""
        if len(node_type) != len(node):
            raise MotifCNNError("by example takes a node type for each node")
        return by_example(bench, list(zip(node_type, node, strict=True)))


def _add_collection(api: FastAPI, bench: Workbench) -> None:
    def view() -> CollectionView:
        bench.measurements.look_at(bench.collection.motifs)
        file = str(bench.collection.file)
        return CollectionView(
            file=file,
            command=f"motifcnn train --config {file}",
            cards=[bench.card(motif) for motif in bench.collection.motifs],
        )

    @api.get("/api/collection")
    def collection() -> CollectionView:
        """The saved motifs."""
        return view()

    @api.post("/api/collection")
    def save(change: Change) -> CollectionView:
        """Saves a motif to the collection's file."""
        motif = Motif.parse(change.pattern)
        check(motif, bench.graph.schema)
        bench.save(lambda kept: kept.with_motif(motif))
        return view()

    @api.delete("/api/collection")
    def remove(pattern: Pattern) -> CollectionView:
        """Removes a motif from the collection's file."""
        motif = Motif.parse(pattern)
        bench.save(lambda kept: kept.without(motif))
        return view()
