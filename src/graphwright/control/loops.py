"""While: the records and `tf.while_loop`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.base.dtypes import int32
from graphwright.base.shape import Symbol, TensorShape, common_dims
from graphwright.base.tracebacks import shorten
from graphwright.control.branches import truth_value
from graphwright.control.subgraph import (
    any_stateful,
    check_bool,
    kept_elements,
    reference_program,
    scalar_condition,
    share_captures,
    trace_body,
    with_bodies,
)
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.tensor_like import AnyRagged
from graphwright.core.tracing import TracingGraph
from graphwright.ir.types import Dims, TensorType, describe_dims, tensor_type

_ATTRS = "T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; parallel_iterations: int = 10"


def _run_while(inputs: list[Any], *, cond: Any, body: Any, **_: Any) -> list[Any]:
    test, step = reference_program(cond), reference_program(body)
    values = list(inputs)
    while truth_value(test.run(values)[0]):
        values = step.run(values)
    return values


def _while_gradient(entry: Any, *grads: Any) -> Any:
    from graphwright.autodiff.control_flow import while_gradient

    return while_gradient(entry, grads)


WHILE, STATELESS_WHILE = with_bodies(
    "While", "input: [T] -> output: [T]", _ATTRS, _run_while, _while_gradient, kept_elements
)


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    """Repeat `body` while `cond` holds.

    Args:
      cond: takes the loop variables, gives a scalar bool tensor.
      body: takes the loop variables, gives their new values in the same structure, with the same dtypes.
      loop_vars: a structure of tensors.
      shape_invariants: a structure of TensorShapes for variables whose shape changes; unknown dimensions may vary.
      back_prop: False: no gradient goes through the loop (in a function; eagerly each op has its gradient).
      maximum_iterations: an upper bound on the number of iterations.

    Returns: the loop variables after the last iteration, in the structure of `loop_vars`.

    Raises:
      ValueError: a variable's shape changes in an iteration and no shape invariant allows it.
      TypeError: `cond` or `body` is not a callable, `parallel_iterations` no positive number, or a dtype changes.

    >>> int(tf.while_loop(lambda i: i < 10, lambda i: [i + 3], [tf.constant(0)])[0])
    12
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if not loop_vars:
        raise errors.SignatureError("'loop_vars' must be specified: No loop variables provided.")
    if not hasattr(parallel_iterations, "__index__") or parallel_iterations < 1:
        raise TypeError(f"'parallel_iterations' must be a positive integer, got {parallel_iterations!r}.")
    if state.graph is None:
        return _run_eagerly(cond, body, loop_vars, maximum_iterations)
    with name_scope(name or "while") as scope:
        builder = _LoopBuilder(cond, body, loop_vars, shape_invariants, maximum_iterations, scope, parallel_iterations)
        return builder.build("Identity" if back_prop else "StopGradient")


def _run_eagerly(cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any, maximum: Any) -> Any:
    try:
        count, limit = 0, None if maximum is None else _eager_limit(maximum)
        while cond(*loop_vars) and (limit is None or count < limit):
            result = body(*loop_vars)
            if not isinstance(result, (list, tuple)):
                result = (result,)
            nest.assert_same_structure(list(loop_vars), list(result))
            loop_vars, count = result, count + 1
        return nest.map_structure(lambda v: v if nest.is_nested(v) else to_tensor(v), loop_vars, expand_composites=True)
    except BaseException as error:  # Ctrl-C too
        shorten(error)
        raise


def _eager_limit(maximum: Any) -> int:
    """The maximum number of iterations as an int."""
    condition = np.asarray(maximum)
    if condition.ndim:
        raise errors.ShapeMismatchError(f"'maximum_iterations' must be a scalar. Received shape: {condition.shape}")
    if condition.dtype.kind not in "iu":
        raise TypeError(f"'maximum_iterations' must be an integer, got {maximum!r}.")
    return int(condition)


