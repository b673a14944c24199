"""Requests, whatever interface they come by: admission, the version they name, checks, the run, figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from graphwright.base.errors import InvalidArgumentError, OpError, ResourceExhaustedError, UnavailableError
from graphwright.serving.metrics import Metrics
from graphwright.serving.model_manager import ModelManager, Version
from graphwright.serving.signatures import Arrays, Signature, checked

DEFAULT_SIGNATURE = "serving_default"


@dataclass(frozen=True)
class Target:
    """What a request asks for: a model, a version by number or label or neither, and a signature."""

    model: str
    number: int | None = None
    label: str | None = None
    signature: str = DEFAULT_SIGNATURE


class Predictor:
    """Answers requests.

    Args:
      manager: the models.
      metrics: what counts the requests.
      max_in_flight: requests beyond are refused with ResourceExhaustedError.
    """

    def __init__(self, manager: ModelManager, metrics: Metrics, max_in_flight: int) -> None:
        self.manager, self._metrics, self._max = manager, metrics, max_in_flight
        self.in_flight = 0
        self.stopping = False

    @contextmanager
    def _admitted(self, model: str, method: str) -> Iterator[None]:
        start, status = time.perf_counter(), "OK"
        try:
            if self.stopping:
                raise UnavailableError("the server is stopping.")
            if self.in_flight >= self._max:
                raise ResourceExhaustedError(f"{self._max} requests are in flight already; try again later.")
            self.in_flight += 1
            try:
                yield
            finally:
                self.in_flight -= 1
        except OpError as error:
            status = type(error).__name__.removesuffix("Error")
            raise
        except BaseException:
            status = "Cancelled"
            raise
        finally:
            known = model if self.manager.knows(model) else "unknown"  # clients must not make up names of series
            self._metrics.observe(known, method, status, time.perf_counter() - start)

    async def predict(
        self, target: Target, inputs: Callable[[Signature], Mapping[str, Any]], outputs: Sequence[str] = ()
    ) -> tuple[Version, Arrays]:
        """The outputs of a signature.

        Args:
          target: what to run.
          inputs: from the signature to arrays by name; its errors are those of the request.
          outputs: the names that are wanted; none for all.
        """
        with self._admitted(target.model, "Predict"):
            version, signature = self.signature(target)
            arrays = checked(signature, inputs(signature))
            unknown = sorted(set(outputs) - set(signature.outputs))
            if unknown:
                raise InvalidArgumentError(
                    f"there is no output {', '.join(unknown)}; there is {', '.join(sorted(signature.outputs))}."
                )
            found = await self.manager.run(version, target.signature, arrays)
            return version, {name: found[name] for name in outputs or sorted(found)}

    def signature(self, target: Target) -> tuple[Version, Signature]:
        """The version and the signature that a request names; NotFoundError, InvalidArgumentError."""
        version = self.manager.find(target.model, target.number, target.label)
        signature = version.signatures.get(target.signature)
        if signature is None:
            there = ", ".join(sorted(version.signatures)) or "none"
            raise InvalidArgumentError(
                f"model '{target.model}' has no signature '{target.signature}'; it has: {there}."
            )
        return version, signature
