"""Eager work that is worth compiling: programs of one op, and random numbers.

Functions, sums, products and convolutions are compiled at their first use or never, as their types decide, since
compiled code rounds otherwise. Arithmetic gives the same either way, and is compiled in the background if done often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, Final

from graphwright.base import errors
from graphwright.base.config import uses
from graphwright.base.dimension import Symbol
from graphwright.base.services import EXECUTOR
from graphwright.core.context import state
from graphwright.core.eager_memory import in_kept_memory
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.infer import infer
from graphwright.ir.lowering import Contract, Decompose, Elementwise, Reduce, Sliding, Window
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType, most_elements, tensor_type

_LEAST_WORK: Final[Mapping[str, int]] = {
    "convolution": 1 << 22,
    "convolution into input": 1 << 22,
    "convolution into filter": 1 << 22,
}
"""Multiplications from which on the kernel in NumPy takes about as long as compiling one more program."""
_LEAST_OTHER_WORK: Final = 1 << 19
"""The same for pools and depthwise convolutions: how many elements their windows meet."""
_LEAST_PRODUCT: Final = 1 << 33
"""The same for products of matrices: BLAS takes some tenths of a second for these, and nothing can stop it."""
_PRODUCT_DTYPES: Final = frozenset(["float32", "float64"])


_LEAST_GAIN: Final = 1e6
"""Nanoseconds that compiled code has to gain in each call: to compile takes 10 to 60 times as long, once."""
_SLOWER_NS: Final[Mapping[str, float]] = {
    **{"Betainc": 4000, "Digamma": 240, "Erf": 190, "Erfc": 190, "Erfinv": 160, "Igamma": 2200, "IgammaGradA": 2600},
    **{"Igammac": 2200, "Lgamma": 310, "Ndtri": 280, "Polygamma": 1600, "RandomGammaGrad": 2800, "Zeta": 230},
    **{"BesselI0": 130, "BesselI0e": 140, "BesselI1": 150, "BesselI1e": 140},
    **{"FloorMod": 14, "Mod": 16, "Pow": 3, "Softplus": 28, "TruncateMod": 20},  # of negative bases Pow takes 58
    **{"Elu": 2, "EluGrad": 3, "LeakyRelu": 2, "LeakyReluGrad": 2.5, "Relu6": 2, "Relu6Grad": 2, "ReluGrad": 1.6},
    **{"InvGrad": 3, "ReciprocalGrad": 3, "RsqrtGrad": 3, "Selu": 2.5, "SeluGrad": 3, "Sigmoid": 3, "SigmoidGrad": 2},
    **{"SoftplusGrad": 1.4, "SoftsignGrad": 2, "SqrtGrad": 3, "TanhGrad": 3, "Xdivy": 1.6, "Xlog1py": 2.4},
    **{"ClipByValue": 2, "DivNoNan": 2, "MulNoNan": 2, "NextAfter": 5, "SelectV2": 4, "Xlogy": 2.6},
    **{"AdjustHue": 90, "AdjustSaturation": 60, "CombinedNonMaxSuppression": 5000, "CropAndResize": 20},
    **{"CropAndResizeGradBoxes": 20, "CropAndResizeGradImage": 40, "HSVToRGB": 3, "MirrorPad": 2},
    **{"NonMaxSuppression": 2000},
    **{"NonMaxSuppressionV2": 2000, "NonMaxSuppressionV3": 2000, "NonMaxSuppressionV4": 2000},
    **{"NonMaxSuppressionV5": 2000, "NonMaxSuppressionWithOverlaps": 2, "RGBToHSV": 75, "SegmentMax": 5},
    **{"RaggedTensorToTensor": 40, "SegmentMean": 5, "SegmentMin": 5, "SegmentProd": 5, "SegmentSum": 5},
    **{"LogSoftmax": 3, "ResizeArea": 3, "ResizeBicubic": 16, "ResizeBicubicGrad": 12, "ResizeBilinear": 4.5},
    **{"ResizeBilinearGrad": 5, "ResizeNearestNeighbor": 1.5, "Softmax": 3},
    **{"SoftmaxCrossEntropyWithLogits": 5, "SparseSoftmaxCrossEntropyWithLogits": 2.8},
    **{"MatrixTriangularSolve": 20, "ScatterNd": 18, "TopKV2": 30, "UnsortedSegmentSum": 12},
}
"""Nanoseconds an element of its largest tensor by which an op's kernel is slower than compiled code, for float32.

