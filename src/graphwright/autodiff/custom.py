"""User-defined gradients: `tf.custom_gradient` and registered ones."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from graphwright.autodiff.composites import flatten_composites
from graphwright.autodiff.custom_arguments import Arguments
from graphwright.autodiff.values import zeros_like
from graphwright.base import nest
from graphwright.base.dtypes import variant
from graphwright.core.context import state
from graphwright.core.convert import distinct, is_tensor_like, to_tensor
from graphwright.core.dispatch import apply_multi
from graphwright.core.indexed_slices import dense
from graphwright.core.tape import (
    GRADIENT_NAME,
    WATCHING,
    Tape,
    carries_gradient,
    record_custom,
    stop_recording,
    watch_on_tapes,
)
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.ir.record import lookup

_F = TypeVar("_F", bound=Callable[..., Any])

_serial = itertools.count(1)
_registered: dict[str, Callable[..., Any]] = {}


class GradientName(str):
    """The name by which an operation refers to its gradient function; it keeps the function alive."""

    function: Callable[..., Any]

    def __new__(cls, function: Callable[..., Any]) -> GradientName:
        """A new name, as TensorFlow makes them."""
        result = str.__new__(cls, f"CustomGradient-{next(_serial)}")
        result.function = function
        return result


class RegisterGradient:
    """Decorator that registers a gradient for an op type that has none, or under a name of its own.

    The function takes the operation and one gradient per output and gives one gradient (or None) per input.
    Operations ask for a gradient of another name by `Graph.gradient_override_map`.

    Raises:
      TypeError: the op type is not a string.
      KeyError: the op has a gradient, or the name is taken.

    >>> @tf.RegisterGradient("MyClippedGradient")
    ... def clipped(op, grad):
    ...     return tf.clip_by_value(grad, -1.0, 1.0)
    """

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, f: _F) -> _F:
        _register(self._op_type, f)
        return f


def _register(op_type: str, rule: Callable[..., Any]) -> None:
    record = lookup(op_type)
    if op_type in _registered or (record is not None and (record.no_gradient or record.gradient is not None)):
        raise KeyError(f"Registering two gradient with name '{op_type}'!")
    _registered[op_type] = rule


def no_gradient(op_type: str) -> None:
    """Declare that an op type has no gradient: none flows through it, where otherwise asking would be an error.

    Raises TypeError when the type is not a string, KeyError when it has a gradient or is declared already.

    >>> tf.no_gradient("MyOpWithoutGradient")
    """
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _register(op_type, lambda entry, *gradients: [None] * len(entry.inputs))


def gradient_function(entry: Any) -> Callable[[Any, Sequence[Any]], Any] | None:
    """`function(entry, output gradients)` that replaces the rule of the op's record, or None."""
    backward = getattr(entry, "backward", None)
    if backward is not None:
        return _call_recorded
    name = entry.attrs.get(GRADIENT_NAME)
    if isinstance(name, GradientName):
        return name.function
    rule = _registered.get(name or entry.type)
    if rule is None and name is not None and not entry.record.calls_functions:
        # a loaded graph may name a function that was not saved; calls carry such a name too, and have a rule
        raise LookupError(f"No gradient is registered under the name {name!r} that operation {entry.type} asks for.")
    return None if rule is None else functools.partial(_call_rule, rule)


def _call_recorded(entry: Any, gradients: Sequence[Any]) -> Any:
    backward = entry.backward
    if getattr(backward, "takes_none", False):
        return backward(*[g if g is None else dense(g) for g in gradients])
    return backward(*fill_zeros(entry.outputs, gradients))


def _call_rule(rule: Callable[..., Any], entry: Any, gradients: Sequence[Any]) -> Any:
    return rule(entry, *fill_zeros(entry.outputs, gradients))


def fill_zeros(outputs: Sequence[Any], gradients: Sequence[Any]) -> list[Any]:
    """Dense gradients, zeros for outputs that nothing depends on; a list's gradient stays None."""
    return [
        zeros_like(v) if g is None and carries_gradient(v) and v.dtype is not variant else dense(g)
        for v, g in zip(outputs, gradients, strict=True)
    ]


class _VariableCollector(Tape):
    """A tape that only collects the variables that are read."""

    def __init__(self) -> None:
        super().__init__(use=WATCHING)

    def record(self, entry: Any) -> None:
        """Record nothing."""


