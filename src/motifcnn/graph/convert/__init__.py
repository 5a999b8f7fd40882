"""Graphs from and to other libraries; each module imports its library on first use."""
