"""`python -m motifcnn`: the command line, also for ``torchrun -m motifcnn``."""

from motifcnn.cli.app import main

if __name__ == "__main__":
    main()
