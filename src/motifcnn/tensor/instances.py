"""The very instances of a motif with a given target, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from motifcnn.errors import MotifCNNError
from motifcnn.graph.find_node import find_row
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.readable import plural
from motifcnn.tensor.csr import Rows
from motifcnn.tensor.pattern.images import images
from motifcnn.tensor.pattern.problem import make_problem

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class InstanceNode:
    """A graph node in an instance.

    Parameters
    ----------
    node_type : str
    row : int
    node : id
    name : str
        Empty where the graph has no names for the type.
    """

    node_type: str
    row: int
    node: Any
    name: str

    @property
    def label(self) -> str:
        """Its name, or else its id."""
        return self.name or str(self.node)


Instance = Mapping[str, InstanceNode]
"""A graph node for each node of the motif, by its name there."""


@dataclass(frozen=True, eq=False)
class Instances(Sequence[Instance]):
    """A page of the instances of a motif with one target.

    Parameters
    ----------
    motif : Motif
        What was looked for.
    graph : Graph
        Where it was looked for.
    row : int
        Of the target.
    total : int
        All instances with that target.
    offset : int
        Instances before this page.
    rows : (n, motif nodes) int64
        Of the graph nodes, in the order of ``motif.nodes``; an instance per line.
    """

    motif: Motif
    graph: Graph
    row: int
    total: int
    offset: int
    rows: Rows

    @property
    def target(self) -> InstanceNode:
        """The node that all instances have as their target."""
        return self._node(self.motif.target_type, self.row)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> Instance: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Instance]: ...
    def __getitem__(self, place: int | slice) -> Instance | Sequence[Instance]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        rows = self.rows[place].tolist()
        return {
            node.name: self._node(node.node_type, row)
            for node, row in zip(self.motif.nodes, rows, strict=True)
        }

    def __iter__(self) -> Iterator[Instance]:
        return (self[place] for place in range(len(self)))

    def _node(self, node_type: str, row: int) -> InstanceNode:
        node = self.graph.ids[node_type][row]
        names = self.graph.names.get(node_type)
        name = "" if names is None else str(names[row])
        return InstanceNode(node_type, row, node.item() if hasattr(node, "item") else node, name)

    def to_frame(self) -> pd.DataFrame:
        """Columns instance (from 0, over all pages), motif_node, node_type, row, node, name."""
        import pandas as pd

        columns = ["instance", "motif_node", "node_type", "row", "node", "name"]
        lines = [
            (number, motif_node, found.node_type, found.row, found.node, found.name)
            for number, instance in enumerate(self, self.offset)
            for motif_node, found in instance.items()
        ]
        return pd.DataFrame(lines, columns=columns)

    def to_svg(self, place: int | None = None) -> str:
        """A drawing of one instance of the page, or of all of them."""
        from motifcnn.tensor.instance_drawing import draw_instance, draw_page

        if place is not None:
            return draw_instance(self.motif, self[place])
        return draw_page([draw_instance(self.motif, instance) for instance in self])

    def __repr__(self) -> str:
        first = self.offset + 1 if len(self) else self.offset
        shown = f"{first:,} to {self.offset + len(self):,} of " if len(self) < self.total else ""
        return (
            f"Instances({shown}{plural(self.total, 'instance')} of {self.motif} "
            f"at {self.motif.target_type} {self.target.label})"
        )

    def _repr_html_(self) -> str:
        from html import escape

        return f"<figure><figcaption>{escape(repr(self))}</figcaption>{self.to_svg()}</figure>"


def instances(
    graph: Graph, motif: Motif | str, node: Any, *, limit: int = 20, offset: int = 0
) -> Instances:
    """Lists instances of a motif with a given target, each once.

    Their order is fixed by the graph and the motif, so pages fit together. Only the page is made;
    the total is counted without listing.

    Parameters
    ----------
    graph : Graph
        Where to look.
    motif : Motif or pattern
        What to look for.
    node : id or name
        Of a node of the target type; a text that is both an id and a name means the id.
    limit : int
        Most instances to list.
    offset : int
        Instances to skip.

    Returns
    -------
    Instances
        A sequence of mappings from motif node to graph node; `total` is
        ``count(graph, motif).instances`` of the target.

    Raises
    ------
    GraphError
        If no node of the target type has that id or name.
    MotifError
        If the pattern cannot be read or does not fit the schema.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> found = instances(graph, "(t:package)--(l:library)--(c:package)", "gimp", limit=2)
    >>> [instance["t"].name for instance in found]
    ['gimp', 'gimp']
    """
    from motifcnn.tensor.operator import operator

    for what, value, least in (("limit", limit, 1), ("offset", offset, 0)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise MotifCNNError(f"{what} must be a whole number from {least} on; got {value!r}")
    motif = Motif.parse(motif) if isinstance(motif, str) else motif
    problem = make_problem(graph, motif, induced=False)
    t = motif.target_type
    row = find_row(node, t, graph.ids[t], graph.names.get(t))
    roles: Any = operator(graph, motif, engine="factored").roles
    total = int(roles[0].instances.value[row])
    found = images(problem, row, limit=min(limit, max(total - offset, 0)), offset=offset)
    others = [i for i in range(len(motif.nodes)) if i != motif.target]
    place = {node: position for position, node in enumerate([motif.target, *others])}
    ordered = found[:, [place[i] for i in range(len(motif.nodes))]]
    return Instances(motif, graph, row, total, offset, ordered)
