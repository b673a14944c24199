"""Array functions: what their samples cannot say. Names in graphs, sizes known while tracing, defaults, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.base.shape import Symbol
from graphwright.core.context import as_default_graph
from graphwright.core.tracing import TracingGraph
from graphwright.ir.infer import partial_value
from graphwright.ir.types import tensor_type
from tests.support.executors import on_numpy

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def traced(function: Callable[..., Any], *types: Any) -> tuple[TracingGraph, Any]:
    """The graph of a function of tensors of these types, each a (dtype, dims), and what it returned."""
    graph = TracingGraph("f")
    with as_default_graph(graph):
        inputs = [graph.placeholder(tensor_type(d, dims), f"in{i}") for i, (d, dims) in enumerate(types)]
        return graph, function(*inputs)


def op_names(graph: TracingGraph) -> dict[str, str]:
    """The graph's operations, name to op type."""
    return {op.name: op.type for op in graph.operations if op.type != "Placeholder"}


# names ------------------------------------------------------------------------------------------------------

KNOWN = (tf.float32, (2, 3))
N = Symbol()
OPEN = (tf.float32, (N, 3))
INDEX = (tf.int32, ())

# As TensorFlow names them: the program, what it takes, and its operations in order.
NAMES: list[tuple[Callable[..., Any], list[Any], str]] = [
    (lambda x: tf.reshape(x, [3, 2]), [KNOWN], "Reshape/shape Reshape"),
    (lambda x: tf.expand_dims(x, 0), [KNOWN], "ExpandDims/dim ExpandDims"),
    (lambda x: tf.concat([x, [[1.0, 2.0, 3.0]]], 0), [KNOWN], "concat/values_1 concat/axis concat"),
    (lambda x: tf.concat([x], 0), [KNOWN], "concat/concat_dim concat/concat"),
    (lambda x: tf.stack([x, 1.0]), [(tf.float32, ())], "stack/1 stack"),
    (lambda x: tf.stack([x, x], 1), [KNOWN], "stack"),
    (lambda x: tf.transpose(x), [KNOWN], "transpose/perm transpose"),
    (
        lambda x: tf.transpose(x),
        [(tf.float32, None)],
        "transpose/Rank transpose/sub/y transpose/sub transpose/Range/limit transpose/Range/delta transpose/Range "
        "transpose",
    ),
    (lambda x: x[0], [KNOWN], "strided_slice/stack strided_slice/stack_1 strided_slice/stack_2 strided_slice"),
    (
        lambda x, i: x[i, 1:],
        [KNOWN, INDEX],
        "add/y add strided_slice/stack/1 strided_slice/stack strided_slice/stack_1/1 strided_slice/stack_1 "
        "strided_slice/stack_2 strided_slice",
    ),
    (lambda x: tf.cast(3, tf.float32), [KNOWN], "Cast/x Cast"),
    (lambda x: tf.cast(x, tf.float32), [KNOWN], ""),
    (lambda x: tf.fill([2], 1.0), [KNOWN], "Fill/dims Fill/value Fill"),
    (lambda x: tf.zeros([2, 3]), [KNOWN], "zeros"),
    (lambda x: tf.ones([200, 300]), [KNOWN], "ones/shape_as_tensor ones/Const ones"),
    (lambda x: tf.zeros(tf.shape(x)), [OPEN], "Shape zeros/Const zeros"),
    (lambda x, i: tf.zeros([i, 2]), [KNOWN, INDEX], "zeros/packed/1 zeros/packed zeros/Const zeros"),
    (lambda x: tf.zeros_like(x), [KNOWN], "zeros_like"),
    (lambda x: tf.ones_like(x, tf.int32), [OPEN], "ones_like/Shape ones_like/Const ones_like"),
    (lambda x: tf.range(5), [KNOWN], "range/start range/limit range/delta range"),
    (lambda x, i: tf.range(1, i, 2.5), [KNOWN, INDEX], "range/start range/delta range/Cast range/Cast_1 range"),
    (lambda i: tf.one_hot(i, 3), [INDEX], "one_hot/on_value one_hot/off_value one_hot/depth one_hot"),
    (lambda x: (tf.shape(x), tf.size(x), tf.rank(x)), [KNOWN], "Shape Size Rank"),
    (lambda x: tf.broadcast_to(x, [4, 2, 3]), [KNOWN], "BroadcastTo/shape BroadcastTo"),
    (lambda x: tf.reverse(x, [0]), [KNOWN], "ReverseV2/axis ReverseV2"),
    (lambda x: tf.tile(x, [2, 1]), [KNOWN], "Tile/multiples Tile"),
    (lambda x: tf.pad(x, [[1, 1], [0, 0]]), [KNOWN], "Pad/paddings Pad"),
    (lambda x: tf.pad(x, [[1, 1], [0, 0]], constant_values=2.0), [KNOWN], "PadV2/paddings PadV2/constant_values PadV2"),
    (lambda x: tf.pad(x, [[1, 1], [0, 0]], "reflect"), [KNOWN], "MirrorPad/paddings MirrorPad"),
    (lambda x: tf.unstack(x), [KNOWN], "unstack"),
    (lambda x: tf.split(x, 2), [KNOWN], "split/split_dim split"),
    (lambda x: tf.split(x, [1, 1]), [KNOWN], "Const split/split_dim split"),
    (lambda x: tf.roll(x, 1, 0), [KNOWN], "Roll/shift Roll/axis Roll"),
    (lambda x: tf.slice(x, [0, 0], [1, -1]), [KNOWN], "Slice/begin Slice/size Slice"),
    (lambda x: tf.gather(x, [0, 1], axis=1), [KNOWN], "GatherV2/indices GatherV2/axis GatherV2"),
    (lambda x: tf.gather_nd(x, [[0, 1]]), [KNOWN], "GatherNd/indices GatherNd"),
    (lambda x: tf.where(x > 0.0, x, 0.0), [KNOWN], "Greater/y Greater SelectV2/e SelectV2"),
    (lambda x: tf.where(x), [KNOWN], "Where"),
    (lambda x: tf.identity(x, name="mine"), [KNOWN], "mine"),
    (lambda x: tf.constant([1, 2], name="mine"), [KNOWN], "mine"),
]


