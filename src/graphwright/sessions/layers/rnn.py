"""`tf.compat.v1.nn.dynamic_rnn` and its like: cells applied step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import TensorShape
from graphwright.control.loops import while_loop
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.constants import zeros, zeros_like
from graphwright.ops.array.rearrange import transpose
from graphwright.ops.array.select import where
from graphwright.ops.array.shapes import expand_dims, shape
from graphwright.ops.index.dynamic_stitch import reverse_sequence
from graphwright.ops.math.casts import cast
from graphwright.ops.math.comparison import less, logical_not
from graphwright.ops.math.reductions import reduce_all, reduce_any
from graphwright.ops.state.tensor_array import TensorArray
from graphwright.sessions.variable_scope import variable_scope


def _check_cell(cell: Any, name: str = "cell") -> None:
    if not (hasattr(cell, "state_size") and hasattr(cell, "output_size") and callable(cell)):
        raise TypeError(
            f"The argument {name!r} ({cell}) is not a valid RNNCell: 'output_size' property, 'state_size' property "
            "and a call are needed."
        )


def _state(cell: Any, state: Any, batch: Any, dtype: Any) -> Any:
    if state is not None:
        return nest.map_structure(to_tensor, state)
    if dtype is None:
        raise ValueError("If there is no initial_state, you must give a dtype.")
    return cell.zero_state(batch, as_dtype(dtype))


def _swapped(value: Tensor) -> Tensor:
    """Batch and time, exchanged."""
    rank = value.shape.rank
    if rank is None or rank < 2:
        raise ValueError(f"Expected input tensor to have rank at least 2, but saw shape: {value.shape}")
    return transpose(value, [1, 0, *range(2, rank)])


def _batch_size(value: Tensor, axis: int) -> Any:
    return shape(value)[axis] if value.shape[axis] is None else value.shape[axis]


def _chosen(mask: Tensor, first: Tensor, second: Tensor) -> Tensor:
    """The rows of one tensor where the mask says so, those of another elsewhere; scalars are not of rows."""
    if first.shape.rank == 0:
        return first
    for _ in range((first.shape.rank or 1) - 1):
        mask = expand_dims(mask, -1)
    return where(mask, first, second)


def dynamic_rnn(
    cell: Any, inputs: Any, sequence_length: Any = None, initial_state: Any = None, dtype: Any = None,
    parallel_iterations: int | None = None, swap_memory: bool = False, time_major: bool = False, scope: Any = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The outputs of a cell for all steps, and its last state.

    Args:
      cell: a cell of `tf.compat.v1.nn.rnn_cell`, or one like it.
      inputs: [batch, time, ...], or [time, batch, ...] with `time_major`; a structure of such tensors.
      sequence_length: the length of each sequence; after it outputs are zero and the state stays.
      initial_state: the state before the first step, zeros by default.
      dtype: of the state, needed without an initial state.
      parallel_iterations, swap_memory: of no effect.
      scope: the variable scope, "rnn" by default.

    Raises TypeError for what is no cell, ValueError without state and dtype.

    >>> cell = tf.compat.v1.nn.rnn_cell.GRUCell(3)
    >>> outputs, state = tf.compat.v1.nn.dynamic_rnn(cell, tf.ones([2, 5, 4]), dtype=tf.float32)
    >>> outputs.shape, state.shape
    (TensorShape([2, 5, 3]), TensorShape([2, 3]))
    """
    _check_cell(cell)
    with variable_scope(scope or "rnn") as opened:
        steps = nest.map_structure(lambda x: to_tensor(x) if time_major else _swapped(to_tensor(x)), inputs)
        first = nest.flatten(steps)[0]
        state = _state(cell, initial_state, _batch_size(first, 1), dtype)
        lengths = None if sequence_length is None else cast(sequence_length, "int32")
        outputs, last = _loop(cell, steps, state, lengths, opened)
        if not time_major:
            outputs = nest.map_structure(_swapped, outputs)
        return outputs, last


