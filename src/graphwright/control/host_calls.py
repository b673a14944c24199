"""Calls of Python functions from graphs: the records and `tf.py_function`, `tf.numpy_function`."""

from __future__ import annotations

import itertools
import traceback
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype, from_numpy, string, variant
from graphwright.base.tracebacks import PACKAGE_ROOT, shortened
from graphwright.control.host_composites import HostSignature
from graphwright.core.context import outside_graphs, state
from graphwright.core.convert import to_array, to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.ir.reach import Reach
from graphwright.ir.record import op
from graphwright.ir.types import Dims, tensor_type

# the functions that ops name --------------------------------------------------------------------------------


class Token(str):
    """The name under which an op knows a Python function; the function lives as long as its name."""

    function: Callable[..., Any]


_tokens: weakref.WeakValueDictionary[str, Token] = weakref.WeakValueDictionary()
_serial = itertools.count()


def token_for(function: Callable[..., Any]) -> Token:
    """A new name for a function."""
    result = Token(f"pyfunc_{next(_serial)}")
    result.function = function
    _tokens[str(result)] = result
    return result


def _function_of(token: Any) -> Callable[..., Any]:
    found = token if isinstance(token, Token) else _tokens.get(token)
    if found is None:
        raise errors.InvalidArgumentError(f"callback {token} is not found")
    return found.function


# what users raise -------------------------------------------------------------------------------------------

_ERROR_CLASSES: list[tuple[type[Exception], Callable[[str], errors.OpError]]] = [
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
    (TypeError, errors.InvalidArgumentError),
    (ValueError, errors.InvalidArgumentError),
]


def _as_op_error(error: Exception) -> errors.OpError:
    """The error that the op reports for what the function raised, with the function's own traceback in the text."""
    make = next((result for raised, result in _ERROR_CLASSES if isinstance(error, raised)), errors.UnknownError)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(PACKAGE_ROOT)]
    lines = "".join(traceback.format_list(frames))
    text = f"{type(error).__name__}: {error}"
    result: errors.OpError = make(f"{text}\nTraceback (most recent call last):\n{lines}{text}\n")
    result.__cause__ = error
    return result


class UserError(Exception):
    """Carries an error out of a host call unchanged: it represents a `raise` in the user's code."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


def _call(function: Callable[..., Any], arguments: Sequence[Any], convert: Callable[[Any], Any]) -> Any:
    try:
        return convert(function(*arguments))
    except UserError as carrier:
        raise carrier.error from carrier.error.__cause__
    except errors.OpError as error:
        if getattr(error, "_of_call", False):
            raise
        raise _as_op_error(error) from error
    except Exception as error:
        raise _as_op_error(error) from error


def _as_list(result: Any) -> list[Any]:
    if result is None:
        return []
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _checked_count(token: str, values: list[Any], expected: int) -> list[Any]:
    if len(values) != expected:
        error = errors.InvalidArgumentError(
            f"{token} returns {len(values)} values, but expects to see {expected} values."
        )
        error._of_call = True  # type: ignore[attr-defined]
        raise error
    return values


# PyFunc: arrays in, arrays out --------------------------------------------------------------------------------


def _writable_array(array: Any) -> Any:
    """What a function gets that may write to it: a copy, or a NumPy scalar."""
    if not isinstance(array, np.ndarray):
        return array
    return array.copy() if array.ndim else array[()]


def _as_declared(token: str, position: int, value: Any, dtype: DType) -> Any:
    """A returned value as an array; Python values take the declared dtype, arrays must have it."""
    if dtype is variant:
        return value
    plain = isinstance(value, (bool, int, float, complex, list, tuple)) and not isinstance(value, np.generic)
    array = to_array(value, dtype) if plain or dtype is string else np.array(value)
    if array.dtype != dtype.numpy:
        error = errors.InvalidArgumentError(
            f"{position}-th value returned by {token} is {from_numpy(array.dtype).name}, but expects {dtype.name}"
        )
        error._of_call = True  # type: ignore[attr-defined]
        raise error
    return array


def _run_arrays(input: list[Any], token: str, Tout: list[DType]) -> list[Any]:
    def convert(result: Any) -> list[Any]:
        values = _checked_count(token, _as_list(result), len(Tout))
        return [_as_declared(token, i, v, t) for i, (v, t) in enumerate(zip(values, Tout, strict=True))]

    with outside_graphs():
        created: list[Any] = _call(_function_of(token), [_writable_array(a) for a in input], convert)
    return created


def _unknown_shapes(ctx: Any) -> list[Dims]:
    return [() if t is variant else None for t in ctx.attrs["Tout"]]


PY_FUNC = op(
    "PyFunc",
    "input: [Tin] -> output: [Tout]",
    "token: string; Tin: list(type) >= 0; Tout: list(type) >= 0",
    shape=_unknown_shapes,
    kernel=_run_arrays,
    no_gradient=True,
    ends_tape=True,
    effect="host",
    reaches={"token": Reach.CALLS},
)
PY_FUNC_STATELESS = op(
    "PyFuncStateless",
    "input: [Tin] -> output: [Tout]",
    "token: string; Tin: list(type) >= 0; Tout: list(type) >= 0",
    shape=_unknown_shapes,
    kernel=_run_arrays,
    no_gradient=True,
    ends_tape=True,
    # pure, the user says, but not ours to call ahead of time
    effect="random",
    reaches={"token": Reach.CALLS},
    stateful=False,
)

# EagerPyFunc: tensors in, tensors out -------------------------------------------------------------------------


class _RecordedCall:
    """One call of a function with what its gradient needs; travels as the call's last output."""

    __slots__ = ("inputs", "outputs", "tape")

    def __init__(self, tape: Any, inputs: list[Any], outputs: list[Any]) -> None:
        self.tape, self.inputs, self.outputs = tape, inputs, outputs


