"""Benchmarks: each a module that prints a table of ratios against peers, measured in one run."""
