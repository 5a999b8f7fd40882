"""What arguments and flags mean, and which of them several verbs share."""
