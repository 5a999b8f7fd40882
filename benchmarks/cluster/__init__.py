"""Counting on Spark: exactness, shuffled bytes, skew and memory, each as ratios of one run."""
