"""`tf.compat.v1.nn.rnn_cell`: cells of recurrent networks."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphwright.base import nest
from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import TensorShape
from graphwright.compat._initializers import Constant, Zeros
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.concat import concat
from graphwright.ops.array.constants import zeros
from graphwright.ops.array.shapes import shape
from graphwright.ops.array.split import split
from graphwright.ops.linalg.matmul import matmul
from graphwright.ops.math.clipping import clip_by_value
from graphwright.ops.math.transcendental import sigmoid, tanh
from graphwright.sessions.layers.base import Layer, last_dimension


class LSTMStateTuple(NamedTuple):
    """The state of an LSTM cell: its memory and its last output.

    >>> tf.compat.v1.nn.rnn_cell.LSTMStateTuple(c=1, h=2).h
    2
    """

    c: Any
    h: Any


class RNNCell(Layer):
    """A cell: from an input and a state to an output and the next state.

    Subclasses define `state_size`, `output_size`, `build` and `call(inputs, state)`.

    >>> class Sum(tf.compat.v1.nn.rnn_cell.RNNCell):
    ...     state_size = output_size = 2
    ...     def call(self, inputs, state):
    ...         return inputs + state, inputs + state
    >>> cell = Sum()
    >>> cell(tf.ones([1, 2]), cell.zero_state(1, tf.float32))[0].numpy().tolist()
    [[1.0, 1.0]]
    """

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        """The output and the next state."""
        if scope is not None and self._scope is None:
            self._given_scope = scope
        return super().__call__(inputs, state)

    @property
    def state_size(self) -> Any:
        """The size of the state, or a structure of sizes."""
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> Any:
        """The size of the output."""
        raise NotImplementedError("Abstract method")

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """A state of zeros."""
        return nest.map_structure(lambda size: _zeros(batch_size, size, dtype), self.state_size)

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """A state of zeros, of the batch size and dtype of inputs if there are some."""
        if inputs is not None:
            first = to_tensor(nest.flatten(inputs)[0])
            batch_size, dtype = shape(first)[0] if first.shape[0] is None else first.shape[0], first.dtype
        if batch_size is None or dtype is None:
            raise ValueError(
                "batch_size and dtype cannot be None while constructing initial state: "
                f"batch_size={batch_size}, dtype={dtype}"
            )
        return self.zero_state(batch_size, dtype)


def _zeros(batch_size: Any, size: Any, dtype: Any) -> Tensor:
    sizes = [
        int(d or 0) for d in TensorShape(size if isinstance(size, (list, tuple, TensorShape)) else [size]).as_list()
    ]
    if isinstance(batch_size, Tensor):
        return zeros(concat([[batch_size], sizes], 0), as_dtype(dtype))
    return zeros([int(batch_size), *sizes], as_dtype(dtype))


class _Sized(RNNCell):
    """A cell with a number of units."""

    def __init__(
        self, num_units: int, activation: Any, reuse: Any, name: str | None, dtype: Any, **kwargs: Any
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._activation = num_units, activation or tanh

    @property
    def state_size(self) -> Any:
        """The number of units."""
        return self._num_units

    @property
    def output_size(self) -> Any:
        """The number of units."""
        return self._num_units


class BasicRNNCell(_Sized):
    """A cell that adds: output and state are the activation of a product.

    Args:
      num_units: the size of output and state.
      activation: `tf.tanh` by default.
      reuse, name, dtype: as for layers.

    >>> cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(3)
    >>> cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))[0].shape
    TensorShape([2, 3])
    """

    def __init__(
        self, num_units: int, activation: Any = None, reuse: Any = None, name: str | None = None, dtype: Any = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        size = last_dimension(input_shape)
        self._kernel = self.add_weight("kernel", [size + self._num_units, self._num_units])
        self._bias = self.add_weight("bias", [self._num_units], initializer=Zeros())

    def call(self, inputs: Any, state: Any) -> Any:
        """The output and the next state."""
        output = self._activation(matmul(concat([inputs, state], 1), self._kernel) + self._bias)
        return output, output


class GRUCell(_Sized):
    """A gated recurrent unit (Cho et al., 2014).

    Args:
      num_units: the size of output and state.
      activation: `tf.tanh` by default.
      kernel_initializer, bias_initializer: of the variables; the bias of the gates is 1 by default.
      reuse, name, dtype: as for layers.

    >>> cell = tf.compat.v1.nn.rnn_cell.GRUCell(3)
    >>> cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))[0].shape
    TensorShape([2, 3])
    """

    def __init__(
        self, num_units: int, activation: Any = None, reuse: Any = None, kernel_initializer: Any = None,
        bias_initializer: Any = None, name: str | None = None, dtype: Any = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)
        self._kernel_initializer, self._bias_initializer = kernel_initializer, bias_initializer

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        units = self._num_units
        rows, first = last_dimension(input_shape) + units, self._kernel_initializer
        self._gate_kernel = self.add_weight("gates/kernel", [rows, 2 * units], initializer=first)
        self._gate_bias = self.add_weight(
            "gates/bias", [2 * units], initializer=self._bias_initializer or Constant(1.0)
        )
        self._candidate_kernel = self.add_weight("candidate/kernel", [rows, units], initializer=first)
        self._candidate_bias = self.add_weight("candidate/bias", [units], initializer=self._bias_initializer or Zeros())

    def call(self, inputs: Any, state: Any) -> Any:
        """The output and the next state."""
        gates = sigmoid(matmul(concat([inputs, state], 1), self._gate_kernel) + self._gate_bias)
        reset, update = split(gates, 2, 1)
        candidate = matmul(concat([inputs, reset * state], 1), self._candidate_kernel) + self._candidate_bias
        output = update * state + (1 - update) * self._activation(candidate)
        return output, output


class BasicLSTMCell(_Sized):
    """A long short-term memory without peepholes (Hochreiter and Schmidhuber, 1997).

    Args:
      num_units: the size of output and memory.
      forget_bias: what is added to the forget gate.
      state_is_tuple: whether states are `LSTMStateTuple`; else memory and output are side by side.
      activation: `tf.tanh` by default.
      reuse, name, dtype: as for layers.

    >>> cell = tf.compat.v1.nn.rnn_cell.BasicLSTMCell(3)
    >>> output, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
    >>> output.shape, state.c.shape
    (TensorShape([2, 3]), TensorShape([2, 3]))
    """

    def __init__(
        self, num_units: int, forget_bias: float = 1.0, state_is_tuple: bool = True, activation: Any = None,
        reuse: Any = None, name: str | None = None, dtype: Any = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)
        self._forget_bias, self._state_is_tuple = forget_bias, state_is_tuple

    @property
    def state_size(self) -> Any:
        """The sizes of memory and output."""
        units = self._num_units
        return LSTMStateTuple(units, units) if self._state_is_tuple else 2 * units

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        units = self._num_units
        self._kernel = self.add_weight("kernel", [last_dimension(input_shape) + units, 4 * units])
        self._bias = self.add_weight("bias", [4 * units], initializer=Zeros())

    def call(self, inputs: Any, state: Any) -> Any:
        """The output and the next state."""
        memory, last = state if self._state_is_tuple else split(state, 2, 1)
        gates = split(matmul(concat([inputs, last], 1), self._kernel) + self._bias, 4, 1)
        let_in, candidate, forget, let_out = gates
        kept = memory * sigmoid(forget + self._forget_bias)
        memory = kept + sigmoid(let_in) * self._activation(candidate)
        output = self._activation(memory) * sigmoid(let_out)
        return output, LSTMStateTuple(memory, output) if self._state_is_tuple else concat([memory, output], 1)


class LSTMCell(_Sized):
    """A long short-term memory with peepholes, clipping and a projection of its output (Sak et al., 2014).

    Args:
      num_units: the size of the memory.
      use_peepholes: whether the gates see the memory.
      cell_clip: a limit of the memory's numbers.
      initializer: of the matrices.
      num_proj: the size of the output, which a matrix then computes.
      proj_clip: a limit of its numbers.
      num_unit_shards, num_proj_shards: of no effect.
      forget_bias: what is added to the forget gate.
      state_is_tuple: whether states are `LSTMStateTuple`.
      activation: `tf.tanh` by default.
      reuse, name, dtype: as for layers.

    >>> cell = tf.compat.v1.nn.rnn_cell.LSTMCell(3, num_proj=2)
    >>> output, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
    >>> output.shape, state.c.shape
    (TensorShape([2, 2]), TensorShape([2, 3]))
    """

    def __init__(
        self, num_units: int, use_peepholes: bool = False, cell_clip: float | None = None, initializer: Any = None,
        num_proj: int | None = None, proj_clip: float | None = None, num_unit_shards: int | None = None,
        num_proj_shards: int | None = None, forget_bias: float = 1.0, state_is_tuple: bool = True,
        activation: Any = None, reuse: Any = None, name: str | None = None, dtype: Any = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)
        self._use_peepholes, self._cell_clip, self._initializer = use_peepholes, cell_clip, initializer
        self._num_proj, self._proj_clip = num_proj, proj_clip
        self._forget_bias, self._state_is_tuple = forget_bias, state_is_tuple

    @property
    def output_size(self) -> Any:
        """The size of the output."""
        return self._num_proj or self._num_units

    @property
    def state_size(self) -> Any:
        """The sizes of memory and output."""
        if self._state_is_tuple:
            return LSTMStateTuple(self._num_units, self.output_size)
        return self._num_units + self.output_size

    def build(self, input_shape: Any) -> None:
        """Create the variables."""
        units, first = self._num_units, self._initializer
        rows = last_dimension(input_shape) + self.output_size
        self._kernel = self.add_weight("kernel", [rows, 4 * units], initializer=first)
        self._bias = self.add_weight("bias", [4 * units], initializer=Zeros())
        if self._use_peepholes:
            names = ("w_f_diag", "w_i_diag", "w_o_diag")
            self._peepholes = [self.add_weight(name, [units], initializer=first) for name in names]
        if self._num_proj is not None:
            self._projection = self.add_weight("projection/kernel", [units, self._num_proj], initializer=first)

    def call(self, inputs: Any, state: Any) -> Any:
        """The output and the next state."""
        memory, last = state if self._state_is_tuple else split(state, [self._num_units, self.output_size], 1)
        let_in, candidate, forget, let_out = split(matmul(concat([inputs, last], 1), self._kernel) + self._bias, 4, 1)
        forget = forget + self._forget_bias
        if self._use_peepholes:
            forget, let_in = forget + self._peepholes[0] * memory, let_in + self._peepholes[1] * memory
        memory = sigmoid(forget) * memory + sigmoid(let_in) * self._activation(candidate)
        if self._cell_clip is not None:
            memory = clip_by_value(memory, -self._cell_clip, self._cell_clip)
        if self._use_peepholes:
            let_out = let_out + self._peepholes[2] * memory
        output = sigmoid(let_out) * self._activation(memory)
        if self._num_proj is not None:
            output = matmul(output, self._projection)
            if self._proj_clip is not None:
                output = clip_by_value(output, -self._proj_clip, self._proj_clip)
        return output, LSTMStateTuple(memory, output) if self._state_is_tuple else concat([memory, output], 1)


__all__ = ["BasicLSTMCell", "BasicRNNCell", "GRUCell", "LSTMCell", "LSTMStateTuple", "RNNCell"]
