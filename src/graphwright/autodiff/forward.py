"""`tf.autodiff.ForwardAccumulator`: derivatives along a direction."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Any

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.tape import GradientTape, UnconnectedGradients, source_tensor, wants_zeros
from graphwright.autodiff.values import ones_like, zeros_like
from graphwright.base import nest
from graphwright.core.context import state
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tape import Tape, carries_gradient
from graphwright.core.tensor import Tensor
from graphwright.core.variable import is_variable

_log = logging.getLogger("graphwright")


class ForwardAccumulator:
    """Products of Jacobians with vectors.

    Args:
      primals: a tensor or variable, or a structure of them, to move.
      tangents: tensors of the same shapes: the direction in which they move.

    The product is computed by differentiating the gradient, which is linear in the upstream gradient; it costs about as
    much as two gradients. Accumulators and tapes may be nested for products with second derivatives.

    Raises:
      ValueError: structures, dtypes or shapes of primals and tangents differ, or a primal is there twice.
      TypeError: a primal is neither tensor nor variable.

    >>> x = tf.constant([2.0, 3.0])
    >>> with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as accumulator:
    ...     y = x * x
    >>> accumulator.jvp(y).numpy().tolist()
    [4.0, 0.0]
    """

    def __init__(self, primals: Any, tangents: Any) -> None:
        nest.assert_same_structure(primals, tangents)
        pairs = list(zip(nest.flatten(primals), nest.flatten(tangents), strict=True))
        moved = [(p, _tangent(p, t)) for p, t in pairs if _is_differentiable(p)]
        self._primals = [source_tensor(p) for p, _ in moved]
        self._tangents = [t for _, t in moved]
        if len({id(p) for p in self._primals}) < len(self._primals):
            raise ValueError(
                "A tensor was specified as a primal multiple times. This may indicate an error. If it was intended, "
                "please sum the corresponding tangents."
            )
        self._tape = Tape(watch_variables=False)
        self._recording = False
        self._around: tuple[Any, ...] = ()

    def __enter__(self) -> ForwardAccumulator:
        if self._recording:
            raise ValueError("Accumulator is already recording.")
        self._around = state.tapes
        self._follow()
        self._tape.push()
        self._recording = True
        return self

    def __exit__(self, *exc: object) -> None:
        if self._recording:
            self._tape.pop()
            self._recording = False

    def _follow(self) -> None:
        for primal in self._primals:
            self._tape.watch(primal)

    def jvp(self, primals: Any, unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE) -> Any:
        """How fast each tensor of a structure moves; None (or zeros) for one that does not depend on the primals.

        Raises TypeError for what is neither tensor nor variable, ValueError for an unknown `unconnected_gradients`.

        >>> x = tf.constant(3.0)
        >>> with tf.autodiff.ForwardAccumulator(x, tf.constant(2.0)) as accumulator:
        ...     y = {"square": x * x, "fixed": tf.constant(1.0)}
        >>> accumulator.jvp(y, unconnected_gradients="zero")["square"].numpy().item()
        12.0
        """
        zero = wants_zeros(unconnected_gradients)
        self._follow()
        targets = [self._value(t) for t in nest.flatten(primals)]
        with self._recorded_around():
            found = [self._tangent_of(t) for t in targets]
        if zero:
            found = [zeros_like(t) if m is None else m for t, m in zip(targets, found, strict=True)]
        return nest.pack_sequence_as(primals, found)

    @contextlib.contextmanager
    def _recorded_around(self) -> Iterator[None]:
        """Let the tapes and accumulators around this one record the product, even if they have ended meanwhile.

        They would have recorded it if it were computed with the values, as TensorFlow does.
        """
        ended = [tape for tape in self._around if tape not in state.tapes]
        for tape in ended:
            tape.push()
        try:
            yield
        finally:
            for tape in reversed(ended):
                tape.pop()

    def _value(self, target: Any) -> Any:
        """The tensor to ask about; the read of a variable is recorded, so that it leads to the variable."""
        _check(target, "target")
        if not is_variable(target):
            return to_tensor(target)
        self._tape.push()
        try:
            return to_tensor(target)
        finally:
            self._tape.pop()

    def _tangent_of(self, target: Any) -> Any:
        if not carries_gradient(target) or id(target) not in self._tape.followed:
            return None
        with GradientTape(watch_accessed_variables=False) as tape:
            upstream = apply("Identity", (ones_like(target),))
            tape.watch(upstream)
            slopes = backpropagate(list(self._tape.entries), [(target, upstream)], self._primals)
        pairs = [(s, t) for s, t in zip(slopes, self._tangents, strict=True) if s is not None]
        if not pairs:
            return None
        moved = tape.gradient([s for s, _ in pairs], upstream, output_gradients=[t for _, t in pairs])
        return None if moved is None else to_tensor(moved)  # rows of a sparse gradient, too, are a tensor's motion


def _check(value: Any, role: str) -> None:
    if not (isinstance(value, Tensor) or is_tensor_like(value)):
        raise TypeError(
            f"A {role} of ForwardAccumulator must be a tensor or a variable, not {value!r} of type "
            f"{type(value).__name__}."
        )


def _is_differentiable(primal: Any) -> bool:
    _check(primal, "primal")
    dtype = primal.dtype
    if dtype.is_floating or dtype.is_complex:
        return True
    _log.warning("The dtype of the watched primal must be floating (e.g. tf.float32), got %r", dtype)
    return False


def _tangent(primal: Any, tangent: Any) -> Any:
    """The direction as a tensor of the primal's dtype and shape."""
    result = to_tensor(tangent, primal.dtype)
    shape, actual = primal.shape, result.shape
    if not shape.is_fully_defined() or actual == shape:
        return result
    dims = actual.as_list() if actual.rank is not None else []
    fits = len(dims) <= len(shape) and all(d in (1, w, None) for d, w in zip(dims[::-1], shape[::-1], strict=False))
    if not fits:
        raise ValueError(f"A tangent of shape {actual} does not fit a primal of shape {shape}.")
    return apply("BroadcastTo", (result, shape.as_list()))


__all__ = ["ForwardAccumulator"]
