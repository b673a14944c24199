"""What becomes of Python and NumPy values: of each dtype asked for, of sequences, shapes and attributes."""

from __future__ import annotations

_FLOATS, _INTEGERS = "float16 bfloat16 float32 float64", "int8 int16 int32 int64 uint8 uint16 uint32 uint64"
_DTYPES = [*_FLOATS.split(), *_INTEGERS.split(), "complex64", "complex128", "bool", "string"]

_VALUES = [
    "True", "[True, False]", "1", "300", "[300]", "-1", "[-1]", "70000", "2**31", "2**32 + 5", "2**63", "3.0", "[1.5]",
    "1e40", "1j", "'a'", "[]", "[[]]", "np.int64(300)", "np.float64(1.5)", "np.True_", "np.array([300])",
    "np.array([1.5, -1.5])", "np.array([True])",
]  # fmt: skip

_OF_DTYPES = [
    f"tf.constant({value}, tf.{dtype})"
    for dtype in _DTYPES
    for value in _VALUES
    if not (dtype == "uint64" and "-1" in value)  # of that TensorFlow's process dies
]

_WITHOUT = [
    f"tf.constant({value})"
    for value in (
        *_VALUES, "[1, True]", "[True, 1]", "[True, 1.0]", "[1.5, True]", "None", "[None]", "[[1], [2, 3]]", "[1, [2]]",
        "[1, 'a']", "object()", "{1}", "{'a': 1}", "range(3)", "(1, 2)", "np.array(['a'])", "np.array([b'a\\0b'])",
        "np.float16(1)", "-(2**31) - 1", "[2**31, 1]", "np.uint64(2**63)", "[1, 2.5]", "[2.5, 1]", "1, shape=[2, 2]",
        "[1, 2], shape=[3]", "[1, 2, 3, 4], shape=[2, 2]", "[[1, 2]], shape=[2]", "np.zeros([0, 2])", "''", "b''",
        "[1j, 1]", "[1, 1j]", "True, shape=[2]", "tf.constant(1)", "tf.constant(1), tf.float32",
    )
]  # fmt: skip

# What elements of several kinds, and NumPy's, become: in a trace they may be more than eagerly.
_MIXED = [
    asked.format(f"tf.constant({value})")
    for asked in ("{}", "traced(lambda: {})")
    for value in (
        "[3.0, 4j]", "[3.0, 4j], tf.complex64", "[3.0, 4j], tf.complex128", "[4j, 3.0], tf.complex64", "[[1.0], [4j]]",
        "[3, 4j], tf.complex64", "[3, 4j], tf.complex128", "[True, 4j]", "[True, 4.0], tf.complex64",
        "[True, 4], tf.int8", "[True, 4], tf.float16", "[1.0, True], tf.complex64", "[np.float32(3), 4j], tf.complex64",
        "[np.array(1.0), 4j]", "[np.bool_(True), 2]", "[np.int64(4), np.int64(5)]", "[np.int8(4), 400]",
        "[np.int64(2**40), 1]", "[np.float64(3), 4.0]", "[3.0, np.float64(4)]", "[np.float32(3), 4.0]",
        "[np.float16(3), np.float64(4)]", "[np.int32(3), np.float64(4)]", "[np.complex64(4), 3.0]", "[np.uint8(4)]",
        "[np.array(3), np.array(4)]",
    )
]  # fmt: skip

_CONVERTED = [
    f"tf.convert_to_tensor({value})"
    for value in (
        "True, tf.int32", "True, dtype_hint=tf.int32", "1.0, dtype_hint=tf.int32", "[], dtype_hint=tf.int32",
        "1, dtype_hint=tf.float32", "'a', dtype_hint=tf.int32", "tf.TensorShape([])", "tf.TensorShape([2, 3])",
        "tf.TensorShape([None])", "tf.TensorShape(None)", "tf.TensorShape([2**40])", "tf.TensorShape([1]), tf.int64",
        "tf.TensorShape([1]), tf.float32", "tf.TensorShape([2**40]), tf.int32", "tf.Variable(1.0)",
        "tf.Variable(1.0), tf.int32", "tf.constant(1), tf.int32", "tf.constant(1), tf.int64", "tf.constant(1), 'int32'",
        "[tf.TensorShape([])]", "tf.float32",
    )
]  # fmt: skip

