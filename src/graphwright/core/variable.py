"""Variable: a mutable tensor with identity; its state lives in a resource that ops read and write."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype, resource
from graphwright.base.shape import TensorShape
from graphwright.base.tracebacks import shorten
from graphwright.core import context
from graphwright.core.context import get_name_scope, outside_graphs, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.core.placement import HOST
from graphwright.core.tensor import (
    Array,
    EagerTensor,
    Reference,
    SymbolicTensor,
    Tensor,
    eager,
    escaped,
)
from graphwright.core.tensor_like import AnyTensor, set_foreign
from graphwright.core.trackable import Trackable
from graphwright.core.variable_options import VariableAggregation, VariableSynchronization, check_options
from graphwright.core.variable_rows import RowUpdates
from graphwright.core.variable_state import VariableState
from graphwright.ir.graph import Value
from graphwright.ir.handles import DECLARED, declared_type
from graphwright.ir.types import TensorType, tensor_type

if TYPE_CHECKING:
    from graphwright.core.face import Operators
else:
    Operators = object


def value_type(handle: Tensor) -> TensorType | None:
    """The type of the value that the variable behind a handle has, as far as that is known; None for no variable."""
    stored = getattr(handle, "_array", None)
    if isinstance(stored, VariableState) and stored.shape is not None:
        return tensor_type(stored.type.dtype, stored.shape)
    return declared_type(handle)


_handle_type = tensor_type(resource, ())
_keys = itertools.count()
SAVED_AS: Final = "VARIABLE_VALUE"
"""The name of a variable's one value in checkpoints."""


class VariableType(type):
    """The class of `Variable`, to which the first `tf.variable_creator_scope` gives a `__call__`."""


