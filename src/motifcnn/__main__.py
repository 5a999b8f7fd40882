"""`python -m motifcnn`: the command line."""

from motifcnn.cli import main

if __name__ == "__main__":
    main()
