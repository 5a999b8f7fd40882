"""Time and peak memory of motif counting: ours and its peers, with equal check-sums."""
