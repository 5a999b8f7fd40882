"""Fuzzing: mutated patterns, tables, stores and arguments, each of which may only be refused.

    python -m benchmarks.fuzz --minutes 2 --seed 0
    python -m benchmarks.fuzz --replay FILE

An input is a find if it ends in anything but a `MotifCNNError`, takes over 2 s of processor time or
over 500 MB beyond its own size, or ends the process. Finds are written to the corpus, so that a
find that is committed is a seed from then on.
"""
