"""Ragged tensors: operators on both sides, functions that take them, reductions, joins."""
# ruff: noqa: E501

from itertools import product

_A = "tf.ragged.constant([[1, 2], [3], []])"
_F = "tf.ragged.constant([[1.0, -2.0], [0.5], []])"
_B = "tf.ragged.constant([[True, False], [True], []])"
_D = "tf.ragged.constant([[[1], [2, 3]], [], [[4]]])"
_U = "tf.RaggedTensor.from_uniform_row_length(tf.constant([1, 2, 3, 4]), 2)"
_I = "tf.RaggedTensor.from_row_splits(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), [0, 2, 2, 3])"
_TEXT = "tf.ragged.constant([['ab', ''], ['C'], []])"

_ARITHMETIC = ("+", "-", "*", "/", "//", "%", "**")
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_NUMBERS = ("2", "tf.constant(2)", "tf.constant([[1], [2], [3]])", "tf.constant([2])", "np.int32(3)")
_BAD = (
    "'text'",
    "tf.constant([[1, 2], [3, 4], [5, 6]])",
    "tf.ragged.constant([[1], [2, 3], []])",
    "tf.constant([1, 2])",
)

_OPERATORS = [
    *(f"{_A} {o} {x}" for o, x in product((*_ARITHMETIC, *_COMPARISONS), (*_NUMBERS, _A, *_BAD))),
    *(f"{x} {o} {_A}" for o, x in product((*_ARITHMETIC, *_COMPARISONS), _NUMBERS[:3])),
    *(f"{_F} {o} {x}" for o, x in product((*_ARITHMETIC, *_COMPARISONS), ("2.0", _F, "tf.constant([[1.0], [2.0], [3.0]])"))),
    *(f"{x} {o} {_F}" for o, x in product((*_ARITHMETIC, *_COMPARISONS), ("2.0",))),
    *(f"{_D} {o} {x}" for o, x in product(("+", "-", "==", "<"), ("2", _D, "tf.constant([[[1]], [[2]], [[3]]])"))),
    *(f"{_I} {o} {x}" for o, x in product(("+", "*", ">"), ("2.0", _I, "tf.constant([1.0, 2.0])"))),
    *(f"{_U} {o} {x}" for o, x in product(("+", "*", "=="), ("2", _U))),
    *(f"{_B} {o} {x}" for o, x in product(("&", "|", "^"), (_B, "True", "False"))),
    *(f"{x} {o} {_B}" for o, x in product(("&", "|", "^"), ("True", "False"))),
    *(f"{o}{x}" for o, x in product(("-", "abs "), (_A, _F, _D)) if o == "-"),
    *(f"abs({x})" for x in (_A, _F, _D)), f"~{_B}", f"bool({_A})", f"hash({_A})", f"{_A} == None", f"{_A} != None",
    *(f"traced(lambda r: r {o} 2, {_A})" for o in (*_ARITHMETIC, *_COMPARISONS)),
    *(f"traced(lambda r: r {o} r, {_A})" for o in (*_ARITHMETIC, *_COMPARISONS)),
    *(f"traced(lambda r: r {o} tf.constant([[1], [2], [3]]), {_A})" for o in (*_ARITHMETIC, *_COMPARISONS)),
]  # fmt: skip

