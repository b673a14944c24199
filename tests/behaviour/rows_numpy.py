"""Functions of `tf.experimental.numpy`, each run eagerly and inside a function."""

from __future__ import annotations

from tests.behaviour.table import product

_VALUES = """
tnp = tf.experimental.numpy
i = tf.constant([[3, 1, 2], [-4, 0, 5]])
f = tf.constant([[0.5, -1.5, 2.25], [4.0, 0.0, -0.25]])
d = tf.constant([0.25, 0.5, 0.75], tf.float64)
b = tf.constant([[True, False, True], [False, False, True]])
c = tf.constant([1 + 2j, -1j, 3.0 + 0j], tf.complex64)
n = tf.constant([1.0, float("nan"), float("inf"), -float("inf"), -0.0])
s = tf.constant([[4, 1], [2, 2]], tf.int16)
u = tf.constant([1, 2, 200], tf.uint8)
t = tf.reshape(tf.range(24), [2, 3, 4])
"""
_BOTH = _VALUES + "<expression>\ntf.function(lambda: <expression>)()\n"

_FLOATS = "arccosh arcsinh arctan cbrt ceil cos cosh deg2rad exp exp2 expm1 fix floor log1p rad2deg sin sinc sinh tan tanh sqrt"
_ALIKE = "abs absolute fabs conj conjugate logical_not negative positive square isreal iscomplex imag real sign signbit"
_TESTS = "isfinite isnan isinf isneginf isposinf signbit"
_PAIRS = (
    "add subtract multiply true_divide divide floor_divide mod remainder maximum minimum equal not_equal greater "
    "greater_equal less less_equal logical_and logical_or logical_xor"
)
_OPERANDS = (
    "i, 2",
    "f, i",
    "f, 2",
    "2.5, f",
    "d, 1",
    "u, 3",
    "s, i",
    "u, s",
    "b, b",
    "b, 1",
    "i, [1, 2, 3]",
    "f, d",
    "c, 2",
    "c, d",
    "3, 4",
    "7, 2.0",
)
_REDUCED = "sum prod mean amax amin max min all any std var ptp count_nonzero nansum nanprod"

