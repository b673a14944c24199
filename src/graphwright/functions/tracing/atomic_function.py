"""AtomicFunction: the graph of a trace as a function of all its inputs, captures included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.functions.callable_types import Callable

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.tracing.function_type import FunctionType
    from graphwright.ir.funcgraph import FuncGraph


class AtomicFunction(Callable):
    """One graph as a function: what runs when a trace is called.

    It holds its graph and no outer tensor by itself: `call_flat` takes the tensors of the arguments and then
    those that the graph captures.

    >>> double = tf.function(lambda x: x + x).get_concrete_function(tf.TensorSpec([]))
    >>> double.inference_fn.call_flat(tf.constant(2.0))
    [<tf.Tensor: shape=(), dtype=float32, numpy=4.0>]
    """

    __slots__ = ("_concrete",)

    def __init__(self, concrete: ConcreteFunction) -> None:
        self._concrete = concrete

    @property
    def name(self) -> str:
        """The name of the function in graphs."""
        return self._concrete.name

    @property
    def graph(self) -> FuncGraph:
        """The traced graph."""
        return self._concrete.graph

    @property
    def function_type(self) -> FunctionType:
        """The parameters, the result and the captures."""
        return self._concrete.function_type

    @property
    def definition(self) -> Any:
        """The graph as TensorFlow's FunctionDef message."""
        return self._concrete.function_def

    cached_definition = definition

    @property
    def attributes(self) -> dict[str, Any]:
        """The attributes that the function carries in graphs."""
        return {k: v for k, v in self.graph.attributes.items() if k != "structured_outputs"}

    def call_flat(self, *tensors: Any) -> list[Any]:
        """The flat results for a tensor for each input of the graph: the arguments', then the captures'.

        TypeError for a wrong number of them, the error of a concrete function for a wrong dtype or shape.
        """
        return self._concrete.run_flat(tensors)

    def call_with_captures(self, args: Sequence[Any], kwargs: Mapping[str, Any], captures: Sequence[Any]) -> Any:
        """Call with these tensors instead of the captured ones."""
        _, flat = self._concrete.bound(args, kwargs)
        return self._concrete.pack(self.call_flat(*flat, *captures))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.call_with_captures(args, kwargs, self.graph.captures)

    def __str__(self) -> str:
        return f"<AtomicFunction> {self.name}{self.function_type}"

    def __repr__(self) -> str:
        return f"<AtomicFunction {self.name} at 0x{id(self):X}>"