def _as_tensor(array: Any) -> EagerTensor:
    if isinstance(array, np.ndarray):
        return EagerTensor(array, tensor_type(from_numpy(array.dtype), array.shape))
    return EagerTensor(array, tensor_type(variant, ()))


def _run_tensors(input: list[Any], token: str, is_async: bool, Tout: list[DType]) -> list[Any]:
    function = _function_of(token)
    recording = bool(Tout) and Tout[-1] is variant and not any(not isinstance(a, np.ndarray) for a in input)
    expected = Tout[:-1] if recording else Tout
    tensors = [_as_tensor(a) for a in input]

    def convert(result: Any) -> list[Tensor]:
        values = _checked_count(token, _as_list(result), len(expected))
        return [to_tensor(v, t) for v, t in zip(values, expected, strict=True)]

    with outside_graphs():
        if not recording:
            return [t._array for t in _call(function, tensors, convert)]
        from graphwright.autodiff.tape import GradientTape

        with GradientTape(persistent=True, watch_accessed_variables=False) as tape:
            tape.watch([t for t in tensors if t.dtype.is_floating or t.dtype.is_complex])
            results = _call(function, tensors, convert)
    return [*[t._array for t in results], _RecordedCall(tape, tensors, results)]


def _backward(recorded: Any, *grads: Any) -> list[Any]:
    """The gradients of a recorded call for its floating inputs."""
    call: _RecordedCall = recorded._array
    pairs = [(o, g) for o, g in zip(call.outputs, grads, strict=True) if o.dtype.is_floating or o.dtype.is_complex]
    sources = [t for t in call.inputs if t.dtype.is_floating or t.dtype.is_complex]
    outputs, seeds = [o for o, _ in pairs], [g for _, g in pairs]
    found = call.tape.gradient(outputs, sources, seeds, unconnected_gradients="zero")
    return [to_tensor(g) for g in found]


def _eager_gradient(op: Any, *grads: Any) -> list[Any]:
    recorded = op.outputs[-1]
    if recorded.dtype is not variant:
        raise LookupError("The gradient of tf.py_function is not recorded here: it has no second derivative.")
    arguments = [apply("ZerosLike", (o,)) if g is None else g for g, o in zip(grads[:-1], op.outputs[:-1], strict=True)]
    sources = [t for t in op.inputs if t.dtype.is_floating or t.dtype.is_complex]
    attrs = {"token": token_for(_backward), "Tout": [t.dtype for t in sources]}
    created = apply_multi(EAGER_PY_FUNC, ([recorded, *arguments],), attrs)
    found = iter([_with_shape(g, t) for g, t in zip(created, sources, strict=True)])
    return [next(found) if t.dtype.is_floating or t.dtype.is_complex else None for t in op.inputs]


def _with_shape(grad: Any, source: Any) -> Any:
    if state.graph is not None:
        grad.set_shape(source.shape)
    return grad


EAGER_PY_FUNC = op(
    "EagerPyFunc",
    "input: [Tin] -> output: [Tout]",
    "token: string; is_async: bool = false; Tin: list(type) >= 0; Tout: list(type) >= 0",
    shape=_unknown_shapes,
    kernel=_run_tensors,
    gradient=_eager_gradient,
    effect="host",
    reaches={"token": Reach.CALLS},
)

# public functions -------------------------------------------------------------------------------------------


