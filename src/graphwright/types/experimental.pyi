# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.types.experimental`: protocols that users' classes can take part in."""

from graphwright.base.protocols import SupportsTracingProtocol as SupportsTracingProtocol
from graphwright.base.spec import TraceType as TraceType
from graphwright.core.typing import TensorLike as TensorLike
from graphwright.functions.callable_types import Callable as Callable
from graphwright.functions.callable_types import PolymorphicFunction as GenericFunction
from graphwright.functions.callable_types import PolymorphicFunction as PolymorphicFunction
from graphwright.functions.calls.concrete_function import ConcreteFunction as ConcreteFunction
from graphwright.functions.tracing.atomic_function import AtomicFunction as AtomicFunction
from graphwright.functions.tracing.function_type import FunctionType as FunctionType
from graphwright.functions.tracing.trace_types import TracingContext as TracingContext
from graphwright.types import distributed as distributed

__all__ = [
    "AtomicFunction",
    "Callable",
    "ConcreteFunction",
    "FunctionType",
    "GenericFunction",
    "PolymorphicFunction",
    "SupportsTracingProtocol",
    "TensorLike",
    "TraceType",
    "TracingContext",
    "distributed",
]
