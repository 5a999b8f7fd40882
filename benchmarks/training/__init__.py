"""Speed of training, against peers on the same graph in the same run."""