def _loop(cell: Any, steps: Any, initial: Any, lengths: Tensor | None, scope: Any) -> tuple[Any, Any]:
    first = nest.flatten(steps)[0]
    count = shape(first)[0]
    arrays = [TensorArray(x.dtype, count).unstack(x) for x in nest.flatten(steps)]
    kinds: dict[str, Any] = {}

    def step(time: Tensor, state: Any) -> tuple[list[Tensor], Any]:
        inputs = nest.pack_sequence_as(steps, [array.read(time) for array in arrays])
        for value, whole in zip(nest.flatten(inputs), nest.flatten(steps), strict=True):
            value.set_shape(whole.shape[1:])
        output, after = cell(inputs, state)
        kinds["output"] = output
        flat = [to_tensor(o) for o in nest.flatten(output)]
        if lengths is not None:
            going = less(time, lengths)
            flat = [_chosen(going, o, zeros_like(o)) for o in flat]
            after = nest.map_structure(lambda new, old: _chosen(going, to_tensor(new), old), after, state)
        return flat, after

    sizes = nest.flatten(cell.output_size)
    dtypes = [nest.flatten(initial)[0].dtype] * len(sizes)
    written = [TensorArray(kind, count, element_shape=None) for kind in dtypes]

    def body(time: Tensor, results: list[Any], state: Any) -> Any:
        flat, after = step(time, state)
        return time + 1, [array.write(time, value) for array, value in zip(results, flat, strict=True)], after

    _, results, last = while_loop(lambda time, *_: less(time, count), body, [cast(0, "int32"), written, initial])
    batch = first.shape[1]
    stacked = []
    for array, size in zip(results, sizes, strict=True):
        value = array.stack()
        value.set_shape([first.shape[0], batch, *TensorShape(size if not isinstance(size, int) else [size])])
        stacked.append(value)
    return nest.pack_sequence_as(cell.output_size, stacked), last


def bidirectional_dynamic_rnn(
    cell_fw: Any, cell_bw: Any, inputs: Any, sequence_length: Any = None, initial_state_fw: Any = None,
    initial_state_bw: Any = None, dtype: Any = None, parallel_iterations: int | None = None, swap_memory: bool = False,
    time_major: bool = False, scope: Any = None,
) -> tuple[Any, Any]:  # fmt: skip
    """`dynamic_rnn` of two cells, one of which gets the sequences backwards; pairs of outputs and of last states.

    Args: as for `tf.compat.v1.nn.dynamic_rnn`, with a cell and a state for each direction.

    >>> cells = tf.compat.v1.nn.rnn_cell.GRUCell(3), tf.compat.v1.nn.rnn_cell.GRUCell(2)
    >>> outputs, states = tf.compat.v1.nn.bidirectional_dynamic_rnn(*cells, tf.ones([2, 5, 4]), dtype=tf.float32)
    >>> outputs[1].shape
    TensorShape([2, 5, 2])
    """
    _check_cell(cell_fw, "cell_fw")
    _check_cell(cell_bw, "cell_bw")
    time, batch = (0, 1) if time_major else (1, 0)

    def backwards(value: Any) -> Tensor:
        tensor = to_tensor(value)
        if sequence_length is None:
            from graphwright.ops.array.rearrange import reverse

            return reverse(tensor, [time])
        return reverse_sequence(tensor, sequence_length, time, batch)

    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as forward:
            first, state_fw = dynamic_rnn(
                cell_fw, inputs, sequence_length, initial_state_fw, dtype, parallel_iterations, swap_memory, time_major,
                forward,
            )  # fmt: skip
        with variable_scope("bw") as backward:
            second, state_bw = dynamic_rnn(
                cell_bw, nest.map_structure(backwards, inputs), sequence_length, initial_state_bw, dtype,
                parallel_iterations, swap_memory, time_major, backward,
            )  # fmt: skip
        return (first, nest.map_structure(backwards, second)), (state_fw, state_bw)


