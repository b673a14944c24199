"""Tensor: the values of the program, eager (an array) or symbolic (an output of a graph operation)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, from_numpy, resource, variant
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.core import tensor_format as _format
from graphwright.core.tensor_like import FOREIGN, AnyTensor, foreign_hint, set_foreign
from graphwright.ir.graph import Operation, Value
from graphwright.ir.location import user_location
from graphwright.ir.types import TensorType, tensor_type

if TYPE_CHECKING:
    from graphwright.core.face import TensorFace
else:
    TensorFace = object

ndarray = np.ndarray
Array = np.ndarray[Any, Any]


class Tensor(AnyTensor, TensorFace):
    """A multi-dimensional array of one dtype, immutable.

    Eager tensors hold their value; symbolic ones stand for a value inside a function being traced. Both have
    `dtype`, `shape`, the operators of Python's numbers and indexing. Make one with `tf.constant` or any op.

    >>> tf.constant([1., 2.]) + 1
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([2., 3.], dtype=float32)>
    """

    __slots__ = ()
    OVERLOADABLE_OPERATORS: ClassVar[frozenset[str]]
    """The methods behind operators, which classes that act like tensors copy."""
    # NumPy must leave `array + tensor` to us
    __array_priority__ = 100

    _type: TensorType

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        raise NotImplementedError

    @property
    def shape(self) -> TensorShape:
        """The shape, as far as it is known."""
        raise NotImplementedError

    @property
    def ndim(self) -> int:
        """The number of dimensions; ValueError when it is not known."""
        rank = self.shape.rank
        if rank is None:
            raise ValueError("The rank of this tensor is not known while tracing; use tf.rank(x).")
        return rank

    @property
    def device(self) -> str:
        """The device of an eager tensor; the empty string for a symbolic one: a graph is placed when it runs."""
        return ""

    def __dir__(self) -> list[str]:
        return [name for name in object.__dir__(self) if name not in FOREIGN or hasattr(self, name)]

    def get_shape(self) -> TensorShape:
        """The shape, as far as it is known (same as `.shape`)."""
        return self.shape

    def ref(self) -> Reference:
        """A hashable reference to this tensor, for use in sets and as a key."""
        return Reference(self)

    experimental_ref = ref

    def __hash__(self) -> int:
        raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")

    def __tf_tensor__(self, dtype: DType | None = None, name: str | None = None) -> Tensor:
        return self


class _Rare:
    """An attribute that few tensors have: kept in a dict that a tensor gets with the first of them."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, tensor: Any, owner: type | None = None) -> Any:
        if tensor is None:
            return self
        try:
            return tensor._rare[self._name]
        except (AttributeError, KeyError):
            raise AttributeError(f"'EagerTensor' object has no attribute '{self._name}'") from None

    def __set__(self, tensor: Any, value: Any) -> None:
        try:
            tensor._rare[self._name] = value
        except AttributeError:
            tensor._rare = {self._name: value}

    def __delete__(self, tensor: Any) -> None:
        self.__get__(tensor)
        del tensor._rare[self._name]


DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"


