"""Why a node got its class: the explanation of a run, with links to the instances."""

from __future__ import annotations

from pathlib import Path

from motifcnn.graph.graph import Graph
from motifcnn.studio.answer import Answer
from motifcnn.studio.loaded_run import loaded_run


class ClassChance(Answer):
    """A class and its probability."""

    name: str
    probability: float


class WhyMotif(Answer):
    """What a motif does for the prediction of one node.

    Parameters
    ----------
    instances : int
        With the node as target.
    weight : float or None
        Attention in the last layer, or share of a wide network.
    contribution : float or None
        Signed, to the logit of the predicted class.
    without : str
        What is predicted without the motif; empty where there is no other.
    """

    motif: str
    words: str
    instances: int
    weight: float | None
    contribution: float | None
    without: str


class WhyView(Answer):
    """The explanation of one prediction, strongest motif first."""

    headline: str
    node: str
    name: str
    part: str
    true: list[str] | None
    predicted: list[str]
    probabilities: list[ClassChance]
    motifs: list[WhyMotif]
    sentences: list[str]


def why_view(graph: Graph, folder: Path, node: str) -> WhyView:
    """Explains the prediction of a run for one node.

    Parameters
    ----------
    graph : Graph
        The training graph.
    folder : Path
        Of the run.
    node : str
        Id or name.

    Examples
    --------
    >>> import tempfile
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> folder = Path(tempfile.mkdtemp(), "1")
    >>> mc.fit(graph, ["(t:package)--(c:library)"], epochs=1).save(folder)
    >>> why_view(graph, folder, "gimp").motifs[0].words
    'packages that depend on a library'
    """
    from motifcnn.explain import explain
    from motifcnn.explain.words import headline, without_text

    found = explain(loaded_run(folder), node, graph)
    last = [row for row in found.motifs if row.get("layer") == found.motifs[-1].get("layer")]
    return WhyView(
        headline=headline(found),
        node=str(found.node),
        name=found.name,
        part=found.part,
        true=found.true,
        predicted=found.predicted,
        probabilities=[ClassChance(name=name, probability=p) for name, p in found.probabilities],
        motifs=[
            WhyMotif(
                motif=row["motif"],
                words=row["words"],
                instances=row["instances"],
                weight=row.get("weight", row.get("share")),
                contribution=row.get("contribution"),
                without="" if row.get("without") is None else without_text(row["without"]),
            )
            for row in last
        ],
        sentences=found.sentences,
    )
