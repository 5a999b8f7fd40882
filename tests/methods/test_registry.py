"""Methods by name: registered here, or by another package's entry point."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest

from motifcnn.methods import Method, MethodError, get_method, methods, register_method, registry
from motifcnn.nn.settings import TrainSettings


class Guess(Method):
    """A method of somebody else."""

    name = "guess"
    settings = TrainSettings()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    known = dict(registry._known)
    yield
    registry._known.clear()
    registry._known.update(known)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """Entry points of installed packages, as importlib.metadata would list them."""
    found: list[EntryPoint] = []
    monkeypatch.setattr(
        registry, "entry_points", lambda group: found if group == registry.GROUP else []
    )
    monkeypatch.setattr(registry, "_others_loaded", False)
    return found


def test_a_registered_method_is_found_by_its_name() -> None:
    assert register_method(Guess) is Guess
    assert isinstance(get_method("guess"), Guess)
    assert methods()["guess"] is get_method("guess")
    registry.unregister_method("guess")
    assert "guess" not in methods()
    registry.unregister_method("guess")  # twice does no harm


def test_our_methods_are_there() -> None:
    assert {"motif-cnn", "motif-cnn-a", "motif-cnn-no-attention", "motif-cnn-no-roles"} <= set(
        methods()
    )
    assert "wide-motif" in methods()


def test_an_unknown_name_suggests_the_closest_and_lists_all() -> None:
    with pytest.raises(MethodError, match=r"'motif-cn'; did you mean \"motif-cnn\"\?.*wide-motif"):
        get_method("motif-cn")


def test_a_name_belongs_to_one_class() -> None:
    register_method(Guess)
    register_method(Guess)  # as when a module is loaded again

    class Other(Guess):
        pass

    with pytest.raises(MethodError, match=r"'guess' already: .*test_registry\.Guess; choose"):
        register_method(Other)
    elsewhere = type("Guess", (Method,), {"name": "guess", "__module__": "other.package"})
    with pytest.raises(MethodError, match="already"):
        register_method(elsewhere)
    assert type(get_method("guess")) is Guess


def test_installed_packages_add_methods_once(
    installed: list[EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[str] = []
    load = EntryPoint.load
    monkeypatch.setattr(EntryPoint, "load", lambda self: loads.append(self.name) or load(self))
    installed.append(EntryPoint("guess", f"{__name__}:Guess", registry.GROUP))
    assert type(get_method("guess")).__name__ == "Guess"
    methods()
    assert loads == ["guess"]


def test_a_package_that_cannot_be_loaded_is_an_error_each_time(
    installed: list[EntryPoint],
) -> None:
    installed.append(EntryPoint("broken", "no_such_package:Broken", registry.GROUP))
    for _ in range(2):
        with pytest.raises(ModuleNotFoundError, match="no_such_package"):
            methods()


def test_an_installed_package_cannot_replace_a_method_of_ours(
    installed: list[EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    thief = type("Thief", (Method,), {"name": "motif-cnn", "settings": TrainSettings()})
    installed.append(SimpleNamespace(load=lambda: thief))  # type: ignore[arg-type]
    with pytest.raises(MethodError, match=r"motif_cnn\.MotifCNNMethod"):
        methods()
