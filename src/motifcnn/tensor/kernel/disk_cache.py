"""Compiled kernels on disk: Numba's own cache, whose files are verified before Numba reads them.

Loading a kernel runs its code. A seal beside the files of a function holds their SHA-256; files
that were cut off, altered, swapped, or that somebody else could have written are compiled anew.
Numba itself tells signatures, its own version and the name and features of the CPU apart. The name
of the files holds a hash of the sources and of the versions of Python and LLVM.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from motifcnn.tensor.kernel.folder import INDEX, is_private, kernel_folder

SEAL = ".sha256"


class _Place:
    """Sets the folder in which Numba keeps the compiled functions of a module."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.sources, self.folder = _hash_of_sources(source.parent), folder

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Place | None:
        """The place of a function; None where there is no safe one."""
        folder = kernel_folder(Path(file).parent)
        return None if folder is None else cls(Path(file), folder)

    def get_cache_path(self) -> str:
        return str(self.folder)

    def ensure_cache_path(self) -> None:
        """It is there."""

    def get_source_stamp(self) -> str:
        """What Numba compares with that of stored code."""
        return self.sources

    def get_disambiguator(self) -> str:
        """The part of file names that tells sources apart."""
        return self.sources[:16]


class _Files(CompileResultCacheImpl):
    _locator_classes = [_Place]  # noqa: RUF012 (as Numba declares it)


class _SerialFiles(_Files):
    def get_filename_base(self, name: str, flags: str) -> str:
        return f"{super().get_filename_base(name, flags)}-serial"


class DiskCache(FunctionCache):
    """The compiled code of one function, as Numba's dispatchers load and save it.

    A folder that cannot be written to, or a full disk, means compiling again in the next process.

    Parameters
    ----------
    function : callable
        Of a module whose folder has a `kernel_folder`.
    serial : bool
        Of code that is compiled for one thread.
    """

    def __init__(self, function: Callable[..., Any], *, serial: bool = False) -> None:
        self._impl_class = _SerialFiles if serial else _Files
        super().__init__(function)
        self._folder, self._base = Path(self.cache_path), self._impl.filename_base

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The code for these argument types; None where there is none that can be trusted."""
        return super().load_overload(signature, target) if self._is_sealed() else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keeps compiled code for the next process."""
        with suppress(OSError):
            if not self._is_sealed():
                self._remove(self._base)
            super().save_overload(signature, compiled)
            self._seal()

    def _seal(self) -> None:
        """Writes the hashes of all files, and removes code of earlier sources."""
        for file in self._files():
            file.chmod(0o600)
        seal = self._folder / f"{self._base}{SEAL}"
        with self._cache_file._open_for_write(str(seal)) as content:
            content.write(json.dumps(self._hashes()).encode())
        seal.chmod(0o600)
        name = self._base.partition(f"-{self._impl.locator.get_disambiguator()}")[0]
        for other in self._folder.glob(f"{name}-*{SEAL}"):
            if self._impl.locator.get_disambiguator() not in other.name:
                self._remove(other.name.removesuffix(SEAL))

    def _is_sealed(self) -> bool:
        """Whether the files are those that a process of this user wrote."""
        seal = self._folder / f"{self._base}{SEAL}"
        try:
            private = all(is_private(file.lstat()) for file in (seal, *self._files()))
            return private and json.loads(seal.read_bytes()) == self._hashes()
        except (OSError, ValueError):
            return False

    def _hashes(self) -> dict[str, str]:
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in self._files()}

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob(f"{self._base}{INDEX}")) + sorted(
            self._folder.glob(f"{self._base}.*.nbc")
        )

    def _remove(self, base: str) -> None:
        for pattern in (f"{base}{SEAL}", f"{base}{INDEX}", f"{base}.*.nbc"):
            for file in self._folder.glob(pattern):
                file.unlink(missing_ok=True)


@lru_cache
def _hash_of_sources(folder: Path) -> str:
    """Hash of all modules of a folder: kernels of one are compiled into those of another."""
    found = hashlib.sha256(f"{sys.version} {llvmlite.__version__} ".encode())
    for path in sorted(folder.glob("*.py")):
        found.update(f"{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    return found.hexdigest()
