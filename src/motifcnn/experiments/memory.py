"""Peak memory of this process since a given moment, where the system measures it (Linux)."""

from __future__ import annotations

from pathlib import Path

_STATUS, _RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def reset_peak() -> bool:
    """Starts a new measurement; False where the system does not allow it."""
    try:
        _RESET.write_text("5", encoding="ascii")
    except OSError:
        return False
    return True


def peak_bytes() -> int | None:
    """Largest resident memory since `reset_peak`, or None where it is not known.

    Examples
    --------
    >>> found = peak_bytes()
    >>> found is None or found > 1_000_000
    True
    """
    try:
        lines = _STATUS.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), None)
