"""Casts between all dtypes of numbers, run and traced: numbers that fit, ends, what is out of range."""

from __future__ import annotations

_FLOATS = ["float16", "bfloat16", "float32", "float64"]
_INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
_OTHERS = ["bool", "complex64", "complex128"]

_FITTING = "[0.0, 1.0, 2.75, 100.0]"
_INFINITE = "[np.inf, -np.inf, np.nan, -0.0, 1e30]"
_NEGATIVE = "[-1.0, -2.5]"
_ENDS = "[0, 1, 127]"

_SIGNED = [dtype for dtype in _INTEGERS if dtype.startswith("int")]
_UNSIGNED = [dtype for dtype in _INTEGERS if dtype.startswith("uint")]


def _casts(value: str, sources: list[str], targets: list[str]) -> list[str]:
    return [f"tf.cast(t({value}, tf.{source}), tf.{target})" for source in sources for target in targets]


_OUT_OF_RANGE = [
    *_casts("[-1.0]", ["float32", "float64"], _UNSIGNED),
    *_casts("[np.nan]", ["float32", "float64"], ["int32", "int64"]),
    *_casts("[np.inf]", ["float32", "float64"], ["int32", "int64"]),
    *_casts("[300.0]", ["float32"], ["int8", "uint8"]),
]

_PARTS = "[1j, 0j, -0.5j, 2 + 0j, complex(0.0, np.nan), complex(np.nan, 0.0)]"

ROWS = [
    *_casts(_FITTING, _FLOATS, [*_FLOATS, *_INTEGERS, *_OTHERS]),
    *_casts(_INFINITE, _FLOATS, [*_FLOATS, *_OTHERS]),
    *_casts(_NEGATIVE, _FLOATS, [*_FLOATS, *_SIGNED, *_OTHERS]),
    *_casts(_ENDS, _INTEGERS, [*_FLOATS, *_INTEGERS, *_OTHERS]),
    *_casts("[-1, -128]", _SIGNED, [*_FLOATS, *_INTEGERS, *_OTHERS]),
    *_casts("[True, False]", ["bool"], [*_FLOATS, *_INTEGERS, *_OTHERS]),
    *_casts("[1 + 2j, -0.5j]", ["complex64", "complex128"], [*_FLOATS, *_SIGNED, *_OTHERS]),
    *_casts("['1']", ["string"], ["float32", "int32", "string"]),
    *_casts("[1]", ["int32"], ["string"]),
    *_casts("[]", _FLOATS, _INTEGERS),
    *[f"traced(lambda x: tf.cast(x, tf.{dtype}), t({_FITTING}))" for dtype in [*_FLOATS, *_INTEGERS, *_OTHERS]],
    *(
        use.format(f"tf.cast(x, tf.{to})", f"t({_PARTS}, tf.{dtype})")
        for dtype in ("complex64", "complex128")
        for to in ("bool", "float32", "float16")
        for use in ("(lambda x: {})({})", "traced(lambda x: {}, {})", "unsized(lambda x: {}, {})")
    ),
    *(f"{use}(tf.where, t({_PARTS}, tf.complex64))" for use in ("traced", "unsized")),
    *_OUT_OF_RANGE,
]  # fmt: skip

_REASON = (
    "what a float becomes that an integer dtype cannot hold depends in TensorFlow on the machine, the dtypes and the "
    "element's place in the array; here it is the nearest end of the range, and 0 for NaN, everywhere"
)

ON_PURPOSE = dict.fromkeys(_OUT_OF_RANGE, _REASON)
