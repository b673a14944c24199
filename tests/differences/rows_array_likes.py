"""Arrays of other libraries, NumPy arrays of objects, large integers: what they are as tensors, and as arguments."""

from __future__ import annotations

_ARRAYS = [
    "[1, 2], np.uint8", "[1.5, 2]", "[1.5, 2], np.float16", "[1j], np.complex64", "[1, 2], np.int64", "[True]",
    "['a', 'b']", "[2**63], np.uint64", "1.5", "np.zeros([0, 2])", "[1.5], '>f8'", "['a', b'b'], object", "[1], object",
]  # fmt: skip

_LIKES = [
    use.format(f"array_likes.{kind}({array})")
    for kind in ("Array", "Interface", "Column")
    for array in _ARRAYS
    for use in ("tf.convert_to_tensor({})", "traced(lambda x: [x], {})", "tf.Variable({}).dtype")
] + [
    use.format(f"array_likes.Array({array})")
    for array in _ARRAYS
    if "a'" not in array and "2**63" not in array  # whose error has no class that is worth keeping
    for use in (
        "tf.constant({}, tf.float32)", "tf.constant({}, tf.uint8)", "t(1.0) + {}", "{} * t(1.5)",
        "tf.convert_to_tensor({}, dtype_hint=tf.float32)", "tf.data.Dataset.from_tensors({}).element_spec",
        "traced(lambda: tf.reduce_sum(tf.cast({}, tf.float64)))",
    )
]  # fmt: skip

_ARGUMENTS = [
    "traced(lambda x: x, [array_likes.Array([1.5]), 1])",
    "traced(lambda x: x, {'a': array_likes.Column([1], np.uint8)})",
    *[
        f"tf.function(lambda x: x + x, input_signature=[tf.TensorSpec([None], tf.float32)])({value})"
        for value in ("array_likes.Array([1.5])", "array_likes.Array([1], np.uint8)", "np.array([1, 2.5], object)")
    ],
    *[
        f"tf.function(lambda x: x + x).get_concrete_function(tf.TensorSpec([None], tf.float64))({value})"
        for value in ("array_likes.Array([1.5])", "array_likes.Array([1], np.uint8)", "[1.5]", "np.float32([1.5])")
    ],
]

_OF_DATASETS = [
    f"tf.data.Dataset.{source}({value}).element_spec"
    for source in ("from_tensors", "from_tensor_slices")
    for value in (
        "[np.uint8([1]), np.uint8([2])]", "[np.float16([1]), np.float16([2])]", "[[np.complex64([1])]]",
        "([np.uint8([1])], [1.5])", "{'a': [np.uint8([1])]}", "[np.uint8(1), np.uint8(2)]", "[np.uint8([1]), [2]]",
        "[np.array(1.5), 2]", "[1.5, np.array(2.5)]", "[t([1], tf.int8), np.int8([2])]", "[np.array([b'a'])]",
        "[np.array([1]), np.array([2])]", "[[np.array([1])], [np.array([2])]]", "[np.array(1)]", "[np.array([1]), [2]]",
        "[np.array([1]), np.int32([2])]", "[np.array([1]), np.uint8([2])]", "{'a': [np.array([1])]}", "[np.int64(1)]",
        "[np.array([1]), np.array([2.5])]", "[np.array([1.5]), np.array([2.5])]", "[np.zeros([0], np.int64)]",
    )
]  # fmt: skip

_OBJECTS = [
    f"tf.constant(np.array({value}, object), tf.{dtype})"
    for value in ("[1, 2]", "[1.5, 2]", "[True]", "[]", "['1.5']", "[None]", "['a']", "[2**70]")
    for dtype in ("float32", "bfloat16", "int32", "uint8", "complex64", "bool", "string")
    if (value, dtype) not in {("[2**70]", "int32"), ("[2**70]", "uint8"), ("[2**70]", "bfloat16")}
] + [
    use.format(f"np.array({value}, object)")
    for value in ("[1, 2]", "[1.5, 2]")
    for use in (
        "t(1.0) + {}", "{} + t(1)", "tf.convert_to_tensor({}, dtype_hint=tf.float32)", "tf.Variable({}, dtype=tf.int8)",
        "tf.reshape(t([1, 2]), {})", "tf.convert_to_tensor({})", "tf.random.stateless_uniform([2], {})",
    )
]  # fmt: skip