def static_rnn(
    cell: Any, inputs: Sequence[Any], initial_state: Any = None, dtype: Any = None, sequence_length: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:  # fmt: skip
    """The outputs of a cell for a list of inputs, one for each step, and its last state.

    Args:
      inputs: a list of tensors [batch, ...].
      cell, initial_state, dtype, sequence_length, scope: as for `tf.compat.v1.nn.dynamic_rnn`.

    >>> cell = tf.compat.v1.nn.rnn_cell.GRUCell(3)
    >>> outputs, state = tf.compat.v1.nn.static_rnn(cell, [tf.ones([2, 4])] * 3, dtype=tf.float32)
    >>> len(outputs), state.shape
    (3, TensorShape([2, 3]))
    """
    _check_cell(cell)
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")
    with variable_scope(scope or "rnn"):
        first = to_tensor(nest.flatten(inputs)[0])
        state = _state(cell, initial_state, _batch_size(first, 0), dtype)
        lengths = None if sequence_length is None else cast(sequence_length, "int32")
        outputs = []
        for time, value in enumerate(inputs):
            output, after = cell(value, state)
            if lengths is not None:
                going = less(cast(time, "int32"), lengths)
                output = nest.map_structure(lambda o, g=going: _chosen(g, o, zeros_like(o)), output)
                after = nest.map_structure(lambda new, old, g=going: _chosen(g, new, old), after, state)
            outputs.append(output)
            state = after
        return outputs, state


def static_bidirectional_rnn(
    cell_fw: Any, cell_bw: Any, inputs: Sequence[Any], initial_state_fw: Any = None, initial_state_bw: Any = None,
    dtype: Any = None, sequence_length: Any = None, scope: Any = None,
) -> tuple[list[Any], Any, Any]:  # fmt: skip
    """`static_rnn` of two cells, one of which gets the steps backwards; the outputs are concatenated.

    Args: as for `tf.compat.v1.nn.static_rnn`, with a cell and a state for each direction.

    >>> cells = tf.compat.v1.nn.rnn_cell.GRUCell(3), tf.compat.v1.nn.rnn_cell.GRUCell(2)
    >>> outputs, _, _ = tf.compat.v1.nn.static_bidirectional_rnn(*cells, [tf.ones([2, 4])] * 3, dtype=tf.float32)
    >>> outputs[0].shape
    TensorShape([2, 5])
    """
    from graphwright.ops.array.concat import concat

    def reversed_steps(values: Sequence[Any]) -> list[Any]:
        if sequence_length is None:
            return list(reversed(values))
        stacked = reverse_sequence(to_tensor(_stack(values)), sequence_length, 0, 1)
        return [stacked[i] for i in range(len(values))]

    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as forward:
            first, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, forward)
        with variable_scope("bw") as backward:
            second, state_bw = static_rnn(
                cell_bw, reversed_steps(inputs), initial_state_bw, dtype, sequence_length, backward
            )
        pairs = zip(first, reversed_steps(second), strict=True)
        return [concat([a, b], 1) for a, b in pairs], state_fw, state_bw


def _stack(values: Sequence[Any]) -> Tensor:
    from graphwright.ops.array.concat import stack

    return stack(list(values))


def static_state_saving_rnn(
    cell: Any, inputs: Sequence[Any], state_saver: Any, state_name: Any, sequence_length: Any = None, scope: Any = None
) -> tuple[list[Any], Any]:
    """`static_rnn` whose state an object keeps: `state_saver.state(name)` and `save_state(name, value)`.

    Args:
      state_saver: the object.
      state_name: the name of the state, or a structure of names as that of the state.
      cell, inputs, sequence_length, scope: as for `tf.compat.v1.nn.static_rnn`.

    >>> class Kept:
    ...     def state(self, name): return tf.zeros([2, 3])
    ...     def save_state(self, name, value): return tf.no_op()
    >>> cell = tf.compat.v1.nn.rnn_cell.GRUCell(3)
    >>> outputs, state = tf.compat.v1.nn.static_state_saving_rnn(cell, [tf.ones([2, 4])], Kept(), "s")
    >>> state.shape
    TensorShape([2, 3])
    """
    from graphwright.core.scopes import control_dependencies
    from graphwright.ops.array.rearrange import identity

    if nest.is_nested(cell.state_size) != nest.is_nested(state_name):
        raise ValueError("state_name should have the same structure as cell.state_size")
    before = nest.map_structure(state_saver.state, state_name)
    outputs, after = static_rnn(cell, inputs, before, sequence_length=sequence_length, scope=scope)
    saved = nest.map_structure(state_saver.save_state, state_name, after)
    with control_dependencies([op for op in nest.flatten(saved) if op is not None]):
        outputs[-1] = nest.map_structure(identity, outputs[-1])
    return outputs, after


