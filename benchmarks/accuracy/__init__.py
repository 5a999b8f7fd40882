"""The choice of our recipes on validation nodes."""
