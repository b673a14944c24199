"""Devices and processes as `tf.experimental.dtensor` counts them: clients, their devices, meshes over these."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.core.device_spec import DeviceSpec
from graphwright.core.devices import (
    LogicalDeviceConfiguration,
    get_logical_device_configuration,
    list_logical_devices,
    list_physical_devices,
    set_logical_device_configuration,
)
from graphwright.distribute.dtensor.clients import connect, wait_for_all
from graphwright.distribute.dtensor.mesh import Mesh, device_type_of, full_name

_TYPES = ("CPU", "GPU", "TPU")
_initialized = False


def client_id() -> int:
    """The number of this process: the environment variable DTENSOR_CLIENT_ID, or 0.

    >>> tf.experimental.dtensor.client_id()
    0
    """
    return int(os.environ.get("DTENSOR_CLIENT_ID", "0"))


def num_clients() -> int:
    """The number of processes: the environment variable DTENSOR_NUM_CLIENTS, or 1.

    >>> tf.experimental.dtensor.num_clients()
    1
    """
    return int(os.environ.get("DTENSOR_NUM_CLIENTS", "1"))


def job_name() -> str:
    """The name of the job that this process belongs to: DTENSOR_JOB_NAME, or "localhost" for one process alone.

    >>> tf.experimental.dtensor.job_name()
    'localhost'
    """
    return os.environ.get("DTENSOR_JOB_NAME", "localhost" if num_clients() == 1 else "worker")


def full_job_name(task_id: int | None = None) -> str:
    """The name of the job with the number of a task, this process's unless one is passed.

    >>> tf.experimental.dtensor.full_job_name()
    'localhost/replica:0/task:0'
    """
    return f"{job_name()}/replica:0/task:{client_id() if task_id is None else task_id}"


def jobs() -> list[str]:
    """The addresses of all processes: DTENSOR_JOBS, separated by commas.

    >>> tf.experimental.dtensor.jobs()
    []
    """
    return [address for address in os.environ.get("DTENSOR_JOBS", "").split(",") if address]


def heartbeat_enabled() -> bool:
    """Whether processes are to watch each other: DTENSOR_ENABLE_HEARTBEAT; of no effect here.

    >>> tf.experimental.dtensor.heartbeat_enabled()
    True
    """
    return os.environ.get("DTENSOR_ENABLE_HEARTBEAT", "true").lower() in ("true", "1")


def device_name() -> str:
    """The name of the device that stands for meshes.

    >>> tf.experimental.dtensor.device_name()
    '/job:localhost/replica:0/task:0/device:CUSTOM:0'
    """
    return f"/job:{full_job_name()}/device:CUSTOM:0"


def preferred_device_type() -> str:
    """The type of accelerator that is there: TPU, else GPU, else CPU.

    >>> tf.experimental.dtensor.preferred_device_type() in ("CPU", "GPU", "TPU")
    True
    """
    return next((kind for kind in ("TPU", "GPU") if list_physical_devices(kind)), "CPU")


def local_devices(device_type: str, for_client_id: int | None = None) -> list[DeviceSpec]:
    """The devices of a type that a process has, this one unless a number is passed.

    >>> tf.experimental.dtensor.local_devices("CPU")[0].to_string()
    '/job:localhost/replica:0/task:0/device:CPU:0'
    """
    task = client_id() if for_client_id is None else for_client_id
    return [
        DeviceSpec(job_name(), 0, task, device_type, i) for i in range(len(list_logical_devices(device_type.upper())))
    ]


_own_devices = local_devices


def num_local_devices(device_type: str) -> int:
    """The number of devices of a type that this process has.

    >>> tf.experimental.dtensor.num_local_devices("CPU") >= 1
    True
    """
    return len(list_logical_devices(device_type.upper())) if device_type.upper() in _TYPES else 0


def num_global_devices(device_type: str) -> int:
    """The number of devices of a type that all processes have: each has as many.

    >>> tf.experimental.dtensor.num_global_devices("CPU") == tf.experimental.dtensor.num_local_devices("CPU")
    True
    """
    return num_local_devices(device_type) * num_clients()


# the accelerator system ------------------------------------------------------------------------------------


def initialize_accelerator_system(
    device_type: str | None = None, enable_coordination_service: bool | None = True,
    num_logical_cpu_devices: int | None = None, experimental_reset_context: bool | None = False,
    experimental_enable_megcore: bool | None = False,
) -> str:  # fmt: skip
    """Start the devices of a type, and connect the processes where there are several.

    For one process it is optional, as the first mesh starts them. Several are described by DTENSOR_JOBS,
    DTENSOR_NUM_CLIENTS and DTENSOR_CLIENT_ID; each calls this before anything starts jax, and waits for the others.

    Args:
      device_type: "CPU", "GPU" or "TPU"; None for the preferred one.
      enable_coordination_service, experimental_reset_context, experimental_enable_megcore: of no effect.
      num_logical_cpu_devices: how many virtual processors there are to be, where it is not configured yet.

    Returns: the type.

    Raises:
      ValueError: it is started already; there is no such type; the environment does not describe the processes.
      DeadlineExceededError: the other processes did not come. Further errors are those of the connection.
      RuntimeError: the processors have been used, so that their number cannot change.

    >>> tf.experimental.dtensor.initialize_accelerator_system("CPU")
    'CPU'
    >>> tf.experimental.dtensor.shutdown_accelerator_system()
    """
    global _initialized
    if _initialized:
        raise ValueError(
            "Accelerator system has already been initialized. Call "
            "tf.experimental.dtensor.shutdown_accelerator_system() first."
        )
    if device_type is not None and device_type.upper() not in _TYPES:
        raise ValueError(f"Unknown device_type {device_type}: it is CPU, GPU or TPU.")
    wanted, processor = num_logical_cpu_devices, list_physical_devices("CPU")[0]
    if wanted and len(get_logical_device_configuration(processor) or [processor]) != wanted:
        set_logical_device_configuration(processor, [LogicalDeviceConfiguration()] * wanted)
    if num_clients() > 1:  # before anything starts jax
        connect(jobs(), client_id(), num_clients())
    kind = preferred_device_type() if device_type is None else device_type.upper()
    if kind != "CPU" and not list_physical_devices(kind):
        raise ValueError(f"There is no device of type {kind}.")
    _initialized = True
    return kind


def shutdown_accelerator_system() -> None:
    """The opposite of `initialize_accelerator_system`; ValueError where nothing was started.

    Raises NotImplementedError where there are several processes: they end with the program, as in TensorFlow.

    >>> _ = tf.experimental.dtensor.initialize_accelerator_system("CPU")
    >>> tf.experimental.dtensor.shutdown_accelerator_system()
    """
    global _initialized
    if not _initialized:
        raise ValueError(
            "Accelerator system is not initialized. Call tf.experimental.dtensor.initialize_accelerator_system first."
        )
    if num_clients() > 1:
        raise NotImplementedError("Shutting down accelerator system under multi-client mode is not supported.")
    _initialized = False


# meshes ----------------------------------------------------------------------------------------------------


def create_mesh(
    mesh_dims: Sequence[tuple[str, int]] | Mapping[str, int] | None = None, mesh_name: str = "",
    devices: Sequence[Any] | None = None, device_type: str | None = None, use_xla_spmd: bool = False,
) -> Mesh:  # fmt: skip
    """A mesh over devices of this process.

    Args:
      mesh_dims: names and sizes of the dimensions; None for one, "x", over all devices.
      mesh_name: a name of its own.
      devices: names of devices, or specs; None for all of a type.
      device_type: their type; None for the preferred one.
      use_xla_spmd: of no effect.

    Raises ValueError where the number of devices is not the size of the mesh, or their types differ.

    >>> tf.experimental.dtensor.create_mesh([("batch", 1)], devices=["CPU:0"]).shape()
    [1]
    """
    if devices is None:
        found = [spec.to_string() for spec in local_devices(device_type or preferred_device_type())]
    else:
        found = [full_name(device) for device in devices]
    kinds = {device_type_of(name) for name in found}
    if len(kinds) > 1:
        raise ValueError(f"Devices containing multiple device_types : {sorted(kinds)}")
    names, shape = _dims([("x", len(found))] if mesh_dims is None else mesh_dims)
    if len(found) != int(np.prod(shape)):
        raise ValueError(f"length of devices ({len(found)}) must be equal to total size of the mesh of shape {shape}")
    ids = np.arange(len(found))
    return Mesh(names, ids.reshape(shape), ids.tolist(), found, mesh_name, use_xla_spmd=use_xla_spmd)


def create_distributed_mesh(
    mesh_dims: Sequence[tuple[str, int]] | Mapping[str, int], mesh_name: str = "",
    local_devices: Sequence[Any] | None = None, device_type: str | None = None, use_xla_spmd: bool = False,
) -> Mesh:  # fmt: skip
    """A mesh over the devices of all processes, which have as many each.

    Args:
      mesh_dims: names and sizes of the dimensions; devices are counted process after process.
      local_devices: names of this process's devices, or specs; None for all of a type.
      mesh_name, device_type, use_xla_spmd: as for `create_mesh`.

    Raises:
      ValueError: the number of devices is not the size of the mesh.

    >>> tf.experimental.dtensor.create_distributed_mesh([("batch", 1)], local_devices=["CPU:0"]).dim_names
    ['batch']
    """
    names, shape = _dims(mesh_dims)
    kind, clients = device_type or preferred_device_type(), num_clients()
    count = num_local_devices(kind) if local_devices is None else len(local_devices)
    if count * clients != int(np.prod(shape)):
        raise ValueError(
            f"Global number of devices ({count} per client * {clients} clients = {count * clients}) must be equal to "
            f"total size of the mesh of shape {tuple(shape)}"
        )
    if clients == 1:
        return create_mesh(mesh_dims, mesh_name, local_devices, device_type, use_xla_spmd)
    chosen = [DeviceSpec.from_string(full_name(d)) for d in local_devices or _own_devices(kind)]
    of_task = [[spec.replace(job=job_name(), task=task).to_string() for spec in chosen] for task in range(clients)]
    first, everywhere = client_id() * count, [name for task in of_task for name in task]
    ids = np.arange(count * clients).reshape(shape)
    return Mesh(
        names, ids, range(first, first + count), of_task[client_id()], mesh_name, everywhere, use_xla_spmd=use_xla_spmd
    )


def _dims(mesh_dims: Any) -> tuple[list[str], list[int]]:
    pairs = list(mesh_dims.items()) if isinstance(mesh_dims, Mapping) else list(mesh_dims)
    return [name for name, _ in pairs], [int(size) for _, size in pairs]


def barrier(mesh: Mesh, barrier_name: str | None = None, timeout_in_ms: int | None = None) -> None:
    """Wait until the devices of a mesh, of all processes, have done what they were asked for.

    Args:
      mesh: the mesh.
      barrier_name: for the error.
      timeout_in_ms: of no effect for one process; for several the time to wait for the others.

    Raises DeadlineExceededError where another process does not come.

    >>> tf.experimental.dtensor.barrier(tf.experimental.dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    """
    device = mesh._device()
    (device.put(np.zeros((), np.int32)) + 0).block_until_ready()
    if mesh.size > mesh.num_local_devices():
        wait_for_all(barrier_name or "barrier", timeout_in_ms)
