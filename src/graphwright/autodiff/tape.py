"""`tf.GradientTape`."""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.composites import flatten_composites, is_trainable
from graphwright.autodiff.values import ones_like, zeros_like
from graphwright.base import nest
from graphwright.base.dtypes import DType, as_dtype, resource
from graphwright.base.tracebacks import shorten
from graphwright.core.context import calls_are_fast, slow_path_flags
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.tape import ASKED_ONCE, PERSISTENT, CallEntry, Tape, carries_gradient
from graphwright.core.tensor import Tensor

if TYPE_CHECKING:
    import logging


def _log() -> logging.Logger:
    import logging  # few programs log anything

    return logging.getLogger("graphwright")


class UnconnectedGradients(enum.Enum):
    """What a gradient is when the target does not depend on the source.

    `NONE`: None. `ZERO`: zeros of the source's shape.

    >>> x = tf.constant([1.0, 2.0])
    >>> with tf.GradientTape() as tape:
    ...     y = tf.constant(3.0)
    >>> tape.gradient(y, x, unconnected_gradients=tf.UnconnectedGradients.ZERO).numpy().tolist()
    [0.0, 0.0]
    """

    NONE = "none"
    ZERO = "zero"


class GradientTape:
    """Records operations for differentiation.

    Args:
      persistent: whether more than one gradient may be computed.
      watch_accessed_variables: whether trainable variables are watched as soon as they are read.

    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> float(tape.gradient(y, x))
    6.0
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watch_accessed_variables = watch_accessed_variables
        self._tape: Tape | None = None
        self._recording = False
        self._watched: dict[int, Any] = {}  # the variables of a released tape

    # recording ---------------------------------------------------------------------------------------------

    def __enter__(self) -> GradientTape:
        self._start()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._recording:
            self._recording = False
            self._tape.pop()  # type: ignore[union-attr]

    def _start(self) -> None:
        if self._recording:
            raise ValueError("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
        if self._tape is None:
            self._tape = Tape(self._watch_accessed_variables, PERSISTENT if self._persistent else ASKED_ONCE)
        self._tape.push()
        self._recording = True

    def _stop(self) -> None:
        if self._tape is None or not self._recording:
            raise ValueError("Tape is not recording.")
        self._tape.pop()
        self._recording = False

    def watch(self, tensor: Any) -> None:
        """Follow a tensor, a variable or all of a structure of them.

        Raises ValueError for anything else. Only floating and complex tensors have gradients; others are logged
        and have none.
        """
        if isinstance(tensor, Tensor) and tensor._type.dtype.is_floating and self._tape is not None:
            self._tape.watch(tensor)
            return
        for t in nest.flatten(flatten_composites(tensor)[0], expand_composites=True):
            if not (isinstance(t, Tensor) or is_tensor_like(t)):
                raise ValueError(
                    f"Passed in object {t} of type {type(t).__name__!r}, not tf.Tensor or tf.Variable or ExtensionType."
                )
            if not is_trainable(as_dtype(t.dtype)):
                _log().warning("The dtype of the watched tensor must be floating (e.g. tf.float32), got %r", t.dtype)
            elif self._tape is None:
                raise RuntimeError("The tape is not recording: use watch inside its `with` block.")
            elif isinstance(t, Tensor) or not hasattr(t, "handle"):
                self._tape.watch(t)
            else:
                self._tape.watch_variable(t)

    @contextlib.contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Leave the operations of a block out.

        Raises RuntimeError when the tape is not recording.

        >>> x = tf.constant(4.0)
        >>> with tf.GradientTape() as tape:
        ...     tape.watch(x)
        ...     with tape.stop_recording():
        ...         y = x ** 2
        >>> tape.gradient(y, x) is None
        True
        """
        if self._tape is None or not self._recording:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._stop()
        try:
            yield
        finally:
            self._start()

    def reset(self) -> None:
        """Forget everything recorded so far; inside the `with` block recording starts again.

        Raises ValueError when the tape is not recording.
        """
        self._stop()
        self._tape = None
        self._watched = {}
        self._start()

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables that the tape watches, in the order of their first use."""
        return tuple((self._watched if self._tape is None else self._tape.variables).values())

    # gradients ---------------------------------------------------------------------------------------------

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
    ) -> Any:
        """The gradient of `target` (the sum of its elements) with regard to `sources`.

        Args:
          target: a tensor or variable, a composite value (an ExtensionType), or a structure of them.
          sources: like `target`. The gradient of a composite value has its type: gradients or zeros for the tensors
            that can have gradients, everything else unchanged.
          output_gradients: upstream gradients of the targets, one for each; ones by default.
          unconnected_gradients: None or zeros for sources that the target does not depend on.

        Returns: one gradient per source, in their structure.

        Raises:
          RuntimeError: a second gradient of a tape that is not persistent.
          TypeError: target is None.
          LookupError: an op in between has no gradient.

        >>> v = tf.Variable([1.0, 2.0])
        >>> with tf.GradientTape() as tape:
        ...     loss = v * v
        >>> tape.gradient(loss, {"v": v})["v"].numpy().tolist()
        [2.0, 4.0]
        """
        tape = self._tape or self._take_tape()
        if output_gradients is None and unconnected_gradients is UnconnectedGradients.NONE and not self._recording:
            found = _gradient_of_single_call(tape.entries, target, sources)
            if found is not None:
                if not self._persistent:
                    self._release(tape)
                return found
        try:
            return self._gradient(tape, target, sources, output_gradients, unconnected_gradients)
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise

    def _gradient(
        self,
        tape: Tape,
        target: Any,
        sources: Any,
        output_gradients: Any,
        unconnected_gradients: UnconnectedGradients | str,
    ) -> Any:
        if target is None:
            raise TypeError(
                "Argument `target` should be a list or nested structure of Tensors, Variables or CompositeTensors to "
                "be differentiated, but received None."
            )
        zero = unconnected_gradients is not UnconnectedGradients.NONE and wants_zeros(unconnected_gradients)
        if self._recording:
            self._warn_or_stop()
        targets = self._targets(tape, target)
        flat_sources, pack = flatten_composites(sources)
        for source in flat_sources:
            if not (isinstance(source, Tensor) and source._type.dtype.is_floating):
                _check_source(source)
        seeds = _seeds(targets, output_gradients)
        flat = backpropagate(list(tape.entries), seeds, _followed(tape, flat_sources, targets))
        if zero:
            flat = [zeros_like(source_tensor(s)) if g is None else g for g, s in zip(flat, flat_sources, strict=True)]
        if not self._persistent:
            self._release(tape)
        return pack(flat)

    def _take_tape(self) -> Tape:
        if self._tape is None:
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians), of "
                "what was computed inside its `with` block; GradientTape(persistent=True) can be used for several."
            )
        return self._tape

    def _release(self, tape: Tape) -> None:
        self._watched = tape.variables
        self._tape = None

    def _warn_or_stop(self) -> None:
        if not self._persistent:
            self._stop()
            return
        _log().warning(
            "Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient "
            "than calling it outside the context (it causes the gradient ops to be recorded on the tape, leading to "
            "increased CPU and memory usage). Only call GradientTape.gradient inside the context if you actually want "
            "to trace the gradient in order to compute higher order derivatives."
        )

    def _targets(self, tape: Tape, target: Any) -> list[Any]:
        found = []
        for t in flatten_composites(target)[0]:
            if isinstance(t, Tensor):
                if not t._type.dtype.is_floating:
                    _log_integer_dtype("target", t.dtype)
                found.append(t)
                continue
            if not is_tensor_like(t):
                raise TypeError(
                    f"The target of a gradient must be a tensor or a variable, not {t!r} of type {type(t).__name__}: "
                    "what NumPy or Python computes, of x.numpy() for one, is not recorded."
                )
            _log_integer_dtype("target", as_dtype(t.dtype))
            found.append(self._read(tape, t))
        return found

    def _one_target(self, tape: Tape, target: Any) -> Any:
        if nest.is_nested(target):
            raise TypeError(f"The target of a jacobian must be one tensor, not the structure {target!r}.")
        return self._targets(tape, target)[0]

    def _read(self, tape: Tape, variable: Any) -> Any:
        """The value of a variable that is a target; the read is recorded, so that it leads to the variable."""
        if self._recording:
            return to_tensor(variable)
        tape.push()
        try:
            return to_tensor(variable)
        finally:
            tape.pop()

    # jacobians ---------------------------------------------------------------------------------------------

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivative of every element of `target` with regard to every element of `sources`.

        Returns: per source a tensor of shape `target.shape + source.shape`. It takes one pass per element of the
        target. Many passes run at once, as in `tf.vectorized_map`, which needs the memory of all of them; without
        `experimental_use_pfor` they run one after the other. `parallel_iterations` is accepted.

        Raises what `gradient` raises; TypeError for a target that is a structure.

        >>> x = tf.constant([1.0, 2.0])
        >>> with tf.GradientTape() as tape:
        ...     tape.watch(x)
        ...     y = x * x
        >>> tape.jacobian(y, x).numpy().tolist()
        [[2.0, 0.0], [0.0, 4.0]]
        """
        from graphwright.autodiff.jacobians import jacobian

        tape = self._take_tape()
        zero = wants_zeros(unconnected_gradients)
        flat_sources = nest.flatten(sources)
        for source in flat_sources:
            _check_source(source)
        if self._recording and not self._persistent:
            self._stop()
        whole = self._one_target(tape, target)
        behind = [source_tensor(s) for s in flat_sources]
        flat = jacobian(
            list(tape.entries), whole, behind, _followed(tape, behind, [whole]), zero, experimental_use_pfor
        )
        if not self._persistent:
            self._release(tape)
        return nest.pack_sequence_as(sources, flat)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """Jacobians per row: `result[b, i, j]` is the derivative of `target[b, i]` with regard to `source[b, j]`.

        Row b of the target may depend on row b of the source only. Raises ValueError when the first dimensions differ
        or a rank is below 2. A target that does not depend on the source gives zeros.

        >>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        >>> with tf.GradientTape() as tape:
        ...     tape.watch(x)
        ...     y = x * x
        >>> tape.batch_jacobian(y, x)[1].numpy().tolist()
        [[6.0, 0.0], [0.0, 8.0]]
        """
        from graphwright.autodiff.jacobians import batch_jacobian

        tape = self._take_tape()
        wants_zeros(unconnected_gradients)
        if self._recording and not self._persistent:
            self._stop()
        if isinstance(source, (list, tuple, dict)):
            raise ValueError("batch_jacobian takes one source, not a structure of them.")
        whole = self._one_target(tape, target)
        behind = source_tensor(source)
        (followed,) = _followed(tape, [behind], [whole])
        result = batch_jacobian(list(tape.entries), whole, behind, followed, source.shape, experimental_use_pfor)
        if not self._persistent:
            self._release(tape)
        return result