def custom_gradient(f: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Let a function define its own gradient.

    `f(*args, **kwargs)` gives `(result, grad_fn)`. `grad_fn(*gradients)` gets one gradient per tensor in `result` and
    gives one (or None) per tensor among the arguments, in the order of the parameters of `f`. It may leave out tensors
    that were passed by keyword; these have no gradient then. When `f` reads trainable variables, `grad_fn` must take
    `variables` as a keyword too and give `(gradients, variable_gradients)`.

    Raises:
      TypeError: variables are used and `grad_fn` does not take `variables`.
      ValueError: `grad_fn` gives another number of gradients.

    >>> @tf.custom_gradient
    ... def clip_gradient(x):
    ...     return tf.identity(x), lambda upstream: tf.clip_by_value(upstream, -1.0, 1.0)
    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = clip_gradient(x) * 10.0
    >>> float(tape.gradient(y, x))
    1.0
    """
    if f is None:
        return custom_gradient
    function = f

    @functools.wraps(function)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        return call_with_gradient(function, args, kwargs)

    return decorated


def call_with_gradient(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], hidden: bool = False
) -> Any:
    """Call a function that gives `(result, grad_fn)` and attach the gradient to the result.

    `hidden`: tapes do not see what the function does, and so save none of its intermediate values.
    """
    return _Call(function, args, kwargs, hidden).result()


class _Call:
    """One call of a function with a gradient of its own."""

    def __init__(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], hidden: bool
    ) -> None:
        if state.graph is not None:  # as in TensorFlow, what is traced gets the values of variables
            args = tuple(nest.map_structure(lambda v: to_tensor(v) if is_tensor_like(v) else v, list(args)))
        watcher = _VariableCollector()
        # other tapes keep recording: the gradient may use intermediate values of the function, and those
        # have gradients too
        with stop_recording() if hidden else contextlib.nullcontext():
            watcher.push()
            try:
                returned = function(*args, **kwargs)
            finally:
                watcher.pop()
        if not isinstance(returned, (tuple, list)) or len(returned) != 2 or not callable(returned[1]):
            raise TypeError(
                "A function with a custom gradient must return (result, grad_fn); "
                f"{function.__name__} returned {returned!r}."
            )
        self.structure, self.grad_fn = returned
        takes_variables = bool(kwargs) and _takes_variables(self.grad_fn)
        self.arguments = Arguments(function, args, kwargs, takes_variables)
        self.inputs = self.arguments.inputs
        captured = {id(v) for v in self.arguments.sources}
        self.variables = [v for v in watcher.variables.values() if id(v) not in captured]
        if hidden:
            watch_on_tapes(watcher.variables.values(), state.tapes)
        if self.variables:
            _check_takes_variables(self.grad_fn, self.variables)

    def result(self) -> Any:
        """What the function returned, with the gradient attached."""
        flat = [v if v is None else to_tensor(v) for v in nest.flatten(self.structure, expand_composites=True)]
        values = [v for v in flat if v is not None]
        inputs = [*self.inputs, *(v.handle for v in self.variables)]
        if state.graph is not None:
            # variables by value: a handle that passed through an op would not identify its variable
            read = [v.read_value() for v in self.variables]
            created = apply_multi("IdentityN", ([*values, *self.inputs, *read],))
            created[0].op.attrs[GRADIENT_NAME] = GradientName(functools.partial(self._graph_gradient, len(values)))
        elif state.tapes:
            # new tensors, so that tapes find this gradient and not the ops that computed them
            created = [distinct(v) for v in values]
            record_custom(inputs, created, self._gradient)
        else:
            created = values
        leaves = iter(created)
        filled = [None if v is None else next(leaves) for v in flat]
        return nest.pack_sequence_as(self.structure, filled, expand_composites=True)

    def _graph_gradient(self, count: int, entry: Any, gradients: Sequence[Any]) -> list[Any]:
        # the operation passes on results and arguments, so that the gradient finds its way to both
        upstream = fill_zeros(entry.outputs[:count], gradients[:count])
        return [*[None] * count, *self._gradient(*upstream)]

    def _gradient(self, *upstream: Any) -> list[Any]:
        own: Any
        if self.variables:
            own, of_variables = self.grad_fn(*upstream, variables=self.variables)
            of_variables = nest.flatten(of_variables)
        else:
            own, of_variables = self.grad_fn(*upstream), []
        flat = self.arguments.gradients(flatten_composites(own)[0])
        if len(of_variables) != len(self.variables):
            raise ValueError(
                f"custom_gradient function expected to return {len(self.variables)} variable gradients, "
                f"but returned {len(of_variables)} instead."
            )
        sources = [*self.arguments.sources, *self.variables]
        return [_as_gradient(g, v) for g, v in zip([*flat, *of_variables], sources, strict=True)]


def _as_gradient(gradient: Any, value: Any) -> Any:
    if gradient is None or isinstance(gradient, (EagerTensor, SymbolicTensor)) or hasattr(gradient, "dense_shape"):
        return gradient
    dtype = getattr(value, "dtype", None)
    return to_tensor(gradient, dtype if hasattr(dtype, "is_floating") else None)


def _takes_variables(grad_fn: Callable[..., Any]) -> bool:
    import inspect

    parameters = inspect.signature(grad_fn).parameters
    return "variables" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def _check_takes_variables(grad_fn: Callable[..., Any], variables: Sequence[Any]) -> None:
    if not _takes_variables(grad_fn):
        raise TypeError(
            "@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function uses variables: "
            f"{list(variables)}"
        )


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its gradient replaced by the identity: what comes in goes out unchanged.

    >>> x = tf.constant(2.4)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = tf.grad_pass_through(tf.round)(x)
    >>> float(tape.gradient(y, x))
    1.0
    """

    @functools.wraps(f)
    def passing(*args: Any, **kwargs: Any) -> Any:
        def passed(*gradients: Any, **settings: Any) -> Any:
            own = gradients[0] if len(gradients) == 1 else gradients
            variables = settings.get("variables")
            return own if variables is None else (own, [None] * len(variables))

        return f(*args, **kwargs), passed

    return custom_gradient(passing)


__all__ = ["RegisterGradient", "custom_gradient", "grad_pass_through", "gradient_function"]
