"""Cells around cells: dropout, residual connections, several one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.core.tensor import Tensor
from graphwright.ops.array.concat import concat
from graphwright.ops.array.split import split
from graphwright.ops.nn.layers import dropout
from graphwright.sessions.layers.cells import LSTMStateTuple, RNNCell
from graphwright.sessions.variable_scope import variable_scope


class _Wrapper(RNNCell):
    """A cell around another one."""

    def __init__(self, cell: Any, **kwargs: Any) -> None:
        if not isinstance(cell, RNNCell) and not hasattr(cell, "state_size"):
            raise TypeError(f"The parameter cell is not a RNNCell: {cell}")
        super().__init__(**kwargs)
        self.cell = cell

    @property
    def wrapped_cell(self) -> Any:
        """The cell inside."""
        return self.cell

    @property
    def state_size(self) -> Any:
        """That of the cell inside."""
        return self.cell.state_size

    @property
    def output_size(self) -> Any:
        """That of the cell inside."""
        return self.cell.output_size

    @property
    def variables(self) -> list[Any]:
        """Those of the cell inside."""
        found: list[Any] = self.cell.variables
        return found

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """That of the cell inside."""
        return self.cell.zero_state(batch_size, dtype)

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        """The output and the next state."""
        return self.call(inputs, state)


class DropoutWrapper(_Wrapper):
    """A cell with dropout of its inputs, outputs and states.

    Args:
      cell: the cell inside.
      input_keep_prob, output_keep_prob, state_keep_prob: the shares that stay, numbers or tensors.
      variational_recurrent, input_size, dtype: one mask for all steps is not supported.
      seed: of the random numbers.
      dropout_state_filter_visitor: a function of a part of the state that says whether it is dropped; the memory of an
        LSTM is not by default.

    >>> cell = tf.compat.v1.nn.rnn_cell.DropoutWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(3), output_keep_prob=0.5)
    >>> cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))[0].shape
    TensorShape([2, 3])
    """

    def __init__(
        self, cell: Any, input_keep_prob: Any = 1.0, output_keep_prob: Any = 1.0, state_keep_prob: Any = 1.0,
        variational_recurrent: bool = False, input_size: Any = None, dtype: Any = None, seed: int | None = None,
        dropout_state_filter_visitor: Callable[..., Any] | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(cell, dtype=dtype, **kwargs)
        if variational_recurrent:
            raise NotImplementedError("DropoutWrapper with variational_recurrent=True: use the layers of Keras.")
        for name, share in (("input", input_keep_prob), ("output", output_keep_prob), ("state", state_keep_prob)):
            if not isinstance(share, Tensor) and not 0.0 <= share <= 1.0:
                raise ValueError(f"Parameter {name}_keep_prob must be between 0 and 1: {share}")
        self._shares = input_keep_prob, state_keep_prob, output_keep_prob
        self._seed, self._filter = (
            seed,
            dropout_state_filter_visitor or (lambda part: not isinstance(part, LSTMStateTuple)),
        )

    def call(self, inputs: Any, state: Any) -> Any:
        """The output and the next state."""
        keep_input, keep_state, keep_output = self._shares
        output, new_state = self.cell(self._dropped(inputs, keep_input), state)
        return self._dropped(output, keep_output), self._dropped_state(new_state, keep_state)

    def _dropped(self, value: Any, share: Any) -> Any:
        if not isinstance(share, Tensor) and share == 1.0:
            return value
        return nest.map_structure(lambda x: dropout(x, rate=1 - share, seed=self._seed), value)

    def _dropped_state(self, state: Any, share: Any) -> Any:
        if isinstance(state, LSTMStateTuple) and not self._filter(state):
            return LSTMStateTuple(state.c, self._dropped(state.h, share))
        if isinstance(state, tuple):
            parts = [self._dropped_state(part, share) for part in state]
            return type(state)(*parts) if hasattr(state, "_fields") else tuple(parts)
        return self._dropped(state, share)


class ResidualWrapper(_Wrapper):
    """A cell whose outputs have its inputs added.

    Args:
      cell: the cell inside.
      residual_fn: a function of inputs and outputs in place of the sum.

    >>> cell = tf.compat.v1.nn.rnn_cell.ResidualWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(4))
    >>> cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))[0].shape
    TensorShape([2, 4])
    """

    def __init__(self, cell: Any, residual_fn: Callable[..., Any] | None = None, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def call(self, inputs: Any, state: Any) -> Any:
        """The output and the next state."""
        output, new_state = self.cell(inputs, state)
        if self._residual_fn is not None:
            return self._residual_fn(inputs, output), new_state
        return nest.map_structure(lambda x, y: x + y, inputs, output), new_state


class DeviceWrapper(_Wrapper):
    """A cell on a device; there is one.

    >>> cell = tf.compat.v1.nn.rnn_cell.DeviceWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(3), "/cpu:0")
    >>> cell.output_size
    3
    """

    def __init__(self, cell: Any, device: Any, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._device = device

    def call(self, inputs: Any, state: Any) -> Any:
        """The output and the next state."""
        return self.cell(inputs, state)


class MultiRNNCell(RNNCell):
    """Cells one after the other: each takes the output of the one before.

    Args:
      cells: the cells.
      state_is_tuple: whether states are tuples; else they are side by side.

    >>> cells = [tf.compat.v1.nn.rnn_cell.GRUCell(n) for n in (3, 2)]
    >>> cell = tf.compat.v1.nn.rnn_cell.MultiRNNCell(cells)
    >>> output, state = cell(tf.ones([1, 4]), cell.zero_state(1, tf.float32))
    >>> output.shape, len(state)
    (TensorShape([1, 2]), 2)
    """

    def __init__(self, cells: Sequence[Any], state_is_tuple: bool = True) -> None:
        super().__init__(name="multi_rnn_cell")
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        if not isinstance(cells, (list, tuple)):
            raise TypeError(f"cells must be a list or tuple, but saw: {cells}.")
        self._cells, self._state_is_tuple = list(cells), state_is_tuple
        if not state_is_tuple and any(isinstance(c.state_size, tuple) for c in cells):
            raise ValueError("Some cells return tuples of states, but the flag state_is_tuple is not set.")

    @property
    def cells(self) -> list[Any]:
        """The cells."""
        return self._cells

    @property
    def state_size(self) -> Any:
        """The sizes of their states."""
        sizes = tuple(cell.state_size for cell in self._cells)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> Any:
        """That of the last cell."""
        return self._cells[-1].output_size

    @property
    def variables(self) -> list[Any]:
        """Those of the cells."""
        return [v for cell in self._cells for v in cell.variables]

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """A state of zeros."""
        if self._state_is_tuple:
            return tuple(cell.zero_state(batch_size, dtype) for cell in self._cells)
        return super().zero_state(batch_size, dtype)

    def call(self, inputs: Any, state: Any) -> Any:
        """The output and the next state."""
        states = state if self._state_is_tuple else split(state, [c.state_size for c in self._cells], 1)
        output, found = inputs, []
        for number, (cell, before) in enumerate(zip(self._cells, states, strict=True)):
            with variable_scope(f"cell_{number}"):
                output, after = cell(output, before)
            found.append(after)
        return output, tuple(found) if self._state_is_tuple else concat(found, 1)


__all__ = ["DeviceWrapper", "DropoutWrapper", "MultiRNNCell", "ResidualWrapper"]
