"""`tf.autodiff.ForwardAccumulator`: derivatives along a direction."""

from __future__ import annotations

from typing import Any

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.tape import GradientTape, UnconnectedGradients, source_tensor, wants_zeros
from graphwright.autodiff.values import ones_like, zeros_like
from graphwright.base import nest
from graphwright.core.convert import to_tensor
from graphwright.core.door import apply
from graphwright.core.tape import Tape, carries_gradient


class ForwardAccumulator:
    """Products of Jacobians with vectors.

    Args:
      primals: a tensor or variable, or a structure of them, to move.
      tangents: tensors of the same shapes: the direction in which they move.

    The product is made by differentiating the gradient, which is linear in what comes into it; it costs about as
    much as two gradients.

    >>> import graphwright as tf
    >>> x = tf.constant([2.0, 3.0])
    >>> with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as accumulator:
    ...     y = x * x
    >>> accumulator.jvp(y).numpy().tolist()
    [4.0, 0.0]
    """

    def __init__(self, primals: Any, tangents: Any) -> None:
        nest.assert_same_structure(primals, tangents)
        self._primals = [source_tensor(p) for p in nest.flatten(primals)]
        self._tangents = [to_tensor(t) for t in nest.flatten(tangents)]
        self._tape = Tape(watch_variables=False)
        self._recording = False

    def __enter__(self) -> ForwardAccumulator:
        if self._recording:
            raise ValueError("Accumulator is already recording.")
        for primal in self._primals:
            self._tape.watch(primal)
        self._tape.push()
        self._recording = True
        return self

    def __exit__(self, *exc: object) -> None:
        self._tape.pop()
        self._recording = False

    def jvp(self, primals: Any, unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE) -> Any:
        """How fast each tensor of a structure moves; None (or zeros) for one that does not depend on the primals."""
        zero = wants_zeros(unconnected_gradients)
        found = nest.map_structure(lambda target: self._moved(to_tensor(target)), primals)
        if not zero:
            return found
        flat = zip(nest.flatten(primals), nest.flatten(found), strict=True)
        return nest.pack_sequence_as(primals, [zeros_like(to_tensor(p)) if m is None else m for p, m in flat])

    def _moved(self, target: Any) -> Any:
        if not carries_gradient(target) or id(target) not in self._tape.followed:
            return None
        with GradientTape(watch_accessed_variables=False) as tape:
            upstream = apply("Identity", (ones_like(target),))
            tape.watch(upstream)
            slopes = backpropagate(list(self._tape.entries), [(target, upstream)], self._primals)
        pairs = [(s, t) for s, t in zip(slopes, self._tangents, strict=True) if s is not None]
        if not pairs:
            return None
        return tape.gradient([s for s, _ in pairs], upstream, output_gradients=[t for _, t in pairs])


__all__ = ["ForwardAccumulator"]
