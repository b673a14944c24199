"""Two workloads for one pure function of arrays: the function, and its gradient."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from bench.workload import Program, Stage, Workload

Function = Callable[..., Any]
Values = Callable[[], list[np.ndarray]]


def function_and_gradient(
    name: str,
    title: str,
    written: Callable[[ModuleType], Function],
    in_jax: Callable[[], Function],
    values: Values,
    data: int = 0,
) -> list[Workload]:
    """`written(tf)` and `in_jax()` give the function; `values()` are its arguments.

    The gradient is that of the mean square of the result, with respect to all arguments but the first `data`.
    """
    return [
        Workload(name, title, _forward(written, values), jax=_forward_in_jax(in_jax, values), tolerance=1e-3),
        Workload(
            f"{name}_gradient",
            "the same with its gradient",
            _gradient(written, values, data),
            jax=_gradient_in_jax(in_jax, values, data),
            tolerance=1e-3,
        ),
    ]


def _size(result: Any) -> np.float32:
    """The number by which results are compared, since their elements are sums that libraries round differently."""
    return np.float32(np.mean(np.square(np.asarray(result))))


def _named(values: list[Any]) -> dict[str, Any]:
    return {f"v{i}": value for i, value in enumerate(values)}


def _forward(written: Callable[[ModuleType], Function], values: Values) -> Callable[[ModuleType, Stage], Program]:
    def program(tf: ModuleType, stage: Stage) -> Program:
        staged, names = stage(written(tf)), _named([tf.constant(v) for v in values()])
        return Program(f"f({', '.join(names)})", {"f": staged, **names}, lambda: _size(staged(*names.values())))

    return program


def _gradient(
    written: Callable[[ModuleType], Function], values: Values, data: int
) -> Callable[[ModuleType, Stage], Program]:
    def program(tf: ModuleType, stage: Stage) -> Program:
        function = written(tf)

        def gradients(*arguments: Any) -> Any:
            with tf.GradientTape() as tape:
                tape.watch(arguments[data:])
                loss = tf.reduce_mean(function(*arguments) ** 2)
            return tape.gradient(loss, arguments[data:])

        staged, names = stage(gradients), _named([tf.constant(v) for v in values()])
        statement = f"f({', '.join(names)})"
        return Program(statement, {"f": staged, **names}, lambda: [_size(g) for g in staged(*names.values())])

    return program


def _forward_in_jax(in_jax: Callable[[], Function], values: Values) -> Callable[[], Program]:
    def program() -> Program:
        import jax
        import jax.numpy as jnp

        staged, names = jax.jit(in_jax()), _named([jnp.array(v) for v in values()])
        statement = f"f({', '.join(names)}).block_until_ready()"
        return Program(statement, {"f": staged, **names}, lambda: _size(staged(*names.values())))

    return program


def _gradient_in_jax(in_jax: Callable[[], Function], values: Values, data: int) -> Callable[[], Program]:
    def program() -> Program:
        import jax
        import jax.numpy as jnp

        function, names = in_jax(), _named([jnp.array(v) for v in values()])
        differentiated = tuple(range(data, len(names)))
        staged = jax.jit(jax.grad(lambda *arguments: jnp.mean(function(*arguments) ** 2), argnums=differentiated))
        statement = f"wait(f({', '.join(names)}))"
        namespace = {"f": staged, "wait": jax.block_until_ready, **names}
        return Program(statement, namespace, lambda: [_size(g) for g in staged(*names.values())])

    return program
