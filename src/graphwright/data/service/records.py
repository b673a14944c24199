"""Records of the ops that register datasets with a service, and read them from it."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE, UNKNOWN, Pipeline
from graphwright.data.pipeline.encoding import packed
from graphwright.data.records import ELEMENTS, scalar, typed
from graphwright.data.service.calls import Remote
from graphwright.data.service.reading import UNTIL_FOUND, Reading, ServiceElements
from graphwright.data.service.settings import CrossTrainerCache, ShardingPolicy
from graphwright.ir.reach import Reach, Reaches
from graphwright.ir.record import op

_TARGETS = ("AUTO", "ANY", "LOCAL")


def mode_bytes(policy: ShardingPolicy) -> bytes:
    """A policy as TensorFlow's `ProcessingModeDef`."""
    return bytes([0x08, policy]) if policy else b""


def _policy(mode: bytes) -> ShardingPolicy:
    try:
        return ShardingPolicy(mode[1]) if mode else ShardingPolicy.OFF
    except (IndexError, ValueError):
        raise errors.InvalidArgumentError(f"{mode!r} is no processing mode.") from None


def cache_bytes(cache: CrossTrainerCache | None) -> bytes:
    """The name of a program as TensorFlow's `CrossTrainerCacheOptions`."""
    if cache is None:
        return b""
    name = cache.trainer_id.encode()
    if len(name) > 127:
        raise errors.InvalidArgumentError(f"The name of a program has 127 bytes at most: {cache.trainer_id}")
    return bytes([0x0A, len(name)]) + name


def described(address: str, dataset_id: str) -> dict[str, Any]:
    """What the dispatcher at an address says of a dataset."""
    remote = Remote(address)
    try:
        found: dict[str, Any] = remote.call_patiently(UNTIL_FOUND, "dataset", id=dataset_id)
    finally:
        remote.close()
    return found


def _text(value: Any) -> str:
    text: bytes = value.item()
    return text.decode()


def _register(
    source: Pipeline, address: Any, protocol: Any, *, element_spec: Any, requested_dataset_id: Any, **_: Any
) -> Any:
    remote = Remote(_text(address))
    try:
        id = remote.call_patiently(
            UNTIL_FOUND, "register_dataset", pipeline=packed(source), spec=element_spec, count=source.count(),
            id=requested_dataset_id,
        )  # fmt: skip
    finally:
        remote.close()
    return np.array(id.encode(), object)


_ADDRESSED: Reaches = {"address": Reach.CONNECTS, "protocol": "goes with the address"}
REGISTER = op(
    "RegisterDatasetV2", "dataset: variant, address: string, protocol: string -> dataset_id: string",
    'external_state_policy: int; element_spec: string = ""; requested_dataset_id: string = ""; metadata: string = ""',
    shape=scalar, kernel=_register, no_gradient=True, effect="host", stateful=False,
    reaches=_ADDRESSED,
)  # fmt: skip


def _read(
    dataset_id: Any, mode: Any, address: Any, protocol: Any, job_name: Any, consumer: Any, consumers: Any, buffer: Any,
    counter: Any, *, target_workers: str, cross_trainer_cache_options: Any, **_: Any,
) -> Pipeline:  # fmt: skip
    if target_workers not in _TARGETS:
        raise errors.InvalidArgumentError(f"Unrecognized target workers: {target_workers}")
    options = cross_trainer_cache_options
    reading = Reading(
        _text(address), _text(dataset_id), _policy(mode.item()), _text(job_name), int(consumer), max(int(consumers), 0),
        max(int(buffer), 0), target_workers, (options if isinstance(options, bytes) else options.encode())[2:].decode(),
    )  # fmt: skip
    infinite = described(reading.address, reading.dataset)["count"] == INFINITE
    return ServiceElements(reading, INFINITE if infinite and not reading.policy.is_static else UNKNOWN)


READ = op(
    "DataServiceDatasetV4",
    "dataset_id: string, processing_mode: string, address: string, protocol: string, job_name: string, "
    "consumer_index: int64, num_consumers: int64, max_outstanding_requests: int64, iteration_counter: resource "
    "-> handle: variant",
    f'task_refresh_interval_hint_ms: int = -1; {ELEMENTS}; data_transfer_protocol: string = ""; '
    'target_workers: string = "AUTO"; uncompress: bool = false; uncompress_fn: func; '
    'cross_trainer_cache_options: string = ""',
    shape=scalar, kernel=typed(_read), no_gradient=True, stateful=True,
    reaches={**_ADDRESSED, "data_transfer_protocol": "goes with the address"},
)  # fmt: skip

__all__ = ["READ", "REGISTER", "cache_bytes", "described", "mode_bytes"]
