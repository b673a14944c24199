"""Concrete functions called in every way there is, and functions that are loaded with their defaults."""

from __future__ import annotations

_CALLS = [
    "c({'a': x, 'b': x * 2}, x * 3)", "c(x, x * 2, x * 3)", "c(p=x, q=x * 2, r=x * 3)", "c(x, q=x * 2, r=x * 3)",
    "c(x, x * 2, r=x * 3)", "c({'a': x, 'b': x * 2}, z=x * 3)", "c(d={'a': x, 'b': x * 2}, z=x * 3)", "c(x, x)",
    "c(x, x, x, x)", "c(p=x, q=x, y=x)", "c(x, p=x, q=x, r=x)", "c({'a': x}, x)", "c()", "c(1, 2, 3)",
]  # fmt: skip
_PAIR = "tf.function(lambda x, y: x + 2 * y, autograph=False).get_concrete_function"
_OF_TWO = [
    f"{_PAIR}(spec([2]{a}), spec([2]{b}))({call})"
    for a, b in (("", ""),)
    for call in (
        "t([1.0, 2.0]), t([3.0, 4.0])", "x=t([1.0, 2.0]), y=t([3.0, 4.0])", "t([1.0, 2.0]), y=t([3.0, 4.0])",
        "[1.0, 2.0], [3.0, 4.0]", "np.ones(2, np.float32), np.ones(2, np.float32)", "t([1, 2]), t([3, 4])",
        "tf.Variable([1.0, 2.0]), t([3.0, 4.0])", "t([1.0, 2.0])", "t([1.0, 2.0]), z=t([1.0, 2.0])", "'a', 'b'",
    )
]  # fmt: skip
_OTHER_SHAPES = [
    f"{_PAIR}(spec([2]), spec([2]))(tf.ones({shape}), tf.ones({shape}))" for shape in ("[3]", "[2, 2]", "[1]", "[0]")
]

ROWS = [
    *[f"functions.called_flat(tf, lambda c, x: {call})" for call in _CALLS],
    *_OF_TWO,
    *_OTHER_SHAPES,
    *[
        f"functions.default_loaded(tf, np, {default})"
        for default in (
            "np.array([1.0, 2.0], np.float32)", "np.array(3.0)", "np.array(3)", "np.float32(2.0)", "np.int64(3)", "2.0",
            "3", "True", "(np.array([2.0, 3.0]), 1)", "tf.constant(2.0)",
        )
    ],
]  # fmt: skip

_SHAPE = (
    "a concrete function is compiled for the shapes of its signature; give None for sizes that are open, and it serves "
    "them all"
)
_SAVED = "TensorFlow refuses to save NumPy's scalars; saved here, they are arrays, which TensorFlow reads"

ON_PURPOSE = {
    **dict.fromkeys(_OTHER_SHAPES, _SHAPE),
    **{f"functions.default_loaded(tf, np, {default})": _SAVED for default in ("np.float32(2.0)", "np.int64(3)")},
}