class Variable(AnyTensor, Trackable, RowUpdates, Operators, metaclass=VariableType):
    """A tensor that can be changed.

    Args:
      initial_value: value or a callable without arguments that gives it.
      trainable: whether tapes watch it by themselves; None means True.
      name: its name, `Variable` by default.
      dtype: dtype to convert the initial value to.
      shape: declared shape; unknown dimensions allow values of several shapes.

    A tensor read from a variable never changes when the variable is written later.

    >>> v = tf.Variable(1.0)
    >>> v.assign_add(2.0)
    <tf.Variable 'Variable:0' shape=() dtype=float32, numpy=3.0>
    """

    # compiled entries read these two in place
    __slots__ = ("_trainable", "handle")
    __array_priority__ = 100

    handle: Tensor

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        import_scope: str | None = None,
        constraint: Callable[..., Any] | None = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
        shape: Any = None,
        experimental_enable_variable_lifting: bool = True,
    ) -> None:
        if initial_value is None:
            raise ValueError(
                "The `initial_value` arg to `tf.Variable` must be specified except when you are not "
                "providing a `variable_def`. You provided neither."
            )
        if variable_def is not None:
            raise errors.UnimplementedError("tf.Variable(variable_def=...) is not supported; pass initial_value.")
        check_options(name, constraint, synchronization, aggregation)
        self._set_options(trainable, synchronization, aggregation)
        scope = get_name_scope()
        self._name = f"{scope}/{name or 'Variable'}" if scope else name or "Variable"
        self.constraint = constraint
        if state.variable_creator is not None:
            value = state.variable_creator(self, initial_value)
        else:
            value = initial_value() if callable(initial_value) else initial_value
        if state.graph is None and isinstance(value, SymbolicTensor):
            raise escaped(value)
        with outside_graphs():
            array = _initial_array(value, None if dtype is None else as_dtype(dtype), self._name)
            self._set_up(array, shape)

    def _set_options(self, trainable: bool | None, synchronization: Any, aggregation: Any) -> None:
        # what is only summed up when it is read has no gradient to follow
        on_read = getattr(synchronization, "name", None) == "ON_READ"
        self._trainable = not on_read if trainable is None else bool(trainable)
        self._key: str | None = None
        self._synchronization, self._aggregation = synchronization, aggregation

    def _set_up(self, value: EagerTensor, shape: Any = None) -> None:
        dims = value._type.dims if shape is None else TensorShape(shape).symbolic
        if not TensorShape(shape).is_compatible_with(value.shape):
            raise ValueError(
                f"In this `tf.Variable` creation, the initial value's shape ({value.shape}) is not compatible with the "
                f"explicitly supplied `shape` argument ({TensorShape(shape)})."
            )
        self._declared = declared = tensor_type(value.dtype, dims)
        device = state.device if context.placing_threads else None
        if device is None or device is HOST:
            storage = VariableState(declared, self._name)
            storage.write(value._ndarray())
            self.handle = EagerTensor(storage, _handle_type)
        else:
            from graphwright.core.device_tensor import handle_on

            self.handle = handle_on(device, declared, self._name, _handle_type, value)

    @classmethod
    def over_handle(
        cls, handle: Tensor, declared: TensorType, trainable: bool, name: str, options: tuple[Any, Any] = (None, None)
    ) -> Variable:
        """A variable whose resource is given: an argument of a function being traced, or a loaded one."""
        result = object.__new__(cls)
        result.handle, result._declared, result._name, result.constraint = handle, declared, name, None
        result._set_options(trainable, *options)
        if isinstance(handle, Value):
            handle.op.attrs[DECLARED] = declared  # so that reads of the handle know their shape
        return result

    # looking -----------------------------------------------------------------------------------------------

    @property
    def _state(self) -> VariableState:
        storage: VariableState | None = getattr(self.handle, "_array", None)
        if storage is None:
            raise AttributeError(
                f"'{type(self).__name__}' object has no value while it is an argument of a function being traced."
            )
        return storage

    @property
    def name(self) -> str:
        """The variable's name with `:0` behind it."""
        return f"{self._name}:0"

    @property
    def _shared_name(self) -> str:
        """The name without `:0`, by which older libraries know a variable."""
        return self._name

    @property
    def _unique_id(self) -> str:
        """A key that no other variable has; what stands for an argument of a function has that of the argument."""
        if self._key is None:
            self._key = f"{self._name}_{next(_keys)}"
        return self._key

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._declared.dtype

    @property
    def shape(self) -> TensorShape:
        """The declared shape."""
        return self._declared.shape

    def get_shape(self) -> TensorShape:
        """The declared shape (same as `.shape`)."""
        return self.shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self.shape.rank or 0

    @property
    def trainable(self) -> bool:
        """Whether tapes watch it by themselves."""
        return self._trainable

    @property
    def synchronization(self) -> Any:
        """How copies of it would be kept alike; of no effect here."""
        return VariableSynchronization.AUTO if self._synchronization is None else self._synchronization

    @property
    def aggregation(self) -> Any:
        """How the updates of several copies would be put together; of no effect here."""
        return VariableAggregation.NONE if self._aggregation is None else self._aggregation

    @property
    def device(self) -> str:
        """The device that holds the value."""
        return self.handle.device

    @property
    def initializer(self) -> None:
        """Always None: a variable has its value from the start."""
        return None

    def is_initialized(self, name: str | None = None) -> Tensor:
        """Whether it has a value: a bool scalar."""
        return apply("VarIsInitializedOp", (self.handle,), None, name)

    def set_shape(self, shape: Any) -> None:
        """Narrow the declared shape; ValueError when it does not fit what is declared."""
        merged = self.shape.merge_with(TensorShape(shape))
        self._declared = tensor_type(self.dtype, merged.symbolic)
        if isinstance(self.handle, Value):
            self.handle.op.attrs[DECLARED] = self._declared
        else:
            self._state.type = self._declared

    def read_value(self) -> Tensor:
        """The current value as a tensor; it does not change with the variable.

        >>> v = tf.Variable(1); before = v.read_value(); _ = v.assign(5); int(before)
        1
        """
        if state.graph is None and not state.tapes and not context.searching_threads:
            # nobody looks at the op, which gives the array that is there
            storage: Any = getattr(self.handle, "_array", None)
            array = storage.array if storage.__class__ is VariableState else None
            if array is not None and storage.type.is_static:
                return EagerTensor(array, storage.type)
        self._note_use()
        return apply("ReadVariableOp", (self.handle,), {"dtype": self._declared.dtype})

    value = read_value

    def sparse_read(self, indices: Any, name: str | None = None) -> Tensor:
        """The rows of the current value that `indices` name; the gradient is an `IndexedSlices`.

        >>> tf.Variable([1.0, 2.0, 3.0]).sparse_read([2, 0]).numpy().tolist()
        [3.0, 1.0]
        """
        self._note_use()
        return apply("ResourceGather", (self.handle, indices), {"dtype": self._declared.dtype}, name)

    def _note_use(self) -> None:
        if self._trainable:
            for tape in state.tapes:
                if tape.watch_variables:
                    tape.watch_variable(self)
        if state.graph is not None:
            seen = getattr(state.graph, "variables_met", None)
            if seen is not None:
                seen[id(self)] = self

    def __tf_tensor__(self, dtype: DType | None = None, name: str | None = None) -> Tensor:
        if dtype is not None and dtype is not self.dtype:
            raise ValueError(
                f"Incompatible type conversion requested to type '{dtype.name}' for variable of type "
                f"'{self.dtype.name}' ({self.name})."
            )
        return self.read_value()

    def numpy(self) -> Any:
        """The current value as a NumPy array or scalar (a copy)."""
        if state.graph is not None:
            raise NotImplementedError(
                "numpy() is only available when eager execution is enabled. Inside a traced function the variable "
                "stands for its value; tf.print shows it, tf.py_function computes with it in Python."
            )
        array = self._state.read()
        return array.copy() if array.ndim else array[()]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("A variable's memory is never shared: __array__ with copy=False is not possible.")
        return np.array(self._state.read(), dtype=dtype, copy=True)

    # writing -----------------------------------------------------------------------------------------------

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Replace the value; the new one must have the variable's dtype and fit its shape. Returns the variable."""
        return self._write("AssignVariableOp", value, read_value, name)

    def assign_add(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Add to the value. Returns the variable."""
        return self._write("AssignAddVariableOp", delta, read_value, name)

    def assign_sub(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtract from the value. Returns the variable."""
        return self._write("AssignSubVariableOp", delta, read_value, name)

    def _changed(self, operation: Any) -> Any:
        """What methods that change the variable return: the variable after the operation."""
        return self

    def _write(self, op: str, value: Any, read_value: bool, name: str | None = None) -> Any:
        try:
            declared = self._declared
            tensor = to_tensor(value, declared.dtype)
            if not declared.shape.is_compatible_with(tensor.shape):
                raise errors.ShapeMismatchError(
                    f"Cannot assign value to variable '{self.name}': Shape mismatch. The variable shape {self.shape}, "
                    f"and the assigned value shape {tensor.shape} are incompatible."
                )
            self._note_write()
            attrs: dict[str, Any] = {"dtype": declared.dtype}
            if op == "AssignVariableOp":
                attrs["validate_shape"] = declared.is_static
            operation = apply_effect(op, (self.handle, tensor), attrs, name)
            return self._changed(operation) if read_value else operation
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise

    def _note_write(self) -> None:
        seen = getattr(state.graph, "variables_met", None)
        if seen is not None:
            seen[id(self)] = self

    # being saved -----------------------------------------------------------------------------------------------

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """The values that a checkpoint holds of this variable, by name."""
        return {SAVED_AS: self}

    def _restore_from_tensors(self, restored_tensors: Mapping[str, Any]) -> Any:
        """Take saved values back."""
        return self.assign(restored_tensors[SAVED_AS])

    # Python's protocols --------------------------------------------------------------------------------------

    def ref(self) -> Reference:
        """A hashable reference to this variable."""
        return Reference(self)

    experimental_ref = ref

    def __hash__(self) -> int:
        raise TypeError("Variable is unhashable. Instead, use variable.ref() as the key.")

    def _any_value(self) -> Any:
        return self.read_value()

    def __bool__(self) -> bool:
        return bool(self._any_value())

    def __int__(self) -> int:
        return int(self._any_value())

    def __float__(self) -> float:
        return float(self._any_value())

    def __complex__(self) -> complex:
        return complex(self._any_value())

    def __index__(self) -> int:
        return int(self._state.read())

    def __len__(self) -> int:
        return len(self._any_value())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._any_value())

    def __copy__(self) -> Variable:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        copied = object.__new__(type(self))
        memo[id(self)] = copied
        copied._restore_state(self._get_state())
        return copied

    def _get_state(self) -> dict[str, Any]:
        storage = self._state
        return {
            "array": np.array(storage.read()),
            "dtype": storage.type.dtype,
            "shape": self.shape,
            "trainable": self._trainable,
            "options": (self._synchronization, self._aggregation),
            "name": self._name,
            "constraint": self.constraint,
        }

    def _restore_state(self, saved: dict[str, Any]) -> None:
        self._set_options(saved["trainable"], *saved["options"])
        self._name, self.constraint = saved["name"], saved["constraint"]
        array = saved["array"]
        self._set_up(EagerTensor(array, tensor_type(saved["dtype"], array.shape)), saved["shape"])

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self._get_state())

    def __repr__(self) -> str:
        head = f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}"
        array = getattr(getattr(self.handle, "_array", None), "array", None)
        if state.graph is not None or array is None:
            return head + ">"
        from graphwright.core.tensor_format import numpy_text

        # no op is applied: looking at a variable is no use of it
        return f"{head}, numpy={numpy_text(eager(array), True)}>"


def _initial_array(value: Any, dtype: DType | None, name: str) -> EagerTensor:
    tensor = to_tensor(value, dtype) if not isinstance(value, Tensor) or dtype is None else value
    if dtype is not None and tensor.dtype is not dtype:
        raise ValueError(
            f"Variable '{name}': the initial value has dtype {tensor.dtype.name}, but dtype {dtype.name} was requested."
        )
    if not isinstance(tensor, EagerTensor):
        raise ValueError(
            f"Variable '{name}': its initial value {tensor!r} is computed inside a function. Create the variable "
            "outside, or pass a callable as initial_value."
        )
    return tensor


def _rebuild(cls: type[Variable], saved: dict[str, Any]) -> Variable:
    result = object.__new__(cls)
    result._restore_state(saved)
    return result


def is_variable(value: Any) -> bool:
    """Whether the value is a variable."""
    return isinstance(value, Variable)


set_foreign(Variable)
