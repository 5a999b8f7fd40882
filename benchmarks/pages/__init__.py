"""Tables of the pages, written from the cells in results/."""
