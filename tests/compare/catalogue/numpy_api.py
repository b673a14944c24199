"""`tf.experimental.numpy`: elementwise functions, reductions, shapes, joins, products, sorting, dtypes."""

# ruff: noqa: E501 - templates are data

from __future__ import annotations

from tests.compare.grammar import Family, each

_N = "tf.experimental.numpy"
_CALLS = [
    *each(
        "NAME({x})",
        "abs absolute angle arccos arccosh arcsin arcsinh arctan arctanh around bitwise_not cbrt ceil conj conjugate cos "
        "cosh deg2rad exp exp2 expm1 fabs fix floor imag iscomplex isfinite isinf isnan isneginf isposinf isreal log log10 "
        "log1p log2 logical_not negative positive rad2deg real reciprocal round sign signbit sin sinc sinh sqrt square "
        "tan tanh iscomplexobj isrealobj ndim size shape ravel flatten copy array asarray asanyarray ascontiguousarray "
        "atleast_1d atleast_2d atleast_3d transpose squeeze nonzero count_nonzero zeros_like ones_like empty_like "
        "diagflat",
    ),
    *each(
        "NAME({noise:2,3}, {y})",
        "add subtract multiply divide true_divide floor_divide mod remainder power float_power arctan2 bitwise_and "
        "bitwise_or bitwise_xor equal not_equal greater greater_equal less less_equal logical_and logical_or logical_xor "
        "maximum minimum hypot logaddexp logaddexp2 heaviside gcd lcm nextafter divmod isclose allclose array_equal "
        "outer kron append broadcast_arrays result_type",
    ),
    *each(
        "NAME({m}, {ax}, keepdims={flag})",
        "sum prod mean std var max min amax amin all any ptp nansum nanmean nanprod",
    ),
    *each("NAME({x})", "sum prod mean std var max min amax amin all any ptp argmax argmin cumsum cumprod sort argsort"),
    *each("NAME({m}, {axis:2})", "argmax argmin cumsum cumprod sort argsort diff count_nonzero average expand_dims flip"),
    *each("NAME({m})", "diag diagonal trace tril triu fliplr flipud rot90 transpose vander"),
    *each("NAME({m}, {k})", "diag diagonal trace tril triu rot90 repeat roll"),
    *each("NAME({m}, {m})", "matmul dot inner vdot tensordot cross"),
    *each("NAME([{x}, {y}])", "stack concatenate hstack vstack dstack"),
    *each("NAME([{m}, {m}], axis={axis:2})", "stack concatenate"),
    *each("NAME({noise:4,6,2}, {k2})", "split hsplit vsplit dsplit"),
    "split({noise:6}, [1, 4])",
    "reshape({m}, {shape})",
    "moveaxis({noise:2,3,4}, {axis:3}, {axis:3})",
    "swapaxes({noise:2,3,4}, {axis:3}, {axis:3})",
    "transpose({noise:2,3,4}, [2, 0, 1])",
    "broadcast_to({noise:3}, [2, 3])",
    "clip({x}, {k}, 3)",
    "clip({x}, None, {k})",
    "where({x} > 0, {x}, {y})",
    "where({m} > 0)",
    "select([{m} > 1, {m} < 0], [{m}, {m}], {k})",
    "take({m}, {ints:2;0,3}, axis={axis:2}, mode='clip')",
    "take({m}, {ints:2;0,5}, mode='wrap')",
    "take_along_axis({m}, {ints:3,1;0,3}, 1)",
    "compress({flags:3}, {noise:3,3}, axis={axis:2})",
    "pad({m}, [[1, 0], [0, {k}]], {pad})",
    "tile({m}, [{k}, 2])",
    "repeat({m}, {ints:3;0,3}, axis=1)",
    "roll({m}, {k}, {axis:2})",
    "linspace({k}, 7, {num}, endpoint={flag}, dtype={dt})",
    "logspace({k}, 3, {num})",
    "geomspace(1, 8, {num})",
    "arange({k}, 9, {k2}, dtype={dt})",
    "arange({num})",
    *each("NAME({num}, dtype={dt})", "zeros ones empty identity"),
    "full([2, {num}], {k}, dtype={dt})",
    "full_like({m}, {k}, dtype={dt})",
    "eye({num}, 4, {k}, dtype={dt})",
    "tri({num}, 4, {k}, dtype={dt})",
    "diag_indices({num})",
    "ix_({ints:2;0,3}, {ints:3;0,3})",
    "meshgrid({noise:3}, {noise:2}, indexing={indexing}, sparse={flag})",
    "einsum('ij,jk->ik', {m}, {m})",
    "einsum('ij->i', {m})",
    "polyval({noise:3}, {x})",
    "average({m}, {axis:2}, weights={m})",
    "mean({m}, {ax}, dtype={dt})",
    "sum({m}, {ax}, dtype={dt})",

    "array({x}, dtype={dt})",
    "array([1, 2.5, {k}])",
    "isscalar({k})",
    "finfo({dt}).bits",
    "promote_types({dt}, {dt})",
    "result_type({x}, {k}, 1.5)",
    "cross({noise:2,3}, {noise:2,3})",
    "tensordot({noise:2,3,4}, {noise:4,3}, [[1, 2], [1, 0]])",
    "add({x}, {scalar})",
    "multiply({scalar}, {x})",
    "power({x}, {scalar})",
    "maximum({x}, {scalar})",
    "true_divide({x}, {scalar})",
    "floor_divide({x}, {scalar})",
]  # fmt: skip
_CALLS = [f"{_N}.{call}" for call in _CALLS]
_OTHERS = ["int32", "float32", "float64", "int64", "bool", "uint8", "complex64", "float16"]
_PARTS = {
    "x": ["{noise:2,3}", "{m}", "{noise:4}", "{noise:}", "{noise:1,3}", "{noise:0}", "{noise:2,1,3}"],
    "m": ["{noise:3,3}"],
    "y": ["{noise:2,3}", "{noise:3}", "{noise:}", "{other}"],
    "other": [f"tf.constant([[1, 0, 1]], tf.{dtype})" for dtype in _OTHERS if dtype != "bool"] + ["[[1.5, 2.0, -1.0]]"],
    "scalar": ["2", "1.5", "True", "-1", "np.float32(2)", "np.int8(3)", "2j"],
    "ax": ["None", "{axis:2}", "(0, 1)"],
    "k": ["1", "0", "-1", "2"],
    "k2": ["2", "1"],
    "num": ["3", "5", "1", "0"],
    "shape": ["[-1]", "[1, 9]", "[3, -1]", "9"],
    "pad": ["'constant'", "'reflect'", "'symmetric'"],
    "indexing": ["'xy'", "'ij'"],
    "dt": ["None", "np.float32", "tf.int32", "float", "int", "tf.float64", "np.complex64", "bool", "'int8'"],
}

FAMILY = Family(_CALLS, ["float32", "float64", *_OTHERS, "int8"], _PARTS)
