"""Datasets whose elements are produced by a service: `distribute`, and its two halves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.autograph import do_not_convert
from graphwright.base import errors
from graphwright.base.dtypes import int64
from graphwright.base.services import STRUCTURED_VALUES
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor
from graphwright.data.dataset import Dataset
from graphwright.data.options import ExternalStatePolicy
from graphwright.data.service import records
from graphwright.data.service.settings import CrossTrainerCache, ShardingPolicy, checked_protocol
from graphwright.data.structure import output_attrs
from graphwright.data.tracing import trace_on_elements

_COMPRESSIONS = ("AUTO", None, "SNAPPY")
_ANY_NUMBER = -1


def distribute(
    processing_mode: Any,
    service: Any,
    job_name: str | None = None,
    consumer_index: int | None = None,
    num_consumers: int | None = None,
    max_outstanding_requests: int | None = None,
    data_transfer_protocol: str | None = None,
    compression: str | None = "AUTO",
    cross_trainer_cache: CrossTrainerCache | None = None,
    target_workers: str = "AUTO",
) -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: the elements of the dataset, produced by the workers of a service.

    The dataset is sent to the workers with the graphs of its functions. These may use tensors; Python functions,
    variables and tables work only if the workers are in the process that they belong to.

    If a worker stops or dies, the others go on; what it had taken is lost. An error is raised where no worker is left,
    and where a policy gives each worker a fixed part. A worker that is started again takes part again.

    Args:
      processing_mode: a `ShardingPolicy`; "parallel_epochs" is `OFF` and "distributed_epoch" is `DYNAMIC`.
      service: the address of the dispatcher, "grpc://host:port" or "host:port", or a tuple of protocol and address.
      job_name: programs that give the same name share the elements: each element goes to one of them. Each further
        iteration over the dataset is one further iteration of the job.
      consumer_index, num_consumers: for programs that read in step: in each round all of them get an element of one
        worker. The dataset must be infinite, and the job have a name.
      max_outstanding_requests: how many elements are read ahead at most.
      data_transfer_protocol: None or "grpc".
      compression: "AUTO", None or "SNAPPY"; elements are sent as they are in any case.
      cross_trainer_cache: lets several programs read all elements each, of an infinite dataset and a job with a name.
      target_workers: "AUTO" or "ANY" for all, "LOCAL" for those of this process.

    Raises:
      ValueError: an argument is not one of these.
      UnavailableError: the dispatcher, or every worker, does not answer.
      FailedPreconditionError: while iterating, a function of the dataset needs state that its worker does not have.
      ImportError: grpcio is not installed (the extra `serve`).

    >>> service = tf.data.experimental.service
    >>> dispatcher = service.DispatchServer()
    >>> worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1]))
    >>> dataset = tf.data.Dataset.range(5).apply(service.distribute("parallel_epochs", dispatcher.target))
    >>> [int(x) for x in dataset]
    [0, 1, 2, 3, 4]
    """
    _policy(processing_mode)
    _address(service)
    _check_job(job_name)
    if compression not in _COMPRESSIONS:
        raise ValueError(f"Invalid `compression` argument: {compression}. Must be one of {list(_COMPRESSIONS)}.")
    _check_consumers(job_name, consumer_index, num_consumers)

    def distributed(dataset: Dataset) -> Dataset:
        made = from_dataset_id(
            processing_mode, service, register_dataset(service, dataset, compression), dataset.element_spec, job_name,
            consumer_index, num_consumers, max_outstanding_requests, data_transfer_protocol, cross_trainer_cache,
            target_workers,
        )  # fmt: skip
        made._original = dataset  # it keeps the Python functions that workers in this process may call
        return made

    return distributed


def register_dataset(
    service: Any, dataset: Dataset, compression: str | None = "AUTO", dataset_id: str | None = None
) -> Any:
    """Let a service know a dataset: a scalar string, the id by which `from_dataset_id` reads it.

    Args:
      service, compression: as for `distribute`.
      dataset: the dataset.
      dataset_id: the id; by default a new one. If it is taken, the dataset that has it stays.

    Raises:
      InvalidArgumentError: the dataset that has the id has another element spec.
      UnavailableError: the dispatcher does not answer.

    >>> service = tf.data.experimental.service
    >>> dispatcher = service.DispatchServer()
    >>> service.register_dataset(dispatcher.target, tf.data.Dataset.range(3), dataset_id="numbers").numpy()
    b'numbers'
    """
    protocol, address = _address(service)
    if compression not in _COMPRESSIONS:
        raise ValueError(f"Invalid `compression` argument: {compression}. Must be one of {list(_COMPRESSIONS)}.")
    policy = dataset.options().experimental_external_state_policy or ExternalStatePolicy.WARN
    attrs = {
        "external_state_policy": policy.value,
        "element_spec": STRUCTURED_VALUES.get().encode(dataset.element_spec).SerializeToString(),
        "requested_dataset_id": dataset_id or "",
    }
    return apply(records.REGISTER, (dataset._variant_tensor, to_tensor(address), to_tensor(protocol)), attrs)