def _gradient_of_single_call(entries: Sequence[Any], target: Any, sources: Any) -> Any:
    """The gradient if all that is recorded is one call of compiled code, and no tape records it; otherwise None."""
    if len(entries) != 1:
        return None
    entry = entries[0]
    if entry.__class__ is not CallEntry or (slow_path_flags[0] and not calls_are_fast()):
        return None
    return entry.plan.gradient(entry, target, sources)


def _check_source(source: Any) -> None:
    if not (isinstance(source, Tensor) or is_tensor_like(source)):
        raise TypeError(
            f"The source of a gradient must be a tensor or a variable, not {source!r} of type {type(source).__name__}."
        )
    _log_integer_dtype("source", as_dtype(source.dtype))


def _log_integer_dtype(role: str, dtype: DType) -> None:
    if not is_trainable(dtype):
        # not a warning, as `watch` gives one: integers among many sources or targets are nothing unusual
        _log().debug(
            "The dtype of the %s tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, got %r",
            role,
            dtype,
        )


def source_tensor(source: Any) -> Any:
    """The tensor whose gradient is that of the source: the handle of a variable, the tensor itself otherwise."""
    handle = getattr(source, "handle", None)
    return source if handle is None else handle


def _followed(tape: Tape, sources: Sequence[Any], targets: Sequence[Any]) -> list[Any]:
    """The tensors of the sources; for one that the tape does not follow, an object that nothing depends on."""
    known, own = tape.followed, {id(t) for t in targets}
    behind = [s if isinstance(s, Tensor) else source_tensor(s) for s in sources]
    return [s if id(s) in known or id(s) in own else object() for s in behind]


