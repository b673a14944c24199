"""Gradients of what moves elements, of signals and of composites: repeated and absent indices, no elements, widths."""

from __future__ import annotations

_X = "t([[1.0, -2.0, 0.0], [3.0, 0.5, np.inf]])"
_Y = "t([[1.0, -2.0, 0.0], [3.0, 0.5, 4.0]])"

# programs of one matrix
_MOVES = [
    "tf.identity(x)", "tf.reshape(x, [-1])", "tf.transpose(x)", "tf.reverse(x, [1])", "tf.roll(x, 1, 0)",
    "tf.concat([x, x], 0)", "tf.concat([x, tf.ones([2, 1])], 1)", "tf.stack([x, x], 1)", "tf.unstack(x)[0]",
    "tf.split(x, [1, 2], 1)[1]", "tf.tile(x, [2, 2])", "tf.repeat(x, [1, 3], 0)", "tf.pad(x, [[1, 0], [0, 2]])",
    "tf.pad(x, [[1, 1], [1, 1]], 'REFLECT')", "tf.pad(x, [[1, 1], [1, 1]], 'SYMMETRIC')", "tf.slice(x, [0, 1], [2, 1])",
    "x[0]", "x[:, 1:]", "x[::-1, ::2]", "x[..., None]", "x[1:1]", "tf.expand_dims(x, 1)", "tf.squeeze(x[:1])",
    "tf.broadcast_to(x, [2, 2, 3])", "tf.gather(x, [0, 0, 1])", "tf.gather(x, [2, 2, 0], axis=1)",
    "tf.gather(x, [[0], [1]], batch_dims=1, axis=1)", "tf.gather_nd(x, [[0, 1], [0, 1], [1, 2]])",
    "tf.where(x > 0, x, 0.0)", "tf.where(x > 0, x, -x)", "tf.where([[True], [False]], x, 2 * x)",
    "tf.boolean_mask(x, [True, False])", "tf.boolean_mask(x, x > 0)", "tf.dynamic_partition(x, [1, 1], 2)[1]",
    "tf.dynamic_stitch([[0], [0]], [x[:1], x[1:]])", "tf.tensor_scatter_nd_add(x, [[0], [0]], x)",
    "tf.tensor_scatter_nd_update(x, [[0]], x[1:])", "tf.tensor_scatter_nd_max(x, [[0]], x[:1])",
    "tf.tensor_scatter_nd_min(x, [[0]], x[1:])", "tf.tensor_scatter_nd_sub(x, [[0]], x[1:])",
    "tf.scatter_nd([[1], [1]], x, [3, 3])", "tf.one_hot([0, 1], 3, x[0, 0], x[0, 1])", "tf.linalg.diag(x)",
    "tf.linalg.band_part(x, 0, 0)", "tf.meshgrid(x[0], x[1])[0]", "tf.sequence_mask([1, 2], 3, tf.float32) * x",
    "tf.reverse_sequence(x, [1, 2], seq_axis=1)", "tf.cast(x, tf.float64)", "tf.cast(x, tf.float16)",
    "tf.cast(tf.cast(x, tf.bfloat16), tf.float32)", "tf.stop_gradient(x)", "tf.grad_pass_through(tf.round)(x)",
    "tf.ensure_shape(x, [2, 3])", "tf.fill([2], x[0, 0])", "tf.linspace(x[0, 0], x[0, 1], 3)", "tf.zeros_like(x)",
    "tf.math.add_n([x, x])", "tf.map_fn(lambda r: r * r, x)", "tf.scan(lambda a, r: a * r, x)",
    "tf.foldl(lambda a, r: a + r * r, x)", "tf.vectorized_map(lambda r: tf.reduce_max(r), x)",
    "tf.cond(tf.reduce_sum(x) > 0, lambda: x * x, lambda: x)", "tf.math.argmax(x)",
    "tf.image.resize(x[None, :, :, None], [1, 2])",
    "tf.space_to_batch(x[None, :, :2, None], [2, 2], [[0, 0], [0, 0]])", "tf.unique(x[0])[0]", "tf.sort(x, 1)",
    "tf.math.top_k(x, 2)[0]", "tf.parallel_stack([x, x])", "tf.extract_volume_patches(x) if False else x",
    "tf.RaggedTensor.from_row_lengths(x, [1, 1]).to_tensor()", "tf.RaggedTensor.from_tensor(x).flat_values",
    "tf.reduce_sum(tf.RaggedTensor.from_tensor(x), 1)", "tf.reduce_max(tf.RaggedTensor.from_tensor(x), 1)",
    "tf.reduce_prod(tf.RaggedTensor.from_tensor(x), 1)", "tf.reduce_mean(tf.RaggedTensor.from_tensor(x), 1)",
    "tf.sparse.to_dense(tf.SparseTensor([[0, 1], [1, 0]], x[0, :2], [2, 2]))",
    "tf.sparse.sparse_dense_matmul(tf.SparseTensor([[0, 1]], [2.0], [2, 2]), x)",
    "tf.sparse.reduce_sum(tf.SparseTensor([[0, 1], [1, 0]], x[0, :2], [2, 2]))",
]  # fmt: skip
_MOVES.remove("tf.extract_volume_patches(x) if False else x")
_MOVES.remove("tf.parallel_stack([x, x])")

