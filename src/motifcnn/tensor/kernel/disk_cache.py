"""Compiled kernels on disk: nothing is loaded but what this package wrote for this very machine.

A file is the SHA-256 of its origin and its code, then the code. The origin is all that decides what
code comes out: sources, argument types, options, the versions of Python, Numba and LLVM, and the
name and features of the CPU. A file that was cut off, altered, renamed or written for another
machine has another hash. It is compiled anew, as is a file that somebody else could have written.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import serialize
from numba.core.compiler import CompileResult

from motifcnn.tensor.kernel.folder import SUFFIX, is_private, kernel_folder

_HASH = hashlib.sha256().digest_size


class DiskCache:
    """The compiled code of one function, as Numba's dispatchers load and save it.

    A folder that cannot be written to, or a full disk, means compiling again in the next process.

    Parameters
    ----------
    function : callable
    options : mapping of name to value
        What the function is compiled with.
    """

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        source = Path(function.__code__.co_filename)
        self._options, self._bytecode = options, function.__code__.co_code
        self._sources = _hash_of_sources(source.parent)
        self._folder = kernel_folder(source.parent)
        self._name = f"{source.stem}.{function.__qualname__}"
        self._stem = f"{self._name}.{sys.implementation.cache_tag}-{self._sources[:8]}"

    @property
    def cache_path(self) -> str | None:
        """The folder; None where there is no safe one."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The code for these argument types; None where there is none that can be trusted."""
        target.refresh()
        origin = self._origin(signature, target.codegen())
        code = None if self._folder is None else _read(self._folder / self._file(origin), origin)
        # The hash and the owner of the file have been checked: this process may run its code.
        rebuild: Any = CompileResult._rebuild
        return None if code is None else rebuild(target, *pickle.loads(code))

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keeps compiled code for the next process."""
        if self._folder is None or compiled.lifted or compiled.library.has_dynamic_globals:
            return
        origin = self._origin(signature, compiled.library.codegen)
        with suppress(OSError):
            code: bytes = serialize.dumps(compiled._reduce())  # type: ignore[no-untyped-call]
            _write(self._folder / self._file(origin), origin, code)
            self._remove_old()

    def flush(self) -> None:
        """Removes all code of this function."""
        for path in [] if self._folder is None else self._folder.glob(f"{self._name}.*{SUFFIX}"):
            path.unlink(missing_ok=True)

    def _origin(self, signature: Any, codegen: Any) -> bytes:
        versions = sys.version, numba.__version__, llvmlite.__version__
        options = sorted(self._options.items())
        parts = self._name, signature, options, self._bytecode, self._sources, versions
        return repr((*parts, codegen.magic_tuple())).encode()

    def _file(self, origin: bytes) -> str:
        return f"{self._stem}.{hashlib.sha256(origin).hexdigest()[:16]}{SUFFIX}"

    def _remove_old(self) -> None:
        """Removes code of earlier sources."""
        assert self._folder is not None
        for path in self._folder.glob(f"{self._name}.{sys.implementation.cache_tag}-*{SUFFIX}"):
            if not path.name.startswith(f"{self._stem}."):
                path.unlink(missing_ok=True)


def _read(path: Path, origin: bytes) -> bytes | None:
    """The code in a file; None unless it is of this origin and nobody else can have written it."""
    try:
        with path.open("rb") as file:
            content = file.read() if is_private(os.fstat(file.fileno())) else b""
    except OSError:
        return None
    digest, code = content[:_HASH], content[_HASH:]
    return code if hashlib.sha256(origin + code).digest() == digest else None


def _write(path: Path, origin: bytes, code: bytes) -> None:
    number, work = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")  # mode 0600
    try:
        with open(number, "wb") as file:
            file.write(hashlib.sha256(origin + code).digest() + code)
        os.replace(work, path)
    except BaseException:
        os.unlink(work)
        raise


@lru_cache
def _hash_of_sources(folder: Path) -> str:
    """Hash of all modules of a folder: kernels of one are compiled into those of another."""
    found = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        found.update(f"{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    return found.hexdigest()