@pytest.mark.parametrize(("program", "types", "names"), NAMES, ids=[n.split(" ")[-1] or "none" for _, _, n in NAMES])
def test_names_in_graphs(program: Callable[..., Any], types: list[Any], names: str) -> None:
    graph, _ = traced(program, *types)
    assert " ".join(op_names(graph)) == names


# sizes while tracing ----------------------------------------------------------------------------------------

S, T = Symbol(), Symbol()
MATRIX = (tf.float32, (S, 3))

KEPT: list[tuple[str, Callable[..., Any], list[Any], Any]] = [
    ("shape", lambda x: tf.zeros(tf.shape(x)), [MATRIX], (S, 3)),
    ("one size", lambda x: tf.zeros([tf.shape(x)[0], 7]), [MATRIX], (S, 7)),
    ("last size", lambda x: tf.zeros([tf.shape(x)[-1], tf.shape(x)[-2]]), [MATRIX], (3, S)),
    ("reshape to what is left", lambda x: tf.reshape(x, [tf.shape(x)[0], -1]), [MATRIX], (S, 3)),
    ("reshape of three axes", lambda x: tf.reshape(x, [tf.shape(x)[0], -1]), [(tf.float32, (S, 2, 5))], (S, 10)),
    ("flat batch comes back", lambda x: tf.reshape(tf.reshape(x, [-1, 1]), [-1]), [(tf.float32, (S,))], (S,)),
    ("split axes", lambda x: tf.reshape(x, [-1, 2, 3]), [(tf.float32, (S, 6))], (S, 2, 3)),
    ("sizes of another", lambda x, y: tf.broadcast_to(y, tf.shape(x)), [MATRIX, (tf.float32, (3,))], (S, 3)),
    ("broadcast shape", lambda x, y: tf.zeros(tf.broadcast_dynamic_shape(tf.shape(x), tf.shape(y))),
     [MATRIX, (tf.float32, (1, 3))], (S, 3)),
    ("joined shapes", lambda x: tf.zeros(tf.concat([tf.shape(x), [4]], 0)), [MATRIX], (S, 3, 4)),
    ("slice of a shape", lambda x: tf.zeros(tf.shape(x)[:1]), [MATRIX], (S,)),
    ("shape backwards", lambda x: tf.zeros(tf.shape(x)[::-1]), [MATRIX], (3, S)),
    ("gathered from a shape", lambda x: tf.zeros(tf.gather(tf.shape(x), [1, 0, 0])), [MATRIX], (3, S, S)),
    ("cast to int64", lambda x: tf.zeros(tf.cast(tf.shape(x), tf.int64)), [MATRIX], (S, 3)),
    ("stacked", lambda x: tf.zeros(tf.stack([2, tf.shape(x)[0]])), [MATRIX], (2, S)),
    ("identity", lambda x: tf.zeros(tf.identity(tf.shape(x))), [MATRIX], (S, 3)),
    ("range", lambda x: tf.range(tf.shape(x)[0]), [MATRIX], (S,)),
    ("one_hot", lambda i: tf.one_hot(i, 4), [(tf.int32, (S,))], (S, 4)),
    ("one_hot of a size", lambda x: tf.one_hot([0, 1], tf.shape(x)[0]), [MATRIX], (2, S)),
    ("tile by 1", lambda x: tf.tile(x, [1, 2]), [MATRIX], (S, 6)),
    ("tile of 1", lambda x: tf.tile([[1.0]], [tf.shape(x)[0], 2]), [MATRIX], (S, 2)),
    ("transpose", lambda x: tf.transpose(x), [MATRIX], (3, S)),
    ("concat along another axis", lambda x: tf.concat([x, x], 1), [MATRIX], (S, 6)),
    ("concat with nothing", lambda x: tf.concat([x, tf.zeros([0, 3])], 0), [MATRIX], (S, 3)),
    ("stack", lambda x: tf.stack([x, x], 1), [MATRIX], (S, 2, 3)),
    ("unstack", lambda x: tf.unstack(x, axis=1)[0], [MATRIX], (S,)),
    ("split along another axis", lambda x: tf.split(x, [1, 2], 1)[1], [MATRIX], (S, 2)),
    ("pad another axis", lambda x: tf.pad(x, [[0, 0], [1, 1]]), [MATRIX], (S, 5)),
    ("reverse", lambda x: tf.reverse(x, [0]), [MATRIX], (S, 3)),
    ("expand and squeeze", lambda x: tf.squeeze(tf.expand_dims(x, 1), 1), [MATRIX], (S, 3)),
    ("gather rows", lambda x, i: tf.gather(x, i), [MATRIX, (tf.int32, (T,))], (T, 3)),
    ("gather in batches", lambda x, i: tf.gather(x, i, batch_dims=1), [MATRIX, (tf.int32, (S, 2))], (S, 2)),
    ("where", lambda x: tf.where(x > 0.0, x, 0.0), [MATRIX], (S, 3)),
    ("ensure_shape", lambda x: tf.ensure_shape(x, [None, None]), [MATRIX], (S, 3)),
    ("ensure_shape determines sizes", lambda x: tf.ensure_shape(x, [5, None]), [MATRIX], (5, 3)),
    ("meshgrid", lambda x: tf.meshgrid(tf.range(2), tf.range(tf.shape(x)[0]))[0], [MATRIX], (S, 2)),
    ("size of a vector", lambda x: tf.zeros([tf.size(x)]), [(tf.float32, (S,))], (S,)),
]  # fmt: skip


