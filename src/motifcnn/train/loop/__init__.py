"""The training loop: steps, stopping, mini-batches and checkpoints."""
