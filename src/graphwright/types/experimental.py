"""`tf.types.experimental`: protocols that users' classes can take part in."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.protocols": "SupportsTracingProtocol",
        "core.typing": "TensorLike",
        "base.spec": "TraceType",
        "functions.tracing.trace_types": "TracingContext",
        "functions.callable_types": "Callable GenericFunction=PolymorphicFunction PolymorphicFunction",
        "functions.calls.concrete_function": "ConcreteFunction",
        "functions.tracing.atomic_function": "AtomicFunction",
        "functions.tracing.function_type": "FunctionType",
        "types.distributed": "distributed=",
    },
)