@pytest.mark.parametrize(("program", "types", "dims"), [k[1:] for k in KEPT], ids=[k[0] for k in KEPT])
def test_sizes_are_kept_while_tracing(program: Callable[..., Any], types: list[Any], dims: Any) -> None:
    _, result = traced(program, *types)
    assert result.type.dims == dims


UNKNOWN: list[tuple[str, Callable[..., Any], list[Any], int]] = [
    ("a computed size", lambda i: tf.zeros([i, 2]), [INDEX], 2),
    ("what a computed size leaves", lambda x, i: tf.reshape(x, [i, -1]), [MATRIX, INDEX], 2),
    ("concat along", lambda x: tf.concat([x, x], 0), [MATRIX], 2),
    ("pad along", lambda x: tf.pad(x, [[1, 0], [0, 0]]), [MATRIX], 2),
    ("where", lambda x: tf.where(x), [MATRIX], 2),
    ("an axis not known", lambda x, i: tf.expand_dims(x, i), [MATRIX, INDEX], 3),
    ("split along", lambda x: tf.split(x, 2)[0], [MATRIX], 2),
]


@pytest.mark.parametrize(("program", "types", "rank"), [u[1:] for u in UNKNOWN], ids=[u[0] for u in UNKNOWN])
def test_sizes_that_cannot_be_known_are_new_symbols(program: Callable[..., Any], types: list[Any], rank: int) -> None:
    _, result = traced(program, *types)
    assert result.shape.rank == rank
    assert isinstance(result.type.dims[0], Symbol)
    assert result.type.dims[0] is not S


def test_computed_sizes_stay_checked() -> None:
    """Nothing is concluded for a number that is computed: it may be wrong, and then that is an error."""
    _, result = traced(lambda x, i: tf.reshape(x, [i, 3]), MATRIX, INDEX)
    assert result.type.dims[0] is not S
    wrong = tf.function(lambda x, i: tf.reshape(x, [i, 3]), autograph=False, input_signature=[
        tf.TensorSpec([None, 3]), tf.TensorSpec([], tf.int32)])  # fmt: skip
    assert wrong(tf.constant(X), 2).shape == (2, 3)
    with pytest.raises(errors.InvalidArgumentError):
        wrong(tf.constant(X), 7)


def test_partial_values() -> None:
    graph, _ = traced(lambda: None)
    with as_default_graph(graph):
        x = graph.placeholder(tensor_type(tf.float32, (S, 3)), "x")
        i = graph.placeholder(tensor_type(tf.int32, ()), "i")
        assert partial_value(tf.shape(x)) == (S, 3)
        assert partial_value(tf.fill([2], tf.shape(x)[0])) == (S, S)
        assert partial_value(tf.range(1, 4)) == (1, 2, 3)
        assert partial_value(tf.expand_dims(tf.shape(x)[0], 0)) == (S,)
        assert partial_value(tf.rank(x)) == (2,)
        packed = partial_value(tf.stack([i, 2]))
        assert packed is not None and isinstance(packed[0], Symbol) and packed[1] == 2
        assert partial_value(tf.cast(tf.shape(x), tf.int8)) != (S, 3)  # a size may not fit
        assert partial_value(tf.cast(x, tf.int32)) is None