def wants_zeros(unconnected_gradients: UnconnectedGradients | str) -> bool:
    """Whether unconnected gradients are zeros; raises ValueError for an invalid choice."""
    try:
        return UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.ZERO
    except ValueError:
        raise ValueError(f"Unknown value for unconnected_gradients: {unconnected_gradients!r}") from None


def _seeds(targets: Sequence[Any], output_gradients: Any) -> list[tuple[Any, Any]]:
    if output_gradients is None:
        return [(t, ones_like(t)) for t in targets if t._type.dtype.is_floating or _has_gradient(t)]
    incoming = flatten_composites(output_gradients)[0]
    if len(incoming) != len(targets) and len(targets) == 1:
        incoming = [output_gradients]  # one gradient, passed as nested lists of numbers
    if len(incoming) != len(targets):
        raise ValueError(f"{len(incoming)} output gradients are given for {len(targets)} targets.")
    return [
        (t, ones_like(t) if g is None else to_tensor(g, None if hasattr(g, "dtype") else t.dtype))
        for t, g in zip(targets, incoming, strict=True)
        if _has_gradient(t)
    ]


def _has_gradient(target: Any) -> bool:
    return carries_gradient(target) and target.dtype is not resource


__all__ = ["GradientTape", "UnconnectedGradients"]