`python -m bench.eager_kernels` measures them; other dtypes gain more. What gains less than one is not compiled.
"""
_FORMULA_NS: Final = 100
FORMULAS: Final = frozenset([name for name, ns in _SLOWER_NS.items() if ns >= _FORMULA_NS])
"""Ops that take NumPy 50 us and more for one element, such as long formulas: they are compiled at any size."""


ANY_SIZE: Final = frozenset({
    "AdjustHue", "AdjustSaturation", "CombinedNonMaxSuppression", "CropAndResize", "CropAndResizeGradBoxes",
    "CropAndResizeGradImage", "HSVToRGB", "MirrorPad", "NonMaxSuppression", "NonMaxSuppressionV2",
    "NonMaxSuppressionV3", "NonMaxSuppressionV4", "NonMaxSuppressionV5", "NonMaxSuppressionWithOverlaps", "RGBToHSV",
    "RaggedTensorToTensor", "SegmentMax", "SegmentMean", "SegmentMin", "SegmentProd", "SegmentSum",
})  # fmt: skip
"""Ops that one program computes for all sizes: their sizes change from call to call, or follow from values."""


def kernel_for(
    record: OpRecord,
    inputs: Sequence[TensorType],
    attrs: Mapping[str, Any],
    outputs: Sequence[TensorType],
    kernel: Callable[..., Any],
    values: Values,
) -> Callable[..., Any]:
    """What runs this application of an op: its compiled form where there is enough to do, else the kernel.

    Where both may give other bits, only the types decide, so that the same application always gives the same.

    Args:
      values: of the inputs, by position, that the result's type depends on.
    """
    if not uses("eager_jit") or not all(type_.is_static for type_ in inputs):
        return kernel
    if record.name in ANY_SIZE:
        return _of_any_size(record, inputs, attrs, kernel)
    if not all(type_.is_static for type_ in outputs):
        return kernel
    compiled = _compiled(record, inputs, attrs, outputs, kernel, values)
    if compiled is not None:
        return compiled
    kernel = in_kept_memory(record, (*inputs, *outputs), kernel)
    rule = record.native
    if most_elements((*inputs, *outputs)) < _LEAST_LATER or record.effect != "none":
        return kernel
    if not isinstance(rule, Elementwise | Reduce | Decompose):
        return kernel
    if _is_flat(record, inputs, outputs):
        return _in_order(_flat(record, inputs, attrs, outputs[0], kernel, _Later), kernel)
    return _Later(_graph_of(record, inputs, attrs, outputs, values), kernel)


def _compiled(
    record: OpRecord,
    inputs: Sequence[TensorType],
    attrs: Mapping[str, Any],
    outputs: Sequence[TensorType],
    kernel: Callable[..., Any],
    values: Values,
) -> Callable[..., Any] | None:
    """The op compiled at its first use; None where its work is not worth that."""
    rule = record.native
    if isinstance(rule, Contract):
        if not _pays_to_stop(rule, inputs, attrs, outputs):
            return None
        return _Compiled(_graph_of(record, inputs, attrs, outputs), kernel)
    if isinstance(rule, Sliding):
        graph = _graph_of(record, inputs, attrs, outputs)
        window = rule.window(graph.outputs[0].op)
        return None if window is None or not _pays(rule, window) else _Compiled(graph, kernel)
    if _sums(record, inputs):
        gain = most_elements(inputs) * _slower_sum_ns(record, inputs[0].dims, values)
        return _Compiled(_graph_of(record, inputs, attrs, outputs, values), kernel) if gain >= _LEAST_SUM_GAIN else None
    types = (*inputs, *outputs)
    if not (_gains(record, types) or _is_short_formula(record, inputs, outputs) or _is_large_complex(record, inputs)):
        return None
    if _is_flat(record, inputs, outputs):
        return _flat(record, inputs, attrs, outputs[0], kernel, _Compiled)
    return _Compiled(_graph_of(record, inputs, attrs, outputs), kernel)


def _in_order(compiled: Callable[..., Any], kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Arrays whose elements lie in another order, such as transposed ones, are the kernel's: it need not copy them."""

    def run(*arrays: Any) -> Any:
        return (compiled if all(array.flags.c_contiguous for array in arrays) else kernel)(*arrays)

    return run