ROWS = product(
    "numpy: <expression>", _BOTH, expression=[f"tnp.{name}({x})" for name in _FLOATS.split() for x in ("f", "d", "1.5")]
)
ROWS |= product(
    "numpy: <expression>",
    _BOTH,
    expression=[
        f"tnp.{name}({x})"
        for name in ("arcsin", "arccos", "arctanh", "log", "log2", "log10", "reciprocal")
        for x in ("d", "d[0]", "0.5")
    ],
)
ROWS |= product(
    "numpy: <expression>",
    _BOTH,
    expression=[f"tnp.{name}({x})" for name in _ALIKE.split() for x in ("i", "f", "c", "b", "-3")],
)
ROWS |= product("numpy: <expression>", _BOTH, expression=[f"tnp.{name}(n)" for name in _TESTS.split()])
ROWS |= product(
    "numpy: <expression>",
    _BOTH,
    expression=[f"tnp.{name}({operands})" for name in _PAIRS.split() for operands in _OPERANDS],
)
ROWS |= product(
    "numpy: <expression>",
    _BOTH,
    expression=[
        f"tnp.{name}(f, {y})" for name in ("power", "float_power", "arctan2", "nextafter") for y in ("2", "f", "i", "d")
    ],
)
ROWS |= product(
    "numpy: <expression>",
    _BOTH,
    expression=[
        f"tnp.{name}({operands})"
        for name in ("gcd", "lcm")
        for operands in ("12, 18", "i, 6", "i, [2, 3, 4]", "0, 0", "f, 2", "s, s")
    ],
)
ROWS |= product(
    "numpy: <expression>",
    _BOTH,
    expression=[
        f"tnp.{name}({operands})"
        for name in ("bitwise_and", "bitwise_or", "bitwise_xor")
        for operands in ("i, 6", "b, b", "u, 7", "f, 1")
    ],
)
ROWS |= product(
    "numpy: <expression>",
    _BOTH,
    expression=[
        f"tnp.{name}({x})"
        for name in _REDUCED.split()
        for x in ("i", "f", "f, 0", "i, axis=1", "f, axis=(0, 1)", "f, axis=-1, keepdims=True", "[1, 2, 4]", "u", "b")
    ],
)
ROWS |= product(
    "numpy: <expression>",
    _BOTH,
    expression=[
        "tnp.sum(i, dtype=tf.float32)", "tnp.sum(i, axis=3)", "tnp.prod(s, dtype=np.int32)", "tnp.mean(i, dtype='float32')", "tnp.mean(i, out=i)", "tnp.var(i, out=i)",
        "tnp.nanmean(n)", "tnp.nanmean(i)", "tnp.nansum(n[:2])", "tnp.average(f)", "tnp.average(d, weights=[1, 2, 3])", "tnp.average(f, axis=1, weights=[1, 2, 3])", "tnp.average(d, returned=True)", "tnp.average(d, weights=d, returned=True)", "tnp.average(f, weights=[1, 2, 3])",
        "tnp.cumsum(i)", "tnp.cumsum(i, axis=0)", "tnp.cumsum(f, 1)", "tnp.cumprod(i, axis=1)", "tnp.cumprod([1, 2, 3])", "tnp.cumsum(s)", "tnp.cumsum(i, dtype=tf.float64)",
        "tnp.argmax(f)", "tnp.argmax(f, axis=0)", "tnp.argmin(i, axis=1)", "tnp.argmin(i)", "tnp.argmax(3)", "tnp.argmax(i, axis=2)",
        "tnp.allclose(f, f)", "tnp.allclose(f, f + 1e-9)", "tnp.allclose(n, n)", "tnp.allclose(n, n, equal_nan=True)", "tnp.isclose(n, n)", "tnp.isclose(i, i + 1)", "tnp.isclose(f, f + 1e-3, atol=1e-2)", "tnp.array_equal(i, i)", "tnp.array_equal(i, f)", "tnp.array_equal(i, [1])", "tnp.array_equal([1, 2], [1.0, 2.0])",
        # creation
        "tnp.array([1, 2])", "tnp.array([1.0, 2])", "tnp.array(3, ndmin=2)", "tnp.array(i, dtype=tf.float32)", "tnp.array([True])", "tnp.array([1j])", "tnp.array([i, i])", "tnp.array([1, 2], dtype='int8')", "tnp.array([[1, 2], [3]])", "tnp.asarray(2.5)", "tnp.asanyarray([1])", "tnp.ascontiguousarray(3)", "tnp.copy(f)",
        "tnp.zeros(3)", "tnp.zeros([2, 1], tf.int32)", "tnp.zeros((2,), np.float32)", "tnp.ones([2, 2])", "tnp.ones(2, dtype=bool)", "tnp.empty(2)", "tnp.full(3, 7)", "tnp.full([2, 2], [1.5, 2])", "tnp.full([2], 1, tf.float32)", "tnp.full_like(i, 2.5)", "tnp.full_like(f, [1, 2, 3])", "tnp.full_like(i, 3, dtype=tf.float64)", "tnp.full_like(i, 1, order='C')",
        "tnp.zeros_like(i)", "tnp.ones_like(f)", "tnp.ones_like(i, dtype=tf.float16)", "tnp.empty_like(f)", "tnp.zeros_like([1, 2])", "tnp.eye(2)", "tnp.eye(2, 3)", "tnp.eye(3, k=1)", "tnp.eye(3, 2, -1)", "tnp.eye(2, dtype=tf.int32)", "tnp.identity(2)", "tnp.tri(3)", "tnp.tri(2, 3, 1)", "tnp.tri(3, k=-1, dtype=tf.int32)", "tnp.tril(i)", "tnp.triu(i)", "tnp.tril(t, 1)", "tnp.triu(t, -1)", "tnp.tril([1, 2])",
        "tnp.arange(4)", "tnp.arange(1, 4)", "tnp.arange(0, 1, 0.25)", "tnp.arange(4.0)", "tnp.arange(5, 0, -2)", "tnp.arange(3, dtype=tf.float32)", "tnp.arange(3, 1)", "tnp.arange(1, 2, 0)",
        "tnp.linspace(0, 1, 5)", "tnp.linspace(0, 1, 4, endpoint=False)", "tnp.linspace(2, 3, 1)", "tnp.linspace(0, 1, 3, retstep=True)", "tnp.linspace(0, 5, 6, dtype=tf.int32)", "tnp.linspace([0, 1], [1, 3], 3)", "tnp.linspace([0, 1], [1, 3], 3, axis=1)", "tnp.linspace(0, 1, -1)", "tnp.logspace(0, 2, 3)", "tnp.logspace(0, 3, 4, base=2)", "tnp.geomspace(1, 8, 4)", "tnp.geomspace(1, 16, 4, endpoint=False)",
        "tnp.diag_indices(2)", "tnp.diag_indices(2, 3)", "tnp.diag_indices(-1)", "tnp.vander([1, 2, 3])", "tnp.vander([1, 2, 3], 2)", "tnp.vander(d, 3, increasing=True)", "tnp.vander(i)",
        # shapes
        "tnp.reshape(t, [4, 6])", "tnp.reshape(t, -1)", "tnp.reshape(i, [3, 2], order='F')", "tnp.reshape(i, [5])", "tnp.reshape(i, [3, 2], order='Q')", "tnp.ravel(i)", "tnp.flatten(i)", "tnp.flatten(i, 'F')", "tnp.transpose(t)", "tnp.transpose(t, [1, 0, 2])", "tnp.moveaxis(t, 0, -1)", "tnp.moveaxis(t, [0, 1], [1, 2])", "tnp.swapaxes(t, 0, 2)", "tnp.swapaxes(t, -1, 1)", "tnp.expand_dims(i, 0)", "tnp.expand_dims(i, -1)", "tnp.squeeze([[[1], [2]]])", "tnp.squeeze([[[1], [2]]], axis=0)", "tnp.squeeze(i, axis=1)",
        "tnp.broadcast_to([1, 2], [2, 2])", "tnp.broadcast_to(3, 2)", "tnp.broadcast_arrays([1], [[1], [2]])", "tnp.broadcast_arrays(1, [1, 2], subok=True)", "tnp.concatenate([i, i])", "tnp.concatenate([i, f], axis=1)", "tnp.concatenate([[1], [2]], axis=-1)", "tnp.concatenate([])", "tnp.concatenate([i, [1]], axis=None)", "tnp.append([1], [2, 3])", "tnp.append(i, i, axis=0)", "tnp.append(i, f)", "tnp.stack([i, i])", "tnp.stack([i, f], axis=-1)", "tnp.stack(i, axis=1)",
        "tnp.atleast_1d(3)", "tnp.atleast_2d([1, 2])", "tnp.atleast_3d([1, 2])", "tnp.atleast_3d(i)", "tnp.atleast_1d(3, [4])", "tnp.vstack([[1, 2], [3, 4]])", "tnp.hstack([[1, 2], [3]])", "tnp.hstack([i, i])", "tnp.dstack([[1, 2], [3, 4]])", "tnp.vstack([i, [1, 2, 3]])",
        "tnp.split(t, 2)", "tnp.split([1, 2, 3, 4], [1, 3])", "tnp.split(t, 3, axis=1)", "tnp.split([1, 2, 3], 2)", "tnp.hsplit(i, 3)", "tnp.hsplit([1, 2], 2)", "tnp.vsplit(i, 2)", "tnp.dsplit(t, 2)", "tnp.meshgrid([1, 2], [3, 4, 5])", "tnp.meshgrid([1, 2], [3], indexing='ij')", "tnp.meshgrid([1], [2], sparse=True)",
        "tnp.tile([1, 2], 2)", "tnp.tile([1, 2], [2, 2])", "tnp.tile(i, 2)", "tnp.repeat([1, 2], 2)", "tnp.repeat(i, 2, axis=0)", "tnp.repeat(i, [1, 2], axis=0)", "tnp.repeat(3, 2)", "tnp.roll(i, 1)", "tnp.roll(i, 1, axis=1)", "tnp.roll(i, [1, 1], axis=[0, 1])", "tnp.flip(i)", "tnp.flip(i, 1)", "tnp.flipud(i)", "tnp.fliplr(i)", "tnp.rot90(i)", "tnp.rot90(i, 2)", "tnp.rot90(i, 3)", "tnp.rot90(i, 4)", "tnp.rot90(t, 1, (1, 2))",
        "tnp.pad([1, 2], [[1, 2]], 'constant')", "tnp.pad(i, [[1, 0], [0, 1]], 'constant', constant_values=9)", "tnp.pad([1, 2, 3], [[1, 1]], 'reflect')", "tnp.pad([1, 2, 3], [[1, 1]], 'symmetric')", "tnp.pad([1], [[1, 1]], 'edge')", "tnp.ix_([0, 1], [2])", "tnp.ix_([True, False], [1])", "tnp.ix_(i)",
        "tnp.diag([1, 2])", "tnp.diag([1, 2], 1)", "tnp.diag(i)", "tnp.diag(i, -1)", "tnp.diag(t)", "tnp.diagflat([[1, 2], [3, 4]])", "tnp.diagflat([1], -1)", "tnp.diagonal(i)", "tnp.diagonal(t)", "tnp.diagonal(t, 1, 1, 2)", "tnp.trace(i)", "tnp.trace(t)", "tnp.trace(f, 1)", "tnp.trace(i, dtype=tf.float32)", "tnp.diff([1, 4, 9])", "tnp.diff(t, axis=0)", "tnp.diff([1, 4, 9, 16], 2)", "tnp.diff(3)", "tnp.diff([1], -1)",
        # products
        "tnp.matmul([[1, 2]], [[3], [4]])", "tnp.matmul([1, 2], [3, 4])", "tnp.matmul(i, [1, 2, 3])", "tnp.matmul([1, 2], i)", "tnp.matmul(f, tf.transpose(i))", "tnp.matmul(2, i)", "tnp.dot([1, 2], [3, 4])", "tnp.dot(2, i)", "tnp.dot(i, d)", "tnp.dot(t, [1, 2, 3, 4])", "tnp.dot(i, t[0, :3])", "tnp.dot([1, 2], [1, 2, 3])", "tnp.inner(i, i)", "tnp.inner([1, 2], [3, 4])", "tnp.inner(2, 3)", "tnp.vdot(c, c)", "tnp.vdot(i, i)", "tnp.outer([1, 2], [3, 4])", "tnp.outer(d, i)",
        "tnp.tensordot(i, i, [[0, 1], [0, 1]])", "tnp.tensordot(i, t[0], 1)", "tnp.tensordot([1, 2], [3, 4], 0)", "tnp.einsum('ij,kj->ik', i, f)", "tnp.einsum('ii', [[1, 2], [3, 4]])", "tnp.einsum('ij->ji', i)", "tnp.kron([1, 2], [1, 10])", "tnp.kron([[1, 2]], [[1], [2]])", "tnp.kron(d, i)", "tnp.cross([1, 2, 3], [4, 5, 6])", "tnp.cross([1, 2], [3, 4])", "tnp.cross([1, 2, 3], [4, 5])", "tnp.cross(i, i)", "tnp.cross(tf.transpose(i), tf.transpose(i), axis=0)", "tnp.cross([1], [2])", "tnp.polyval([1, 2, 3], 2)", "tnp.polyval([1, 0], f)", "tnp.polyval(d, [1, 2])",
        # selection
        "tnp.where(b, 1, 2)", "tnp.where(b, i, f)", "tnp.where(b)", "tnp.where(i > 0, i)", "tnp.where([1, 0], 1.5, 2)", "tnp.select([i > 2, i > 0], [i, f], 7)", "tnp.select([b], [i, i])", "tnp.nonzero(i)", "tnp.nonzero(b)", "tnp.nonzero([0, 3])", "tnp.take(i, [0, 5])", "tnp.take(i, [0, 2], axis=1)", "tnp.take([1, 2, 3], [4, -1], mode='wrap')", "tnp.take([1, 2, 3], [4, -1])", "tnp.take(i, 1, axis=0)", "tnp.take(i, 0, mode='x')", "tnp.take(i, 0, out=i)",
        "tnp.take_along_axis(i, [[0, 2, 1], [1, 1, 0]], 1)", "tnp.take_along_axis(i, [[1, 0, 1]], 0)", "tnp.take_along_axis(i, [0, 5], None)", "tnp.take_along_axis(i, [[-1], [0]], 1)", "tnp.compress([True, False, True], i, axis=1)", "tnp.compress([0, 1], i, axis=0)", "tnp.compress([1, 0, 1], i)", "tnp.compress(b, i)", "tnp.clip(f, 0, 1)", "tnp.clip(i, None, 2)", "tnp.clip(i, 1.5, None)", "tnp.clip(i, None, None)", "tnp.sort(i)", "tnp.sort(i, axis=0)", "tnp.sort(f, axis=None)", "tnp.sort(i, kind='heapsort')", "tnp.sort(i, order='x')", "tnp.argsort(i)", "tnp.argsort(i, axis=0)", "tnp.argsort([2, 1, 2, 1], kind='stable')", "tnp.argsort(i, axis=None)",
        # questions
        "tnp.shape(i)", "tnp.ndim(t)", "tnp.size(t)", "tnp.size(t, 1)", "tnp.isscalar(1)", "tnp.isscalar('a')", "tnp.isscalar(i)", "tnp.isscalar(tf.constant(1))", "tnp.iscomplexobj(c)", "tnp.iscomplexobj([1])", "tnp.isrealobj(f)", "tnp.result_type(i, 1.0)", "tnp.result_type(f, 1.0)", "tnp.result_type(1, 2)", "tnp.result_type(tf.int8, tf.float16)", "tnp.result_type(u, -1)", "tnp.issubdtype(tnp.float32, tnp.inexact)", "tnp.issubdtype(np.int32, np.integer)", "tnp.iinfo(np.int8).max", "float(tnp.finfo(np.float32).eps)",
        "tnp.heaviside(f, f)", "tnp.heaviside(d, 0.5)", "tnp.hypot(f, f)", "tnp.hypot(d, d)", "tnp.logaddexp(d, d)", "tnp.logaddexp(d, 0.0)", "tnp.divmod(i, 2)", "tnp.divmod(f, 0.5)", "tnp.angle(c)", "tnp.angle(c, deg=True)", "tnp.sign(i, out=i)", "tnp.sign(i, where=b)", "tnp.e, tnp.pi, tnp.inf, tnp.newaxis", "tnp.float32 is np.float32, tnp.int_ is np.int64, tnp.bool_ is np.bool_", "tnp.ndarray is tf.Tensor", "tnp.add('a', 1)",
        "tnp.random.seed('a')", "tnp.random.rand(2).dtype, tnp.random.rand(2, 3).shape", "tnp.random.randn(2).dtype", "tnp.random.randint(3, size=[4]).dtype", "tnp.random.randint(2, 5, [3]).shape", "tnp.random.uniform(0, 1, [2]).dtype", "tnp.random.uniform([0, 1], 2).shape", "tnp.random.poisson(2.0, [3]).dtype", "tnp.random.standard_normal([2]).dtype", "tnp.random.random([2]).dtype", "tnp.random.random().shape", "tnp.random.randint(3, size=[2], dtype=tf.int32).dtype",
    ],
)  # fmt: skip

