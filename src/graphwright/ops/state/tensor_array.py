"""`tf.TensorArray`: tensors written and read one at a time, in loops above all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype, float32, int32, int64, variant
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.tensor import Array, EagerTensor, Tensor
from graphwright.core.typing import ShapeLike, TensorLike
from graphwright.ir.infer import constant_value
from graphwright.ops.state._eager_array import EagerArray


class Learned:
    """What is known of the elements' shape; shared by all arrays that one array became."""

    __slots__ = ("infer", "shape")

    def __init__(self, shape: TensorShape, infer: bool) -> None:
        self.shape = shape
        self.infer = infer

    def check(self, shape: TensorShape) -> None:
        """Note that an element has this shape; ValueError when others have another."""
        if not self.shape.is_compatible_with(shape):
            raise errors.ShapeMismatchError(f"Inconsistent shapes: saw {shape} but expected {self.shape}")
        if self.infer:
            known = None if shape.rank is None else TensorShape(shape.as_list())
            self.shape = self.shape.merge_with(known)


class TensorArray:
    """A list of tensors of one dtype that are written and read by index.

    Each writing method gives the array to go on with; eagerly it is the same storage, in a function being traced
    it is a new value, so always continue with what is returned.

    Args:
      dtype: dtype of the elements.
      size: number of elements, an int or int32 scalar.
      dynamic_size: whether writing behind the end makes the array longer.
      clear_after_read: eagerly, whether an element can be read only once (the default) and is then let go.
      infer_shape: whether all elements must have one shape.
      element_shape: the shape of the elements as far as it is known.

    Raises:
      ValueError: no size, or an element of another shape while `infer_shape`.
      ArrayIndexError: eagerly, an index outside (OutOfRangeError, IndexError); InvalidArgumentError in a function.

    >>> import graphwright as tf
    >>> ta = tf.TensorArray(tf.float32, size=3)
    >>> for i in range(3):
    ...     ta = ta.write(i, i * 2.0)
    >>> ta.stack().numpy()
    array([0., 2., 4.], dtype=float32)
    """

    __slots__ = ("__weakref__", "_dtype", "_dynamic", "_eager", "_flow", "_learned", "_size")
    __staged_sequence__ = True  # a staged `for` goes over it by `size` and `read`

    def __init__(
        self,
        dtype: DType,
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
        self._learned = Learned(TensorShape(element_shape), bool(infer_shape))
        self._size = size
        self._flow = flow
        self._eager: EagerArray | None = None
        if flow is not None:
            return
        if state.graph is None:
            self._eager = EagerArray(self._dtype, int(size), self._dynamic, clear_after_read is not False)
        else:
            with name_scope(name or "TensorArrayV2") as scope:
                inputs = _shape_input(self._learned.shape, "element_shape"), to_tensor(size, int32, "num_elements")
                self._flow = apply("TensorListReserve", inputs, {"element_dtype": self._dtype}, scope)

    def _with(self, flow: Tensor | None, size: TensorLike | None = None) -> TensorArray:
        """An array like this one with other elements."""
        made = object.__new__(TensorArray)
        made._dtype, made._dynamic, made._learned = self._dtype, self._dynamic, self._learned
        made._size = self._size if size is None else size
        made._flow, made._eager = flow, None
        return made

    def _changed(self, flow: Tensor, size: TensorLike | None = None) -> TensorArray:
        """The array that a writing op gives in a graph, which tells of it if nobody uses that."""
        graph: Any = state.graph
        if graph is not None:
            graph.arrays_written.append(flow)
        return self._with(flow, size)

    def _same(self) -> TensorArray:
        made = self._with(None)
        made._eager = self._eager
        return made

    # looking -----------------------------------------------------------------------------------------------

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._dtype

    @property
    def element_shape(self) -> TensorShape:
        """The shape of the elements, as far as it is known."""
        return self._learned.shape

    @property
    def dynamic_size(self) -> bool:
        """Whether writing behind the end makes the array longer."""
        return self._dynamic

    @property
    def handle(self) -> None:
        """None: the array is a value, `flow`, and no resource."""
        return None

    @property
    def flow(self) -> Tensor:
        """The elements as one variant tensor, which carries the array through loops and calls."""
        if self._eager is not None:
            return self._eager.as_list(self._learned.shape)
        assert self._flow is not None  # eager storage or a flow: one of them is there
        return self._flow

    def _here(self) -> EagerArray | None:
        """The storage for eager work; None while a graph is built."""
        if state.graph is not None or not isinstance(self._flow, EagerTensor | None):
            return None
        if self._eager is None:
            self._eager = EagerArray.from_list(self._dtype, self._flow, self._dynamic)
            self._flow = None
        return self._eager

    @property
    def _type_spec(self) -> TensorArraySpec:
        spec = TensorArraySpec(self._learned.shape, self._dtype, self._dynamic, self._learned.infer)
        if self._eager is None:
            # what a loop's body learns of the elements is known after the loop too
            spec._learned = self._learned
        size = self._size
        spec._size = None if self._dynamic else size if isinstance(size, int) else constant_value(size)
        return spec

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements, an int32 scalar."""
        here = self._here()
        if here is not None:
            return to_tensor(len(here.items), int32)
        if not self._dynamic and self._size is not None:
            return to_tensor(self._size, int32)
        return apply("TensorListLength", (self.flow,), name=name)

    def _static_size(self) -> int:
        if self._dynamic or self._size is None:
            return -1
        size = self._size if isinstance(self._size, int) else constant_value(self._size)
        return -1 if size is None else int(size)

    def __staged_len__(self) -> Tensor:
        """`len` in a function that AutoGraph converts."""
        return self.size()

    def __iter__(self) -> Iterator[Tensor]:
        """The elements in order; in a function that AutoGraph converts, a `for` over them is a loop of the graph."""
        here = self._here()
        count = range(int(self.size()))
        return (self.read(i) if here is None else here.peek(i, self._learned.shape) for i in count)

    # single elements ---------------------------------------------------------------------------------------

    def read(self, index: TensorLike, name: str | None = None) -> Tensor:
        """Element `index`; one that was never written is zeros if the shape of the elements is known."""
        here = self._here()
        if here is not None:
            return here.read(_position(index), self._learned.shape)
        with name_scope(name or "TensorArrayV2Read"):
            _check_scalar(index)
            shape = self._learned.shape
            inputs = (self.flow, index, np.array(_sizes(shape), np.int32))
            value: Tensor = apply("TensorListGetItem", inputs, {"element_dtype": self._dtype})
        return value

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with `value` as element `index`."""
        here = self._here()
        if here is not None:
            tensor = self._element(value)
            self._learned.check(tensor.shape)
            here.write(_position(index), tensor)
            return self._same()
        with name_scope(name or "TensorArrayV2Write"):
            _check_scalar(index)
            tensor = self._element(value)
            self._learned.check(tensor.shape)
            attrs = {"resize_if_index_out_of_bounds": self._dynamic}
            return self._changed(apply("TensorListSetItem", (self.flow, index, tensor), attrs))

    def _element(self, value: TensorLike) -> Tensor:
        tensor = to_tensor(value, None, "value", self._dtype)
        if tensor.dtype is not self._dtype:
            raise errors.DTypeMismatchError(
                f"TensorArray dtype is {self._dtype.name} but Op is trying to write dtype {tensor.dtype.name}"
            )
        return tensor

    def _rows(self, value: TensorLike) -> Tensor:
        """The tensor whose rows are elements."""
        tensor = self._element(value)
        if tensor.shape.rank == 0:
            raise errors.ShapeMismatchError(
                f"Expected value to be at least a vector, but received shape: {tensor.shape}"
            )
        return tensor

    # all elements ------------------------------------------------------------------------------------------

    def stack(self, name: str | None = None) -> Tensor:
        """All elements along a new first axis."""
        here = self._here()
        if here is not None:
            return here.stack(self._learned.shape)
        with name_scope(name or "TensorArrayV2Stack"):
            inputs = (self.flow, np.array(_sizes(self._learned.shape), np.int32))
            attrs = {"element_dtype": self._dtype, "num_elements": self._static_size()}
            value: Tensor = apply("TensorListStack", inputs, attrs)
        return value

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """The array whose elements are the rows of `value`."""
        with name_scope(name or "TensorArrayUnstack"):
            tensor = self._rows(value)
            self._learned.check(tensor.shape[1:])
            here = self._here()
            if here is not None:
                here.unstack(tensor)
                return self._same()
            inputs = (tensor, _shape_input(tensor.shape[1:], None))
            rows = tensor.shape[0]
            return self._changed(apply("TensorListFromTensor", inputs), rows if isinstance(rows, int) else self._size)

    def gather(self, indices: Tensor, name: str | None = None) -> Tensor:
        """The elements at `indices` along a new first axis."""
        here = self._here()
        if here is not None:
            return here.gather(np.asarray(to_tensor(indices, int32)).reshape(-1).tolist(), self._learned.shape)
        inputs = (self.flow, indices, np.array(_sizes(self._learned.shape), np.int32))
        return apply("TensorListGather", inputs, {"element_dtype": self._dtype}, name)

    def scatter(self, indices: TensorLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """The array with row i of `value` as element `indices[i]`."""
        with name_scope(name or "TensorArrayScatter"):
            tensor = self._rows(value)
            self._learned.check(tensor.shape[1:])
            here = self._here()
            if here is not None:
                here.scatter(np.asarray(to_tensor(indices, int32)).reshape(-1).tolist(), tensor)
                return self._same()
            return self._changed(apply("TensorListScatterIntoExistingList", (self.flow, tensor, indices)))

    def concat(self, name: str | None = None) -> Tensor:
        """All elements joined along their first axis, in which they may differ in size."""
        here = self._here()
        if here is not None:
            return here.concat(self._learned.shape)
        sizes = _sizes(self._learned.shape)
        if isinstance(sizes, list) and sizes:
            sizes = [-1, *sizes[1:]]
        inputs = (self.flow, np.array(sizes, np.int32), to_tensor(np.zeros(0, np.int64)))
        value: Tensor = apply_multi("TensorListConcatV2", inputs, {"element_dtype": self._dtype}, name)[0]
        return value

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """The array whose elements are pieces of `value` of the given lengths along its first axis."""
        with name_scope(name or "TensorArraySplit"):
            tensor = self._rows(value)
            given = isinstance(lengths, Tensor) and lengths.dtype is int64
            sizes = lengths if given else apply("Cast", (lengths,), {"DstT": int64})
            if sizes.shape.rank not in (None, 1):
                raise errors.ShapeMismatchError(f"Expected lengths to be a vector, received shape: {sizes.shape}")
            here = self._here()
            if here is not None:
                here.split(tensor, np.asarray(sizes).tolist())
                return self._same()
            known = constant_value(sizes)
            first = int(known[0]) if known is not None and known.size and (known == known[0]).all() else None
            if self._learned.infer:
                self._learned.check(TensorShape([first]).concatenate(tensor.shape[1:]))
            return self._changed(apply("TensorListSplit", (tensor, np.array(-1, np.int32), sizes)))

    # what there was ----------------------------------------------------------------------------------------

    def identity(self) -> TensorArray:
        """An array with the same elements."""
        return self._same() if self._eager is not None else self._with(self._flow)

    def grad(self, source: str, flow: Any = None, name: str | None = None) -> TensorArray:
        """Not available: gradients go through the elements."""
        raise NotImplementedError(
            "TensorArray.grad is not supported: gradients of the elements need no array of their own."
        )

    def close(self, name: str | None = None) -> None:
        """Does nothing: the storage goes with the last reference."""

    def __repr__(self) -> str:
        return f"<tf.TensorArray dtype={self._dtype.name} element_shape={self.element_shape}>"


def _position(index: Any) -> int:
    """An eager index as a number."""
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
    """The shape as an `element_shape` input: -1 for what is not known."""
    return -1 if shape.rank is None else [-1 if d is None else d for d in shape.as_list()]


def _shape_input(shape: TensorShape, name: str | None) -> Array | Tensor:
    array = np.array(_sizes(shape), np.int32)
    return array if name is None else to_tensor(array, None, name)


class TensorArraySpec(TypeSpec):
    """The type of a `TensorArray`.

    >>> import graphwright as tf
    >>> tf.TensorArraySpec([2], tf.int32)
    TensorArraySpec(TensorShape([2]), tf.int32, False, True)
    """

    __slots__ = ("_dtype", "_dynamic_size", "_element_shape", "_infer_shape", "_learned", "_size")

    def __init__(
        self,
        element_shape: ShapeLike = None,
        dtype: DType = float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._element_shape = TensorShape(element_shape)
        self._dtype = as_dtype(dtype)
        self._dynamic_size = dynamic_size
        self._infer_shape = infer_shape
        self._learned: Learned | None = None
        self._size: Any = None

    @staticmethod
    def from_value(value: TensorArray) -> TensorArraySpec:
        """The spec of an array; TypeError for anything else."""
        if not isinstance(value, TensorArray):
            raise TypeError(f"Expected value to be a TensorArray, but got: {type(value)}")
        return value._type_spec

    @property
    def value_type(self) -> type:
        """The class `TensorArray`."""
        return TensorArray

    def is_compatible_with(self, other: TensorLike) -> bool:
        """Whether some array fits both this spec and `other`, another spec or an array."""
        return super().is_compatible_with(other)

    def _serialize(self) -> tuple[TensorShape, DType, bool, bool]:
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape

    @property
    def _component_specs(self) -> Any:
        return [TensorSpec([], variant)]

    def _to_components(self, value: Any) -> Any:
        return [value.flow]

    def _from_components(self, components: Tensor) -> TensorArray:
        made = object.__new__(TensorArray)
        made._dtype, made._dynamic = self._dtype, self._dynamic_size
        made._learned = self._learned or Learned(self._element_shape, self._infer_shape)
        made._size, made._flow, made._eager = self._size, components[0], None
        return made


__all__ = ["TensorArray", "TensorArraySpec"]
