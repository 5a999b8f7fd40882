"""The arena: every method on the same splits with the same tuning budget, by the code that reproduces the paper's tables."""
