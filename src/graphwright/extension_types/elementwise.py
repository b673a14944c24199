"""The public functions that work element by element, by public module ("": the package itself).

The lists are TensorFlow's; a name that there is not yet is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Final

from graphwright.base.services import PUBLIC_FUNCTION

_UNARY: Final = {
    "": (
        "abs acos acosh as_string asin asinh atan atanh cast clip_by_value cos cosh exp floor logical_not negative "
        "ones_like round saturate_cast sigmoid sign sin sinh sqrt square tan tanh zeros_like"
    ),
    "bitwise": "invert",
    "debugging": "check_numerics",
    "dtypes": "cast saturate_cast",
    "image": (
        "adjust_brightness adjust_gamma convert_image_dtype is_jpeg random_brightness stateless_random_brightness"
    ),
    "io": "decode_base64 decode_compressed encode_base64 is_jpeg",
    "math": (
        "abs acos acosh angle asin asinh atan atanh bessel_i0 bessel_i0e bessel_i1 bessel_i1e ceil conj cos cosh "
        "digamma erf erfc erfcinv erfinv exp expm1 floor imag is_finite is_inf is_nan lgamma log log1p log_sigmoid "
        "logical_not ndtri negative nextafter real reciprocal reciprocal_no_nan rint round rsqrt sigmoid sign sin "
        "sinh softplus softsign sqrt square tan tanh"
    ),
    "math.special": (
        "bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e "
        "bessel_y0 bessel_y1 dawsn expint fresnel_cos fresnel_sin spence"
    ),
    "nn": "elu gelu leaky_relu relu relu6 selu sigmoid silu softplus softsign swish tanh",
    "strings": (
        "as_string length lower regex_full_match regex_replace strip substr to_hash_bucket to_hash_bucket_fast "
        "to_hash_bucket_strong to_number unicode_script unicode_transcode upper"
    ),
}
_BINARY: Final = {
    "": (
        "add atan2 complex divide equal greater greater_equal less less_equal logical_and logical_or maximum "
        "minimum multiply not_equal pow realdiv scalar_mul subtract truediv truncatediv truncatemod"
    ),
    "bitwise": "bitwise_and bitwise_or bitwise_xor left_shift right_shift",
    "dtypes": "complex",
    "math": (
        "add atan2 divide divide_no_nan equal floordiv floormod greater greater_equal less less_equal logical_and "
        "logical_or logical_xor maximum minimum mod multiply multiply_no_nan not_equal pow scalar_mul "
        "squared_difference subtract truediv xdivy xlog1py xlogy zeta"
    ),
    "nn": "sigmoid_cross_entropy_with_logits",
}
_ASSERTIONS: Final = {
    "": "assert_equal assert_greater assert_less",
    "debugging": (
        "assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_near assert_none_equal"
    ),
}


def unary_apis() -> list[FunctionType]:
    """The functions of one argument that work element by element."""
    return public_functions(_UNARY)


def binary_apis() -> list[FunctionType]:
    """The functions of two arguments that work element by element."""
    return public_functions(_BINARY)


def assert_apis() -> list[FunctionType]:
    """The assertions that compare two arguments element by element."""
    return public_functions(_ASSERTIONS)


def public_functions(names: Mapping[str, str]) -> list[FunctionType]:
    """The functions with these names, each once."""
    found: dict[int, FunctionType] = {}
    for place, listed in names.items():
        public = PUBLIC_FUNCTION.get()(place)
        for name in listed.split():
            function = getattr(public, name, None)
            if isinstance(function, FunctionType):
                found[id(function)] = function
    return list(found.values())
