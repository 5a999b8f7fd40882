from tests.small_runs import baseline, deep_run, graph, hostile, multi_label_run, run, wide_run

__all__ = ["baseline", "deep_run", "graph", "hostile", "multi_label_run", "run", "wide_run"]