class EagerTensor(Tensor):
    """A tensor that has its value. `_array` is the ndarray (never written again) or, for resources and variants,
    the Python object they stand for; `_type` its interned type.

    Few tensors have more: `assign` is there on slices of variables, the others of `_RARE` where Keras puts them. One
    slot serves them all, because a `__dict__` would make every tensor a tenth slower to create.
    """

    __slots__ = ("__weakref__", "_array", "_rare", "_type")

    def __init__(self, array: Any, type: TensorType) -> None:
        self._array = array
        self._type = type

    @property
    def dtype(self) -> DType:
        return self._type.dtype

    @property
    def shape(self) -> TensorShape:
        return self._type.shape

    @property
    def ndim(self) -> int:
        return self._type.rank or 0

    def numpy(self) -> Any:
        """The value as a NumPy array or scalar; a copy, so writing to it changes no tensor.

        >>> tf.constant([1, 2]).numpy()
        array([1, 2], dtype=int32)
        """
        array = self._ndarray()
        return array.copy() if array.ndim else array[()]

    _numpy = numpy  # libraries call it

    def _ndarray(self) -> Array:
        array = self._array
        if not isinstance(array, ndarray):
            raise errors.InvalidArgumentError(f"Cannot convert a Tensor of dtype {self.dtype.name} to a NumPy array.")
        return array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("A tensor's memory is never shared: __array__ with copy=False is not possible.")
        return np.array(self._ndarray(), dtype=dtype, copy=True)

    def __bool__(self) -> bool:
        array = self._ndarray()
        if array.size > 1:
            raise ValueError(
                "The truth value of a tensor with more than one element is ambiguous; this one has shape "
                f"{self.shape}. Use tf.reduce_any(x) or tf.reduce_all(x)."
            )
        return array.size > 0 and bool(array)

    def _number(self) -> Array:
        array = self._ndarray()
        if array.ndim:
            raise TypeError(f"Only tensors without dimensions become Python numbers; this one has shape {self.shape}.")
        return array

    def __int__(self) -> int:
        return int(self._number())

    def __float__(self) -> float:
        return float(self._number())

    def __complex__(self) -> complex:
        return complex(self._number())

    def __index__(self) -> int:
        return self._ndarray().__index__()

    def __len__(self) -> int:
        dims = self._type.dims
        if not dims:
            raise TypeError("Scalar tensor has no `len()`")
        return int(dims[0])  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Any]:
        if not self._type.dims:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return (self[i] for i in range(len(self)))

    def __format__(self, spec: str) -> str:
        return format(self.numpy(), spec)

    def __buffer__(self, flags: int) -> memoryview:
        # Python 3.12 and newer ask for it: what they are given is read-only, so only another order is copied
        array: Any = self._ndarray()
        return memoryview(array if array.flags.c_contiguous else array.copy()).toreadonly()

    def __tf_tracing_type__(self, context: Any) -> Any:
        return TensorSpec(self.shape, self.dtype)

    @property
    def device(self) -> str:
        """The device that holds the value: always the processor."""
        return DEVICE

    backing_device = device

    def __round__(self, digits: int | None = None) -> Any:
        return round(self.numpy(), digits)

    def tolist(self) -> Any:
        """The value as nested Python lists."""
        return self._ndarray().tolist()

    def set_shape(self, shape: Any) -> None:
        """Check that the shape is compatible; ValueError when it is not."""
        if not self.shape.is_compatible_with(shape):
            raise ValueError(f"Tensor's shape {self.shape} is not compatible with supplied shape {TensorShape(shape)}.")

    @property
    def name(self) -> NoReturn:
        """Eager tensors have no name."""
        raise AttributeError("Tensor.name is undefined when eager execution is enabled.")

    @property
    def op(self) -> NoReturn:
        """Eager tensors have no operation."""
        raise AttributeError("Tensor.op is undefined when eager execution is enabled.")

    @property
    def graph(self) -> NoReturn:
        """Eager tensors have no graph."""
        raise AttributeError("Tensor.graph is undefined when eager execution is enabled.")

    def __dlpack__(self, *, stream: Any = None, **options: Any) -> Any:
        # a consumer may write to what it is given, so it gets memory of its own
        return np.array(self._ndarray()).__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)

    def __copy__(self) -> EagerTensor:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> EagerTensor:
        if self.dtype is resource or self.dtype is variant:
            raise TypeError(f"Cannot deepcopy a tensor of dtype {self.dtype.name}.")
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (np.array(self._ndarray()), self.dtype)

    def __repr__(self) -> str:
        return _format.tensor_repr(self)

    def __str__(self) -> str:
        return _format.tensor_str(self)


_RARE = ("_keras_logits", "_keras_mask", "assign", "trainable")
for _name in _RARE:
    setattr(EagerTensor, _name, _Rare(_name))