_LARGE = [
    use.format(value)
    for value in ("2**70", "[2**70]", "[1.5, 2**70]", "[2**70, 1.5]", "[[1.5], [-(2**70)]]", "[1j, 2**70]", "10**400")
    for use in (
        "tf.constant({})", "tf.constant({}, tf.float32)", "tf.constant({}, tf.int64)", "t(1.0) + {}", "t(1) + {}",
        "tf.convert_to_tensor({}, dtype_hint=tf.float64)", "tf.maximum({}, 1.0)", "tf.pow(t(2.0), {})",
    )
]  # fmt: skip

# An attribute that does not allow the dtype of a NumPy value has its default instead.
_INSTEAD = [
    called.format(expression)
    for expression in (
        "tf.reshape(t([1, 2]), np.array([2.0, 1.0]))", "tf.reshape(t([1, 2]), np.uint64([2, 1]))",
        "tf.reshape(t([1, 2]), [2.0, 1.0])", "tf.reduce_sum(t([1, 2]), np.uint8(0))", "tf.fill(np.array([2.7]), 1)",
        "tf.tile(t([1]), np.uint64([2]))", "tf.concat([[1], [2]], np.uint8(0))", "tf.gather([1, 2], np.uint8([0]))",
        "tf.one_hot(np.uint16([0, 1]), 2)", "tf.one_hot(np.float32([0, 1]), 2)", "tf.zeros(np.uint64([2]))",
        "tf.pad([1], np.uint8([[0, 1]]))", "tf.cumsum([1, 2], np.uint8(0))", "tf.expand_dims(1, np.uint8(0))",
        "tf.random.uniform(np.uint64([2])).shape", "tf.random.stateless_uniform(np.uint64([2]), np.uint64([1, 2]))",
        "tf.random.stateless_uniform([2], np.float32([1, 2]))", "tf.random.split(np.uint64([1, 2]))",
        "tf.raw_ops.StatelessRandomUniform(shape=np.uint64([1]), seed=np.uint64([1, 2]))",
        "tf.image.resize(tf.ones([2, 2, 1]), np.array([3.0, 3.7])).shape",
        "tf.image.resize(tf.ones([2, 2, 1]), array_likes.Array([3.0, 3.7])).shape",
        "tf.image.resize(tf.ones([2, 2, 1]), [3.0, 3.0])", "tf.image.resize(tf.ones([2, 2, 1]), t([3.0, 3.0]))",
        "tf.image.resize(tf.ones([2, 2, 1]), np.uint8([3, 4])).shape",
        "tf.compat.v1.image.resize_bilinear(tf.ones([1, 2, 2, 1]), np.array([3.0, 3.7])).shape",
        "tf.image.crop_and_resize(tf.ones([1, 2, 2, 1]), [[0.0, 0, 1, 1]], [0], np.array([3.0, 3.7])).shape",
    )
    for called in ("{}", "traced(lambda: {})")
]  # fmt: skip

ROWS = [*_LIKES, *_ARGUMENTS, *_OF_DATASETS, *_OBJECTS, *_LARGE, *_INSTEAD]

_NATIVE_ORDER = "another byte order is converted, as elsewhere"
_LIKE_ARRAYS = "the class that the same array has elsewhere"

ON_PURPOSE = {
    "traced(lambda x: [x], array_likes.Interface([1.5], '>f8'))": _NATIVE_ORDER,
    "traced(lambda x: [x], array_likes.Interface([1], object))": _LIKE_ARRAYS,
    "traced(lambda: tf.reduce_sum(tf.cast(array_likes.Array([1.5], '>f8'), tf.float64)))": _NATIVE_ORDER,
    "traced(lambda: tf.reduce_sum(tf.cast(array_likes.Array([1], object), tf.float64)))": _LIKE_ARRAYS,
}
