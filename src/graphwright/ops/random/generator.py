"""`tf.random.Generator`: random numbers from a state stored in a variable, the same on every machine."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32, int32, int64, uint64
from graphwright.base.shape import TensorShape
from graphwright.core.context import state as context
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.prelude import Array, DTypeLike, ShapeLike, Tensor, TensorLike, apply
from graphwright.core.variable import Variable
from graphwright.core.variable_options import VariableSynchronization
from graphwright.ir.infer import constant_value
from graphwright.ops.random import stateless, variable_state
from graphwright.ops.random._algorithms import Algorithm, algorithm
from graphwright.ops.random.sampling import scaled, shape_tensor

_COUNTER_WORDS = {Algorithm.PHILOX: 2, Algorithm.THREEFRY: 1, Algorithm.AUTO_SELECT: 2}


def _state_size(alg: Algorithm) -> int:
    return _COUNTER_WORDS[alg] + 1


def _as_int64(value: TensorLike) -> Tensor:
    """Convert to an int64 tensor; uint64 values keep their bits."""
    if isinstance(value, np.ndarray) and value.dtype == np.uint64:
        value = value.view(np.int64)
    elif not isinstance(value, Tensor):
        listed = np.asarray(value) if isinstance(value, (list, tuple)) else None
        if listed is not None and listed.dtype == np.uint64:
            value = listed.view(np.int64)
        elif listed is not None and not listed.size:
            value = np.zeros(0, np.int64)
    tensor = to_tensor(value, preferred=int64)
    if tensor.dtype is int64:
        return tensor
    return apply("Bitcast" if tensor.dtype is uint64 else "Cast", (tensor,), _target(tensor.dtype))


def _target(dtype: DType) -> dict[str, Any]:
    return {"type": int64} if dtype is uint64 else {"DstT": int64}


def create_rng_state(seed: TensorLike, alg: Any) -> Tensor:
    """Derive a generator state from a seed: an int64 vector, of size 3 for Philox.

    Args:
      seed: a Python integer, or a tensor, array or sequence of integers, padded with zeros in front.
      alg: the algorithm: "philox", "threefry", "auto_select", its number or an `Algorithm`.

    Raises ValueError for an unknown algorithm.

    >>> tf.random.create_rng_state(1, "philox").numpy(), tf.random.create_rng_state([5, 6], "philox").numpy()
    (array([1, 0, 0]), array([0, 5, 6]))
    """
    size = _state_size(algorithm(alg))
    if isinstance(seed, int):
        mask = 2**64 - 1
        limbs = [seed >> 64 * i & mask for i in range(size)]
        return to_tensor(np.array(limbs, np.uint64).view(np.int64))
    words = apply("Reshape", (_as_int64(seed), [-1]))
    count = words.shape[0]
    if count is None:
        raise ValueError("The seed of a random generator must have a known number of elements.")
    if count < size:
        words = apply("ConcatV2", ([np.zeros(size - count, np.int64), words], np.int32(0)))
    return words[:size]


def _state_of(key: Any, counter: Any, alg: Algorithm) -> Tensor:
    """The state for a key and a counter."""
    counter, key = _as_int64(counter), _as_int64(key)
    counter.shape.assert_is_compatible_with([_COUNTER_WORDS[alg]])
    key.shape.assert_is_compatible_with([])
    return apply("ConcatV2", ([counter, apply("Reshape", (key, [1]))], np.int32(0)))


class Generator:
    """A random number generator whose state is a variable; it works eagerly and in functions.

    Create one with `from_seed`, `from_state`, `from_key_counter` or `from_non_deterministic_state`. Equal states give
    equal numbers, the same as TensorFlow's except for `binomial`. Of one created in the scope of a strategy each
    replica draws other numbers.

    Args:
      copy_from: another generator, whose state and algorithm are copied.
      state: an int64 vector, or an int64 Variable, which is then used as the state itself.
      alg: the algorithm of `state`.

    >>> g = tf.random.Generator.from_seed(1234)
    >>> g.uniform([2]), g.state.numpy()
    (<tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.3581475 , 0.11322761], dtype=float32)>,
     array([1746,    0,    0]))
    """

    def __init__(self, copy_from: Generator | None = None, state: Any = None, alg: Any = None) -> None:
        if copy_from is not None:
            if state is not None or alg is not None:
                raise ValueError("Pass either `copy_from`, or `state` and `alg`, not both.")
            state, alg = copy_from.state.read_value(), copy_from._alg
        if state is None or alg is None:
            raise ValueError("A Generator needs `state` and `alg`; or create it with `Generator.from_seed(seed)`.")
        self._alg: Algorithm = algorithm(alg)
        if isinstance(state, Variable):
            if state.dtype is not int64:
                raise TypeError(f"The state of a Generator must be a variable of int64, not of {state.dtype.name}.")
            self._check_shape(state.shape)
            self._state_var = state
        else:
            initial = _as_int64(state)
            self._check_shape(initial.shape)
            self._state_var = Variable(initial, dtype=int64, trainable=False, name="StateVar")

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The children that checkpoints save."""
        return {"_state_var": self._state_var}

    def _check_shape(self, shape: TensorShape) -> None:
        shape.assert_is_compatible_with([_state_size(self._alg)])

    @classmethod
    def from_seed(cls, seed: TensorLike, alg: Any = None) -> Generator:
        """Create a generator from a seed; the same seed gives the same numbers.

        Args: `seed` and `alg` as for `tf.random.create_rng_state`; Philox by default.
        """
        chosen = Algorithm.PHILOX if alg is None else algorithm(alg)
        return cls(state=create_rng_state(seed, chosen), alg=chosen)

    @classmethod
    def from_state(cls, state: Any, alg: Any) -> Generator:
        """Create a generator with this state: an int64 vector, or a Variable, which is then used itself.

        Raises ValueError if the size does not match the algorithm.
        """
        return cls(state=state, alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Generator:
        """Create a generator with a non-deterministic state."""
        chosen = Algorithm.PHILOX if alg is None else algorithm(alg)
        state = apply("NonDeterministicInts", (np.array([_state_size(chosen)], np.int64),), {"dtype": int64})
        return cls(state=state, alg=chosen)

    @classmethod
    def from_key_counter(cls, key: Any, counter: Any, alg: Any) -> Generator:
        """Create a generator from a key (a scalar) and a counter (a vector of size 2 for Philox)."""
        chosen = algorithm(alg)
        return cls(state=_state_of(key, counter, chosen), alg=chosen)

    # the state ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> Variable:
        """The state variable: the counter, then the key."""
        return self._state_var

    @property
    def algorithm(self) -> int:
        """The number of the algorithm."""
        return int(self._alg.value)

    @property
    def key(self) -> Tensor:
        """The key: the part of the state that sampling does not change."""
        return self._state_var.read_value()[_COUNTER_WORDS[self._alg]]

    def reset(self, state: Any) -> None:
        """Replace the state."""
        new = _as_int64(state)
        self._check_shape(new.shape)
        self._state_var.assign(new)

    def reset_from_seed(self, seed: Any) -> None:
        """Replace the state by the one derived from a seed."""
        self.reset(create_rng_state(seed, self._alg))

    def reset_from_key_counter(self, key: TensorLike, counter: TensorLike) -> None:
        """Replace key and counter."""
        self.reset(_state_of(key, counter, self._alg))

    def skip(self, delta: TensorLike) -> Tensor:
        """Skip `delta` numbers, backwards if negative; returns the previous state."""
        if isinstance(delta, int):
            if not -(2**63) <= delta < 2**63:
                raise ValueError(f"Generator.skip: delta must fit into int64, got {delta}.")
            delta = np.array(delta & (2**64 - 1), np.uint64)
        amount = convert_to_tensor(delta)
        if amount.dtype is not uint64:
            amount = apply("Bitcast", (_as_int64(amount),), {"type": uint64})
        return self._advanced(amount)

    def _advanced(self, amount: Any) -> Tensor:
        self._state_var._note_write()
        inputs = (self._state_var.handle, np.array(self.algorithm, np.int32), amount)
        return apply(variable_state.RNG_READ_AND_SKIP, inputs)

    def _prepared(self, shape: Tensor) -> tuple[Tensor, Tensor, Tensor, Array]:
        """Advance the state by the size of `shape` and return the shape, key, counter and algorithm inputs."""
        known = constant_value(shape)
        if known is not None and (known >= 0).all():
            amount: Tensor | Array = np.array(math.prod(known.reshape(-1).tolist()), np.uint64)
        else:
            amount = apply("Cast", (apply("Prod", (shape, np.array([0], np.int32))),), {"DstT": uint64})
        state = self._advanced(amount)
        counter, key = (apply("Bitcast", (words,), {"type": uint64}) for words in (state[:2], state[2:3]))
        if context.replicas is not None and self._state_var.synchronization is VariableSynchronization.ON_WRITE:
            key = self._key_of_replica(key)
        return shape, key, counter, np.array(self.algorithm, np.int32)

    def _key_of_replica(self, key: Tensor) -> Tensor:
        """The key of the replica that runs, where all of them share the state: the first number behind its own."""
        number = apply("Cast", (apply("XlaReplicaId", ()),), {"DstT": uint64})
        counter = apply("Pack", ([number, np.uint64(0)],))
        inputs = (np.array([1], np.int32), key, counter, np.array(self.algorithm, np.int32))
        found: Tensor = apply("StatelessRandomUniformFullIntV2", inputs, {"dtype": uint64})
        return found

    # numbers -----------------------------------------------------------------------------------------------

    def normal(
        self,
        shape: Any,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = float32,
        name: str | None = None,
    ) -> Tensor:
        """Normally distributed numbers."""
        return self._normal(stateless.STATELESS_NORMAL, shape, mean, stddev, dtype, name)

    def truncated_normal(
        self,
        shape: Any,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = float32,
        name: str | None = None,
    ) -> Tensor:
        """Normally distributed numbers within two standard deviations of the mean."""
        return self._normal(stateless.STATELESS_TRUNCATED_NORMAL, shape, mean, stddev, dtype, name)

    def _normal(
        self, record: Any, shape: Any, mean: TensorLike, stddev: Any, dtype: float | DTypeLike, name: str | None
    ) -> Tensor:
        kind = as_dtype(dtype)
        middle, width = to_tensor(mean, kind, "mean"), to_tensor(stddev, kind, "stddev")
        drawn = apply(record, self._prepared(shape_tensor(shape)), {"dtype": kind}, name)
        return scaled(drawn, stddev if isinstance(stddev, float) else width, mean if mean == 0.0 else middle, name)

    def uniform(
        self, shape: ShapeLike, minval: Any = 0, maxval: Any = None, dtype: DTypeLike = float32, name: str | None = None
    ) -> Tensor:
        """Uniform numbers in [minval, maxval), [0, 1) by default; for integers two None bounds mean the full range.

        Raises ValueError for an integer dtype if only one bound is None.
        """
        kind = as_dtype(dtype)
        size = shape_tensor(shape)
        if kind.is_integer:
            if (minval is None) != (maxval is None):
                raise ValueError(
                    f"For integer dtype {kind}, minval and maxval must be both `None` or both non-`None`; got "
                    f"minval={minval} and maxval={maxval}"
                )
            if minval is None:
                return self.uniform_full_int(shape, kind, name)
            low, high = to_tensor(minval, kind, "minval"), to_tensor(maxval, kind, "maxval")
            record: Any = stateless.STATELESS_UNIFORM_INT
            return apply(record, (*self._prepared(size), low, high), None, name)
        low = to_tensor(0 if minval is None else minval, kind, "minval")
        high = to_tensor(1 if maxval is None else maxval, kind, "maxval")
        drawn = apply(stateless.STATELESS_UNIFORM, self._prepared(size), {"dtype": kind}, name)
        return scaled(drawn, apply("Sub", (high, low)), low, name)

    def uniform_full_int(self, shape: ShapeLike, dtype: DTypeLike = uint64, name: str | None = None) -> Tensor:
        """Integers over the full range of a 32- or 64-bit dtype."""
        prepared = self._prepared(shape_tensor(shape))
        return apply(stateless.STATELESS_FULL_INT, prepared, {"dtype": as_dtype(dtype)}, name)

    def binomial(
        self, shape: ShapeLike, counts: TensorLike, probs: TensorLike, dtype: DTypeLike = int32, name: str | None = None
    ) -> Tensor:
        """Binomial counts: successes in `counts` trials of probability `probs`.

        Raises InvalidArgumentError unless `shape` ends with the broadcast shape of `counts` and `probs`.
        """
        number = to_tensor(counts, None, "counts", float32)
        chance = to_tensor(probs, number.dtype if number.dtype.is_floating else None, "probs")
        if number.dtype is not chance.dtype:
            number = apply("Cast", (number,), {"DstT": chance.dtype})
        self._state_var._note_write()
        inputs = (self._state_var.handle, np.array(self.algorithm, np.int64), shape_tensor(shape), number, chance)
        return apply(variable_state.STATEFUL_BINOMIAL, inputs, {"dtype": as_dtype(dtype)}, name)

    # more generators ---------------------------------------------------------------------------------------

    def make_seeds(self, count: int = 1) -> Tensor:
        """Seeds for stateless random ops, one per column: int64 of shape `[2, count]`."""
        drawn = self.uniform_full_int([count], int64)
        return apply("Pack", ([drawn, apply("ZerosLike", (drawn,))],))

    def split(self, count: int = 1) -> list[Generator]:
        """Create `count` generators independent of each other and of this one."""
        keys = self.uniform_full_int([count], int64)
        words = _COUNTER_WORDS[self._alg]
        zeros = np.zeros(words, np.int64)
        return [type(self).from_key_counter(keys[i], zeros, self._alg) for i in range(count)]


_global: Generator | None = None


def get_global_generator() -> Generator:
    """The global generator, created with a non-deterministic state on first use.

    >>> tf.random.get_global_generator() is tf.random.get_global_generator()
    True
    """
    global _global
    if _global is None:
        _global = Generator.from_non_deterministic_state()
    return _global


def set_global_generator(generator: Generator) -> None:
    """Replace the global generator; functions already traced keep the previous one.

    >>> tf.random.set_global_generator(tf.random.Generator.from_seed(1))
    >>> tf.random.get_global_generator().state.numpy()
    array([1, 0, 0])
    """
    if not isinstance(generator, Generator):
        raise TypeError(f"set_global_generator needs a tf.random.Generator, got {generator!r}.")
    global _global
    _global = generator