def _is_flat(record: OpRecord, inputs: Sequence[TensorType], outputs: Sequence[TensorType]) -> bool:
    """Whether all operands have one shape, or are numbers."""
    shapes = {type_.dims for type_ in (*inputs, *outputs) if type_.rank}
    return isinstance(record.native, Elementwise) and len(shapes) == 1


def _is_short_formula(record: OpRecord, inputs: Sequence[TensorType], outputs: Sequence[TensorType]) -> bool:
    """Whether this is a long formula of few elements, and one program does for all shapes."""
    scalar = not any(type_.rank for type_ in inputs)
    return record.name in FORMULAS and (scalar or _is_flat(record, inputs, outputs))


def _is_large_complex(record: OpRecord, inputs: Sequence[TensorType]) -> bool:
    """Whether this is arithmetic of many complex numbers, whose products NumPy rounds otherwise."""
    complex_numbers = any(type_.dtype.is_complex for type_ in inputs)
    return complex_numbers and isinstance(record.native, Elementwise) and most_elements(inputs) >= _LEAST_LATER


def _gains(record: OpRecord, types: Sequence[TensorType]) -> bool:
    return most_elements(types) * _SLOWER_NS.get(record.name, 0) >= _LEAST_GAIN


_LEAST_SUM_GAIN: Final = 1e5
"""As `_LEAST_GAIN`, for sums: steps of training take many of these."""


def _sums(record: OpRecord, inputs: Sequence[TensorType]) -> bool:
    rule = record.native
    adds = record.name == "BiasAddGrad" or (isinstance(rule, Reduce) and rule.kind in ("sum", "mean"))
    return adds and inputs[0].dtype.name in _PRODUCT_DTYPES


def _slower_sum_ns(record: OpRecord, dims: Any, values: Values) -> float:
    """Nanoseconds an element by which NumPy adds up more slowly: it begins anew for each short row that is kept."""
    axes = values.get(1)  # none for the gradient of a bias, which keeps the last axis
    last = len(dims) - 2 if axes is None else max((int(a) % len(dims) for a in axes.reshape(-1)), default=-1)
    kept = prod(dims[last + 1 :])
    return 0.1 if kept == 1 else max(0.1, 20 / kept)


def _pays(rule: Sliding, window: Window) -> bool:
    assert isinstance(window.batch, int)
    seen = window.batch * prod(window.result) * prod(window.window) * window.result_channels
    least = _LEAST_WORK.get(rule.kernel)
    if least is None:
        return seen >= _LEAST_OTHER_WORK
    return seen * window.channels // window.groups >= least


def _pays_to_stop(
    rule: Contract, inputs: Sequence[TensorType], attrs: Mapping[str, Any], outputs: Sequence[TensorType]
) -> bool:
    """Whether a product takes so long that a user may want to interrupt it, as compiled code can be."""
    left: Any = inputs[0].dims  # all types are static: their dimensions are integers
    result: Any = outputs[0].dims
    seen = prod(result) * left[-2 if attrs[rule.transpose_a] else -1]
    return seen >= _LEAST_PRODUCT and all(t.dtype.name in _PRODUCT_DTYPES for t in (*inputs, *outputs))


Values = Mapping[int, Any]
"""Arrays by the position of the input whose value they are."""
_NO_VALUES: Final[Values] = {}


