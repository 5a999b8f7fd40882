"""The list of known datasets is complete and consistent."""

from __future__ import annotations

import ast
import inspect
import re

from motifcnn.datasets.known import DEBIAN, PLANTED_ROLES, PUBLIC, DatasetInfo
from motifcnn.datasets.meta_gnn import FILES, meta_gnn

EVERY = (DEBIAN, PLANTED_ROLES, *PUBLIC)


def test_names_are_distinct_sorted_and_safe_as_folders() -> None:
    names = [info.name for info in EVERY]
    assert len(set(names)) == len(names) == 29
    assert [info.name for info in PUBLIC] == sorted(info.name for info in PUBLIC)
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)


def test_every_dataset_says_what_it_is_and_where_it_comes_from() -> None:
    for info in EVERY:
        assert info.title and info.origin and info.licence
        assert "classification" in info.task
        assert info.description == f"{info.title}; {info.task}"
        assert info.publication or info in (DEBIAN, PLANTED_ROLES)


def test_loaders_of_pyg_exist_and_take_the_name() -> None:
    import torch_geometric.datasets as pyg

    loaders = {info.name: info.pyg.split("/") for info in PUBLIC if info.pyg}
    assert {"cora", "hgb-dblp", "amazon-photo", "coauthor-cs", "blogcatalog"} <= set(loaders)
    for kind, *name in loaders.values():
        takes = inspect.signature(getattr(pyg, kind)).parameters
        assert ("name" in takes) == bool(name)


def test_recipes_name_what_exists() -> None:
    for info in PUBLIC:
        if "meta_gnn" in info.recipe:
            assert f'meta_gnn("{info.name}", sha256)' in info.recipe
            assert meta_gnn(info.name, dict.fromkeys(FILES[info.name], 64 * "0")).info == info


def test_recipes_are_calls() -> None:
    recipes = {info.name: info.recipe for info in PUBLIC if info.recipe}
    assert recipes["debian-small"] == 'mc.load_dataset("debian")'
    for name, recipe in recipes.items():
        call = recipe.split(", without features")[0]
        assert isinstance(ast.parse(call, name, "eval").body, ast.Call)


def test_a_dataset_may_have_neither_publication_nor_recipe() -> None:
    info = DatasetInfo("mine", "My graph", "classify nodes", "example.org")
    assert (info.publication, info.licence, info.recipe) == ("", "not stated", "")
