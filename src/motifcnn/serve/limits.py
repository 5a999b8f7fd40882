"""Limits of the server: what one request may ask for, how much may wait and for how long."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What the server accepts before it refuses.

    Parameters
    ----------
    body_bytes : int
        Longest body of a request; a longer one is answered with 413.
    body_seconds : float
        Longest time that a body may take to arrive; 408 after it.
    ids : int
        Most known nodes of one request; 422 above.
    new_nodes : int
        Most new nodes of one request, and ten times as many links; 422 above.
    queue : int
        Most requests for new nodes and explanations that run or wait; 503 above.
    seconds : float
        Longest time of one of those; 504 after it, and the work is ended.

    Examples
    --------
    >>> Limits(queue=2).queue
    2
    """

    body_bytes: int = 4_000_000
    body_seconds: float = 10.0
    ids: int = 1000
    new_nodes: int = 1000
    queue: int = 8
    seconds: float = 60.0

    @property
    def new_links(self) -> int:
        """Most links of one request for new nodes."""
        return 10 * self.new_nodes
