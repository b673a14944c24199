"""What tests ask about the machine and the build: there is one device, the CPU."""

from __future__ import annotations

import functools
import platform
import unittest
from collections.abc import Callable
from typing import Any


def is_built_with_cuda() -> bool:
    """Whether the package uses CUDA: no.

    >>> tf.test.is_built_with_cuda()
    False
    """
    return False


def is_built_with_rocm() -> bool:
    """Whether the package uses ROCm: no.

    >>> tf.test.is_built_with_rocm()
    False
    """
    return False


def is_built_with_gpu_support() -> bool:
    """Whether the package uses GPUs: no.

    >>> tf.test.is_built_with_gpu_support()
    False
    """
    return False


def is_built_with_xla() -> bool:
    """Whether functions can be compiled (`jit_compile=True`): yes; every function is, by the package's own compiler.

    >>> tf.test.is_built_with_xla()
    True
    """
    return True


def is_cpu_target_available(target: str) -> bool:
    """Whether code for a kind of processor ("x86", "arm" and the like) can be run: that of this machine.

    >>> tf.test.is_cpu_target_available("no such processor")
    False
    """
    machine = platform.machine().lower()
    names = {"x86": ("x86_64", "amd64", "i686"), "arm": ("aarch64", "arm64"), "aarch64": ("aarch64", "arm64")}
    return machine in names.get(target, (target,))


def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: tuple[int, int] | None = None) -> bool:
    """Whether there is a GPU: no.

    >>> tf.test.is_gpu_available()
    False
    """
    return False


def gpu_device_name() -> str:
    """The name of the first GPU; "" for none.

    >>> tf.test.gpu_device_name()
    ''
    """
    return ""


def sync_devices() -> None:
    """Wait for the devices: the CPU has always finished when a call returns.

    >>> tf.test.experimental.sync_devices()
    """


def create_local_cluster(
    num_workers: int, num_ps: int, protocol: str = "grpc", worker_config: Any = None, ps_config: Any = None
) -> Any:
    """Raises UnimplementedError: programs run in one process, and there are no servers.

    >>> try:
    ...     tf.test.create_local_cluster(1, 1)
    ... except tf.errors.UnimplementedError as error:
    ...     print(error.message[:42])
    tf.test.create_local_cluster: there are no
    """
    from graphwright.base.errors import UnimplementedError

    raise UnimplementedError(
        "tf.test.create_local_cluster: there are no servers here. Test the program with "
        '`tf.distribute.OneDeviceStrategy("/cpu:0")`, in one process.'
    )


def disable_with_predicate(pred: Callable[[], Any], skip_message: str) -> Callable[[Callable[..., Any]], Any]:
    """A decorator of tests that skips one while a function is true.

    >>> class Case(tf.test.TestCase):
    ...     @tf.test.disable_with_predicate(pred=tf.test.is_gpu_available, skip_message="for CPUs")
    ...     def test_cpu(self):
    ...         pass
    """

    def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def decorated(self: unittest.TestCase, *args: Any, **kwargs: Any) -> Any:
            if pred():
                self.skipTest(skip_message)
            return function(self, *args, **kwargs)

        return decorated

    return decorator


def with_eager_op_as_function(cls: Any = None, only_as_function: bool = False) -> Any:
    """A decorator of test classes that adds nothing; TensorFlow has it for programs of older versions.

    >>> @tf.test.with_eager_op_as_function
    ... class Case(tf.test.TestCase):
    ...     pass
    """
    return (lambda decorated: decorated) if cls is None else cls


__all__ = [
    "create_local_cluster",
    "disable_with_predicate",
    "gpu_device_name",
    "is_built_with_cuda",
    "is_built_with_gpu_support",
    "is_built_with_rocm",
    "is_built_with_xla",
    "is_cpu_target_available",
    "is_gpu_available",
    "sync_devices",
    "with_eager_op_as_function",
]
