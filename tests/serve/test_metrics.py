from __future__ import annotations

import re

from motifcnn.serve.metrics import BOUNDS, Metrics

LINE = re.compile(r'^[a-z_]+(\{([a-z]+="[^"\\\n]*",?)+\})? [0-9.e+-]+$')


def test_buckets_count_what_is_at_most_their_bound() -> None:
    metrics = Metrics()
    took = [0.0005, 0.001, 0.004, 0.3, 100.0]
    for seconds in took:
        metrics.observe("/predict", 200, seconds)
    text = metrics.text(queue=3)
    for bound in BOUNDS:
        count = sum(seconds <= bound for seconds in took)
        line = f'motifcnn_request_seconds_bucket{{route="/predict",le="{bound}"}} {count}'
        assert line in text.splitlines()
    assert 'motifcnn_request_seconds_bucket{route="/predict",le="+Inf"} 5' in text
    assert 'motifcnn_request_seconds_count{route="/predict"} 5' in text
    assert f'motifcnn_request_seconds_sum{{route="/predict"}} {sum(took):.6f}' in text
    assert "motifcnn_queue_length 3" in text


def test_requests_count_by_route_and_status() -> None:
    metrics = Metrics()
    for route, status in (("/predict", 200), ("/predict", 200), ("/predict", 404), ("other", 404)):
        metrics.observe(route, status, 0.01)
    text = metrics.text(queue=0)
    assert 'motifcnn_requests_total{route="/predict",status="200"} 2' in text
    assert 'motifcnn_requests_total{route="/predict",status="404"} 1' in text
    assert 'motifcnn_requests_total{route="other",status="404"} 1' in text


def test_every_line_is_a_comment_or_a_sample() -> None:
    metrics = Metrics()
    metrics.observe("/", 200, 0.01)
    text = metrics.text(queue=0)
    assert text.endswith("\n")
    for line in text.splitlines():
        assert line.startswith(("# HELP ", "# TYPE ")) or LINE.match(line), line