# constants --------------------------------------------------------------------------------------------------

CONSTANTS: list[tuple[tuple[Any, ...], dict[str, Any], str, Any]] = [
    ((1,), {}, "int32", 1),
    ((1.5,), {}, "float32", 1.5),
    ((True,), {}, "bool", True),
    ((1j,), {}, "complex128", 1j),
    (("é",), {}, "string", "é".encode()),
    (([b"a\x00b", "c"],), {}, "string", [b"a\x00b", b"c"]),
    ((2**40,), {}, "int64", 2**40),
    (([],), {}, "float32", []),
    (([1, 2.5],), {}, "float32", [1.0, 2.5]),
    ((np.array([1, 2]),), {}, "int64", [1, 2]),
    ((np.array([1.5, 2]), tf.int32), {}, "int32", [1, 2]),
    (([1, 2], "float16"), {}, "float16", [1.0, 2.0]),
    ((7,), {"shape": [2, 2]}, "int32", [[7, 7], [7, 7]]),
    (([1, 2, 3, 4],), {"shape": [2, 2]}, "int32", [[1, 2], [3, 4]]),
    ((tf.constant([1, 2]),), {}, "int32", [1, 2]),
]


@pytest.mark.parametrize(("args", "options", "dtype", "value"), CONSTANTS, ids=[repr(c[0]) for c in CONSTANTS])
def test_constants(args: Any, options: Any, dtype: str, value: Any) -> None:
    eager = tf.constant(*args, **options)
    assert eager.dtype.name == dtype and eager.numpy().tolist() == value if dtype != "string" else True
    _, symbolic = traced(lambda: tf.constant(*args, **options))
    assert symbolic.dtype.name == dtype
    assert symbolic.op.type == "Const" and symbolic.op.attrs["value"].tolist() == value


REFUSED_CONSTANTS: list[tuple[tuple[Any, ...], type[Exception]]] = [
    (([1, 2], None, [2, 2]), TypeError),
    (([1, 2, 3], None, [2]), TypeError),
    ((None,), ValueError),
    (([[1], [1, 2]],), ValueError),
    ((1.5, tf.int32), TypeError),
    (("a", tf.int32), TypeError),
    ((tf.constant(1), tf.float32), TypeError),
]


@pytest.mark.parametrize(("args", "error"), REFUSED_CONSTANTS, ids=[repr(c[0]) for c in REFUSED_CONSTANTS])
def test_refused_constants(args: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        tf.constant(*args)
    with pytest.raises(error):
        traced(lambda: tf.constant(*args))


HINTED: list[tuple[Any, tf.DType, str, Any]] = [
    (np.array([1.5, 2.0]), tf.float32, "float32", [1.5, 2.0]),
    (np.array([1.5, 2.0]), tf.int32, "int32", [1, 2]),
    (np.float64(2.5), tf.float32, "float32", 2.5),
    (np.array([300, 1]), tf.int64, "int64", [300, 1]),
    (np.array([True]), tf.float32, "float32", [1.0]),
    (np.array(["a"]), tf.float32, "string", [b"a"]),
    (np.array([1, 2]), tf.string, "int64", [1, 2]),
    ([np.float64(1.5)], tf.int32, "float64", [1.5]),
    (1.5, tf.int32, "float32", 1.5),
]


@pytest.mark.parametrize(("value", "hint", "dtype", "expected"), HINTED, ids=[f"{c[0]!r} {c[1].name}" for c in HINTED])
def test_numbers_of_numpy_take_the_dtype_of_a_hint(value: Any, hint: tf.DType, dtype: str, expected: Any) -> None:
    result = tf.convert_to_tensor(value, dtype_hint=hint)
    assert (result.dtype.name, result.numpy().tolist()) == (dtype, expected)


NARROW = tf.constant([[1.0, 2.0], [3.0, 4.0]])
WIDE = np.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    "apply",
    [
        lambda: NARROW + WIDE,
        lambda: tf.matmul(NARROW, WIDE),
        lambda: tf.einsum("ij,jk->ik", NARROW, WIDE),
        lambda: tf.einsum("ij,jk->ik", WIDE, NARROW),
        lambda: NARROW / WIDE,
        lambda: tf.divide(NARROW, np.float64(2.0)),
    ],
)
def test_operands_of_numpy_take_the_dtype_of_the_tensor(apply: Callable[[], Any]) -> None:
    assert apply().dtype is tf.float32 and tf.function(apply, autograph=False)().dtype is tf.float32