@shortened
def py_function(func: Any = None, inp: Any = None, Tout: Any = None, name: str | None = None) -> Any:
    """Call a Python function on tensors, also from within a traced function.

    It runs eagerly every time, so it may do anything Python can, and gradients go through the TensorFlow operations in
    it. Used without `func` it is a decorator.

    Args:
      func: takes as many tensors as `inp` has; returns a tensor or what becomes one, or a list of them, or None.
      inp: the list of arguments, tensors or values made of tensors.
      Tout: the dtype or the spec of the result, a list of these for several, an empty list for none.
      name: name of the operation.

    Returns: a tensor, or a list of tensors where `Tout` is a list.

    Raises:
      InvalidArgumentError: the function raised TypeError or ValueError, or what it returned does not fit `Tout`.
      OutOfRangeError, ResourceExhaustedError, UnimplementedError: it raised StopIteration, MemoryError or
        NotImplementedError; UnknownError: anything else. The error it raised is the `__cause__`.

    >>> @tf.function
    ... def f(x):
    ...     return tf.py_function(lambda v: float(v) + 1, [x], tf.float32)
    >>> float(f(tf.constant(1.0)))
    2.0
    """
    if Tout is None:
        raise TypeError(
            "Missing required argument: 'Tout'\n  If using tf.py_function as a decorator, set `Tout`\n"
            "  **by name** above the function:\n  `@tf.py_function(Tout=tout)`"
        )
    if func is None:
        return lambda function: lambda *args: py_function(function, list(args), Tout, name)
    if inp is None:
        raise TypeError(
            "Missing argument `inp`:\n  You must set the `inp` argument (the list of arguments to the\n"
            "  function), unless you use `tf.py_function` as a decorator(`func=None`)."
        )
    inputs = list(inp)
    if HostSignature.applies(inputs, Tout):
        declared = Tout if isinstance(Tout, (list, tuple)) else [Tout]
        signature, called = HostSignature(inputs, declared), getattr(func, "__name__", "func")
        flat = signature.flat_function(func, lambda result: _checked_count(called, _as_list(result), len(declared)))
        tensors = py_function(flat, signature.flat_inputs(), signature.flat_dtypes(), name)
        return _packed(signature.results(tensors), Tout)
    dtypes = _dtypes(Tout)
    if state.graph is None:
        return _packed(_call_eagerly(func, inputs, dtypes), Tout)
    differentiable = any(t.is_floating or t.is_complex for t in dtypes)
    attrs = {"token": token_for(func), "Tout": [*dtypes, variant] if differentiable else dtypes}
    outputs = apply_multi(EAGER_PY_FUNC, (inputs,), attrs, name)
    return _packed(outputs[: len(dtypes)], Tout)


def _call_eagerly(func: Callable[..., Any], inputs: list[Any], dtypes: list[DType]) -> list[Tensor]:
    """The call itself: the tapes that are recording see what the function does."""

    def convert(result: Any) -> list[Tensor]:
        values = _checked_count(getattr(func, "__name__", "func"), _as_list(result), len(dtypes))
        return [to_tensor(v, t) for v, t in zip(values, dtypes, strict=True)]

    created: list[Tensor] = _call(func, [to_tensor(v) for v in inputs], convert)
    return created


def _dtypes(given: Any) -> list[DType]:
    return [as_dtype(t) for t in given] if isinstance(given, (list, tuple)) else [as_dtype(given)]


def _packed(outputs: Any, given: Any) -> Any:
    return list(outputs) if isinstance(given, (list, tuple)) else outputs[0]


@shortened
def numpy_function(
    func: Any = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """Call a Python function on NumPy arrays, also from within a traced function.

    The function gets arrays of its own, which it may change, and NumPy scalars for tensors without dimensions. No
    gradient goes through it. Used without `func` it is a decorator.

    Args:
      func: takes as many arrays as `inp` has; returns an array or number, or a list of them, or None.
      inp: the list of arguments.
      Tout: the dtype of the result, a list of dtypes for several, an empty list for none.
      stateful: False when equal arguments always give equal results and nothing else happens.
      name: name of the operation.

    Raises:
      InvalidArgumentError: within a function, what was returned does not fit `Tout`; for errors of the function see
        `tf.py_function`. Eagerly they propagate unchanged.

    >>> import numpy as np
    >>> tf.numpy_function(np.sinh, [tf.constant([0.0])], tf.float32).numpy()
    array([0.], dtype=float32)
    """
    if Tout is None:
        raise TypeError("Missing required argument: 'Tout'")
    if func is None:
        return lambda function: lambda *args: numpy_function(function, list(args), Tout, stateful, name)
    if inp is None:
        raise TypeError("Missing argument `inp`: the list of arguments to the function.")
    dtypes, inputs = _dtypes(Tout), list(inp)
    if state.graph is None:
        return _call_on_arrays(func, inputs, Tout, dtypes)
    record = PY_FUNC if stateful else PY_FUNC_STATELESS
    outputs = apply_multi(record, (inputs,), {"token": token_for(func), "Tout": dtypes}, name)
    return _packed(outputs, Tout)


def _call_on_arrays(func: Callable[..., Any], inputs: list[Any], given: Any, dtypes: list[DType]) -> Any:
    """The call itself; an array that is returned keeps its dtype, Python values take the declared one."""
    result = func(*[_writable_array(to_tensor(v)._array) for v in inputs])  # type: ignore[attr-defined]
    if result is None:
        return None
    many = isinstance(given, (list, tuple))
    values = _as_list(result) if many else [result]
    pairs = zip(values, dtypes, strict=False)
    tensors = [v if isinstance(v, Tensor) else to_tensor(v, None, None, t) for v, t in pairs]
    return tensors if many else tensors[0]


def py_func(func: Any, inp: Any, Tout: Any, stateful: bool = True, name: str | None = None) -> Any:
    """`tf.compat.v1.py_func`: as `tf.numpy_function`.

    >>> int(tf.compat.v1.py_func(lambda x: x + np.int32(1), [tf.constant(1)], tf.int32))
    2
    """
    return numpy_function(func, inp, Tout, stateful, name)


__all__ = ["numpy_function", "py_func", "py_function"]
