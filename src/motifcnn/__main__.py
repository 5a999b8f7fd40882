"""`python -m motifcnn`: the command line, also for ``torchrun -m motifcnn``."""

from motifcnn.cli import main

if __name__ == "__main__":
    main()
