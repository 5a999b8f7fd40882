"""How much each motif counts in a run, class by class."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.studio.answer import Answer
from motifcnn.studio.loaded_run import loaded_run

Kind = Literal["attention", "contributions", "none"]


class SourceView(Answer):
    """A motif, or another source of a wide network.

    Parameters
    ----------
    name : str
        The pattern of a motif.
    words : str
        The motif as a phrase; empty for another source.
    mean : float
        Over all nodes of the target type.
    by_class : list of float or None
        Over the test nodes of each class; None for a class without any.
    """

    name: str
    words: str
    mean: float
    by_class: list[float | None]


class AttentionView(Answer):
    """Sources that count most first; `kind` is "none" for a method that does not say.

    "attention" is the weight of a motif in the last layer, "contributions" the share of a source
    in the prediction. Either adds up to 1 over the sources.
    """

    kind: Kind
    classes: list[str]
    sources: list[SourceView]


def attention_view(graph: Graph, folder: Path) -> AttentionView:
    """Mean attention, or mean share, of each motif of a run.

    Parameters
    ----------
    graph : Graph
        The training graph.
    folder : Path
        Of a stored run, as `run_folder` finds it.
    """
    from motifcnn.explain import attention_by_class, motif_importance
    from motifcnn.explain.contributions import shares_by_class
    from motifcnn.explain.ranking import mean_importance
    from motifcnn.motif.words import in_words

    run = loaded_run(folder)
    found = motif_importance(run, graph)
    classes = list(run.classes)
    kind: Kind
    if found.attention is not None:
        kind, table = "attention", attention_by_class(run, graph, found.attention)
    elif found.contributions is not None:
        kind, table = "contributions", shares_by_class(run, graph, found.contributions)
    else:
        return AttentionView(kind="none", classes=classes, sources=[])
    words = {str(motif): in_words(motif, run.schema) for motif in run.motifs}
    return AttentionView(
        kind=kind,
        classes=classes,
        sources=[
            SourceView(
                name=name,
                words=words.get(name, ""),
                mean=mean,
                by_class=_means(table.loc[name].to_numpy(dtype=np.float64)),
            )
            for name, mean in mean_importance(found).items()
        ],
    )


def _means(values: npt.NDArray[np.float64]) -> list[float | None]:
    return [None if np.isnan(value) else value for value in values.tolist()]
