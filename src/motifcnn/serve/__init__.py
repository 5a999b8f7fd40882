"""A run behind HTTP: classes of known nodes, of new ones, and explanations."""