_ATTRIBUTES = [
    "tf.raw_ops.Squeeze(input=tf.ones([1, 2]), axis=[0.7]).shape",
    "tf.raw_ops.Squeeze(input=tf.ones([1, 2]), axis=[True])",
    "tf.raw_ops.Squeeze(input=tf.ones([1, 2]), axis=['0'])",
    "tf.raw_ops.Squeeze(input=tf.ones([1, 2]), axis=[np.int64(0)])",
    *[
        f"tf.raw_ops.SpaceToDepth(input=tf.ones([1, 2, 2, 1]), block_size={size}).shape"
        for size in ("2", "2.0", "2.5", "np.int64(2)", "np.float32(2)", "'2'", "True", "None", "[2]")
    ],
    "tf.raw_ops.Unpack(value=tf.ones([1, 2]), num=True, axis=False)",
    *[
        f"tf.raw_ops.Bucketize(input=t([1.5]), boundaries={boundaries})"
        for boundaries in ("[True, 2]", "['1']", "[1]", "[np.float64(1)]")
    ],
    *[f"tf.raw_ops.LeakyRelu(features=[-1.0], alpha={alpha})" for alpha in ("True", "1", "'a'", "np.int32(1)")],
    *[f"tf.raw_ops.Sum(input=[1.0], axis=0, keep_dims={keep})" for keep in ("True", "'a'")],
    "tf.nn.conv2d(tf.ones([1, 4, 4, 1]), tf.ones([1, 1, 1, 1]), [1.0, 1, 1, 1], 'VALID').shape",
]

_SEEDS = [
    *[f"tf.random.uniform([2], seed={seed})" for seed in ("3", "np.int64(3)", "3.0", "np.uint8(3)", "None", "'a'")],
    *[f"tf.random.set_seed({seed})" for seed in ("3", "np.int32(3)", "3.5", "None")],
    *[
        f"tf.random.stateless_uniform([2], seed={seed})"
        for seed in (
            "[1, 2]", "np.array([1, 2], np.uint64)", "np.array([1, 2**63 + 1], np.uint64)", "[1.0, 2.0]",
            "t([1, 2], tf.uint64)", "t([1, 2], tf.uint32)", "t([1, 2], tf.int64)", "(1, 2)", "[1]", "[1, 2, 3]",
        )
    ],
]  # fmt: skip

_STATIC = [
    f"tf.get_static_value({value})" for value in ("tf.Variable(1.0)", "t([1.5])", "3", "[1]", "np.ones(1)", "None")
]

_RETURNED = [
    f"traced(lambda x: {result}, t([1.5, 2.0]))"
    for result in (
        "x.shape", "x.dtype", "1", "None", "'a'", "np.ones(2)", "np.int64(3)", "[x, 1]", "1.5", "True", "x.shape.rank",
        "()", "{'a': x.shape}", "object()", "x.shape[0]", "float", "b'a'", "1j", "{1}", "range(3)", "slice(1)",
    )
]  # fmt: skip

ROWS = [*_OF_DTYPES, *_WITHOUT, *_MIXED, *_CONVERTED, *_ATTRIBUTES, *_SEEDS, *_STATIC, *_RETURNED]

_WRAPPED = "TensorFlow keeps the lowest bits without a word; here a number that the dtype cannot hold is a ValueError"
_AS_OTHERS = "a Python number is what NumPy makes of it in that dtype, as for the other dtypes of floats"

ON_PURPOSE = {
    **{
        f"tf.constant({value}, tf.{dtype})": _WRAPPED
        for dtype, values in {
            "int8": ["300", "[300]", "70000", "2**31", "2**32 + 5"],
            "int16": ["70000", "2**31", "2**32 + 5"],
            "int32": ["2**31", "2**32 + 5"],
            "uint8": ["300", "[300]", "-1", "[-1]", "70000", "2**31", "2**32 + 5"],
            "uint16": ["-1", "[-1]", "70000", "2**31", "2**32 + 5"],
            "uint32": ["-1", "[-1]", "2**32 + 5"],
        }.items()
        for value in values
    },
    "tf.constant(2**63, tf.bfloat16)": _AS_OTHERS,
    "tf.constant(2**63, tf.complex64)": _AS_OTHERS,
    "tf.constant(1e40)": "an infinity, as where the dtype is named",
    "tf.random.uniform([2], seed=np.uint8(3))": "TensorFlow computes the seed in eight bits, which overflow",
}
