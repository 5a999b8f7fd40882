"""Counts and latencies of requests in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """What the server has answered so far: requests by route and status, and their seconds.

    Only the event loop of the server writes to it.

    Examples
    --------
    >>> metrics = Metrics()
    >>> metrics.observe("/predict", 200, 0.002)
    >>> print(metrics.text(queue=0).splitlines()[2])
    motifcnn_requests_total{route="/predict",status="200"} 1
    """

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.buckets: dict[str, list[int]] = {}
        self.seconds: dict[str, float] = {}

    def observe(self, route: str, status: int, seconds: float) -> None:
        """Adds one answered request."""
        self.requests[route, status] += 1
        self.seconds[route] = self.seconds.get(route, 0.0) + seconds
        counts = self.buckets.setdefault(route, [0] * (len(BOUNDS) + 1))
        counts[bisect_left(BOUNDS, seconds)] += 1

    def text(self, *, queue: int) -> str:
        """All of it, with how many requests run or wait in the queue now."""
        return "\n".join((*self._requests(), *self._latency(), *_queue(queue), ""))

    def _requests(self) -> Iterator[str]:
        yield "# HELP motifcnn_requests_total Requests by route and status."
        yield "# TYPE motifcnn_requests_total counter"
        for (route, status), count in sorted(self.requests.items()):
            yield f'motifcnn_requests_total{{route="{route}",status="{status}"}} {count}'

    def _latency(self) -> Iterator[str]:
        name = "motifcnn_request_seconds"
        yield f"# HELP {name} Seconds from the request to its answer."
        yield f"# TYPE {name} histogram"
        for route, counts in sorted(self.buckets.items()):
            *within, every = accumulate(counts)
            for bound, count in zip(BOUNDS, within, strict=True):
                yield f'{name}_bucket{{route="{route}",le="{bound}"}} {count}'
            yield f'{name}_bucket{{route="{route}",le="+Inf"}} {every}'
            yield f'{name}_sum{{route="{route}"}} {self.seconds[route]:.6f}'
            yield f'{name}_count{{route="{route}"}} {every}'


def _queue(queue: int) -> Iterator[str]:
    yield "# HELP motifcnn_queue_length Requests that run or wait in the worker's queue."
    yield "# TYPE motifcnn_queue_length gauge"
    yield f"motifcnn_queue_length {queue}"
