"""Builds the source archive and the wheel, checks what is in them, and uses the wheel.

`python .ci/wheel.py PYTHON...` installs the wheel into a new environment of each interpreter (this
one, where none is named), runs `motifcnn demo` there and prints how long `import motifcnn` takes.
What passes is kept in `dist`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
IN_ARCHIVE = (".ci", "src", "tests", "docs", "benchmarks", "results")
BESIDE = (
    "CHANGELOG.md",
    "CITATION.cff",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "constraints.txt",
    "mkdocs.yml",
    "pyproject.toml",
)
LEFTOVER = re.compile(r"__pycache__|\.pyc$|(^|/)\.(venv|git)/|^site/")
IMPORT_SECONDS = 0.15


def main(interpreters: list[str]) -> None:
    """Ends with an error where an archive lacks a file, a command fails or an import is slow."""
    with tempfile.TemporaryDirectory(prefix="motifcnn-wheel-") as name:
        folder = Path(name)
        archive = build("sdist", ROOT, folder / "sdist")
        wheel = build("wheel", unpacked(archive, folder), folder / "wheel")
        if faults := [*faults_of_archive(archive), *faults_of_wheel(wheel)]:
            raise SystemExit("\n".join(faults))
        for built in (archive, wheel):
            print(f"{built.name}: {built.stat().st_size / 1e6:.1f} MB")
        for number, interpreter in enumerate(interpreters or [sys.executable]):
            use(wheel, interpreter, folder / f"environment-{number}")
        for built in (archive, wheel):
            print(keep(built, ROOT / "dist").relative_to(ROOT))


def build(target: str, source: Path, folder: Path) -> Path:
    """The one file that hatchling builds from a tree."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target]
    run([*command, "--directory", str(folder)], source)
    (built,) = folder.iterdir()
    return built


def unpacked(archive: Path, folder: Path) -> Path:
    """The tree of a source archive."""
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def faults_of_archive(archive: Path) -> list[str]:
    """Files that the source archive lacks or should not have; what git tracks decides."""
    with tarfile.open(archive) as opened:
        names = {name.split("/", 1)[1] for name in opened.getnames() if "/" in name}
    tracked = run(["git", "ls-files", *IN_ARCHIVE], ROOT).split()
    return [
        *(f"{archive.name} lacks {name}" for name in sorted({*tracked, *BESIDE} - names)),
        *(f"{archive.name} has {name}" for name in sorted(names) if LEFTOVER.search(name)),
    ]


def faults_of_wheel(wheel: Path) -> list[str]:
    """Files of the package that the wheel lacks, and files that are not of the package."""
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "motifcnn").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    about = f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"
    package |= {f"{about}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")}
    package.add(f"{about}/licenses/LICENSE")
    return [
        *(f"{wheel.name} lacks {name}" for name in sorted(package - names)),
        *(f"{wheel.name} has {name}" for name in sorted(names - package)),
    ]


def keep(built: Path, folder: Path) -> Path:
    """Where the copy of an archive is; one of that name is replaced."""
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy2(built, folder))


def use(wheel: Path, interpreter: str, folder: Path) -> None:
    """Installs the wheel into a new environment and does what a user does first."""
    run([interpreter, "-m", "venv", str(folder)], folder.parent)
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(wheel)], folder)
    version = run([python, "--version"], folder).strip()
    said = run([str(folder / "bin" / "motifcnn"), "demo"], folder)
    if not (folder / "report.html").is_file():
        raise SystemExit(f"{version}: motifcnn demo wrote no report.html\n{said}")
    seconds = import_seconds(python, folder)
    print(f"{version}: motifcnn demo runs; import motifcnn takes {seconds:.3f} s")
    if seconds >= IMPORT_SECONDS:
        raise SystemExit(f"{version}: an import should take less than {IMPORT_SECONDS} s")


def import_seconds(python: str, folder: Path) -> float:
    """Seconds that `-X importtime` gives for the package with all that it imports, least of 7."""
    command = [python, "-X", "importtime", "-c", "import motifcnn"]
    lines = [
        next(line for line in run(command, folder).splitlines() if line.endswith("| motifcnn"))
        for _ in range(7)
    ]
    return min(int(line.split("|")[1]) for line in lines) / 1e6


def run(command: list[str], folder: Path) -> str:
    """What a command prints, errors included."""
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}:\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    main(sys.argv[1:])
