"""Operators between tensors and what else stands beside them: numbers of Python and NumPy, arrays, lists, text."""

from __future__ import annotations

_OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", ">=", "&", "|"]
_TENSORS = ["t([1, 2])", "t([1.0, 2.0])", "t([1.0, 2.0], tf.float64)", "t([True, False])", "t(['a', 'b'])"]
_OTHERS = [
    "1", "1.5", "True", "'a'", "None", "[1, 2]", "[1.5, 2.5]", "[True, False]", "np.float64(1.5)", "np.float32(1.5)",
    "np.int64(2)", "np.int32(2)", "np.array([1.5, 2.5])", "np.array([1, 2])", "np.array([1.5, 2.5], np.float32)",
]  # fmt: skip

_REFLECTED = [
    f"operands.reflected(tf, '{dtype}', '{name}'{where})"
    for dtype in ("float16", "float64", "int32")
    for name in ("mul", "sub", "truediv", "floordiv", "mod", "pow")
    for where in ("", ", variable=True", ", traced=True")
]
_METHODS = [
    "operands.method(tf, lambda bound, kind: isinstance(bound, kind))",
    "operands.method(tf, lambda bound, kind: operands.referred(bound))",
    "operands.referred(t(1.0))", "operands.referred(tf.Variable(1.0))", "operands.referred(tf.Variable(1.0).ref())",
    "(lambda x: x.experimental_ref().deref() is x)(t(1.0))", "(lambda x: x.ref() == x.ref())(tf.Variable(1.0))",
]  # fmt: skip

ROWS = [
    *_REFLECTED,
    *_METHODS,
    *[
        f"{left} {operator} {right}"
        for operator in _OPERATORS
        for tensor in _TENSORS
        for other in _OTHERS
        for left, right in ((tensor, other), (other, tensor))
    ],
]

_TRUNCATED = "TensorFlow cuts the fractions of NumPy's floats off before it divides by them; here it is an error"
_BOOLS = "TensorFlow takes what stands beside for booleans, and computes `and`; here that is `&`, and `*` an error"
_ARRAYS = "NumPy computes there with the tensor's array, and gives no tensor"
_WITHIN = "TensorFlow's AttributeError says that it failed inside; here the error names the operand"
_TEXT = "the class for what is no text beside text is ValueError, as where such a tensor is made"

_FLOATS = ["np.float64(1.5)", "np.float32(1.5)", "np.array([1.5, 2.5])", "np.array([1.5, 2.5], np.float32)"]
_WHOLE = ["np.int64(2)", "np.int32(2)", "np.array([1, 2])"]
_BOOL, _WORDS = "t([True, False])", "t(['a', 'b'])"

ON_PURPOSE = {
    **{row: _TRUNCATED for x in _FLOATS for row in (f"t([1, 2]) / {x}", f"{x} / t([1, 2])")},
    **{f"{_BOOL} * {x}": _BOOLS for x in ("1", "1.5", "True", "'a'", "[1, 2]", "[1.5, 2.5]", "[True, False]")},
    **{row: _BOOLS for x in (*_FLOATS, *_WHOLE) for row in (f"{_BOOL} * {x}", f"{x} * {_BOOL}")},
    **{f"{x} * {_BOOL}": _BOOLS for x in ("True", "[True, False]")},
    **{f"{_BOOL} / {x}": _ARRAYS for x in (*_FLOATS, *_WHOLE)},
    **{f"{_WORDS} * {x}": _ARRAYS for x in _WHOLE},
    **{f"{_WORDS} {operator} {x}": _TEXT for operator in "+/" for x in (*_FLOATS, *_WHOLE)},
    **{f"{x} | {y}": _WITHIN for x in _TENSORS for y in ("'a'", "None") if (x, y) != (_WORDS, "'a'")},
    **{f"{x} | {y}": _WITHIN for x in ("t([1, 2])", _BOOL, _WORDS) for y in ("1.5", "[1.5, 2.5]") if x != _BOOL},
    **{f"{_BOOL} | {y}": _WITHIN for y in ("1.5", "[1, 2]", "[1.5, 2.5]")},
    **{f"{_WORDS} | {y}": _WITHIN for y in ("[1, 2]", "[True, False]")},
}
