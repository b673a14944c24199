"""The functions of `tf.experimental.dtensor` on tensors."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.placement import scope_on
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.variable import Variable
from graphwright.distribute.dtensor.layout import Layout
from graphwright.distribute.dtensor.mesh import Mesh
from graphwright.distribute.dtensor.records import RELAYOUT, RELAYOUT_LIKE

_default: list[Mesh] = []


def relayout(tensor: Any, layout: Layout, name: str | None = None) -> Any:
    """The same tensor with another layout; a dimension whose spec is `MATCH` keeps its sharding.

    A tensor of the host is copied to the mesh. The gradient gets the layout of the input.

    Raises InvalidArgumentError where the ranks differ or a size does not divide.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> dtensor.fetch_layout(dtensor.relayout(tf.ones([4]), layout)) == layout
    True
    """
    attrs = {"layout": layout.to_string()}
    if _in_graph():
        return apply(RELAYOUT, (tensor,), attrs, name)
    with scope_on(layout.mesh._device()):
        return apply(RELAYOUT, (to_tensor(tensor),), attrs, name)


def _in_graph() -> bool:
    return state.graph is not None


def relayout_like(tensor: Any, layout_tensor: Any, name: str | None = None) -> Any:
    """The same tensor with the layout of another one.

    In a function this takes effect where the other tensor is an argument, or comes from `relayout`; elsewhere XLA
    chooses.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> x = dtensor.relayout(tf.ones([4]), layout)
    >>> dtensor.fetch_layout(dtensor.relayout_like(tf.zeros([4]), x)).sharding_specs
    ['x']
    """
    return apply(RELAYOUT_LIKE, (tensor, layout_tensor), None, name)


def copy_to_mesh(tensor: Any, layout: Layout, source_layout: Layout | None = None) -> Any:
    """A tensor of the host, or a value that becomes one, sharded over a mesh: each device gets its part alone.

    Args:
      tensor: the value, whole.
      layout: the layout.
      source_layout: of no effect.

    Raises InvalidArgumentError where the ranks differ or a size does not divide.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)], devices=["CPU:0"])
    >>> dtensor.fetch_layout(dtensor.copy_to_mesh([1.0, 2.0], dtensor.Layout(["x"], mesh))).sharding_specs
    ['x']
    """
    return relayout(tensor, layout)


def call_with_layout(fn: Callable[..., Any], layout: Layout | None, *args: Any, **kwargs: Any) -> Any:
    """What a function gives, with a layout for all its tensors.

    Outside of functions it is traced, and runs as one program over the mesh: no device has the whole results.

    Args:
      fn: such as `tf.ones`.
      layout: the layout; None to call the function as it is.
      *args, **kwargs: its arguments.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)], devices=["CPU:0"])
    >>> dtensor.call_with_layout(tf.ones, dtensor.Layout(["x"], mesh), shape=[4]).shape
    TensorShape([4])
    """
    if layout is None:
        return fn(*args, **kwargs)

    def laid_out() -> Any:
        return nest.map_structure(lambda t: relayout(t, layout), fn(*args, **kwargs))

    if _in_graph():
        return laid_out()
    from graphwright.control.subgraph import trace_body
    from graphwright.functions.calls.run_graph import run_graph

    graph, structure = trace_body("call_with_layout", laid_out)
    with scope_on(layout.mesh._device()):
        tensors = run_graph(graph, graph.captures)
    if structure is None:
        return None
    # XLA leaves out dimensions of size 1: the layout is to name them as well
    tensors = [relayout(t, layout) for t in tensors]
    return nest.pack_sequence_as(structure, tensors, expand_composites=True)


# looking ---------------------------------------------------------------------------------------------------


def is_dtensor(tensor: Any) -> bool:
    """Whether it is a tensor, or a variable, on a mesh.

    >>> tf.experimental.dtensor.is_dtensor(tf.constant(1.0))
    False
    """
    return _mesh_device(tensor) is not None


def fetch_layout(tensor: Any) -> Layout:
    """The layout of a tensor, or of a variable, outside of functions.

    Raises:
      RuntimeError: in a function, where XLA has not chosen it yet.
      InvalidArgumentError: a tensor that is on no mesh.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> dtensor.fetch_layout(dtensor.call_with_layout(tf.ones, layout, shape=[4])).sharding_specs
    ['x']
    """
    _only_eagerly("fetch_layout")
    device = _mesh_device(tensor)
    if device is None:
        raise errors.InvalidArgumentError(
            "FetchLayout expects a tensor placed on the layout device: this one is on no mesh. "
            "`tf.experimental.dtensor.copy_to_mesh` copies it to one."
        )
    return Layout(device.specs(_buffer(tensor)), Mesh.from_string(device.text))


def check_layout(tensor: Any, layout: Layout) -> None:
    """Raise ValueError where a tensor has another layout.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> dtensor.check_layout(dtensor.copy_to_mesh([1.0, 2.0], layout), layout)
    """
    found = fetch_layout(tensor)
    if found != layout:
        raise ValueError(f"Layout of tensor: {found}, did not match expected layout: {layout}")


def _mesh_device(tensor: Any) -> Any:
    handle = tensor.handle if isinstance(tensor, Variable) else tensor
    device = getattr(handle, "_device", None) if isinstance(handle, EagerTensor) else None
    return device if hasattr(device, "mesh") else None


def _buffer(tensor: Any) -> Any:
    storage: Any = tensor._state if isinstance(tensor, Variable) else None
    return tensor._buffer if storage is None else storage.read_buffer()


def _only_eagerly(name: str) -> None:
    if _in_graph():
        raise RuntimeError(f"`tf.experimental.dtensor.{name}` must be called outside of functions, in eager code.")


# parts -----------------------------------------------------------------------------------------------------


def unpack(tensor: Any) -> list[Tensor]:
    """The parts of a tensor, one for each device of the mesh that this process has, on these devices.

    Raises InvalidArgumentError for a tensor that is on no mesh.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> [part.numpy().tolist() for part in dtensor.unpack(dtensor.copy_to_mesh([1.0, 2.0], layout))]
    [[1.0, 2.0]]
    """
    _only_eagerly("unpack")
    device = _mesh_device(tensor)
    if device is None:
        raise errors.InvalidArgumentError(
            f"DTensorUnpack expects a tensor placed on the DTensor device, but input was placed on device: "
            f"{getattr(tensor, 'device', 'none')}"
        )
    shards = {shard.device: shard.data for shard in _buffer(tensor).addressable_shards}
    names = Mesh.from_string(device.text).local_devices()
    return [_part(shards[d], name) for d, name in zip(device.local, names, strict=True)]


def _part(data: Any, name: str) -> Tensor:
    from graphwright.core.device_spec import DeviceSpec
    from graphwright.runtime.xla import devices

    spec = DeviceSpec.from_string(name)
    device = devices.device(spec.device_type or "CPU", spec.device_index or 0)
    if device is None:  # the host
        array = np.array(data)
        return to_tensor(array)
    return device.tensor(data)


def pack(tensors: Sequence[Any], layout: Layout) -> Tensor:
    """The tensor of which these are the parts, one for each device of the mesh that this process has.

    Args:
      tensors: the parts, in the order of the mesh's devices. What several devices are to have alike must be equal;
        that is not looked at.
      layout: the layout.

    Raises:
      InvalidArgumentError: not as many parts as devices, parts of another rank, or parts that are on a mesh.
      UnimplementedError: parts of different shapes.
      InternalError: parts of different dtypes.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> dtensor.pack([tf.constant([1.0, 2.0])], layout).numpy().tolist()
    [1.0, 2.0]
    """
    _only_eagerly("pack")
    device = layout.mesh._device()
    parts: list[Any] = [to_tensor(t) for t in tensors]
    _check_parts(parts, layout, device)
    shape = layout.global_shape_from_local_shape(parts[0].shape)
    import jax

    from graphwright.runtime.xla import backend
    from graphwright.runtime.xla.mesh_device import sharding_of

    with backend.settings():
        buffers = [
            jax.device_put(part._buffer if hasattr(part, "_buffer") else part._ndarray(), place)
            for part, place in zip(parts, device.local, strict=True)
        ]
        whole = jax.make_array_from_single_device_arrays(shape, sharding_of(layout.to_string()), buffers)
    return device.tensor(whole)  # type: ignore[no-any-return]


def _check_parts(parts: Sequence[Any], layout: Layout, device: Any) -> None:
    if len(parts) != layout.mesh.num_local_devices():
        raise errors.InvalidArgumentError(
            f"The dtensor device {device.name} expected {layout.mesh.num_local_devices()} inputs to DTensorPack, but "
            f"got {len(parts)}"
        )
    if any(is_dtensor(part) for part in parts):
        raise errors.InvalidArgumentError("Does not support packing a Tensor that is already on dtensor device")
    shapes, dtypes = [p.shape for p in parts], [p.dtype.name for p in parts]
    if len(set(dtypes)) > 1:
        raise errors.InternalError(f"Components of a PackedTensor must all have the same dtype: {dtypes}")
    if any(shape != shapes[0] for shape in shapes):
        raise errors.UnimplementedError(
            f"Components of a PackedTensor must currently all have the same shape: {shapes}"
        )
    if shapes[0].rank != layout.rank:
        raise errors.InvalidArgumentError(
            "Packed layout should have the same rank as the rank for each component. The rank of each component is: "
            f"{shapes[0].rank}, while layout has rank: {layout.rank}"
        )


# the default mesh ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def default_mesh(mesh: Mesh) -> Iterator[None]:
    """Run the block's eager operations and calls of functions on a mesh: what they make is replicated there.

    >>> dtensor = tf.experimental.dtensor
    >>> with dtensor.default_mesh(dtensor.create_mesh([("x", 1)], devices=["CPU:0"])):
    ...     dtensor.is_dtensor(tf.ones([2]))
    True
    """
    if not isinstance(mesh, Mesh):
        raise ValueError(f"Expect `mesh` to be `Mesh`, got {mesh!r}")
    _default.append(mesh)
    try:
        with scope_on(mesh._device()):
            yield
    finally:
        _default.pop()


run_on = default_mesh
"""The older name of `default_mesh`."""


def get_default_mesh() -> Mesh | None:
    """The mesh of the innermost block of `default_mesh`; None outside of all.

    >>> print(tf.experimental.dtensor.get_default_mesh())
    None
    """
    return _default[-1] if _default else None
