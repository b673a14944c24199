"""CudnnRNN and what belongs to it: ops that only a GPU with cuDNN runs.

Libraries trace them as the alternative of a function for GPUs, so that they have their rules for shapes and their
gradients. No kernel is here: to run one is an error, as in TensorFlow on a CPU.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from graphwright.core.prelude import Application, Gradients, Tensor, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op

_DTYPE = "T: {bfloat16, half, float, double}"
_ATTRS = (
    'rnn_mode: {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; '
    'input_mode: {"linear_input", "skip_input", "auto_select"} = "linear_input"; '
    'direction: {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; '
    "seed2: int = 0"
)
_PROJECTED = "; num_proj: int = 0"
_INPUTS = "input: T, input_h: T, input_c: T, params: T"
_OUTPUTS = "output: T, output_h: T, output_c: T"
_GIVEN = f"{_OUTPUTS}, output_backprop: T, output_h_backprop: T, output_c_backprop: T, reserve_space: T"
_GRADIENTS = "input_backprop: T, input_h_backprop: T, input_c_backprop: T, params_backprop: T"
_LENGTHS = ", sequence_lengths: int32"
_SIZES = "num_layers: int32, num_units: int32, input_size: int32"


class NoKernelError(errors.InvalidArgumentError, errors.NotFoundError):
    """Raised when an op runs that needs a GPU: TensorFlow says `NotFoundError` eagerly, else `InvalidArgumentError`."""


def _kernel(name: str) -> Callable[..., NoReturn]:
    def kernel(*inputs: Any, **attrs: Any) -> NoReturn:
        raise NoKernelError(
            f"No OpKernel was registered to support Op '{name}' on a CPU: it takes a GPU with cuDNN. "
            "`tf.raw_ops.BlockLSTMV2`, `GRUBlockCell` and layers of Keras run here."
        )

    return kernel


def _refuse_ranks(ctx: ShapeContext, ranks: dict[int, int]) -> None:
    for i, rank in ranks.items():
        if ctx.rank(i) not in (None, rank):
            raise ctx.fail(f"Shape must be rank {rank} but is rank {ctx.rank(i)}")


# networks ---------------------------------------------------------------------------------------------------


def _network_shapes(ranks: dict[int, int], outputs: int) -> Callable[[ShapeContext], list[Dims]]:
    def rule(ctx: ShapeContext) -> list[Dims]:
        _refuse_ranks(ctx, ranks)
        steps, state = ctx.dims(0), ctx.dims(1)
        first = steps[:2] if steps else (Symbol(), Symbol())
        units = state[2] if state else Symbol()
        if ctx.attrs["direction"] == "bidirectional":
            units = 2 * units if isinstance(units, int) else Symbol()
        memory: Dims = () if ctx.attrs["rnn_mode"] != "lstm" else ctx.dims(2) if 2 in ranks else state
        return [(*first, units), state, memory, *[None] * (outputs - 3)]

    return rule


def _network_gradient(name: str) -> Callable[..., Gradients]:
    def gradient(application: Application, *grads: Tensor) -> Gradients:
        attrs = dict(application.attrs)
        if not attrs.pop("is_training"):
            raise ValueError(f"To use {name} in gradients, is_training must be set to True.")
        results, reserved = application.outputs[:3], application.outputs[3:]
        given = [apply("ZerosLike", (o,)) if g is None else g for o, g in zip(results, grads[:3], strict=True)]
        inputs = (*application.inputs, *results, *given, *reserved)
        attrs = {key: value for key, value in attrs.items() if key != "T"}
        found = apply_multi(name.replace("CudnnRNN", "CudnnRNNBackprop"), inputs, attrs)
        return [*found, *[None] * (len(application.inputs) - 4)]

    return gradient


def _network(version: str) -> OpRecord:
    third = version == "V3"
    name = f"CudnnRNN{version}"
    ranks = {0: 3, 1: 3, 3: 1} | ({2: 3, 4: 1} if third else {})
    return op(
        name,
        f"{_INPUTS}{_LENGTHS if third else ''} -> {_OUTPUTS}, reserve_space: T"
        + (", host_reserved: int8" if version else ""),
        f"{_DTYPE}; {_ATTRS}{_PROJECTED if third else ''}; is_training: bool = true"
        + ("; time_major: bool = true" if third else ""),
        shape=_network_shapes(ranks, 5 if version else 4),
        kernel=_kernel(name),
        gradient=_network_gradient(name),
        effect="random",
    )


def _backward(version: str) -> OpRecord:
    third = version == "V3"
    name = f"CudnnRNNBackprop{version}"
    return op(
        name,
        f"{_INPUTS}{_LENGTHS if third else ''}, {_GIVEN}{', host_reserved: int8' if version else ''} -> {_GRADIENTS}",
        f"{_DTYPE}; {_ATTRS}" + (f"{_PROJECTED}; time_major: bool = true" if third else ""),
        shape=lambda ctx: [ctx.dims(i) for i in range(4)],
        kernel=_kernel(name),
        effect="random",
    )


NETWORKS = [_network(version) for version in ("", "V2", "V3")]
BACKWARD = [_backward(version) for version in ("", "V2", "V3")]


# parameters: one vector for cuDNN, or a matrix and a bias for each gate ------------------------------------------


def _size_shape(ctx: ShapeContext) -> Dims:
    _refuse_ranks(ctx, {0: 0, 1: 0, 2: 0})
    return (1,)


def _parts_shapes(weights: str, biases: str) -> Callable[[ShapeContext], list[Dims]]:
    def rule(ctx: ShapeContext) -> list[Dims]:
        _refuse_ranks(ctx, {3: 1})
        matrices: list[Dims] = [(Symbol(), Symbol()) for _ in range(ctx.attrs[weights])]
        return [*matrices, *[(Symbol(),) for _ in range(ctx.attrs[biases])]]

    return rule


def _parameters(version: str, weights: str, biases: str) -> list[OpRecord]:
    counts = "; ".join(f"{count}: int >= 1" for count in dict.fromkeys((weights, biases)))
    more = f"{_DTYPE}; {counts}; {_ATTRS}{_PROJECTED if version else ''}"
    parts = f"weights: {weights}*T, biases: {biases}*T"
    apart, together = f"CudnnRNNParamsToCanonical{version}", f"CudnnRNNCanonicalToParams{version}"
    return [
        op(
            apart, f"{_SIZES}, params: T -> {parts}", more,
            shape=_parts_shapes(weights, biases), kernel=_kernel(apart),
        ),
        op(
            together, f"{_SIZES}, {parts} -> params: T", more,
            shape=lambda ctx: (Symbol(),), kernel=_kernel(together),
        ),
    ]  # fmt: skip


PARAMETERS = [
    op(
        "CudnnRNNParamsSize",
        f"{_SIZES} -> params_size: S",
        f"{_DTYPE}; S: index; {_ATTRS}{_PROJECTED}",
        shape=_size_shape,
        kernel=_kernel("CudnnRNNParamsSize"),
    ),
    *_parameters("", "num_params", "num_params"),
    *_parameters("V2", "num_params_weights", "num_params_biases"),
]

__all__ = ["BACKWARD", "NETWORKS", "PARAMETERS", "NoKernelError"]