_TANGENT = "t([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]])"

_SIGNALS = [
    "tf.signal.frame(x, 4, 2)", "tf.signal.overlap_and_add(tf.reshape(x, [2, 4]), 2)",
    "tf.abs(tf.signal.rfft(x))",
    "tf.abs(tf.signal.stft(x, 4, 2))", "tf.math.angle(tf.signal.rfft(x))", "tf.math.real(tf.signal.rfft(x)) ** 2",
    "tf.signal.irfft(tf.complex(x, x))", "tf.math.imag(tf.signal.fft(tf.complex(x, 2 * x)))",
    "tf.signal.inverse_stft(tf.signal.stft(x, 4, 2), 4, 2)", "tf.math.real(tf.signal.ifft(tf.complex(x, x)))",
    "tf.signal.fftshift(x)", "tf.signal.ifftshift(x)", "x * tf.signal.hann_window(8)",
    "tf.abs(tf.signal.rfft2d(tf.reshape(x, [2, 4])))",
    "tf.abs(tf.signal.fft2d(tf.complex(tf.reshape(x, [2, 4]), 0.0)))",
    "tf.abs(tf.complex(x, x))", "tf.abs(tf.complex(x, 0 * x))", "tf.math.angle(tf.complex(x, 0 * x))",
    "tf.math.angle(tf.complex(0 * x, x))", "tf.math.real(tf.math.conj(tf.complex(x, x)) * tf.complex(x, 1.0))",
]  # fmt: skip

_SIGNAL_VALUES = ["tf.zeros([8])", "t([1.0, -2.0, 0.5, 3.0, 0.0, 1.5, -1.0, 2.0])"]

_OVERWRITTEN = "A row that dynamic_stitch overwrites has the gradient 0; TensorFlow gives it that of the later one."
_FURTHER = "TensorFlow has no gradient here; there is one."
_DENSE = "The result is a tensor; TensorFlow gives IndexedSlices of the same value, and fails to go on with them."
_ZEROS = "The second gradient of a segment's product is that of the other elements' product; TensorFlow gives NaN."

_STITCH = "tf.dynamic_stitch([[0], [0]], [x[:1], x[1:]])"
_ONE_HOT = "tf.one_hot([0, 1], 3, x[0, 0], x[0, 1])"
_RESIZE = "tf.image.resize(x[None, :, :, None], [1, 2])"
_TO_TENSOR = "tf.RaggedTensor.from_row_lengths(x, [1, 1]).to_tensor()"
_GATHER = "tf.gather(x, [0, 0, 1])"
_RAGGED_SUM = "tf.reduce_sum(tf.RaggedTensor.from_tensor(x), 1)"
_RAGGED_PRODUCT = "tf.reduce_prod(tf.RaggedTensor.from_tensor(x), 1)"


def _first(f: str) -> str:
    return f"grad(lambda x: {f}, {_X})"


def _second(f: str) -> str:
    return f"grad2(lambda x: ({f}) * ({f}), {_Y})"


def _traced(f: str) -> str:
    return f"traced(lambda a: grad(lambda x: {f}, a), {_Y})"


def _along(f: str) -> str:
    return f"jvp(lambda x: {f}, {_Y}, {_TANGENT})"


ROWS = [
    *map(_first, _MOVES),
    *map(_second, _MOVES),
    *map(_traced, _MOVES),
    *map(_along, _MOVES),
    *(f"grad(lambda x: {f}, {v})" for f in _SIGNALS for v in _SIGNAL_VALUES),
    *(f"traced(lambda a: grad(lambda x: {f}, a), {v})" for f in _SIGNALS for v in _SIGNAL_VALUES[1:]),
]

ON_PURPOSE: dict[str, str] = {
    **dict.fromkeys((_first(_STITCH), _second(_STITCH), _traced(_STITCH)), _OVERWRITTEN),
    **dict.fromkeys((_first(_ONE_HOT), _second(_ONE_HOT), _traced(_ONE_HOT), _along(_ONE_HOT)), _FURTHER),
    **dict.fromkeys((_second(_RESIZE), _along(_RESIZE)), _FURTHER),
    **dict.fromkeys((form(_TO_TENSOR) for form in (_first, _second, _traced, _along)), _DENSE),
    _second(_GATHER): _DENSE,
    **dict.fromkeys(map(_along, (_STITCH, "tf.scatter_nd([[1], [1]], x, [3, 3])", _RAGGED_SUM)), _DENSE),
    _second(_RAGGED_PRODUCT): _ZEROS,
}
