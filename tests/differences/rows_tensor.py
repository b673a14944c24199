"""Tensors, dtypes, shapes and specs at their edges: attributes, operators, protocols, refusals."""

from __future__ import annotations

_DTYPES = [
    "bool",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "complex64",
    "complex128",
    "string",
]
_ATTRIBUTES = [
    "min",
    "max",
    "limits",
    "size",
    "is_floating",
    "is_integer",
    "is_unsigned",
    "is_bool",
    "is_complex",
    "is_quantized",
    "is_numeric",
    "is_numpy_compatible",
    "as_datatype_enum",
    "name",
    "base_dtype.name",
    "real_dtype.name",
    "as_numpy_dtype.__name__",
]

_OF_DTYPES = [f"tf.{dtype}.{attribute}" for dtype in _DTYPES for attribute in _ATTRIBUTES]
_COMPATIBLE = [
    f"tf.{dtype}.is_compatible_with({other})"
    for dtype in _DTYPES
    for other in ("tf.float32", "'int32'", "np.float16", "bool", "'nothing'")
]

_OPERATED = [
    "bool",
    "int8",
    "uint8",
    "int32",
    "int64",
    "float16",
    "bfloat16",
    "float32",
    "complex64",
    "string",
]
_OPERATORS = [
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "<",
    ">=",
    "==",
    "&",
]
_OPERANDS = ["1", "1.5", "'a'", "None", "[1, 2]", "tf.constant([1.0, 2.0])", "[1, 2, 3]"]

_PAIRS = [
    f"t([1, 2]{', tf.' + dtype}) {operator} {operand}"
    for dtype in _OPERATED
    if dtype not in ("bool", "string")
    for operator in _OPERATORS
    for operand in _OPERANDS
] + [
    f"{value} {operator} {operand}"
    for value in ("t([True, False])", "t(['a', 'b'])", "tf.Variable([1, 2])", "tf.Variable([1.0, 2.0])")
    for operator in _OPERATORS
    for operand in _OPERANDS
    if not ("Variable" in value and operand == "None") and not ("True" in value and operator == "*")
]
_REFLECTED = [
    f"{operand} {operator} t([1, 2], tf.{dtype})"
    for dtype in ("int32", "float32")
    for operator in _OPERATORS
    for operand in ("1", "1.5", "'a'", "None", "[1, 2]")
]

_PROTOCOLS = [
    "bool(t([1, 2]))", "bool(t([]))", "bool(t('a'))", "bool(t(''))", "not t(0)", "len(t(1))", "list(t(1))",
    "[1, 2][t([1])]", "hash(t(1))", "t([1, 2]) == t([1, 2, 3])", "t([1, 2]) != t([1, 2, 3])",
    "t([1, 2]) == None", "tf.Variable([1, 2]).assign([1.0, 2.0])", "tf.Variable([1, 2]).assign_add('a')",
    "hash(tf.Variable(1))", "t([1, 2])['a']", "t([1, 2])[1.5]", "3 in t([1, 2])", "iter(t(3))", "pow(t(5), 2, 3)",
    "divmod(t(5), t(2))", "-t(True)", "~t(1.0)", "abs(t(True))", "t([1, 2]) @ t([1, 2])", "t([1, 2])[5]",
    "tf.Variable([1, 2]).assign([1, 2, 3])", "complex(t(1.0))", "'a' + t('b')",
] + [
    f"traced(lambda x: {use}, {value})"
    for use in ("bool(x)", "float(x)", "int(x)", "hash(x)", "[1, 2][x]", "len(x)")
    for value in ("1", "1.0", "[1.0]")
    if not (use == "[1, 2][x]" and "." in value)
]  # fmt: skip

_SHAPES = [
    f"tf.TensorShape({shape}){use}"
    for shape in ("None", "[]", "[1, 2]", "[1, None]", "[0]", "3")
    for use in (
        ".as_list()", ".rank", ".num_elements()", ".is_fully_defined()", "[0]", "[3]", "[1:].as_list()",
        ".with_rank(2).as_list()", ".with_rank_at_least(2).as_list()", ".with_rank_at_most(1).as_list()",
        ".merge_with([1, 2]).as_list()", ".merge_with([1, 3]).as_list()", ".concatenate([4]).as_list()",
        ".is_compatible_with([None, 2])", ".is_subtype_of(tf.TensorShape([None, 2]))", ".assert_has_rank(2)",
        ".assert_is_fully_defined()", ".assert_same_rank([1, 1])", " == tf.TensorShape([1, 2])", " == [1, 2]",
        " < tf.TensorShape([1])", ".__len__()", ".__bool__()", ".__str__()", ".__repr__()", ".dims is None",
    )
] + ["tf.TensorShape([-1])", "tf.TensorShape(['a'])", "tf.TensorShape([1.5])"]  # fmt: skip

_SPECS = [
    f"tf.TensorSpec({spec}){use}"
    for spec in ("None", "[]", "[2]", "[1, None], tf.int32", "[2], name='a'")
    for use in (
        ".is_compatible_with(tf.ones([2]))", ".is_compatible_with(3)", ".__repr__()", ".name", ".shape.rank",
        ".dtype.name", " == tf.TensorSpec([2])", ".is_subtype_of(tf.TensorSpec(None))",
        ".most_specific_common_supertype([tf.TensorSpec([3])]) is None",
    )
] + ["tf.TensorSpec('a')", "tf.TensorSpec([1], 'nope')", "tf.TensorSpec.from_tensor(3)"]  # fmt: skip

ROWS = [*_OF_DTYPES, *_COMPATIBLE, *_PAIRS, *_REFLECTED, *_PROTOCOLS, *_SHAPES, *_SPECS]

ON_PURPOSE: dict[str, str] = {}
