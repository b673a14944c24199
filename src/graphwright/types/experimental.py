"""`tf.types.experimental`: protocols that users' classes can take part in."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.protocols": "SupportsTracingProtocol TensorLike",
        "base.spec": "TraceType",
        "functions.trace_types": "TracingContext",
        "functions.kinds": "Callable GenericFunction=PolymorphicFunction PolymorphicFunction",
        "functions.concrete": "ConcreteFunction",
        "functions.atomic": "AtomicFunction",
        "functions.function_type": "FunctionType",
    },
)
