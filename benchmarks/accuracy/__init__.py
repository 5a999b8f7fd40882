"""The arena: every method on the same splits with the same tuning budget."""
