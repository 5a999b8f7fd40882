"""The matching problem: a motif on a graph, and what is known of it before counting."""