@pytest.mark.parametrize(
    "apply",
    [
        lambda: tf.add(WIDE, NARROW),
        lambda: tf.tensordot(NARROW, WIDE, 1),
        lambda: tf.matmul(WIDE, NARROW),
        lambda: tf.constant([1, 2]) / np.array([1.5, 2.5]),
    ],
)
def test_operands_of_numpy_with_another_dtype_are_refused(apply: Callable[[], Any]) -> None:
    for run in (apply, tf.function(apply, autograph=False)):
        with pytest.raises(TypeError):
            run()


def test_seeds_of_numpy_keep_their_bits() -> None:
    seed = np.array([2**62, -1])
    expected = tf.random.stateless_uniform([2], tf.constant(seed, tf.int64))
    assert tf.random.stateless_uniform([2], seed).numpy().tolist() == expected.numpy().tolist()


@pytest.mark.parametrize("text", [np.array(["a"]), np.array(["a"], object), np.str_("a")])
def test_text_of_numpy_is_cast_as_numpy_casts_it(text: Any) -> None:
    for dtype in ("int32", "float32"):
        with pytest.raises(ValueError, match=f"Cannot convert a NumPy array of .* to a Tensor of {dtype}"):
            tf.convert_to_tensor(text, dtype)
    assert tf.convert_to_tensor(text, "bool").numpy().all()
    assert tf.convert_to_tensor(np.array(["1"]), "int32").numpy().tolist() == [1]


def test_a_rejected_dtype_hint_is_not_cached() -> None:
    """What could not take a preferred dtype is not found again as a constant of that dtype."""
    with pytest.raises(TypeError):
        tf.reverse(tf.constant([[1, 2]]), axis=1.25)
    with pytest.raises(TypeError):
        tf.constant(1.25, tf.int32)


def test_symbolic_tensors_are_not_constants() -> None:
    with pytest.raises(TypeError, match="Expected any non-tensor type, but got a tensor instead"):
        traced(lambda x: tf.constant(x), KNOWN)


def test_a_constant_copies_the_array() -> None:
    array = np.ones(3, np.float32)
    for kept in (tf.constant(array), traced(lambda: tf.constant(array))[1].op.outputs[0]):
        array[:] = 1
        stored = kept._array if hasattr(kept, "_array") else kept.op.attrs["value"]
        array[:] = 5
        assert stored.tolist() == [1.0, 1.0, 1.0]


# defaults and dtypes of composed functions ------------------------------------------------------------------

