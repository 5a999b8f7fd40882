"""Speed of training, against peers on the same graph in the same run."""

import motifcnn.nn  # noqa: F401  before torch: it says how threads wait
