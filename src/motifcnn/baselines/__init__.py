"""Baselines: one file per method, all behind `fit(graph, model=NAME)`."""
