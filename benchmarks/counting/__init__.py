"""Time and peak memory of motif counting: ours and its peers on the same cases, in the same run, with equal check-sums."""
