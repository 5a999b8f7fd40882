"""Compiled kernels by shape. Importing one loads Numba, so engines import them when they run."""
