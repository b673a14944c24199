"""The fused training ops: each changes a variable and its slots by a gradient, whole or in rows.

An optimizer is one formula over arrays. It serves the op for dense gradients and, where TensorFlow has it, the op for
gradients of single rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.core.variable_state import VariableState
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op
from graphwright.ir.types import describe_dims
from graphwright.ops.state.variables import SCATTER_TYPES, check_dtype, check_rows

Formula = Callable[..., tuple[Array, ...]]
"""From the values of the variable and its slots, then the numbers and the gradient by name, to the new values."""


# formulas ---------------------------------------------------------------------------------------------------


def _gradient_descent(var: Array, *, alpha: Array, grad: Array) -> tuple[Array, ...]:
    return (var - alpha * grad,)


def _momentum(
    var: Array, accum: Array, *, lr: Array, grad: Array, momentum: Array, use_nesterov: bool
) -> tuple[Array, ...]:
    accum = accum * momentum + grad
    return var - (grad * lr + accum * momentum * lr if use_nesterov else accum * lr), accum


def _keras_momentum(
    var: Array, accum: Array, *, lr: Array, grad: Array, momentum: Array, use_nesterov: bool
) -> tuple[Array, ...]:
    accum = accum * momentum - grad * lr
    return var + (accum * momentum - grad * lr if use_nesterov else accum), accum


def _adagrad(
    var: Array, accum: Array, *, lr: Array, grad: Array, update_slots: bool, epsilon: Array | None = None
) -> tuple[Array, ...]:
    accum = accum + grad * grad if update_slots else accum
    root = np.sqrt(accum)
    return var - grad * lr / (root if epsilon is None else root + epsilon), accum


def _adagrad_da(
    var: Array, total: Array, squares: Array, *, grad: Array, lr: Array, l1: Array, l2: Array, global_step: Array
) -> tuple[Array, ...]:
    total, squares = total + grad, squares + grad * grad
    step = global_step.astype(lr.dtype)
    shrunk = np.sign(total) * np.maximum(np.abs(total) - l1 * step, 0) if l1 > 0 else total
    return -lr * shrunk / (l2 * step * lr + np.sqrt(squares)), total, squares


def _adam(
    var: Array, m: Array, v: Array, *, beta1_power: Array, beta2_power: Array, lr: Array, beta1: Array, beta2: Array,
    epsilon: Array, grad: Array, use_nesterov: bool,
) -> tuple[Array, ...]:  # fmt: skip
    one = lr.dtype.type(1)
    rate = lr * np.sqrt(one - beta2_power) / (one - beta1_power)
    m, v = m + (grad - m) * (one - beta1), v + (grad * grad - v) * (one - beta2)
    step = m * beta1 + (one - beta1) * grad if use_nesterov else m
    return var - step * rate / (np.sqrt(v) + epsilon), m, v


def _amsgrad(
    var: Array, m: Array, v: Array, vhat: Array, *, beta1_power: Array, beta2_power: Array, lr: Array, beta1: Array,
    beta2: Array, epsilon: Array, grad: Array,
) -> tuple[Array, ...]:  # fmt: skip
    one = lr.dtype.type(1)
    rate = lr * np.sqrt(one - beta2_power) / (one - beta1_power)
    m, v = m + (grad - m) * (one - beta1), v + (grad * grad - v) * (one - beta2)
    vhat = np.maximum(vhat, v)
    return var - m * rate / (np.sqrt(vhat) + epsilon), m, v, vhat


def _adamax(
    var: Array, m: Array, v: Array, *, beta1_power: Array, lr: Array, beta1: Array, beta2: Array, epsilon: Array,
    grad: Array,
) -> tuple[Array, ...]:  # fmt: skip
    one = lr.dtype.type(1)
    m, v = m + (grad - m) * (one - beta1), np.maximum(beta2 * v, np.abs(grad))
    return var - lr / (one - beta1_power) * (m / (v + epsilon)), m, v


def _adadelta(
    var: Array, accum: Array, changes: Array, *, lr: Array, rho: Array, epsilon: Array, grad: Array
) -> tuple[Array, ...]:
    one = lr.dtype.type(1)
    accum = accum * rho + grad * grad * (one - rho)
    change = np.sqrt(changes + epsilon) / np.sqrt(accum + epsilon) * grad
    return var - change * lr, accum, changes * rho + change * change * (one - rho)


def _rms_prop(
    var: Array, ms: Array, mom: Array, *, lr: Array, rho: Array, momentum: Array, epsilon: Array, grad: Array
) -> tuple[Array, ...]:
    ms = ms + (grad * grad - ms) * (lr.dtype.type(1) - rho)
    mom = mom * momentum + grad * lr / np.sqrt(ms + epsilon)
    return var - mom, ms, mom


def _centered_rms_prop(
    var: Array, mg: Array, ms: Array, mom: Array, *, lr: Array, rho: Array, momentum: Array, epsilon: Array,
    grad: Array,
) -> tuple[Array, ...]:  # fmt: skip
    rest = lr.dtype.type(1) - rho
    ms, mg = ms + (grad * grad - ms) * rest, mg + (grad - mg) * rest
    mom = mom * momentum + grad * lr / np.sqrt(ms - mg * mg + epsilon)
    return var - mom, mg, ms, mom


def _ftrl(
    var: Array, accum: Array, linear: Array, *, grad: Array, lr: Array, l1: Array, l2: Array, lr_power: Array,
    multiply_linear_by_lr: bool, l2_shrinkage: Array | None = None,
) -> tuple[Array, ...]:  # fmt: skip
    two, scale = lr.dtype.type(2), lr if multiply_linear_by_lr else lr.dtype.type(1)
    divisor = scale / lr
    total = accum + grad * grad
    shrunk = grad if l2_shrinkage is None else grad + two * l2_shrinkage * var
    linear = linear + shrunk * scale - (total**-lr_power - accum**-lr_power) * divisor * var
    l1, l2 = l1 * scale, l2 * scale
    moved = (np.sign(linear) * l1 - linear) / (total**-lr_power * divisor + two * l2)
    return np.where(np.abs(linear) > l1, moved, lr.dtype.type(0)), total, linear


def _add_sign(
    var: Array, m: Array, *, lr: Array, alpha: Array, sign_decay: Array, beta: Array, grad: Array
) -> tuple[Array, ...]:
    m = m * beta + grad * (lr.dtype.type(1) - beta)
    return var - lr * (alpha + sign_decay * np.sign(grad) * np.sign(m)) * grad, m


def _power_sign(
    var: Array, m: Array, *, lr: Array, logbase: Array, sign_decay: Array, beta: Array, grad: Array
) -> tuple[Array, ...]:
    m = m * beta + grad * (lr.dtype.type(1) - beta)
    return var - lr * np.exp(logbase * sign_decay * np.sign(grad) * np.sign(m)) * grad, m


def _proximal(moved: Array, rate: Array, l1: Array, l2: Array) -> Array:
    shrunk: Array = np.sign(moved) * np.maximum(np.abs(moved) - rate * np.maximum(l1, 0), 0) / (1 + l2 * rate)
    return shrunk.astype(moved.dtype, copy=False)


def _proximal_gradient_descent(var: Array, *, alpha: Array, l1: Array, l2: Array, grad: Array) -> tuple[Array, ...]:
    return (_proximal(var - alpha * grad, alpha, l1, l2),)


def _proximal_adagrad(var: Array, accum: Array, *, lr: Array, l1: Array, l2: Array, grad: Array) -> tuple[Array, ...]:
    accum = accum + grad * grad
    rate = lr / np.sqrt(accum)
    return _proximal(var - grad * rate, rate, l1, l2), accum


# kernels ----------------------------------------------------------------------------------------------------


def _numbers(names: Sequence[str], given: Sequence[Array], gradient: str) -> dict[str, Array]:
    """The inputs behind the handles by name, the gradient as `grad`; all but it and `indices` are scalars."""
    found = {}
    for name, value in zip(names, given, strict=True):
        if name not in (gradient, "indices") and value.ndim:
            raise errors.InvalidArgumentError(f"{name} is not a scalar: {describe_dims(value.shape)}")
        found["grad" if name == gradient else name] = value[()] if name not in (gradient, "indices") else value
    return found


def _change(states: Sequence[VariableState], values: Callable[[list[Array]], Sequence[Array]]) -> None:
    """Replace the values of variables at once by what `values` computes of them."""
    done = False
    while not done:
        with ExitStack() as stack:
            for state in sorted(set(states), key=id):  # in one order, so that two threads never wait for each other
                stack.enter_context(state.lock)
            before = [state.read() for state in states]
            after = [v[...] for v in values(before)]  # arrays, of scalars too
            done = states[0].replace(before[0], after[0])
            for state, array in zip(states[1:], after[1:], strict=True) if done else ():
                state.write(array)


def _dense_kernel(slots: Sequence[str], names: Sequence[str], gradient: str, formula: Formula) -> Callable[..., None]:
    handles = 1 + len(slots)

    def kernel(*inputs: Any, use_locking: bool, **attrs: Any) -> None:
        states, numbers = inputs[:handles], _numbers(names, inputs[handles:], gradient)
        grad = numbers["grad"]

        def values(before: list[Array]) -> Sequence[Array]:
            for name, array in zip((*slots, gradient), (*before[1:], grad), strict=True):
                if array.shape != before[0].shape:
                    raise errors.InvalidArgumentError(
                        f"var and {name} do not have the same shape: {describe_dims(before[0].shape)} "
                        f"{describe_dims(array.shape)}"
                    )
            with np.errstate(all="ignore"):
                return formula(*before, **numbers, **attrs)

        for state in states:
            check_dtype(state, grad)
        _change(states, values)

    return kernel


def _rounds(indices: Array) -> Iterator[Array]:
    """Positions of indices, so that no index comes twice in one round, and earlier ones come first."""
    order = np.argsort(indices, kind="stable")
    ordered = indices[order]
    first = np.searchsorted(ordered, ordered, side="left")
    times = np.arange(indices.size) - first
    for i in range(int(times.max()) + 1 if indices.size else 0):
        yield order[times == i]


def _rows_kernel(slots: Sequence[str], names: Sequence[str], gradient: str, formula: Formula) -> Callable[..., None]:
    handles = 1 + len(slots)

    def kernel(*inputs: Any, use_locking: bool, **attrs: Any) -> None:
        states, numbers = inputs[:handles], _numbers(names, inputs[handles:], gradient)
        grad, indices = numbers.pop("grad"), numbers.pop("indices")
        if indices.ndim != 1:
            raise errors.InvalidArgumentError("indices must be one-dimensional")

        def values(before: list[Array]) -> Sequence[Array]:
            _check_row_shapes(slots, before, grad, indices)
            after = [np.array(array) for array in before]
            with np.errstate(all="ignore"):
                for at in _rounds(indices):
                    rows = indices[at]
                    changed = formula(*(array[rows] for array in after), grad=grad[at], **numbers, **attrs)
                    for array, new in zip(after, changed, strict=True):
                        array[rows] = new
            return after

        for state in states:
            check_dtype(state, grad)
        _change(states, values)

    return kernel


def _check_row_shapes(slots: Sequence[str], before: Sequence[Array], grad: Array, indices: Array) -> None:
    var = before[0]
    if not var.ndim:
        raise errors.InvalidArgumentError("var must be at least 1 dimensional")
    for name, array in zip(slots, before[1:], strict=True):
        if array.shape != var.shape:
            raise errors.InvalidArgumentError(
                f"var and {name} do not have the same shape: {describe_dims(var.shape)} {describe_dims(array.shape)}"
            )
    if not grad.ndim or grad.shape[0] != indices.size:
        raise errors.InvalidArgumentError("grad must be the same size as indices in the first dimension.")
    if grad.shape[1:] != var.shape[1:]:
        raise errors.InvalidArgumentError("var and grad must match in all dimensions but the first.")
    check_rows(indices, var.shape[0])


# records ----------------------------------------------------------------------------------------------------


def _declared(
    name: str, slots: Sequence[str], names: Sequence[str], own: dict[str, str], attrs: str, kernel: Callable[..., None]
) -> OpRecord:
    inputs = [f"{slot}: resource" for slot in ("var", *slots)] + [f"{n}: {own.get(n, 'T')}" for n in names]
    rows = "Tindices: index; " if "indices" in names else ""
    return op(
        name,
        f"{', '.join(inputs)} ->",
        f"T: {SCATTER_TYPES}; {rows}use_locking: bool = false{attrs}",
        shape=lambda ctx: _check_scalars(ctx, names, 1 + len(slots)),
        kernel=kernel,
        no_gradient=True,
        effect="write",
    )


def _check_scalars(ctx: ShapeContext, names: Sequence[str], first: int) -> list[Dims]:
    """The numbers, which are behind the handles, are scalars; there are no outputs."""
    for i, name in enumerate(names, first):
        if name not in ("grad", "delta", "indices") and ctx.rank(i):
            raise ctx.fail(f"Shape must be rank 0 but is rank {ctx.rank(i)}: {name}")
    return []


def _training(
    name: str, slots: str, numbers: str, formula: Formula, attrs: str = "", rows: bool = True
) -> tuple[OpRecord, ...]:
    """The op for dense gradients, and the one for rows; the gradient is called `grad`, or `delta`."""
    names, own = numbers.split(), {"global_step": "int64", "indices": "Tindices"}
    gradient = "grad" if "grad" in names else "delta"
    attrs = f"; {attrs}" if attrs else ""
    dense = _dense_kernel(slots.split(), names, gradient, formula)
    made = _declared(f"ResourceApply{name}", slots.split(), names, own, attrs, dense)
    if not rows:
        return (made,)
    names = ["grad" if n == gradient else n for n in names]
    at = names.index("grad") + 1
    names = [*names[:at], "indices", *names[at:]]
    sparse = _rows_kernel(slots.split(), names, "grad", formula)
    return made, _declared(f"ResourceSparseApply{name}", slots.split(), names, own, attrs, sparse)


_NESTEROV = "use_nesterov: bool = false"
_SLOTS = "update_slots: bool = true"
_SCALED = "multiply_linear_by_lr: bool = false"
_ADAM = "lr beta1 beta2 epsilon grad"

TRAINING_OPS = (
    *_training("GradientDescent", "", "alpha delta", _gradient_descent, rows=False),
    *_training("Momentum", "accum", "lr grad momentum", _momentum, _NESTEROV),
    *_training("KerasMomentum", "accum", "lr grad momentum", _keras_momentum, _NESTEROV),
    *_training("Adagrad", "accum", "lr grad", _adagrad, _SLOTS),
    *_training("AdagradV2", "accum", "lr epsilon grad", _adagrad, _SLOTS),
    *_training(
        "AdagradDA", "gradient_accumulator gradient_squared_accumulator", "grad lr l1 l2 global_step", _adagrad_da
    ),
    *_training("Adam", "m v", f"beta1_power beta2_power {_ADAM}", _adam, _NESTEROV, rows=False),
    *_training("AdamWithAmsgrad", "m v vhat", f"beta1_power beta2_power {_ADAM}", _amsgrad, rows=False),
    *_training("AdaMax", "m v", f"beta1_power {_ADAM}", _adamax, rows=False),
    *_training("Adadelta", "accum accum_update", "lr rho epsilon grad", _adadelta),
    *_training("RMSProp", "ms mom", "lr rho momentum epsilon grad", _rms_prop),
    *_training("CenteredRMSProp", "mg ms mom", "lr rho momentum epsilon grad", _centered_rms_prop),
    *_training("Ftrl", "accum linear", "grad lr l1 l2 lr_power", _ftrl, _SCALED),
    *_training("FtrlV2", "accum linear", "grad lr l1 l2 l2_shrinkage lr_power", _ftrl, _SCALED),
    *_training("AddSign", "m", "lr alpha sign_decay beta grad", _add_sign, rows=False),
    *_training("PowerSign", "m", "lr logbase sign_decay beta grad", _power_sign, rows=False),
    *_training("ProximalGradientDescent", "", "alpha l1 l2 delta", _proximal_gradient_descent),
    *_training("ProximalAdagrad", "accum", "lr l1 l2 grad", _proximal_adagrad),
)