VALUES: list[tuple[str, Callable[[], Any], str, Any]] = [
    ("range widens", lambda: tf.range(tf.constant(2), 4.5), "float32", [2.0, 3.0, 4.0]),
    ("range of int64", lambda: tf.range(np.int64(2)), "int64", [0, 1]),
    ("range of float16", lambda: tf.range(tf.constant(2.0, tf.float16)), "float16", [0.0, 1.0]),
    (
        "range to dtype",
        lambda: tf.range(2.5, dtype=tf.int32) if False else tf.range(3, dtype=tf.int64),
        "int64",
        [0, 1, 2],
    ),
    ("range backwards", lambda: tf.range(3, 0, -1), "int32", [3, 2, 1]),
    ("linspace of integers", lambda: tf.linspace(0, 10, 3), "float64", [0.0, 5.0, 10.0]),
    ("linspace of vectors", lambda: tf.linspace([0.0, 1.0], [1.0, 5.0], 3), "float32", [[0, 1], [0.5, 3], [1, 5]]),
    ("linspace along an axis", lambda: tf.linspace([0.0, 1.0], [1.0, 5.0], 2, axis=-1), "float32", [[0, 1], [1, 5]]),
    ("linspace of one", lambda: tf.linspace([2.0], [3.0], 1), "float32", [[2.0]]),
    ("linspace of none", lambda: tf.linspace(2.0, 3.0, 0), "float32", []),
    ("zeros of strings", lambda: tf.zeros([1], tf.string), "string", [b""]),
    ("zeros of a number", lambda: tf.zeros(2), "float32", [0.0, 0.0]),
    ("ones of bool", lambda: tf.ones([1], tf.bool), "bool", [True]),
    ("zeros_like of a list", lambda: tf.zeros_like([1, 2]), "int32", [0, 0]),
    ("ones_like another dtype", lambda: tf.ones_like([1, 2], tf.float64), "float64", [1.0, 1.0]),
    ("fill of a number", lambda: tf.fill(2, "a"), "string", [b"a", b"a"]),
    ("eye", lambda: tf.eye(2, 3, dtype=tf.int32), "int32", [[1, 0, 0], [0, 1, 0]]),
    ("eye in batches", lambda: tf.eye(1, batch_shape=[2]), "float32", [[[1.0]], [[1.0]]]),
    ("eye of a tensor", lambda: tf.eye(tf.constant(2)), "float32", [[1.0, 0.0], [0.0, 1.0]]),
    ("one_hot off", lambda: tf.one_hot([1], 2, on_value=5, off_value=7), "int32", [[7, 5]]),
    ("one_hot dtype", lambda: tf.one_hot([1], 2, on_value=5, dtype=tf.float32), "float32", [[0.0, 5.0]]),
    ("repeat all", lambda: tf.repeat([[1, 2]], 2), "int32", [1, 1, 2, 2]),
    ("repeat each", lambda: tf.repeat([[1, 2, 3]], [2, 0, 1], axis=1), "int32", [[1, 1, 3]]),
    ("repeat never", lambda: tf.repeat([1, 2], [0, 0]), "int32", []),
    ("repeat a number", lambda: tf.repeat(3, 2), "int32", [3, 3]),
    ("meshgrid", lambda: tf.meshgrid([1, 2], [3])[0], "int32", [[1, 2]]),
    ("meshgrid ij", lambda: tf.meshgrid([1, 2], [3], indexing="ij")[0], "int32", [[1], [2]]),
    ("meshgrid of three", lambda: tf.meshgrid([1, 2], [3], [4])[0], "int32", [[[1], [2]]]),
    ("stack of numbers", lambda: tf.stack([1, 2.5]), "float32", [1.0, 2.5]),
    ("stack of a tensor", lambda: tf.stack(tf.constant([1, 2])), "int32", [1, 2]),
    ("concat of one", lambda: tf.concat(tf.constant([1, 2]), 0), "int32", [1, 2]),
    ("concat determines the dtype", lambda: tf.concat([[1.5], [2]], 0), "float32", [1.5, 2.0]),
    ("split by a tensor", lambda: tf.split([1, 2, 3], tf.constant([1, 2]))[1], "int32", [2, 3]),
    ("unstack", lambda: tf.unstack([[1, 2], [3, 4]], axis=1)[0], "int32", [1, 3]),
    ("cast of a variable", lambda: tf.cast(tf.Variable(1), tf.float32), "float32", 1.0),
    ("saturate_cast down", lambda: tf.saturate_cast([-1.0, 300.0, 7.9], tf.uint8), "uint8", [0, 255, 7]),
    ("saturate_cast up", lambda: tf.saturate_cast(tf.constant([-1], tf.int8), tf.uint32), "uint32", [0]),
    ("saturate_cast floats", lambda: tf.saturate_cast([1e30], tf.float16), "float16", [65504.0]),
    ("transpose conjugate", lambda: tf.transpose([[1j, 2]], conjugate=True), "complex128", [[-1j], [2]]),
    ("gather of a variable", lambda: tf.gather(tf.Variable([1, 2, 3]), [2]), "int32", [3]),
    ("gather_nd in batches", lambda: tf.gather_nd([[1, 2], [3, 4]], [[1], [0]], batch_dims=1), "int32", [2, 3]),
    ("where of three shapes", lambda: tf.where([[True], [False]], [1, 2], 0), "int32", [[1, 2], [0, 0]]),
    ("shape as int64", lambda: tf.shape([[1, 2]], out_type=tf.int64), "int64", [1, 2]),
    ("size as int64", lambda: tf.size([[1, 2]], out_type=tf.int64), "int64", 2),
    ("squeeze an axis", lambda: tf.shape(tf.squeeze(tf.zeros([1, 2, 1]), [-1])), "int32", [1, 2]),
    ("reshape to a TensorShape", lambda: tf.shape(tf.reshape(X, tf.TensorShape([3, 2]))), "int32", [3, 2]),
    ("reshape to a number", lambda: tf.shape(tf.reshape(X, -1)), "int32", [6]),
]


@pytest.mark.parametrize(("program", "dtype", "value"), [v[1:] for v in VALUES], ids=[v[0] for v in VALUES])
def test_values(program: Callable[[], Any], dtype: str, value: Any) -> None:
    result = program()
    assert result.dtype.name == dtype
    assert result._array.tolist() == value


