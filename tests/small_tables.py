"""Tables of a shop, as somebody would have them: customers who order products."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

SEGMENTS = ("private", "business")


def write_shop(folder: Path, *, customers: int, first: int = 0, labelled: bool = True) -> None:
    """Writes CSV files; even customers are private and order cheap products, odd ones dear ones."""
    folder.mkdir()
    rng = np.random.default_rng(first)
    numbers = np.arange(first, first + customers)
    table = {"customer_id": [f"c{i}" for i in numbers], "age": rng.integers(18, 80, customers)}
    if labelled:
        table["segment"] = [SEGMENTS[i % 2] for i in numbers]
    pd.DataFrame(table).to_csv(folder / "customers.csv", index=False)
    orders = [(f"c{i}", f"p{rng.integers(5) * 2 + i % 2}") for i in numbers for _ in range(3)]
    frame = pd.DataFrame(orders, columns=["customer_id", "product_id"]).drop_duplicates()
    frame.to_csv(folder / "orders.csv", index=False)
    if labelled:
        products = pd.DataFrame({"product_id": [f"p{i}" for i in range(10)]})
        products["price"] = [5.0 + 90 * (i % 2) + i for i in range(10)]
        products.to_csv(folder / "products.csv", index=False)
