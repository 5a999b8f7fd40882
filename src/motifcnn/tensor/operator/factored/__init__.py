"""Operators that are never written out: products along the motif, less what is not injective."""
