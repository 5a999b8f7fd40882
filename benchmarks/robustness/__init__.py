"""Robustness: processes that are killed, and processes that change one store at the same time."""
