"""Variables of a `tf.Graph`: a handle in the graph, and a value in each session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.base.dtypes import as_dtype, resource
from graphwright.base.errors import UnimplementedError
from graphwright.base.shape import TensorShape
from graphwright.core.context import name_scope, session_graph, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect, require
from graphwright.core.scopes import control_dependencies
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.core.variable_options import VariableAggregation, VariableSynchronization, check_options
from graphwright.ir.location import user_location
from graphwright.ir.types import TensorType, tensor_type
from graphwright.sessions.default_session import session_for
from graphwright.sessions.graph_keys import GraphKeys


class GraphVariable(Variable):
    """A variable of a `tf.Graph`: what `tf.Variable` creates while one is built.

    It has no value of its own. Each session has one for it, from when the session runs `initializer` on.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(3.0, name="v")
    ...     session.run(v.initializer)
    ...     print(session.run(v.assign_add(1.0)), v.op.name)
    4.0 v
    """

    __hash__ = object.__hash__
    _initial_value: Any
    _save_slice_info: Any = None  # of a part of a variable: which part it is

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
            raise ValueError("initial_value must be specified.")
        if variable_def is not None:
            raise UnimplementedError("tf.Variable(variable_def=...) is not supported; pass initial_value.")
        check_options(name, constraint, synchronization, aggregation)
        self._set_options(trainable, synchronization, aggregation)
        self.constraint = constraint
        graph = session_graph()
        with graph.as_default(), control_dependencies(None), name_scope(name or "Variable") as scope:
            self._name = scope.rstrip("/")
            with name_scope("Initializer"):
                value = _initial_tensor(initial_value, None if dtype is None else as_dtype(dtype))
            self._declare(graph, value, shape if validate_shape or shape is not None else TensorShape(None))
            self._operations(scope, value)
        collections = graph.collections_of_variables
        collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(collections)
        if self._trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections.append(GraphKeys.TRAINABLE_VARIABLES)
        graph.add_to_collections(collections, self)

    def _declare(self, graph: Any, value: Tensor, shape: Any) -> None:
        """Create the handle."""
        declared = value.shape if shape is None else TensorShape(shape)
        if not declared.is_compatible_with(value.shape):
            raise ValueError(
                f"In this `tf.Variable` creation, the initial value's shape ({value.shape}) is not compatible with the "
                f"explicitly supplied `shape` argument ({declared})."
            )
        self._declared = tensor_type(value.dtype, declared.symbolic)
        self.handle = variable_handle(graph, self._name, self._declared)

    def _operations(self, scope: str, value: Tensor) -> None:
        """Create the operations that every variable has: initialize, ask whether it is, read."""
        with name_scope(scope):
            self._initial_value = value
            apply("VarIsInitializedOp", (self.handle,), None, "IsInitialized/VarIsInitializedOp")
            attrs = {"dtype": self._declared.dtype, "validate_shape": self._declared.is_static}
            self._initializer: Any = apply_effect("AssignVariableOp", (self.handle, value), attrs, "Assign")
            self._graph_element: Any = apply(
                "ReadVariableOp", (self.handle,), {"dtype": self._declared.dtype}, "Read/ReadVariableOp"
            )

    @classmethod
    def of_operations(cls, name: str, handle: Any, initializer: Any, read: Any, trainable: bool) -> GraphVariable:
        """A variable whose operations are in a graph already: one of an imported graph."""
        if handle.op.type == "ReadVariableOp":  # it was a reference variable in the file
            handle = handle.op.inputs[0]
            initializer = initializer.control_inputs[0] if initializer.type == "ReadVariableOp" else initializer
        result = object.__new__(cls)
        result.handle, result.constraint, result._name = handle, None, name
        result._set_options(trainable, None, None)
        attrs = handle.op.attrs
        result._declared = tensor_type(attrs["dtype"], attrs["shape"].symbolic)
        result._initializer, result._graph_element = initializer, read
        result._initial_value = initializer.inputs[1]
        return result

    @classmethod
    def after(cls, variable: Any, operation: Any) -> GraphVariable:
        """The variable as it is after an operation that has changed it: its value is read after that."""
        result = object.__new__(_ChangedVariable)
        for field in ("_trainable", "handle"):
            setattr(result, field, getattr(variable, field))
        vars(result).update(vars(variable))
        result._parent_operation = operation
        with control_dependencies([operation]):
            result._graph_element = Variable.read_value(result)
        return result

    # looking -----------------------------------------------------------------------------------------------

    @property
    def graph(self) -> Any:
        """The graph that the variable belongs to."""
        return self.handle.op.graph

    @property
    def op(self) -> Any:
        """The operation that gives the handle."""
        return self.handle.op

    @property
    def initializer(self) -> Any:
        """The operation that gives the variable its initial value in a session."""
        return self._initializer

    @property
    def initial_value(self) -> Any:
        """The tensor that `initializer` assigns."""
        return self._initial_value

    def initialized_value(self) -> Tensor:
        """The value, or the initial value where the variable is not initialized."""
        from graphwright.control.branches import cond

        result: Tensor = cond(self.is_initialized(), self.read_value, lambda: self._initial_value)
        return result

    def _as_graph_element(self) -> Any:
        """What a session fetches for this variable."""
        return self._graph_element

    def eval(self, session: Any = None) -> Any:
        """The value in a session, the default session by default."""
        return self._graph_element.eval(session=session)

    def load(self, value: Any, session: Any = None) -> None:
        """Give the variable a value in a session, the default session by default.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.Variable([1.0, 2.0]); v.load([3.0, 4.0], session); print(v.eval())
        [3. 4.]
        """
        chosen = session_for(session, self.graph, "load a variable")
        chosen.run(self._initializer, {self._initializer.inputs[1]: value})

    def numpy(self) -> Any:
        """Raises NotImplementedError: the value is in a session."""
        raise NotImplementedError("numpy() is only available when eager execution is enabled. Use `session.run(v)`.")

    def __iter__(self) -> Any:
        raise TypeError("'Variable' object is not iterable.")

    def __eq__(self, other: object) -> bool:  # type: ignore[override]
        return self is other

    def __ne__(self, other: object) -> bool:  # type: ignore[override]
        return self is not other

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The variable's description in a MetaGraph (`VariableDef`)."""
        from graphwright.saved_model.messages import CLASSES

        return CLASSES["VariableDef"](
            variable_name=self.name, initial_value_name=self.initial_value.name,
            initializer_name=self.initializer.name, snapshot_name=self._graph_element.name, is_resource=True,
            trainable=self.trainable, synchronization=self.synchronization.value,
            aggregation=self.aggregation.value,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    # writing -----------------------------------------------------------------------------------------------

    def _changed(self, operation: Any) -> Any:
        return GraphVariable.after(self, operation) if state.graph is self.graph else self


class _ChangedVariable(GraphVariable):
    """A variable after an assignment; reads wait for it."""

    _parent_operation: Any

    @property
    def op(self) -> Any:
        """The operation that has changed the variable."""
        return self._parent_operation

    def read_value(self) -> Tensor:
        """The value after the change."""
        if state.graph is self._graph_element.op.graph:
            with control_dependencies([self._parent_operation]):
                return super().read_value()
        return super().read_value()

    value = read_value


def _initial_tensor(value: Any, dtype: Any) -> Tensor:
    if callable(value) and not isinstance(value, (Tensor, Variable)):
        value = value()
    if isinstance(value, (Tensor, Variable)):
        return to_tensor(value, dtype)
    from graphwright.ops.array.constants import constant

    return constant(value, dtype, name="initial_value")


def variable_handle(graph: Any, name: str, declared: TensorType) -> Any:
    """A new operation for the handle of a variable, which has the variable's name."""
    record = require("VarHandleOp")
    attrs = {
        "container": "", "shared_name": name, "debug_name": name, "dtype": declared.dtype, "shape": declared.shape,
        "allowed_devices": [],
    }  # fmt: skip
    return graph.add_op(record, (), attrs, [tensor_type(resource, ())], name, user_location()).outputs[0]


__all__ = ["GraphVariable", "variable_handle"]