def _ragged_invariant(variable: Any, invariant: Any) -> Any:
    """The spec of a ragged variable whose invariant is a shape; other invariants unchanged."""
    if not isinstance(variable, AnyRagged) or not isinstance(invariant, TensorShape):
        return invariant
    spec: Any = getattr(variable, "_type_spec")  # noqa: B009
    return type(spec)(invariant, spec.dtype, spec.ragged_rank, spec.row_splits_dtype)


class _LoopBuilder:
    """One staged loop under construction.

    As in TensorFlow, the loop-carried values are an iteration counter and the maximum (-1: none), then the user's
    variables, then the values that the bodies capture.
    """

    def __init__(
        self, cond: Any, body: Any, loop_vars: Any, invariants: Any, maximum: Any, scope: str, parallel: int
    ) -> None:
        self.cond, self.body, self.scope, self.parallel = cond, body, scope, parallel
        self.prefix = scope[:-1].replace("/", "_")
        self.loop_vars = loop_vars
        self.structure = nest.map_structure(lambda v: to_tensor(v), loop_vars, expand_composites=True)
        self.limited = maximum is not None
        counter = to_tensor(np.int32(0), name="loop_counter")
        limit = to_tensor(-1 if maximum is None else maximum, int32, "maximum_iterations")
        self.initial = [counter, limit, *nest.flatten(self.structure, expand_composites=True)]
        self.given = self._invariants(invariants)
        self.types = [self._start_type(v, s) for v, s in zip(self.initial, self.given, strict=True)]

    def _invariants(self, invariants: Any) -> list[TensorShape | None]:
        if invariants is None:
            return [None] * len(self.initial)
        each, variables = nest.flatten(invariants), nest.flatten(self.loop_vars)
        if len(each) == len(variables):
            each = [_ragged_invariant(v, s) for v, s in zip(variables, each, strict=True)]
        shapes = [
            s.shape if hasattr(s, "dtype") else TensorShape(s) for s in nest.flatten(each, expand_composites=True)
        ]
        if len(shapes) != len(self.initial) - 2:
            raise ValueError(f"shape_invariants has {len(shapes)} entries for {len(self.initial) - 2} loop variables.")
        return [None, None, *shapes]

    @staticmethod
    def _start_type(tensor: Any, invariant: TensorShape | None) -> TensorType:
        if invariant is None or invariant.symbolic == tensor._type.dims:
            type_: TensorType = tensor._type
            return type_
        if not invariant.is_compatible_with(tensor.shape):
            raise ValueError(
                f"The shape invariant specified for {getattr(tensor, 'name', tensor)} is not compatible with the "
                f"initial shape of the loop variable. It enters the loop with shape {tensor.shape}, but the specified "
                f"shape invariant is {invariant}."
            )
        return tensor_type(tensor.dtype, invariant.symbolic)

    def build(self, passing: str = "Identity") -> Any:
        """Apply the loop; each result passes through the op named `passing`."""
        graphs = self._trace()
        while any(self._widen(i, graphs[1].outputs[i]) for i in range(len(self.types))):
            graphs = self._trace()
        test, step = graphs
        tensors = share_captures(graphs)
        step.outputs = [*step.outputs, *step.internal_captures]
        test.finish()
        step.finish()
        attrs = {
            "cond": test,
            "body": step,
            "output_shapes": [_result_shape(t, v.type) for t, v in zip(self.types, step.outputs, strict=False)]
            + [t.shape for t in tensors],
            "parallel_iterations": self.parallel,
        }
        record = WHILE if any_stateful(graphs) else STATELESS_WHILE
        flat = apply_multi(record, ([*self.initial, *tensors],), attrs, self.scope)
        flat = [apply(passing, (v,), name=passing) for v in flat[: len(self.initial)]]
        return nest.pack_sequence_as(self.structure, flat[2:], expand_composites=True)

    def _trace(self) -> tuple[TracingGraph, TracingGraph]:
        names = [
            "while_loop_counter",
            "while_maximum_iterations",
            *["while_placeholder"] * (len(self.initial) - 2),
        ]
        arguments = list(zip(self.types, names, strict=True))
        test, result = trace_body(f"{self.prefix}_cond", self._test, arguments)
        leaves = nest.flatten(result, expand_composites=True)
        if len(leaves) != 1 or leaves[0] is None:
            raise TypeError(
                f"The condition of a while loop must return one boolean scalar tensor, it returned {result!r}."
            )
        check_bool(leaves[0], "The condition of a while loop")
        step, _ = trace_body(f"{self.prefix}_body", self._step, arguments)
        return test, step

    def _test(self, counter: Any, limit: Any, *values: Any) -> Any:
        variables = nest.pack_sequence_as(self.structure, list(values), expand_composites=True)
        condition = scalar_condition(self.cond(*variables))
        return apply("LogicalAnd", (apply("Less", (counter, limit)), condition)) if self.limited else condition

    def _step(self, counter: Any, limit: Any, *values: Any) -> list[Any]:
        following = apply("AddV2", (counter, np.int32(1)), name="add")
        result = self.body(*nest.pack_sequence_as(self.structure, list(values), expand_composites=True))
        if not isinstance(result, (list, tuple)):
            result = [result]
        # the caller's own values: the body may have fixed the element type of one of them (an optional)
        before = list(self.loop_vars) if isinstance(self.loop_vars, (list, tuple)) else self.loop_vars
        after = list(result) if isinstance(before, list) else result
        nest.assert_same_structure(before, after, expand_composites=True)
        flat = nest.flatten(result, expand_composites=True)
        return [following, limit, *self._as_declared(flat)]

    def _as_declared(self, flat: Sequence[Any]) -> list[Any]:
        result = []
        for i, (value, declared) in enumerate(zip(flat, self.types[2:], strict=True)):
            tensor = to_tensor(value, None if hasattr(value, "dtype") else declared.dtype)
            if tensor.dtype is not declared.dtype:
                raise errors.DTypeMismatchError(
                    f"Loop variable {i} enters the loop with dtype {declared.dtype.name} but has dtype "
                    f"{tensor.dtype.name} after one iteration. Cast it with tf.cast."
                )
            result.append(tensor)
        return result

    def _widen(self, i: int, after: Any) -> bool:
        """Widen variable i's type to the shape after an iteration; True if the body must be retraced."""
        declared, found = self.types[i].dims, after.type.dims
        if declared is None or declared == found:
            return False
        fits = found is not None and len(found) == len(declared)
        if not fits or not all(isinstance(d, Symbol) or d == f for d, f in zip(declared, found or (), strict=True)):
            raise self._shape_error(i, declared, found)
        # an unknown dimension that changes gets a symbol that only this loop uses
        loose = (
            Symbol() if isinstance(d, Symbol) and d is not f else d for d, f in zip(declared, found or (), strict=True)
        )
        return self._use_own_symbols(i, tuple(loose))

    def _use_own_symbols(self, i: int, dims: Dims) -> bool:
        if self.types[i] is not self.initial[i]._type:
            return False  # already a symbol of the loop's own
        self.types[i] = tensor_type(self.types[i].dtype, dims)
        return True

    def _shape_error(self, i: int, declared: Dims, found: Dims) -> ValueError:
        name = (
            getattr(self.initial[i], "name", f"loop variable {i - 2}")
            if self.initial[i].__class__.__name__ != "EagerTensor"
            else f"loop variable {i - 2}"
        )
        return ValueError(
            f"Input tensor '{name}' enters the loop with shape {_dims_text(declared)}, but has shape "
            f"{_dims_text(found)} after one iteration. To allow the shape to vary across iterations, use the "
            "`shape_invariants` argument of tf.while_loop to specify a less-specific shape."
        )


def _result_shape(declared: TensorType, found: TensorType) -> TensorShape:
    """The shape of a variable after the loop: a dimension that changes gets a new symbol."""
    if declared.dims is None or found.dims is None:
        return declared.shape
    return TensorShape.from_dims(common_dims(declared.dims, found.dims))


def _dims_text(dims: Dims) -> str:
    return describe_dims(dims) if dims is None else str(TensorShape.from_dims(dims))