def _graph_of(
    record: OpRecord,
    inputs: Sequence[TensorType],
    attrs: Mapping[str, Any],
    outputs: Sequence[TensorType] | None,
    values: Values = _NO_VALUES,
) -> FuncGraph:
    """The op as a graph, whose inputs are the op's, those too whose values are constants in it.

    The types of the outputs are inferred unless they are given.
    """
    graph = FuncGraph(f"eager_{record.name}")
    placeholder, constant = lookup("Placeholder"), lookup("Const")
    assert placeholder is not None and constant is not None
    operands = []
    for i, type_ in enumerate(inputs):
        arguments = {"dtype": type_.dtype, "shape": type_.shape}
        (operand,) = graph.add_op(placeholder, (), arguments, [type_], f"input_{i}").outputs
        graph.inputs.append(operand)
        if i in values:
            fixed = {"value": values[i], "dtype": type_.dtype}
            (operand,) = graph.add_op(constant, (), fixed, [type_], f"value_{i}").outputs
        operands.append(operand)
    if outputs is None:
        outputs, _ = infer(record, operands, inputs, attrs)
    graph.outputs += graph.add_op(record, operands, dict(attrs), outputs, record.name).outputs
    return graph


class _Compiled:
    """The op as a program, compiled when it is first called.

    Its kernel runs where the executor compiles nothing, and where compiled code would only call the kernel back.
    """

    __slots__ = ("graph", "kernel", "program")

    def __init__(self, graph: FuncGraph, kernel: Callable[..., Any]) -> None:
        self.graph = graph
        self.kernel = kernel
        self.program: Any = None

    def __call__(self, *arrays: Any) -> Any:
        executor = _executor()
        if not executor.compiles:
            return self.kernel(*arrays)
        if self.program is None:
            self.program = executor.compile(self.graph)
        if self.program.host_calls:
            return self.kernel(*arrays)
        quiet, state.quiet = state.quiet, _directly  # a refused element calls the kernel, and contexts do not nest
        try:
            results = self.program.run(_flattened(arrays))
        except errors.OpError:
            return self.kernel(*arrays)  # it says what is wrong in terms of this op
        finally:
            state.quiet = quiet
        return results[0] if len(results) == 1 else results


def _flattened(arrays: Sequence[Any]) -> Sequence[Any]:
    """The arrays, those too that the kernel gets as a list."""
    if not any(each.__class__ is list for each in arrays):
        return arrays
    return [x for each in arrays for x in (each if each.__class__ is list else (each,))]


_LEAST_LATER: Final = 1 << 18
"""Elements of the largest tensor from which on arithmetic is compiled, which threads then share."""
_USES: Final = 8
"""Applications before that: work that is done a few times is not worth a program."""


class _Later(_Compiled):
    """An op that gives the same by its kernel and compiled: its kernel, until the background thread has a program.

    The same but for the signs of zeros and of NaN.
    """

    __slots__ = ("pending", "uses")

    def __init__(self, graph: FuncGraph, kernel: Callable[..., Any]) -> None:
        super().__init__(graph, kernel)
        self.uses = 0
        self.pending: Any = None

    def __call__(self, *arrays: Any) -> Any:
        if self.program is None and not self._ready():
            return self.kernel(*arrays)
        return super().__call__(*arrays)

    def _ready(self) -> bool:
        self.uses += 1
        if self.uses == _USES:
            self.pending = _executor().compile_later(self.graph)
        if self.pending is not None:
            self.program = self.pending()
        return self.program is not None


def _directly(kernel: Callable[..., Any], *arrays: Any) -> Any:
    return kernel(*arrays)


_flat_programs: dict[Any, _Compiled] = {}


def _flat(
    record: OpRecord,
    inputs: Sequence[TensorType],
    attrs: Mapping[str, Any],
    output: TensorType,
    kernel: Callable[..., Any],
    kind: type[_Compiled],
) -> Callable[..., Any]:
    """An elementwise op on tensors of one shape, and numbers, as a program for any number of elements in a row."""
    ranks = tuple(min(type_.rank or 0, 1) for type_ in inputs)
    key = kind, record.name, ranks, tuple(type_.dtype for type_ in inputs), tuple(sorted(attrs.items()))
    compiled = _flat_programs.get(key)
    if compiled is None:
        size = (Symbol(),)
        flat_inputs = [tensor_type(type_.dtype, size[:rank]) for type_, rank in zip(inputs, ranks, strict=True)]
        graph = _graph_of(record, flat_inputs, attrs, [tensor_type(output.dtype, size)])
        compiled = _flat_programs[key] = kind(graph, kernel)

    def run(*arrays: Any) -> Any:
        rows = [array.reshape(-1) if rank else array for array, rank in zip(arrays, ranks, strict=True)]
        result = compiled(*rows)
        return result if output.rank == 1 else result.reshape(output.dims)

    return run


