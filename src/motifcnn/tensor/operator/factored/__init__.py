"""Motif operators that are never written out: products along the motif, corrected to injective maps."""
