"""Figures for Prometheus, under TensorFlow Serving's names where it has them."""

from __future__ import annotations

from typing import Any

import prometheus_client

_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


class Metrics:
    """The figures of one server."""

    content_type = prometheus_client.CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self._registry = prometheus_client.CollectorRegistry()
        self._requests = self._made(
            prometheus_client.Counter,
            ":tensorflow:serving:request_count",
            "Requests by model, method and outcome.",
            labelnames=("model_name", "method", "status"),
        )
        self._seconds = self._made(
            prometheus_client.Histogram,
            ":tensorflow:serving:request_latency",
            "Seconds from a request to its answer.",
            labelnames=("model_name", "method"),
            buckets=_BUCKETS,
        )
        self._restarts = self._made(
            prometheus_client.Counter, "graphwright:serving:worker_restarts", "Worker processes that were replaced."
        )

    def _made(self, kind: Any, name: str, text: str, **options: Any) -> Any:
        return kind(name, text, registry=self._registry, **options)

    def observe(self, model: str, method: str, status: str, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(model, method, status).inc()
        self._seconds.labels(model, method).observe(seconds)

    def restarted(self) -> None:
        """Count a worker that was replaced."""
        self._restarts.inc()

    def gauge(self, name: str, text: str, value: Any) -> None:
        """Show a number that `value` returns whenever the figures are read."""
        self._made(prometheus_client.Gauge, name, text).set_function(value)

    def text(self) -> bytes:
        """The figures in the text format of Prometheus."""
        return bytes(prometheus_client.generate_latest(self._registry))
