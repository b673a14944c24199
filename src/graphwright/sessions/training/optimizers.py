"""The optimizers of TensorFlow 1: each names its slots and the change that a gradient makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.scopes import control_dependencies
from graphwright.ops.array.constants import fill, ones
from graphwright.ops.control.group import group
from graphwright.ops.math.binary import maximum, minimum
from graphwright.ops.math.division import pow
from graphwright.ops.math.unary import abs, sign, sqrt, square
from graphwright.sessions.training.optimizer import Optimizer, Rows, hyperparameter, summed_rows


class _WithHyperparameters(Optimizer):
    """Numbers that are passed when the optimizer is created."""

    def __init__(self, use_locking: bool, name: str, **numbers: Any) -> None:
        super().__init__(use_locking, name)
        self._numbers = numbers

    def _hyper(self, dtype: Any) -> dict[str, Any]:
        return {name: hyperparameter(value, dtype) for name, value in self._numbers.items()}


class GradientDescentOptimizer(_WithHyperparameters):
    """Subtracts the gradient times the learning rate.

    Args:
      learning_rate: a number, a tensor, or a function that gives one.
      use_locking: of no effect.
      name: the prefix of names.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.GradientDescentOptimizer(0.5).minimize(lambda: v * v, var_list=[v])
    >>> v.numpy()
    np.float32(0.0)
    """

    def __init__(self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent") -> None:
        super().__init__(use_locking, name, rate=learning_rate)

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        return hyper["rate"] * grad, {}

    def _apply_rows(self, grad: Any, variable: Any, slots: Mapping[str, Any], hyper: Mapping[str, Any]) -> Any:
        # rows may come twice: subtracting is the same in any order
        return variable.scatter_sub(IndexedSlices(grad.values * hyper["rate"], grad.indices))


class MomentumOptimizer(_WithHyperparameters):
    """Subtracts a decaying sum of the gradients times the learning rate.

    Args:
      learning_rate, momentum: numbers, tensors, or functions that give one.
      use_locking: of no effect.
      name: the prefix of names.
      use_nesterov: Nesterov's form (Sutskever et al., 2013): the sum is taken one step ahead.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.MomentumOptimizer(0.1, 0.9).minimize(lambda: v * v, var_list=[v])
    >>> v.numpy()
    np.float32(0.8)
    """

    _slot_names = ("momentum",)

    def __init__(
        self, learning_rate: Any, momentum: Any, use_locking: bool = False, name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(use_locking, name, rate=learning_rate, momentum=momentum)
        self._nesterov = use_nesterov

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        total = slots["momentum"] * hyper["momentum"] + grad
        step = grad + hyper["momentum"] * total if self._nesterov else total
        return hyper["rate"] * step, {"momentum": total}


class AdagradOptimizer(_WithHyperparameters):
    """Divides the gradient by the root of the sum of its squares (Duchi et al., 2011).

    Args:
      learning_rate: a number, a tensor, or a function that gives one.
      initial_accumulator_value: what the sums start with, a positive number.
      use_locking: of no effect.
      name: the prefix of names.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.AdagradOptimizer(0.1).minimize(lambda: v * v, var_list=[v])
    >>> round(float(v), 4)
    0.9012
    """

    _slot_names = ("accumulator",)

    def __init__(
        self, learning_rate: Any, initial_accumulator_value: float = 0.1, use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:  # fmt: skip
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        super().__init__(use_locking, name, rate=learning_rate)
        self._start = initial_accumulator_value

    def _initial_slot(self, name: str, variable: Any) -> Any:
        return lambda: fill(variable.shape, hyperparameter(self._start, variable.dtype))

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        total = slots["accumulator"] + square(grad)
        return hyper["rate"] * grad / sqrt(total), {"accumulator": total}


class AdadeltaOptimizer(_WithHyperparameters):
    """Divides the gradient by a moving root mean square, times that of the changes so far (Zeiler, 2012).

    Args:
      learning_rate, rho, epsilon: numbers, tensors, or functions that give one.
      use_locking: of no effect.
      name: the prefix of names.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.AdadeltaOptimizer(1.0).minimize(lambda: v * v, var_list=[v])
    >>> round(float(v), 5)
    0.99955
    """

    _slot_names = ("accum", "accum_update")

    def __init__(
        self, learning_rate: Any = 0.001, rho: Any = 0.95, epsilon: Any = 1e-8, use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:  # fmt: skip
        super().__init__(use_locking, name, rate=learning_rate, rho=rho, epsilon=epsilon)

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        rho, epsilon = hyper["rho"], hyper["epsilon"]
        total = slots["accum"] * rho + square(grad) * (1 - rho)
        step = sqrt(slots["accum_update"] + epsilon) / sqrt(total + epsilon) * grad
        changes = slots["accum_update"] * rho + square(step) * (1 - rho)
        return hyper["rate"] * step, {"accum": total, "accum_update": changes}


class RMSPropOptimizer(_WithHyperparameters):
    """Divides the gradient by a moving root mean square of it (Tieleman and Hinton, 2012).

    Args:
      learning_rate, decay, momentum, epsilon: numbers, tensors, or functions that give one.
      use_locking: of no effect.
      centered: subtract the square of the moving mean from the mean square.
      name: the prefix of names.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.RMSPropOptimizer(0.1).minimize(lambda: v * v, var_list=[v])
    >>> round(float(v), 4)
    0.8246
    """

    def __init__(
        self, learning_rate: Any, decay: Any = 0.9, momentum: Any = 0.0, epsilon: Any = 1e-10,
        use_locking: bool = False, centered: bool = False, name: str = "RMSProp",
    ) -> None:  # fmt: skip
        super().__init__(use_locking, name, rate=learning_rate, decay=decay, momentum=momentum, epsilon=epsilon)
        self._slot_names = ("rms", *(("mg",) if centered else ()), "momentum")  # type: ignore[misc]

    def _initial_slot(self, name: str, variable: Any) -> Any:
        if name == "rms":
            return lambda: ones(variable.shape, variable.dtype)
        return super()._initial_slot(name, variable)

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        decay, changed = hyper["decay"], {}
        changed["rms"] = mean_square = slots["rms"] + (square(grad) - slots["rms"]) * (1 - decay)
        if "mg" in slots:
            changed["mg"] = slots["mg"] + (grad - slots["mg"]) * (1 - decay)
            mean_square = mean_square - square(changed["mg"])
        step = slots["momentum"] * hyper["momentum"] + hyper["rate"] * grad / sqrt(mean_square + hyper["epsilon"])
        return step, {**changed, "momentum": step}


class AdamOptimizer(_WithHyperparameters):
    """Divides a moving mean of the gradient by the root of a moving mean of its square (Kingma and Ba, 2014).

    Args:
      learning_rate, beta1, beta2, epsilon: numbers, tensors, or functions that give one.
      use_locking: of no effect.
      name: the prefix of names.
      use_own_namescope_for_non_slot_vars: put the powers of the betas under the name too.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.AdamOptimizer(0.1).minimize(lambda: v * v, var_list=[v])
    >>> round(float(v), 4)
    0.9
    """

    _slot_names = ("m", "v")

    def __init__(
        self, learning_rate: Any = 0.001, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-8,
        use_locking: bool = False, name: str = "Adam", use_own_namescope_for_non_slot_vars: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(use_locking, name, rate=learning_rate, beta1=beta1, beta2=beta2, epsilon=epsilon)
        self._prefix = f"{name}/" if use_own_namescope_for_non_slot_vars else ""
        self._powers: tuple[Any, Any] = (None, None)

    def _prepare(self, variables: Sequence[Any]) -> None:
        self._powers = (
            self._non_slot("beta1_power", self._numbers["beta1"], variables),
            self._non_slot("beta2_power", self._numbers["beta2"], variables),
        )

    def _hyper(self, dtype: Any) -> dict[str, Any]:
        hyper = super()._hyper(dtype)
        power1, power2 = (hyperparameter(power, dtype) for power in self._powers)
        hyper["rate"] = hyper["rate"] * sqrt(1 - power2) / (1 - power1)
        return hyper

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        mean = slots["m"] + (grad - slots["m"]) * (1 - hyper["beta1"])
        mean_square = slots["v"] + (square(grad) - slots["v"]) * (1 - hyper["beta2"])
        return hyper["rate"] * mean / (sqrt(mean_square) + hyper["epsilon"]), {"m": mean, "v": mean_square}

    def _apply_rows(self, grad: Any, variable: Any, slots: Mapping[str, Any], hyper: Mapping[str, Any]) -> Any:
        # the means of all rows decay, and all rows move
        means, scattered = {}, []
        indices, summed = summed_rows(grad)
        for name, beta, change in (("m", "beta1", summed), ("v", "beta2", square(summed))):
            decayed = slots[name].assign(slots[name] * hyper[beta], read_value=False)
            with control_dependencies([decayed] if decayed is not None else []):
                rows = IndexedSlices(change * (1 - hyper[beta]), indices)
                scattered.append(slots[name].scatter_add(rows))
                means[name] = slots[name].read_value()
        step = hyper["rate"] * means["m"] / (sqrt(means["v"]) + hyper["epsilon"])
        return group(variable.assign_sub(step, read_value=False), *scattered)

    def _finish(self, updates: list[Any], name_scope: str) -> Any:
        with control_dependencies([u for u in updates if u is not None]):
            powers = [
                power.assign(power * hyperparameter(self._numbers[beta], power.dtype), read_value=False)
                for power, beta in zip(self._powers, ("beta1", "beta2"), strict=True)
            ]
        return group(*updates, *powers, name=name_scope)


class FtrlOptimizer(_WithHyperparameters):
    """Follows the regularized leader (McMahan et al., 2013), with shrinkage of the weights.

    Args:
      learning_rate, learning_rate_power, l1_regularization_strength, l2_regularization_strength,
        l2_shrinkage_regularization_strength, beta: numbers; the power is at most 0.
      initial_accumulator_value: what the sums of squares start with, at least 0.
      use_locking: of no effect.
      name: the prefix of names; accum_name, linear_name: of no effect.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.FtrlOptimizer(0.1).minimize(lambda: v * v, var_list=[v])
    >>> round(float(v), 4)
    0.7451
    """

    _slot_names = ("accum", "linear")

    def __init__(
        self, learning_rate: Any, learning_rate_power: float = -0.5, initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0, l2_regularization_strength: float = 0.0, use_locking: bool = False,
        name: str = "Ftrl", accum_name: str | None = None, linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0, beta: float | None = None,
    ) -> None:  # fmt: skip
        for value, fails, wanted in (
            (initial_accumulator_value, initial_accumulator_value < 0, "initial_accumulator_value"),
            (l1_regularization_strength, l1_regularization_strength < 0, "l1_regularization_strength"),
            (l2_regularization_strength, l2_regularization_strength < 0, "l2_regularization_strength"),
        ):
            if fails:
                raise ValueError(f"{wanted} {value} needs to be positive or zero")
        if learning_rate_power > 0:
            raise ValueError(f"learning_rate_power {learning_rate_power} needs to be negative or zero")
        super().__init__(
            use_locking, name, rate=learning_rate, l1=l1_regularization_strength, l2=l2_regularization_strength,
            shrinkage=l2_shrinkage_regularization_strength, power=learning_rate_power, beta=beta or 0.0,
        )  # fmt: skip
        self._start = initial_accumulator_value

    def _initial_slot(self, name: str, variable: Any) -> Any:
        if name == "accum":
            return lambda: fill(variable.shape, hyperparameter(self._start, variable.dtype))
        return super()._initial_slot(name, variable)

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        rate, power = hyper["rate"], -hyper["power"]
        l2 = hyper["l2"] + hyper["beta"] / (2 * rate)
        total = slots["accum"] + square(grad)
        shrunk = grad + 2 * hyper["shrinkage"] * value
        linear = slots["linear"] + shrunk - (pow(total, power) - pow(slots["accum"], power)) / rate * value
        quadratic = pow(total, power) / rate + 2 * l2
        clipped = maximum(minimum(linear, hyper["l1"]), -hyper["l1"])
        return value - (clipped - linear) / quadratic, {"accum": total, "linear": linear}


class ProximalGradientDescentOptimizer(_WithHyperparameters):
    """Gradient descent, then the proximal step of L1 and L2 regularization (Duchi and Singer, 2009).

    Args:
      learning_rate, l1_regularization_strength, l2_regularization_strength: numbers or tensors.
      use_locking: of no effect.
      name: the prefix of names.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.ProximalGradientDescentOptimizer(0.1).minimize(lambda: v * v, var_list=[v])
    >>> round(float(v), 4)
    0.8
    """

    def __init__(
        self, learning_rate: Any, l1_regularization_strength: Any = 0.0, l2_regularization_strength: Any = 0.0,
        use_locking: bool = False, name: str = "ProximalGradientDescent",
    ) -> None:  # fmt: skip
        super().__init__(
            use_locking, name, rate=learning_rate, l1=l1_regularization_strength, l2=l2_regularization_strength
        )

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        return value - _proximal(value - hyper["rate"] * grad, hyper["rate"], hyper), {}


class ProximalAdagradOptimizer(AdagradOptimizer):
    """Adagrad, then the proximal step of L1 and L2 regularization (Duchi and Singer, 2009).

    Args:
      learning_rate, l1_regularization_strength, l2_regularization_strength: numbers or tensors.
      initial_accumulator_value: what the sums start with, a positive number.
      use_locking: of no effect.
      name: the prefix of names.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.train.ProximalAdagradOptimizer(0.1).minimize(lambda: v * v, var_list=[v])
    >>> round(float(v), 4)
    0.9012
    """

    def __init__(
        self, learning_rate: Any, initial_accumulator_value: float = 0.1, l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0, use_locking: bool = False, name: str = "ProximalAdagrad",
    ) -> None:  # fmt: skip
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._numbers.update(l1=l1_regularization_strength, l2=l2_regularization_strength)

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        step, changed = super()._update(value, grad, slots, hyper)
        rate = hyper["rate"] / sqrt(changed["accumulator"])
        return value - _proximal(value - step, rate, hyper), changed


def _proximal(value: Any, rate: Any, hyper: Mapping[str, Any]) -> Any:
    """The value moved towards 0 by both regularizations."""
    return sign(value) * maximum(abs(value) - rate * hyper["l1"], 0.0) / (1 + hyper["l2"] * rate)


__all__ = [
    "AdadeltaOptimizer", "AdagradOptimizer", "AdamOptimizer", "FtrlOptimizer", "GradientDescentOptimizer",
    "MomentumOptimizer", "ProximalAdagradOptimizer", "ProximalGradientDescentOptimizer", "RMSPropOptimizer",
]  # fmt: skip