class SymbolicTensor(Value, Tensor):
    """A tensor inside a graph: output `index` of operation `op`. It takes any attribute."""

    dtype = Value.dtype
    shape = Value.shape
    __hash__ = Tensor.__hash__

    @property
    def _type(self) -> TensorType:  # type: ignore[override]
        return self.type

    def set_shape(self, shape: Any) -> None:
        """Merge what is known about the shape with what is known here; ValueError when they disagree."""
        merged = self.shape.merge_with(TensorShape(shape))
        self.type = tensor_type(self.dtype, merged.symbolic)

    def consumers(self) -> list[Operation]:
        """The operations of the graph that use this tensor."""
        return [op for op in self.graph.operations if any(v is self for v in op.inputs)]

    @property
    def value_index(self) -> int:
        """Which output of its operation this is."""
        return self.index

    def _refuse(self, task: str) -> NoReturn:
        result = f", defined here:\n  {self.op.location}\n" if self.op.location else ". "
        raise errors.OperatorNotAllowedInGraphError(
            f"{task} is not allowed: the value is only known when the graph runs. Tensor: {self!r}{result}"
            "Use @tf.function with AutoGraph on the code that does this, or tf.cond / tf.while_loop."
        )

    def __bool__(self) -> bool:
        self._refuse("Using a symbolic `tf.Tensor` as a Python `bool`")

    def __int__(self) -> int:
        raise TypeError(
            f"int() of the symbolic tensor {self!r}: its value is not known while tracing; use tf.cast(x, tf.int32)."
        )

    def __float__(self) -> float:
        raise TypeError(
            f"float() of the symbolic tensor {self!r}: its value is not known while tracing; use "
            "tf.cast(x, tf.float32), and tf.math where Python has math."
        )

    def __format__(self, spec: str) -> str:
        if spec:
            raise TypeError(
                f"The symbolic tensor {self!r} cannot be formatted as {spec!r}: its value is not known while tracing; "
                "use tf.print, tf.strings.format or tf.strings.as_string."
            )
        return str(self)

    def __index__(self) -> int:
        raise TypeError(
            f"The symbolic tensor {self!r} cannot be used as a Python index: its value is not known while tracing. "
            "tf.stack(values)[i] takes an element of a list of values."
        )

    def __iter__(self) -> Iterator[Any]:
        dims = self.type.dims
        if not dims or not isinstance(dims[0], int):
            self._refuse("Iterating over a symbolic `tf.Tensor`")
        return (self[i] for i in range(dims[0]))

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). Please call `x.shape` rather than "
            f"`len(x)` for shape information."
        )

    def __array__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This error may indicate that you're "
            "trying to pass a Tensor to a NumPy call, which is not supported. Use the function of tf that does the "
            "same, or tf.numpy_function to call NumPy whenever the function runs."
        )

    if not TYPE_CHECKING:  # a checker should see what is not there

        def __getattr__(self, name: str) -> NoReturn:
            text = f"'{type(self).__name__}' object has no attribute '{name}'{foreign_hint(name)}"
            if name in ("numpy", "tolist"):
                text += (
                    f": {self!r} stands for a value that is only known when the function runs. Use tf.print to look at "
                    "it, tf.py_function to compute with it in Python, tf.config.run_functions_eagerly(True) to run "
                    "untraced."
                )
            raise AttributeError(text, name=name, obj=self)

    def __copy__(self) -> SymbolicTensor:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> SymbolicTensor:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"A symbolic tensor ({self.name}) cannot be pickled: it has no value outside its graph.")

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    def __str__(self) -> str:
        return f'Tensor("{self.name}", shape={self.shape}, dtype={self.dtype.name})'


class Reference:
    """A hashable stand-in for a tensor or variable, equal where the object is the same; its order is arbitrary.

    A comparison with anything but a reference raises TypeError.
    """

    __slots__ = ("__weakref__", "_object")

    def __init__(self, object: Any) -> None:
        self._object = object

    def deref(self) -> Any:
        """The tensor or variable."""
        return self._object

    def __eq__(self, other: object) -> bool:
        return self._object is _referred(other)

    def __lt__(self, other: object) -> bool:
        return id(self._object) < id(_referred(other))

    def __gt__(self, other: object) -> bool:
        return id(self._object) > id(_referred(other))

    def __hash__(self) -> int:
        return id(self._object)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._object!r}>"


def _referred(value: object) -> Any:
    if not isinstance(value, Reference):
        raise TypeError("Cannot compare wrapped object with unwrapped object")
    return value._object


def eager(array: Array) -> EagerTensor:
    """An eager tensor over an array that nobody will write to again."""
    return EagerTensor(array, tensor_type(from_numpy(array.dtype), array.shape))


def _restore(array: Array, dtype: DType) -> EagerTensor:
    return EagerTensor(array, tensor_type(dtype, array.shape))


def escaped(tensor: SymbolicTensor, place: Any = None) -> errors.InaccessibleTensorError:
    """The error for a tensor that is used where its graph is not being built.

    `place` is the graph that uses it, None: code that runs eagerly.
    """
    user = "code that runs eagerly" if place is None else _label(place)
    used = user_location()
    lines = [
        f"It was defined here:\n  {tensor.op.location}" if tensor.op.location else "",
        f"It is used here:\n  {used}" if used is not None else "",
        f"It cannot be accessed from {user}, because it was defined in {_label(tensor.op.graph)}, which is out of "
        "scope.",
        "Return it from where it is made, or keep its value in a tf.Variable; in a loop or branch, give it a value "
        "before.",
    ]
    return errors.InaccessibleTensorError.of(repr(tensor), "\n".join(line for line in lines if line))


def _label(graph: Any) -> str:
    return f"the {'body' if getattr(graph, 'is_body', False) else 'function'} '{graph.name}'"


set_foreign(Tensor)


def is_symbolic(value: Any) -> bool:
    """Whether it is a tensor of a graph."""
    return isinstance(value, SymbolicTensor)


__all__ = ["Array", "EagerTensor", "Reference", "SymbolicTensor", "Tensor", "eager", "escaped", "is_symbolic"]