REFUSED: list[tuple[str, Callable[[], Any], type[Exception], str]] = [
    ("reshape", lambda: tf.reshape(X, [4]), errors.InvalidArgumentError, "6 values, but the requested shape has 4"),
    ("reshape to None", lambda: tf.reshape(X, [None, 2]), ValueError, "Attempt to convert a value"),
    ("reshape to floats", lambda: tf.reshape(X, [6.0]), TypeError, "float32"),
    ("partial TensorShape", lambda: tf.zeros(tf.TensorShape([None])), ValueError, ""),
    ("negative size", lambda: tf.zeros([-1]), errors.InvalidArgumentError, "Dimension -1 must be >= 0"),
    ("ones of strings", lambda: tf.ones([1], tf.string), TypeError, "string"),
    ("range nowhere", lambda: tf.range(5, 0), errors.InvalidArgumentError, "start <= limit when delta > 0: 5/0"),
    ("range of two dtypes", lambda: tf.range(tf.constant(1, tf.int8), 5.0), TypeError, "cannot mix"),
    ("one_hot of two dtypes", lambda: tf.one_hot([0], 3, 5.0, 1), TypeError, "does not match"),
    ("transpose", lambda: tf.transpose(X, [0, 0]), errors.InvalidArgumentError, "1 is missing from {0,0}"),
    ("pad mode", lambda: tf.pad(X, [[1, 1], [0, 0]], "foo"), ValueError, "Received `mode` = FOO"),
    ("meshgrid", lambda: tf.meshgrid([1], [2], indexing="zz"), ValueError, "got 'zz'"),
    ("stack axis", lambda: tf.stack([X, X], 5), ValueError, "`axis` = 5 not in range [-3, 3)"),
    ("stack shapes", lambda: tf.stack([X, [1.0]]), errors.InvalidArgumentError, "values[0].shape = [2,3]"),
    ("stack dtypes", lambda: tf.stack([tf.constant(1), 2.5]), TypeError, "2.5"),
    ("concat dtypes", lambda: tf.concat([tf.constant(X), tf.constant([[1]])], 0), TypeError, "float32"),
    ("unstack axis", lambda: tf.unstack(X, axis=5), ValueError, "`axis` = 5 not in range [-2, 2)"),
    ("split by a scalar", lambda: tf.split(X, tf.constant(2)), ValueError, "Rank-0 tensors are not supported"),
    ("split into none", lambda: tf.split(X, 0), errors.InvalidArgumentError, "at least minimum 1"),
    ("where of one", lambda: tf.where([True], X), ValueError, "both be non-None or both be None"),
    ("where shapes", lambda: tf.where([True, False], X, 0.0), errors.InvalidArgumentError, "must be broadcastable"),
    ("mask of a scalar", lambda: tf.boolean_mask(X, True), ValueError, "mask cannot be scalar"),
    ("mask shape", lambda: tf.boolean_mask(X, [True]), ValueError, "are incompatible"),
    ("repeats", lambda: tf.repeat(X, [1, 2, 3], 0), ValueError, "compatible"),
    ("gather axis", lambda: tf.gather(X, [0], axis=5), errors.InvalidArgumentError, "at least rank 6 but is rank 2"),
    ("static shapes", lambda: tf.broadcast_static_shape(tf.TensorShape([2]), tf.TensorShape([3])), ValueError, "(2,)"),
    ("ensure_shape", lambda: tf.ensure_shape(X, [3, 3]), errors.InvalidArgumentError, "expected shape [3,3]"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "error", "message"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_refused(program: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        program()
    assert message in str(caught.value)


NOT_TRACED: list[tuple[str, Callable[..., Any], list[Any], str]] = [
    ("unstack", lambda x: tf.unstack(x), [OPEN], "Cannot infer argument `num` from shape (None, 3)"),
    ("unstack of any rank", lambda x: tf.unstack(x), [(tf.float32, None)], "argument `num` from shape <unknown>"),
    ("split", lambda x, s: tf.split(x, s), [OPEN, (tf.int32, (Symbol(),))], "Cannot infer argument `num`"),
    ("reshape", lambda x: tf.reshape(x, [4]), [KNOWN], "a tensor with 6 elements to shape [4] (4 elements)"),
    ("broadcast_to", lambda x: tf.broadcast_to(x, [4, 3]), [KNOWN], "Incompatible shapes: [2,3] vs. [4,3]"),
    ("stack", lambda x: tf.stack([x, x[0]]), [KNOWN], "Shapes must be equal rank, but are 2 and 1"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "types", "message"), [r[1:] for r in NOT_TRACED], ids=[r[0] for r in NOT_TRACED])
def test_refused_while_tracing(program: Callable[..., Any], types: list[Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        traced(program, *types)
    assert message in str(caught.value)


# gradients that the tables do not reach ---------------------------------------------------------------------


def gradient_of(program: Callable[[Any], Any], x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = program(x)
    return tape.gradient(y, x)


def test_gathered_rows_have_sparse_gradients() -> None:
    """As in TensorFlow: whole rows give the rows, anything else a tensor."""
    found = gradient_of(lambda x: tf.gather(x, [1, 1]), tf.constant(X))
    assert isinstance(found, tf.IndexedSlices)
    np.testing.assert_array_equal(tf.convert_to_tensor(found).numpy(), [[0, 0, 0], [2, 2, 2]])
    assert isinstance(gradient_of(lambda x: tf.gather(x, [1, 1], axis=1), tf.constant(X)), tf.Tensor)
    v = tf.Variable(X)
    with tf.GradientTape() as tape:
        y = tf.gather(v, [0, 0])
    assert isinstance(tape.gradient(y, v), tf.IndexedSlices)


@pytest.mark.parametrize(
    ("function", "tensor_share", "update_share"),
    [
        (tf.tensor_scatter_nd_max, [0.0, 1 / 3, 0.0, 1.0], [1.0, 1 / 3, 1.0, 1 / 3]),
        (tf.tensor_scatter_nd_min, [1.0, 1 / 3, 1.0, 1.0], [0.0, 1 / 3, 0.0, 1 / 3]),
    ],
    ids=["max", "min"],
)
def test_ties_share_the_gradient(function: Any, tensor_share: list[float], update_share: list[float]) -> None:
    tensor, updates = tf.constant([1.0, 2.0, 3.0, 2.0]), tf.constant([2.0, 2.0, 5.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch([tensor, updates])
        y = function(tensor, [[0], [1], [2], [1]], updates)
    found = tape.gradient(y, [tensor, updates])
    np.testing.assert_allclose(found[0].numpy(), tensor_share, rtol=1e-6)
    np.testing.assert_allclose(found[1].numpy(), update_share, rtol=1e-6)


def test_prevented_gradients_say_why() -> None:
    with pytest.raises(LookupError, match="because"):
        gradient_of(lambda x: tf.raw_ops.PreventGradient(input=x, message="because"), tf.constant(X))


def test_where_masks_the_branch_not_taken() -> None:
    """The gradient of the branch that is not taken is 0, not NaN, as long as the branch itself is finite."""
    x = tf.constant([0.0, 4.0])
    safe = tf.where(x > 0.0, x, 1.0)
    found = gradient_of(lambda v: tf.where(v > 0.0, tf.sqrt(tf.where(v > 0.0, v, 1.0)), 0.0), x)
    np.testing.assert_array_equal(found.numpy(), [0.0, 0.25])
    assert safe.numpy().tolist() == [1.0, 4.0]


TRACED_GRADIENTS: list[tuple[str, Callable[[Any], Any]]] = [
    ("concat", lambda x: tf.concat([x, x * 2.0], 0) ** 2),
    ("concat along another axis", lambda x: tf.concat([x, x[:, :1]], 1) ** 2),
    ("gather", lambda x: tf.gather(x, [1, 0, 1], axis=1) ** 2),
    ("gather in batches", lambda x: tf.gather(x, tf.zeros([tf.shape(x)[0], 2], tf.int32), batch_dims=1) ** 2),
    ("gather_nd", lambda x: tf.gather_nd(x, [[1, 2], [0, 0], [1, 2]]) ** 2),
    ("slice", lambda x: tf.slice(x, [0, 1], [-1, 2]) ** 2),
    ("strided", lambda x: x[::-1, 1:] ** 2),
    ("pad", lambda x: tf.pad(x, [[1, 0], [0, 2]], constant_values=3.0) ** 2),
    ("mirror", lambda x: tf.pad(x, [[1, 1], [2, 0]], "SYMMETRIC") ** 2),
    ("tile", lambda x: tf.tile(x, [2, 3]) ** 2),
    ("repeat", lambda x: tf.repeat(x, [2, 1, 3], axis=1) ** 2),
    ("broadcast", lambda x: tf.broadcast_to(x, [2, tf.shape(x)[0], 3]) ** 2),
    ("roll", lambda x: tf.roll(x, 1, 0) * x),
    ("reshape", lambda x: tf.reshape(x, [-1, tf.shape(x)[0]]) ** 2),
    ("split", lambda x: tf.split(x, [1, 2], 1)[1] ** 2),
    ("unstack", lambda x: tf.unstack(x, axis=1)[2] ** 2),
    ("transpose", lambda x: tf.transpose(x) ** 2),
    ("scatter", lambda x: tf.tensor_scatter_nd_add(x, [[0], [0]], x[:2]) ** 2),
    ("update", lambda x: tf.tensor_scatter_nd_update(x * 2.0, [[1]], x[:1]) ** 2),
    ("segments", lambda x: tf.math.unsorted_segment_sum(x, [1, -1], 2) ** 2),
    ("where", lambda x: tf.where(x > 1.0, x * 2.0, 0.5) ** 2),
    ("meshgrid", lambda x: tf.meshgrid(x[0], x[1])[1] ** 2),
]


@pytest.mark.parametrize("program", [t[1] for t in TRACED_GRADIENTS], ids=[t[0] for t in TRACED_GRADIENTS])
def test_gradients_with_sizes_unknown(program: Callable[[Any], Any]) -> None:
    """The gradient of a traced function that knows no sizes is the eager one."""

    def gradient(x: Any) -> Any:
        return tf.convert_to_tensor(gradient_of(program, x))

    expected = gradient(tf.constant(X))
    signature = [tf.TensorSpec([None, 3], tf.float32)]
    found = tf.function(gradient, input_signature=signature, autograph=False)(tf.constant(X))
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-6)


@pytest.mark.parametrize(("shape", "axis"), [((0, 2), 1), ((2, 0), 0), ((0, 2, 3), 2)], ids=str)
def test_indices_of_an_empty_result_are_not_read(shape: tuple[int, ...], axis: int) -> None:
    x = np.zeros(shape, np.float32)
    for gather in (tf.gather, tf.function(tf.gather), on_numpy(tf.function(tf.gather))):
        assert gather(x, [7, -1], axis=axis).shape == (*shape[:axis], 2, *shape[axis + 1 :])
