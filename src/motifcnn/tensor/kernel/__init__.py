"""Kernels: functions that Numba compiles, kept on disk, fit for threads and forked children."""
