"""Counting on Apache Spark: the same tensors as `count`, as Parquet on a cluster.

Nothing here is imported unless it is asked for; pyspark and Java 17 are needed only then.
"""

from motifcnn.tensor.spark.count import count_on_spark
from motifcnn.tensor.spark.result import SparkRole, SparkTensor, load_result
from motifcnn.tensor.spark.stored import stored_operator, use_result

__all__ = [
    "SparkRole",
    "SparkTensor",
    "count_on_spark",
    "load_result",
    "stored_operator",
    "use_result",
]
