"""`tf.TensorArray`: a list of tensors read and written by index, mainly in loops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32, int32, int64, variant
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.base.spec_registry import register
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.prelude import Array, EagerTensor, Tensor, apply, apply_multi, errors, name_scope, state
from graphwright.core.typing import DTypeLike, ShapeLike, TensorLike
from graphwright.ir.infer import constant_value
from graphwright.ops.state._eager_array import EagerArray


class InferredShape:
    """The element shape known so far, shared by all arrays derived from one."""

    __slots__ = ("infer", "shape")

    def __init__(self, shape: TensorShape, infer: bool) -> None:
        self.shape = shape
        self.infer = infer

    def check(self, shape: TensorShape) -> None:
        """Merge in the shape of an element; ValueError if it is incompatible."""
        if not self.shape.is_compatible_with(shape):
            raise errors.ShapeMismatchError(f"Inconsistent shapes: saw {shape} but expected {self.shape}")
        if self.infer:
            known = None if shape.rank is None else TensorShape(shape.as_list())
            self.shape = self.shape.merge_with(known)


class TensorArray:
    """A list of tensors of one dtype, read and written by index.

    Writing methods return the updated array. Eagerly it shares its storage with the original, in a traced function it
    is a new value, so always continue with the returned array.

    Args:
      dtype: dtype of the elements.
      size: number of elements, an int or int32 scalar.
      dynamic_size: whether writing past the end grows the array.
      clear_after_read: eagerly, whether an element is cleared after being read once (the default).
      infer_shape: whether all elements must have the same shape.
      element_shape: the (partial) shape of the elements.

    Raises:
      ValueError: for a missing size, or an element of another shape with `infer_shape`.
      OutOfRangeError: eagerly, for an index out of range; an IndexError too.
      InvalidArgumentError: in a function, for an index out of range.

    >>> ta = tf.TensorArray(tf.float32, size=3)
    >>> for i in range(3):
    ...     ta = ta.write(i, i * 2.0)
    >>> ta.stack().numpy()
    array([0., 2., 4.], dtype=float32)
    """

    __slots__ = ("__weakref__", "_dtype", "_dynamic", "_eager", "_flow", "_inferred", "_size")
    __staged_sequence__ = True  # a staged `for` iterates by `size` and `read`

    def __init__(
        self,
        dtype: DTypeLike,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Tensor | None = None,
        flow: Tensor | None = None,
        infer_shape: bool = True,
        element_shape: ShapeLike = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        if handle is not None:
            raise ValueError("TensorArray handles are not supported.")
        if flow is None and size is None:
            raise ValueError("Size must be declared for TensorArrays when eager execution is enabled.")
        self._dtype = as_dtype(dtype)
        self._dynamic = bool(dynamic_size)
        self._inferred = InferredShape(TensorShape(element_shape), bool(infer_shape))
        self._size = size
        self._flow = flow
        self._eager: EagerArray | None = None
        if flow is not None:
            return
        if state.graph is None:
            self._eager = EagerArray(self._dtype, int(size), self._dynamic, clear_after_read is not False)
        else:
            with name_scope(name or "TensorArrayV2") as scope:
                inputs = _shape_input(self._inferred.shape, "element_shape"), to_tensor(size, int32, "num_elements")
                self._flow = apply("TensorListReserve", inputs, {"element_dtype": self._dtype}, scope)

    def _with(self, flow: Tensor | None, size: TensorLike | None = None) -> TensorArray:
        """A copy of this array with other elements."""
        result = object.__new__(TensorArray)
        result._dtype, result._dynamic, result._inferred = self._dtype, self._dynamic, self._inferred
        result._size = self._size if size is None else size
        result._flow, result._eager = flow, None
        return result

    def _changed(self, flow: Tensor, size: TensorLike | None = None) -> TensorArray:
        """The array returned by a write in a graph, which reports it if the result is never used."""
        graph: Any = state.graph
        if graph is not None:
            graph.arrays_written.append(flow)
        return self._with(flow, size)

    def _same(self) -> TensorArray:
        result = self._with(None)
        result._eager = self._eager
        return result

    # properties --------------------------------------------------------------------------------------------

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._dtype

    @property
    def element_shape(self) -> TensorShape:
        """The (partial) shape of the elements."""
        return self._inferred.shape

    @property
    def dynamic_size(self) -> bool:
        """Whether writing past the end grows the array."""
        return self._dynamic

    @property
    def handle(self) -> None:
        """None: the array is a value (`flow`), not a resource."""
        return None

    @property
    def flow(self) -> Tensor:
        """The elements as a variant tensor, which carries the array through loops and calls."""
        if self._eager is not None:
            return self._eager.as_list(self._inferred.shape)
        assert self._flow is not None  # an array has either eager storage or a flow
        return self._flow

    def _eager_storage(self) -> EagerArray | None:
        """The eager storage; None while a graph is being built."""
        if state.graph is not None or not isinstance(self._flow, EagerTensor | None):
            return None
        if self._eager is None:
            self._eager = EagerArray.from_list(self._dtype, self._flow, self._dynamic)
            self._flow = None
        return self._eager

    @property
    def _type_spec(self) -> TensorArraySpec:
        spec = TensorArraySpec(self._inferred.shape, self._dtype, self._dynamic, self._inferred.infer)
        if self._eager is None:
            # a shape inferred in a loop body holds after the loop too
            spec._inferred = self._inferred
        size = self._size
        spec._size = None if self._dynamic else size if isinstance(size, int) else constant_value(size)
        return spec

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements, an int32 scalar."""
        storage = self._eager_storage()
        if storage is not None:
            return to_tensor(len(storage.items), int32)
        if not self._dynamic and self._size is not None:
            return to_tensor(self._size, int32)
        return apply("TensorListLength", (self.flow,), name=name)

    def _static_size(self) -> int:
        if self._dynamic or self._size is None:
            return -1
        size = self._size if isinstance(self._size, int) else constant_value(self._size)
        return -1 if size is None else int(size)

    def __staged_len__(self) -> Tensor:
        """`len` in a function converted by AutoGraph."""
        return self.size()

    def __iter__(self) -> Iterator[Tensor]:
        """Iterate over the elements; in a function converted by AutoGraph, a `for` becomes a loop of the graph."""
        storage = self._eager_storage()
        count = range(int(self.size()))
        return (self.read(i) if storage is None else storage.peek(i, self._inferred.shape) for i in count)

    # single elements ---------------------------------------------------------------------------------------

    def read(self, index: TensorLike, name: str | None = None) -> Tensor:
        """Read element `index`; unwritten elements are zeros if the element shape is known."""
        storage = self._eager_storage()
        if storage is not None:
            return storage.read(_position(index), self._inferred.shape)
        with name_scope(name or "TensorArrayV2Read"):
            _check_scalar(index)
            shape = self._inferred.shape
            inputs = (self.flow, index, np.array(_sizes(shape), np.int32))
            value: Tensor = apply("TensorListGetItem", inputs, {"element_dtype": self._dtype})
        return value

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """Write `value` to element `index` and return the updated array."""
        storage = self._eager_storage()
        if storage is not None:
            tensor = self._element(value)
            self._inferred.check(tensor.shape)
            storage.write(_position(index), tensor)
            return self._same()
        with name_scope(name or "TensorArrayV2Write"):
            _check_scalar(index)
            tensor = self._element(value)
            self._inferred.check(tensor.shape)
            attrs = {"resize_if_index_out_of_bounds": self._dynamic}
            return self._changed(apply("TensorListSetItem", (self.flow, index, tensor), attrs))

    def _element(self, value: TensorLike) -> Tensor:
        tensor = convert_to_tensor(value, None, self._dtype, "value")
        if tensor.dtype is not self._dtype:
            raise errors.DTypeMismatchError(
                f"TensorArray dtype is {self._dtype.name} but Op is trying to write dtype {tensor.dtype.name}"
            )
        return tensor

    def _rows(self, value: TensorLike) -> Tensor:
        """Convert a value whose rows are elements; it must have rank 1 or more."""
        tensor = self._element(value)
        if tensor.shape.rank == 0:
            raise errors.ShapeMismatchError(
                f"Expected value to be at least a vector, but received shape: {tensor.shape}"
            )
        return tensor

    # all elements ------------------------------------------------------------------------------------------

    def stack(self, name: str | None = None) -> Tensor:
        """Stack all elements along a new first axis."""
        storage = self._eager_storage()
        if storage is not None:
            return storage.stack(self._inferred.shape)
        with name_scope(name or "TensorArrayV2Stack"):
            inputs = (self.flow, np.array(_sizes(self._inferred.shape), np.int32))
            attrs = {"element_dtype": self._dtype, "num_elements": self._static_size()}
            value: Tensor = apply("TensorListStack", inputs, attrs)
        return value

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """Replace the elements by the rows of `value` and return the updated array."""
        with name_scope(name or "TensorArrayUnstack"):
            tensor = self._rows(value)
            self._inferred.check(tensor.shape[1:])
            storage = self._eager_storage()
            if storage is not None:
                storage.unstack(tensor)
                return self._same()
            inputs = (tensor, _shape_input(tensor.shape[1:], None))
            rows = tensor.shape[0]
            return self._changed(apply("TensorListFromTensor", inputs), rows if isinstance(rows, int) else self._size)

    def gather(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """Stack the elements at `indices` along a new first axis."""
        storage = self._eager_storage()
        if storage is not None:
            return storage.gather(np.asarray(to_tensor(indices, int32)).reshape(-1).tolist(), self._inferred.shape)
        inputs = (self.flow, indices, np.array(_sizes(self._inferred.shape), np.int32))
        return apply("TensorListGather", inputs, {"element_dtype": self._dtype}, name)

    def scatter(self, indices: TensorLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """Write row i of `value` to element `indices[i]` and return the updated array."""
        with name_scope(name or "TensorArrayScatter"):
            tensor = self._rows(value)
            self._inferred.check(tensor.shape[1:])
            storage = self._eager_storage()
            if storage is not None:
                storage.scatter(np.asarray(to_tensor(indices, int32)).reshape(-1).tolist(), tensor)
                return self._same()
            return self._changed(apply("TensorListScatterIntoExistingList", (self.flow, tensor, indices)))

    def concat(self, name: str | None = None) -> Tensor:
        """Concatenate all elements along their first axis, in which their sizes may differ."""
        storage = self._eager_storage()
        if storage is not None:
            return storage.concat(self._inferred.shape)
        sizes = _sizes(self._inferred.shape)
        if isinstance(sizes, list) and sizes:
            sizes = [-1, *sizes[1:]]
        inputs = (self.flow, np.array(sizes, np.int32), to_tensor(np.zeros(0, np.int64)))
        return apply_multi("TensorListConcatV2", inputs, {"element_dtype": self._dtype}, name)[0]

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """Replace the elements by slices of `value` of these lengths and return the updated array."""
        with name_scope(name or "TensorArraySplit"):
            tensor = self._rows(value)
            is_int64 = isinstance(lengths, Tensor) and lengths.dtype is int64
            sizes = lengths if is_int64 else apply("Cast", (lengths,), {"DstT": int64})
            if sizes.shape.rank not in (None, 1):
                raise errors.ShapeMismatchError(f"Expected lengths to be a vector, received shape: {sizes.shape}")
            storage = self._eager_storage()
            if storage is not None:
                storage.split(tensor, np.asarray(sizes).tolist())
                return self._same()
            known = constant_value(sizes)
            first = int(known[0]) if known is not None and known.size and (known == known[0]).all() else None
            if self._inferred.infer:
                self._inferred.check(TensorShape([first]).concatenate(tensor.shape[1:]))
            return self._changed(apply("TensorListSplit", (tensor, np.array(-1, np.int32), sizes)))

    # TensorFlow 1 compatibility ----------------------------------------------------------------------------

    def identity(self) -> TensorArray:
        """Return an array with the same elements."""
        return self._same() if self._eager is not None else self._with(self._flow)

    def grad(self, source: str, flow: Any = None, name: str | None = None) -> TensorArray:
        """Not supported: gradients flow through the elements."""
        raise NotImplementedError(
            "TensorArray.grad is not supported: gradients of the elements need no array of their own."
        )

    def close(self, name: str | None = None) -> None:
        """Do nothing: the storage is freed with the last reference."""

    def __repr__(self) -> str:
        return f"<tf.TensorArray dtype={self._dtype.name} element_shape={self.element_shape}>"


def _position(index: Any) -> int:
    """Convert an eager index to an int."""
    _check_scalar(index)
    if isinstance(index, Tensor):
        index = index.numpy()
    if not hasattr(index, "__index__"):
        raise TypeError(f"The index of an element of a TensorArray must be an integer, got {index!r}.")
    return int(index)


def _check_scalar(index: Any) -> None:
    shape = index.shape.as_list() if isinstance(index, Tensor) and index.shape.rank is not None else np.shape(index)
    if len(shape):
        raise errors.DTypeMismatchError(f"The index of an element of a TensorArray must be a scalar, got {index!r}.")


def _sizes(shape: TensorShape) -> int | list[int]:
    """The shape as an `element_shape` input, with -1 for unknown sizes."""
    return -1 if shape.rank is None else [-1 if d is None else d for d in shape.as_list()]


def _shape_input(shape: TensorShape, name: str | None) -> Array | Tensor:
    array = np.array(_sizes(shape), np.int32)
    return array if name is None else to_tensor(array, None, name)


@register("tf.TensorArraySpec")
class TensorArraySpec(TypeSpec):
    """The type of a `TensorArray`.

    >>> tf.TensorArraySpec([2], tf.int32)
    TensorArraySpec(TensorShape([2]), tf.int32, False, True)
    """

    __slots__ = ("_dtype", "_dynamic_size", "_element_shape", "_infer_shape", "_inferred", "_size")

    def __init__(
        self,
        element_shape: ShapeLike = None,
        dtype: DTypeLike = float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._element_shape = TensorShape(element_shape)
        self._dtype = as_dtype(dtype)
        self._dynamic_size = dynamic_size
        self._infer_shape = infer_shape
        self._inferred: InferredShape | None = None
        self._size: Any = None

    @staticmethod
    def from_value(value: TensorArray) -> TensorArraySpec:
        """The spec of a TensorArray; TypeError for anything else."""
        if not isinstance(value, TensorArray):
            raise TypeError(f"Expected value to be a TensorArray, but got: {type(value)}")
        return value._type_spec

    @property
    def value_type(self) -> type:
        """The class `TensorArray`."""
        return TensorArray

    def is_compatible_with(self, other: TensorLike) -> bool:
        """Whether an array can match both this spec and `other`, a spec or an array."""
        return super().is_compatible_with(other)

    def _serialize(self) -> tuple[TensorShape, DType, bool, bool]:
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape

    @property
    def _component_specs(self) -> Any:
        return [TensorSpec([], variant)]

    def _to_components(self, value: Any) -> Any:
        return [value.flow]

    def _from_components(self, components: Tensor) -> TensorArray:
        result = object.__new__(TensorArray)
        result._dtype, result._dynamic = self._dtype, self._dynamic_size
        result._inferred = self._inferred or InferredShape(self._element_shape, self._infer_shape)
        result._size, result._flow, result._eager = self._size, components[0], None
        return result