_MOST_CHANNELS: Final = 4
_open_programs: dict[Any, _Compiled] = {}


def _of_any_size(
    record: OpRecord, inputs: Sequence[TensorType], attrs: Mapping[str, Any], kernel: Callable[..., Any]
) -> Callable[..., Any]:
    """An op as a program for all sizes; its kernel until that pays."""
    opened = [_opened(type_) for type_ in inputs]
    pays = _gains(record, inputs)
    given = ((name, tuple(value) if isinstance(value, list) else value) for name, value in sorted(attrs.items()))
    key = pays, record.name, tuple(map(_shape_key, opened)), *given
    try:
        compiled = _open_programs.get(key)
    except TypeError:  # an attribute that no table can hold
        return kernel
    if compiled is None:
        try:
            graph = _graph_of(record, opened, attrs, None)
        except errors.OpError:
            return kernel
        compiled = _open_programs[key] = (_Compiled if pays else _Later)(graph, kernel)
    return compiled


def _opened(type_: TensorType) -> TensorType:
    """The type without its sizes, but for the channels of a pixel, the sides of a box, and short lists of sizes."""
    dims: Any = type_.dims
    asks = type_.dtype.is_integer and len(dims) in (1, 2) and all(n <= _MOST_CHANNELS for n in dims)
    keeps = len(dims) if asks else len(dims) > 1 and dims[-1] <= _MOST_CHANNELS
    opened = len(dims) - keeps
    return tensor_type(type_.dtype, tuple(Symbol() if i < opened else n for i, n in enumerate(dims)))


def _shape_key(type_: TensorType) -> tuple[Any, ...]:
    dims: Any = type_.dims
    return type_.dtype, *(None if isinstance(dim, Symbol) else dim for dim in dims)


_LEAST_DRAWN: Final = 1 << 15
"""Random numbers that take NumPy about as long as compiling takes: of those drawn so far, and those to be drawn."""
_DRAWN_PER_CALL: Final = 1 << 10
"""As many numbers does each call count for: NumPy takes longer for its calls than for few numbers."""
_drawn_slowly = 0


def drawn(what: str, key: int, counter: tuple[int, int], count: int, stride: int = 1) -> Any:
    """So many random numbers from compiled code (see `Executor.draw`); None where NumPy is to draw them."""
    global _drawn_slowly
    drawn_slowly = _drawn_slowly + count + _DRAWN_PER_CALL
    if drawn_slowly < _LEAST_DRAWN:
        _drawn_slowly = drawn_slowly
        return None
    return _executor().draw(what, key, counter, count, stride)


_LEAST_PLACES: Final = 1 << 15
"""Elements to shuffle, or numbers to look up, that take NumPy about as long as loading what does it from the disk."""


def routine(name: str, places: int) -> Any:
    """Compiled code for so many places (see `Executor.routine`); None where NumPy is to do it."""
    return _executor().routine(name) if places >= _LEAST_PLACES else None


LEAST_STRINGS: Final = 16
"""Strings for which Python takes about as long as a call of the C code."""
_STRINGS_TO_LOAD: Final = 1 << 12
"""Strings that take Python about as long as loading the C code from the disk."""
_strings_seen = 0


def text_routine(name: str, strings: int, wait: bool = False) -> Any:
    """Compiled code for a text op on so many strings (see `Executor.text_routines`); None if Python is to do it.

    With `wait` the code is loaded at once, for however few strings.
    """
    global _strings_seen
    if not wait:
        if strings < LEAST_STRINGS:
            return None
        _strings_seen += strings
        if _strings_seen < _STRINGS_TO_LOAD:
            return None
        # otherwise it is compiled in the background, and loaded once more strings have come
        wait = strings >= _STRINGS_TO_LOAD or _strings_seen >= 2 * _STRINGS_TO_LOAD
    found = _executor().text_routines(wait)
    return None if found is None else found[name]


def _executor() -> Any:
    return EXECUTOR.get()()
