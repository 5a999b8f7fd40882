"""Java: Spark runs on it, and an error says what to install where it is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from motifcnn.errors import MotifCNNError

OLDEST = 17
_SECONDS = 60
_INSTALL = (
    f"Spark needs Java {OLDEST} or newer: install it (Debian and Ubuntu: apt-get install "
    f"openjdk-{OLDEST}-jre-headless; conda: conda install openjdk={OLDEST}) or set JAVA_HOME"
)


def require_java() -> Path:
    """The Java program that Spark would start; a `MotifCNNError` says what to install.

    `JAVA_HOME` comes before `PATH`, as it does in Spark.
    """
    home = os.environ.get("JAVA_HOME")
    found = str(Path(home, "bin", "java")) if home else shutil.which("java")
    if found is None or not os.access(found, os.X_OK):
        where = f"JAVA_HOME is {home!r}, without bin/java" if home else "no java in PATH"
        raise MotifCNNError(f"{where}. {_INSTALL}")
    try:
        said = subprocess.run([found, "-version"], capture_output=True, text=True, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        raise MotifCNNError(
            f"{found} -version gave no answer within {_SECONDS} seconds; is the machine too busy, "
            "or is this no Java?"
        ) from None
    version = java_version(said.stderr + said.stdout)
    if version is None or version < OLDEST:
        raise MotifCNNError(
            f"{found}: Java {version if version is not None else 'of unknown version'}. {_INSTALL}"
        )
    return Path(found)


def java_version(said: str) -> int | None:
    """The major version in the output of ``java -version``.

    Examples
    --------
    >>> java_version('openjdk version "17.0.15" 2025-04-15')
    17
    >>> java_version('java version "1.8.0_392"')
    8
    """
    match = re.search(r'version "(?:1\.)?(\d+)', said)
    return None if match is None else int(match[1])
