"""What an examination finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, or worth knowing.

    Parameters
    ----------
    place : str
        File, folder or part.
    problem : str
    next_step : str
    wrong : bool
        False for what is only worth knowing.
    """

    place: str
    problem: str
    next_step: str = ""
    wrong: bool = True


@dataclass(frozen=True)
class Diagnosis:
    """The result of examining one store, or the installation.

    Parameters
    ----------
    place : str
    kind : str
        "graph", "tensor", "run", "checkpoint", "results", "tables", "installation", ...
    checked : tuple of str
        What was looked at and is as it should be.
    findings : tuple of Finding
    intact, damaged : tuple of str
        Files that are as they were written, and files that are not.

    Examples
    --------
    >>> Diagnosis("runs/1", "run", findings=(Finding("run.json", "missing"),)).healthy
    False
    """

    place: str
    kind: str
    checked: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    intact: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()

    @property
    def healthy(self) -> bool:
        """Whether nothing is wrong."""
        return not any(finding.wrong for finding in self.findings)