def from_dataset_id(
    processing_mode: Any,
    service: Any,
    dataset_id: Any,
    element_spec: Any = None,
    job_name: str | None = None,
    consumer_index: int | None = None,
    num_consumers: int | None = None,
    max_outstanding_requests: int | None = None,
    data_transfer_protocol: str | None = None,
    cross_trainer_cache: CrossTrainerCache | None = None,
    target_workers: str = "AUTO",
) -> Dataset:
    """The elements of a dataset that `register_dataset` has registered, perhaps in another process.

    Args:
      dataset_id: the id of the dataset.
      element_spec: the spec of its elements; needed in functions, and by default what was registered.
      processing_mode, service, job_name, consumer_index, num_consumers, max_outstanding_requests: as for `distribute`.
      data_transfer_protocol, cross_trainer_cache, target_workers: as for `distribute`.

    Raises:
      ValueError: an argument is not one of these, or nothing is known of the elements.
      NotFoundError: the dispatcher knows no such dataset.
      UnavailableError: the dispatcher does not answer.

    >>> service = tf.data.experimental.service
    >>> dispatcher = service.DispatchServer()
    >>> worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1]))
    >>> id = service.register_dataset(dispatcher.target, tf.data.Dataset.range(3))
    >>> [int(x) for x in service.from_dataset_id("parallel_epochs", dispatcher.target, id)]
    [0, 1, 2]
    """
    policy, (protocol, address) = _policy(processing_mode), _address(service)
    _check_job(job_name)
    _check_consumers(job_name, consumer_index, num_consumers)
    if data_transfer_protocol not in (None, "grpc"):
        raise ValueError(f"`data_transfer_protocol` must be None or 'grpc', not {data_transfer_protocol!r}.")
    spec = _registered_spec(address, dataset_id) if element_spec is None else element_spec
    inputs = (
        to_tensor(dataset_id), records.mode_bytes(policy), to_tensor(address), to_tensor(protocol),
        to_tensor(job_name or ""), _number(consumer_index), _number(num_consumers), _number(max_outstanding_requests),
        apply("DummyIterationCounter", ()),
    )  # fmt: skip
    attrs = {
        **output_attrs(spec),
        "data_transfer_protocol": data_transfer_protocol or "",
        "target_workers": target_workers,
        "uncompress_fn": trace_on_elements(do_not_convert(lambda *parts: parts), spec, "distribute()").graph,
        "cross_trainer_cache_options": records.cache_bytes(cross_trainer_cache),
    }
    return Dataset._of(apply(records.READ, inputs, attrs), spec, "DataServiceDatasetV2")


def _number(value: int | None) -> Any:
    return to_tensor(np.asarray(_ANY_NUMBER if value is None else value, int64.numpy))


def _registered_spec(address: str, dataset_id: Any) -> Any:
    values = STRUCTURED_VALUES.get()
    id = dataset_id.numpy() if isinstance(dataset_id, EagerTensor) else dataset_id
    try:
        found = records.described(address, id.decode() if isinstance(id, bytes) else str(id))["spec"]
    except errors.NotFoundError:
        found = b""
    if not found:
        raise ValueError(
            f"Failed to fetch element spec for dataset id {id} from tf.data service. If the dataset was registered in "
            "graph mode or inside a tf.function, the `element_spec` must be specified as an argument to "
            "`from_dataset_id`."
        )
    return values.decode(values.StructuredValue.FromString(found))


def _policy(mode: Any) -> ShardingPolicy:
    if isinstance(mode, ShardingPolicy):
        return mode
    named = {"parallel_epochs": ShardingPolicy.OFF, "distributed_epoch": ShardingPolicy.DYNAMIC}
    if isinstance(mode, str) and mode in named:
        return named[mode]
    raise ValueError(
        "tf.data service processing mode should be a `tf.data.experimental.service.ShardingPolicy`, "
        f'`"parallel_epochs"`, or `"distributed_epoch"`. Got {mode!r}.'
    )


def _address(service: Any) -> tuple[str, str]:
    """The protocol and the address."""
    if isinstance(service, tuple):
        protocol, address = service
        return checked_protocol(protocol), address
    if not isinstance(service, str):
        raise ValueError(f"`service` must be a string, but `service` was of type {type(service)}. service={service}")
    if not service:
        raise ValueError("`service` must not be empty")
    *protocol, address = service.split("://")
    if len(protocol) > 1:
        raise ValueError(f"Malformed `service` string has multiple '://': {service}.")
    return checked_protocol(protocol[0] if protocol else None), address


def _check_job(name: Any) -> None:
    if name is None:
        return
    if not isinstance(name, str):
        raise ValueError(f"`job_name` must be a string, but `job_name` was of type {type(name)}. job_name={name}")
    if not name:
        raise ValueError("`job_name` must not be empty")


def _check_consumers(job_name: str | None, index: int | None, count: int | None) -> None:
    if count is None:
        return
    if job_name is None:
        raise ValueError(f"`job_name` must be set when setting `num_consumers`. num_consumers was set to {count}.")
    if index is None:
        raise ValueError("`consumer_index` must be set when setting `num_consumers`.")


__all__ = ["distribute", "from_dataset_id", "register_dataset"]