_ENABLED = (
    "TensorFlow calls a method of NumPy's here, which tensors have after `experimental_enable_numpy_behavior` alone."
)
_TRUTHS = "TensorFlow's op for complex numbers refuses truths; NumPy takes them."
_NUMPY = "NumPy's answer; TensorFlow's differs: infinity is close to itself, and the sign of -0.0 is set."
_CLASS = "The error says what is wrong with the argument; TensorFlow fails inside."
ON_PURPOSE: dict[str, str] = {
    **{f"numpy: tnp.{name}({x})": _ENABLED for name in ("nansum", "nanprod") for x in ("i", "i, axis=1", "[1, 2, 4]", "u", "b")},
    **{f"numpy: tnp.{name}(b)": _TRUTHS for name in ("conj", "conjugate", "isreal", "iscomplex", "real")},
    **{f"numpy: tnp.{call}": _NUMPY for call in ("signbit(n)", "isclose(n, n)", "allclose(n, n, equal_nan=True)")},
    **{f"numpy: tnp.{call}": _ENABLED for call in ("hsplit([1, 2], 2)", "take_along_axis(i, [0, 5], None)")},
    **{f"numpy: tnp.{call}": _CLASS for call in ("average(f, weights=[1, 2, 3])", "diff(3)", "cross([1], [2])", "add('a', 1)")},
    "numpy: tnp.rad2deg(1.5)": "A tensor, as of any other function; TensorFlow returns Python's number.",
    "numpy: tnp.linspace(0, 5, 6, dtype=tf.int32)": "The dtype is the one that was asked for; TensorFlow returns float64.",
    **{f"numpy: tnp.linspace([0, 1], [1, 3], 3{rest})": "Lists are taken, as by NumPy." for rest in ("", ", axis=1")},
    "numpy: tnp.concatenate([i, [1]], axis=None)": "Tensors of several ranks are joined in a row, as by NumPy.",
}  # fmt: skip
