"""Count: the one verb, on this machine or on Spark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.count import count as count_here
from motifcnn.tensor.sampling.sample import SampledTensor
from motifcnn.tensor.tensor import MotifTensor

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPARK = "spark"


@overload
def count(
    graph: Graph | str | Path,
    motif: Motif | str,
    *,
    engine: str = ...,
    spark: SparkSession | None = ...,
    master: str | None = ...,
    out: str | Path | None = ...,
    sample: None = ...,
    **options: Any,
) -> MotifTensor: ...


@overload
def count(graph: Graph, motif: Motif | str, *, sample: int, **options: Any) -> SampledTensor: ...


def count(
    graph: Graph | str | Path,
    motif: Motif | str,
    *,
    engine: str = "auto",
    spark: SparkSession | None = None,
    master: str | None = None,
    out: str | Path | None = None,
    sample: int | None = None,
    **options: Any,
) -> MotifTensor | SampledTensor:
    """The exact motif tensor of one motif, counted here or, with ``engine="spark"``, on a cluster.

    Parameters
    ----------
    graph : Graph
        For Spark also a folder: a graph that `write_graph` wrote, or Parquet tables of links with a
        `links.json`; it is never read into this process.
    motif : Motif
        Up to six nodes; `motif.role_rule` says which nodes count together.
    engine : str
        "auto" takes the engine of this machine that the plan finds fastest; "scipy", "join",
        "matrix" and "enumerate" force one. "spark" counts on Apache Spark. The counts are the same.
    spark, master, out
        For Spark: a session, or where to start one, and the folder for the tables; see
        `motifcnn.tensor.spark.count_on_spark`.
    sample : int, optional
        Estimate from so many random walks instead of counting.
    **options
        ``induced``; here also ``memory_limit``, ``seed`` and ``progress``, see
        `motifcnn.tensor.count`; for Spark also ``form`` and ``overwrite``.

    Returns
    -------
    MotifTensor, or SampledTensor with `sample`
        `instances`: (n_target,) int64; per role a (n_target, n_type) int64 CSR matrix. That of
        Spark reads its tables on first use.

    Raises
    ------
    MotifError
        If the pattern cannot be read, or cannot match what the schema allows.
    BudgetError
        If the tensor would not fit into memory or into int64; nothing is counted then.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> mc.count(graph, mc.Motif.parse("(t:package)--(c:library)")).total
    16584
    """
    if engine == SPARK:
        if sample is not None:
            raise MotifCNNError(
                "sample= estimates on this machine and engine='spark' counts exactly; leave out one"
            )
        from motifcnn.tensor.spark.count import count_on_spark

        return count_on_spark(graph, motif, spark=spark, master=master, out=out, **options)
    for name, value in (("spark", spark), ("master", master), ("out", out)):
        if value is not None:
            raise MotifCNNError(
                f"{name}= is for engine='spark'; got engine={engine!r}. To store a tensor that is "
                "counted here, use save_tensor"
            )
    if not isinstance(graph, Graph):
        raise MotifCNNError(
            f"expected a Graph, got {graph!r}; read it first: read_graph({str(graph)!r}), or count "
            "from the folder with engine='spark'"
        )
    return count_here(graph, motif, engine=engine, sample=sample, **options)
