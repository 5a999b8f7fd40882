"""Time and memory against the size of the graph."""
