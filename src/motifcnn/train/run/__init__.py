"""Run: a trained model, and how it is saved."""
