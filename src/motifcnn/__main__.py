"""`python -m motifcnn`: the command line, also for ``torchrun -m motifcnn``."""

from motifcnn.cli.app import main

main()
