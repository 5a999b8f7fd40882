"""Compiled kernels of updates."""
