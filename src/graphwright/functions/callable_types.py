"""What functions are to users' `isinstance` checks and annotations."""

from __future__ import annotations

from graphwright.core.trackable import Traced


class Callable(Traced):
    """Whatever TensorFlow code calls as a function: a Function, one of its traces, or the bare graph of one.

    >>> double = tf.function(lambda x: x + x)
    >>> kind = tf.types.experimental.Callable
    >>> isinstance(double, kind), isinstance(double.get_concrete_function(1), kind), isinstance(len, kind)
    (True, True, False)
    """

    # neither `__call__` nor `function_type` is declared: each kind of function has its own, in a slot some of them
    __slots__ = ()


class PolymorphicFunction(Callable):
    """What `tf.function` makes: a function with a trace for each kind of call.

    >>> isinstance(tf.function(lambda x: x), tf.types.experimental.GenericFunction)
    True
    """

    __slots__ = ()