def raw_rnn(
    cell: Any, loop_fn: Callable[..., Any], parallel_iterations: int | None = None, swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:  # fmt: skip
    """A cell step by step, where a function decides what goes in: the outputs as TensorArrays, the last two states.

    Args:
      cell: as for `tf.compat.v1.nn.dynamic_rnn`.
      loop_fn: a function of time, output, state and its own state that returns which rows are finished, the next input,
        the next state of the cell, what is emitted, and its own next state; output, state and its own state are None at
        first, and what it emits then tells shapes and dtypes (None: those of the cell).
      parallel_iterations, swap_memory, scope: as for `tf.compat.v1.nn.dynamic_rnn`.

    >>> cell, x = tf.compat.v1.nn.rnn_cell.GRUCell(3), tf.ones([5, 2, 4])
    >>> def loop_fn(time, output, state, loop_state):
    ...     state = cell.zero_state(2, tf.float32) if output is None else state
    ...     return tf.fill([2], time >= 5), x[tf.minimum(time, 4)], state, output, None
    >>> outputs, state, _ = tf.compat.v1.nn.raw_rnn(cell, loop_fn)
    >>> outputs.stack().shape
    TensorShape([5, 2, 3])
    """
    _check_cell(cell)
    if not callable(loop_fn):
        raise TypeError("loop_fn must be a callable")
    with variable_scope(scope or "rnn"):
        zero = cast(0, "int32")
        finished, value, state, structure, loop_state = loop_fn(zero, None, None, None)
        kept = zero if loop_state is None else loop_state
        emitted = _emitted(cell, structure, state, value)
        arrays = [TensorArray(e.dtype, 0, dynamic_size=True, element_shape=None) for e in nest.flatten(emitted)]
        initial = [zero, to_tensor(finished), value, arrays, state, kept]

        def body(time: Tensor, done: Tensor, inputs: Any, written: list[Any], before: Any, own: Any) -> Any:
            output, after = cell(inputs, before)
            later = time + 1
            stop, following, chosen, emit, own_next = loop_fn(later, output, after, None if loop_state is None else own)
            emit = nest.map_structure(to_tensor, nest.map_structure(zeros_like, emitted) if emit is None else emit)
            flat = [_chosen(done, zeros_like(e), e) for e in nest.flatten(emit)]
            chosen = nest.map_structure(lambda new, old: _chosen(done, old, to_tensor(new)), chosen, before)
            results = [array.write(time, e) for array, e in zip(written, flat, strict=True)]
            ended = reduce_any([done, to_tensor(stop)], 0)
            return later, ended, following, results, chosen, own if own_next is None else own_next

        def going(time: Tensor, done: Tensor, *_: Any) -> Tensor:
            return logical_not(reduce_all(done))

        _, _, _, results, last, own = while_loop(going, body, initial)
        packed = nest.pack_sequence_as(emitted, list(results))
        return packed, last, None if loop_state is None else own


def _emitted(cell: Any, structure: Any, state: Any, value: Any) -> Any:
    """Tensors of the shapes and dtypes of what is emitted."""
    if structure is not None:
        batch = shape(to_tensor(nest.flatten(value)[0]))[0]
        return nest.map_structure(lambda t: _rows(to_tensor(t), batch), structure)
    dtype = nest.flatten(state)[0].dtype
    batch = _batch_size(to_tensor(nest.flatten(value)[0]), 0)
    return nest.map_structure(lambda size: zeros([batch, size], dtype), cell.output_size)


def _rows(like: Tensor, batch: Any) -> Tensor:
    from graphwright.ops.array.concat import concat

    return zeros(concat([[batch], shape(like)], 0), like.dtype)


__all__ = [
    "bidirectional_dynamic_rnn", "dynamic_rnn", "raw_rnn", "static_bidirectional_rnn", "static_rnn",
    "static_state_saving_rnn",
]  # fmt: skip