_UNARY = [
    "tf.abs",
    "tf.acos",
    "tf.acosh",
    "tf.asin",
    "tf.asinh",
    "tf.atan",
    "tf.atanh",
    "tf.cos",
    "tf.cosh",
    "tf.exp",
    "tf.floor",
    "tf.negative",
    "tf.round",
    "tf.sigmoid",
    "tf.sign",
    "tf.sin",
    "tf.sinh",
    "tf.sqrt",
    "tf.square",
    "tf.tan",
    "tf.tanh",
    "tf.zeros_like",
    "tf.ones_like",
    "tf.identity",
    "tf.math.ceil",
    "tf.math.digamma",
    "tf.math.erf",
    "tf.math.erfc",
    "tf.math.expm1",
    "tf.math.is_finite",
    "tf.math.is_inf",
    "tf.math.is_nan",
    "tf.math.lgamma",
    "tf.math.log",
    "tf.math.log1p",
    "tf.math.log_sigmoid",
    "tf.math.reciprocal",
    "tf.math.reciprocal_no_nan",
    "tf.math.rint",
    "tf.math.rsqrt",
    "tf.math.softplus",
    "tf.math.softsign",
    "tf.nn.elu",
    "tf.nn.gelu",
    "tf.nn.leaky_relu",
    "tf.nn.relu",
    "tf.nn.relu6",
    "tf.nn.selu",
    "tf.nn.silu",
    "tf.size",
    "tf.rank",
    "tf.nn.softmax",
]
_BINARY = [
    "tf.add",
    "tf.subtract",
    "tf.multiply",
    "tf.divide",
    "tf.maximum",
    "tf.minimum",
    "tf.pow",
    "tf.math.floordiv",
    "tf.math.floormod",
    "tf.equal",
    "tf.not_equal",
    "tf.less",
    "tf.less_equal",
    "tf.greater",
    "tf.greater_equal",
    "tf.math.squared_difference",
    "tf.truediv",
    "tf.math.divide_no_nan",
    "tf.math.multiply_no_nan",
    "tf.math.xdivy",
]
_FUNCTIONS = [
    *(f"{f}({_F})" for f in _UNARY),
    *(f"{f}({_I})" for f in _UNARY if f not in ("tf.nn.softmax",)),
    *(f"traced({f}, {_F})" for f in _UNARY),
    *(f"{f}({_F}, {x})" for f, x in product(_BINARY, ("2.0", _F, "tf.constant([[1.0], [2.0], [3.0]])"))),
    *(f"{f}(tf.constant(2.0), {_F})" for f in _BINARY),
    *(f"traced({f}, {_F}, {_F})" for f in _BINARY),
    *(f"tf.cast({x}, {d})" for x, d in product((_A, _F), ("tf.int64", "tf.float16", "tf.float64"))),
    f"tf.logical_not({_B})", f"tf.logical_and({_B}, {_B})", f"tf.logical_or({_B}, False)",
    f"tf.bitcast({_F}, tf.int32)", f"tf.add_n([{_A}, {_A}])", f"tf.clip_by_value({_A}, 1, 2)",
    *(f"tf.one_hot({x}, 3)" for x in (_A, _D)), f"tf.one_hot({_A}, 3, axis=0)",
    *(f"tf.where({x})" for x in (_B, "tf.ragged.constant([[[True], []], [[True, False]]])")),
    *(f"tf.where({_B}, {x}, {y})" for x, y in product((_A, "0", "tf.constant([[7], [8], [9]])"), (_A, "1"))),
    f"tf.where({_B}, {_A})",
    *(f"tf.expand_dims({x}, {a})" for x, a in product((_A, _D, _I), range(-5, 5))),
    *(f"tf.reverse({x}, {a})" for x, a in product((_A, _D, _I), ("[0]", "[1]", "[0, 1]", "[-1]", "[]"))),
    *(f"tf.strings.{f}({_TEXT})" for f in ("upper", "lower", "length", "strip")),
    f"tf.strings.join([{_TEXT}, 'x'])", f"tf.strings.join([{_TEXT}, {_TEXT}], '-')",
]  # fmt: skip

_REDUCTIONS = [
    *(
        f"tf.{f}({x}, {a}, keepdims={k})"
        for f, x, a, k in product(
            ("reduce_sum", "reduce_prod", "reduce_mean", "reduce_max", "reduce_min"),
            (_A, _F), ("None", "0", "1", "-1", "[0, 1]", "2", "-3"), (False,),
        )
    ),
    *(f"tf.{f}({_B}, {a})" for f, a in product(("reduce_any", "reduce_all"), ("None", "0", "1", "-1"))),
    *(f"tf.math.{f}({x}, {a})" for f, x, a in product(("reduce_variance", "reduce_std"), (_A, _F), ("None", "0", "1"))),
    *(f"traced(lambda r: tf.{f}(r, {a}), {_A})" for f, a in product(("reduce_sum", "reduce_mean"), ("None", 0, 1))),
]  # fmt: skip

_JOINS = [
    *(
        f"{f}([{x}, {y}], {a})"
        for f, (x, y), a in product(
            ("tf.concat", "tf.stack", "tf.ragged.stack"),
            ((_A, _A), (_D, _D), (_I, _I), (_A, "tf.constant([[7], [8], [9]])")), (0, 1, 5),
        )
    ),
    *(f"tf.ragged.stack({v}, {a})" for v, a in product(("[1, 2]", "[]"), (0, 1, -1))),
    *(f"tf.ragged.stack([{x}])" for x in (_A, _D, _I)),
    f"tf.ragged.map_flat_values(tf.add, {_A}, tf.ragged.constant([[1], [2, 3], []]))",
    f"tf.ragged.map_flat_values(tf.reduce_sum, {_A})", f"tf.ragged.map_flat_values(tf.add, {_A}, [1, 2, 3])",
]  # fmt: skip

ROWS = [*_OPERATORS, *_FUNCTIONS, *_REDUCTIONS, *_JOINS]
