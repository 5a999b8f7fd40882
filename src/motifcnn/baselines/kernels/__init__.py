"""Compiled loops of the baselines, one file per idea."""
