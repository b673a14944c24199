"""`tf.experimental.numpy`: NumPy's functions on tensors, with its promotion of dtypes."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "numpy_api.arrays": (
            "array asanyarray asarray ascontiguousarray copy finfo iscomplexobj isrealobj isscalar issubdtype "
            "ndim promote_types result_type shape size"
        ),
        "numpy_api.behavior": "experimental_enable_numpy_behavior",
        "numpy_api.binary": (
            "add arctan2 bitwise_and bitwise_or bitwise_xor divide divmod equal float_power floor_divide gcd "
            "greater greater_equal heaviside hypot isclose lcm less less_equal logaddexp logaddexp2 logical_and "
            "logical_or logical_xor maximum minimum mod multiply nextafter not_equal power remainder subtract "
            "true_divide"
        ),
        "numpy_api.constants": (
            "bool_ complex128 complex64 complex_ e float16 float32 float64 float_ iinfo inexact inf int16 int32 "
            "int64 int8 int_ ndarray newaxis object_ pi string_ uint16 uint32 uint64 uint8 unicode_"
        ),
        "numpy_api.creation": (
            "arange diag_indices empty empty_like eye full full_like geomspace identity linspace logspace ones "
            "ones_like tri tril triu vander zeros zeros_like"
        ),
        "numpy_api.diagonals": "diag diagflat diagonal diff trace",
        "numpy_api.elementwise": (
            "abs absolute angle arccos arccosh arcsin arcsinh arctan arctanh around bitwise_not cbrt ceil conj "
            "conjugate cos cosh deg2rad exp exp2 expm1 fabs fix floor imag iscomplex isfinite isinf isnan "
            "isneginf isposinf isreal log log10 log1p log2 logical_not negative positive rad2deg real reciprocal "
            "round sign signbit sin sinc sinh sqrt square tan tanh"
        ),
        "numpy_api.products": "cross dot einsum inner kron matmul outer polyval tensordot vdot",
        "numpy_api.reductions": (
            "all allclose amax amin any argmax argmin array_equal average count_nonzero cumprod cumsum max mean "
            "min nanmean nanprod nansum prod ptp std sum var"
        ),
        "numpy_api.selection": "argsort clip compress nonzero select sort take take_along_axis where",
        "numpy_api.shapes": (
            "append atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_to concatenate dsplit dstack "
            "expand_dims flatten flip fliplr flipud hsplit hstack ix_ meshgrid moveaxis pad ravel repeat reshape "
            "roll rot90 split squeeze stack swapaxes tile transpose vsplit vstack"
        ),
        "experimental.numpy_random": "random=",
    },
)
