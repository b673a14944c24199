"""Exponentials and logarithms of float and double vectors, as straight-line code without branches.

Every function is written once over a `Format`.  The polynomials are Chebyshev fits to the function named
beside them, on the interval that the argument reduction leaves.  All need a fused multiply-add.
"""

from __future__ import annotations

from graphwright.base.frozen import frozen
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue


@frozen
class Format:
    """What the code must know about a floating format.

    Adding `magic` (1.5 times two to the number of mantissa bits) to a small float leaves its nearest
    integer in the low bits of the sum: unlike a conversion instruction that is defined for every argument,
    NaN too, and quick in every instruction set.
    """

    ty: str
    int_ty: str
    mantissa_bits: int
    bias: int
    magic: float
    tiny: float  # below it a function that is x near zero is x
    ln2_high: float
    ln2_low: float
    exp_range: tuple[float, float]  # outside, exp is 0 or infinite
    expm1_range: tuple[float, float]  # outside, expm1 is -1 or infinite
    tanh_limit: float  # beyond, tanh is 1
    tanh_top: tuple[float, ...]  # top(r**2) * r / bottom(r**2) is tanh(r) for |r| <= log(2) / 4; top begins with 1
    tanh_bottom: tuple[float, ...]
    expm1_poly: tuple[float, ...]  # (expm1(r) - r) / r**2 for |r| <= log(2) / 2
    smallest_normal: float
    half_root: int  # the bits of sqrt(1/2)

    def magic_bits(self) -> int:
        """The bits of `magic` as an integer."""
        return ((self.bias + self.mantissa_bits) << self.mantissa_bits) + (1 << (self.mantissa_bits - 1))


FLOAT = Format(
    ty="float",
    int_ty="i32",
    mantissa_bits=23,
    bias=127,
    magic=12582912.0,
    tiny=2.0**-25,
    ln2_high=0.693147182464599609375,
    ln2_low=-1.904654299957768e-09,
    exp_range=(-104.0, 90.0),
    expm1_range=(-18.0, 89.0),
    tanh_limit=9.1,
    tanh_top=(1.0, 15.01933149757104),
    tanh_bottom=(6.006439000271785, 15.01933149757104),
    expm1_poly=(0.0013926183587713494, 0.008363179052722578, 0.041666554617204574, 0.16666576989698775, 0.5),
    smallest_normal=2.0**-126,
    half_root=0x3F3504F3,
)

DOUBLE = Format(
    ty="double",
    int_ty="i64",
    mantissa_bits=52,
    bias=1023,
    magic=6755399441055744.0,
    tiny=2.0**-54,
    ln2_high=0.6931471805599453,
    ln2_low=2.3190468138462996e-17,
    exp_range=(-746.0, 711.0),
    expm1_range=(-38.0, 710.0),
    tanh_limit=19.1,
    tanh_top=(1.0, 105.0681873773524, 945.7160568763009),
    tanh_bottom=(15.00681675277279, 420.3068730027785, 945.7160568763009),
    expm1_poly=(
        2.0914686968086876e-09, 2.5105217004720745e-08, 2.75572736431103e-07, 2.7557255400206422e-06,
        2.4801587325547743e-05, 0.00019841269874820627, 0.0013888888888883748, 0.008333333333326136,
        0.04166666666666667, 0.1666666666666667, 0.5,
    ),
    smallest_normal=2.0**-1022,
    half_root=0x3FE6A09E667F3BCD,
)  # fmt: skip

FORMATS = {"float": FLOAT, "double": DOUBLE}

# (log1p(f) - f + f**2 / 2) / f**3 for sqrt(1/2) - 1 <= f <= sqrt(2) - 1
_LOG_FLOAT = (
    0.06971611471451178, -0.11479733846637635, 0.1168541992348674, -0.12425687331451106, 0.1424905764569748,
    -0.16667802319501254, 0.200007157488921, -0.24999996957950882, 0.33333331180030046,
)  # fmt: skip
# (2 * atanh(s) / s - 2) / z with z = s * s, s = f / (2 + f)
_LOG_DOUBLE = (
    0.13086767009948175, 0.13268759668560612, 0.15386240205813478, 0.18181795630884753, 0.2222222239180047,
    0.2857142857080323, 0.4000000000000088, 0.6666666666666666,
)  # fmt: skip


def _integer(b: IRBuilder, opcode: str, a: TypedValue, constant: int) -> TypedValue:
    return b.binary(opcode, a, b.const(a.ty, constant))


def power_of_two(b: IRBuilder, fmt: Format, exponent: TypedValue) -> TypedValue:
    """2**n from an integer whose low bits are n; the bits above an exponent field are shifted out."""
    shifted = _integer(b, "shl", exponent, fmt.mantissa_bits)
    return b.cast("bitcast", _integer(b, "add", shifted, fmt.bias << fmt.mantissa_bits), fmt.ty)


def reduce_exp(b: IRBuilder, fmt: Format, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(r, n): x = n * log(2) + r with |r| <= log(2) / 2; n is an integer in the low bits of its value."""
    shifted = b.fma(x, b.const(x.ty, 1.4426950408889634), b.const(x.ty, fmt.magic))
    n = b.sub(shifted, b.const(x.ty, fmt.magic))
    r = b.fma(n, b.const(x.ty, -fmt.ln2_high), x)
    r = b.fma(n, b.const(x.ty, -fmt.ln2_low), r)
    return r, b.cast("bitcast", shifted, fmt.int_ty)


def _expm1_reduced(b: IRBuilder, fmt: Format, r: TypedValue) -> TypedValue:
    """expm1 of a reduced argument."""
    return b.fma(b.mul(r, r), b.polynomial(r, fmt.expm1_poly), r)


def exp(b: IRBuilder, x: TypedValue) -> TypedValue:
    fmt = FORMATS[x.ty]
    r, n = reduce_exp(b, fmt, b.clamp(x, *fmt.exp_range))
    y = b.add(_expm1_reduced(b, fmt, r), b.const(x.ty, 1.0))
    # Two factors, because 2**n alone overflows or is denormal at the ends, and the last product rounds
    # only once.
    half = _integer(b, "ashr", n, 1)
    rest = b.binary("sub", n, half)
    return b.mul(b.mul(y, power_of_two(b, fmt, half)), power_of_two(b, fmt, rest))


def _half_expm1(b: IRBuilder, fmt: Format, x: TypedValue) -> TypedValue:
    """expm1(x) / 2 of a clamped argument, without care for the sign of zero."""
    r, n = reduce_exp(b, fmt, x)
    q = _expm1_reduced(b, fmt, r)
    # 2**(n - 1) does not overflow where the result does not.
    scale = power_of_two(b, fmt, _integer(b, "add", n, -1))
    return b.fma(q, scale, b.sub(scale, b.const(x.ty, 0.5)))


def _twice(b: IRBuilder, x: TypedValue) -> TypedValue:
    return b.add(x, x)


def expm1(b: IRBuilder, x: TypedValue) -> TypedValue:
    fmt = FORMATS[x.ty]
    y = _twice(b, _half_expm1(b, fmt, b.clamp(x, *fmt.expm1_range)))
    small = b.compare("fcmp olt", b.fabs(x), b.const(x.ty, fmt.tiny))
    return b.select(small, x, y)


def sinh(b: IRBuilder, x: TypedValue) -> TypedValue:
    """4 (h + h / (8 h + 1)) with h = expm1(|x|) / 8, which does not overflow where the result does not."""
    fmt = FORMATS[x.ty]
    size = b.fabs(x)
    r, n = reduce_exp(b, fmt, b.clamp(size, None, fmt.exp_range[1]))
    scale = power_of_two(b, fmt, _integer(b, "add", n, -3))
    h = b.fma(_expm1_reduced(b, fmt, r), scale, b.sub(scale, b.const(x.ty, 0.125)))
    y = b.add(h, b.div(h, b.fma(h, b.const(x.ty, 8.0), b.const(x.ty, 1.0))))
    y = b.select(b.compare("fcmp olt", size, b.const(x.ty, fmt.tiny)), size, b.mul(y, b.const(x.ty, 4.0)))
    return b.copysign(y, x)


def cosh(b: IRBuilder, x: TypedValue) -> TypedValue:
    """4 (h + 1 / (64 h)) with h = exp(|x|) / 8, which does not overflow where the result does not."""
    fmt = FORMATS[x.ty]
    r, n = reduce_exp(b, fmt, b.clamp(b.fabs(x), None, fmt.exp_range[1]))
    scale = power_of_two(b, fmt, _integer(b, "add", n, -3))
    h = b.fma(_expm1_reduced(b, fmt, r), scale, scale)
    return b.mul(b.add(h, b.div(b.const(x.ty, 1 / 64), h)), b.const(x.ty, 4.0))


def tanh(b: IRBuilder, x: TypedValue) -> TypedValue:
    """The tangent of a sum: |x| = n * log(2) / 2 + r, and tanh(r) = top / bottom.

    With g = (2**n - 1) / 2 it is (g * (bottom + top) + top) / (g * (bottom + top) + bottom). Polynomials this short
    leave little more to do than the division.
    """
    fmt = FORMATS[x.ty]
    size = b.clamp(b.fabs(x), None, fmt.tanh_limit)
    # the low bits of the sum are n and the bias of 2**(n - 1)
    magic = b.const(x.ty, fmt.magic + fmt.bias - 1)
    shifted = b.fma(size, b.const(x.ty, 2 * 1.4426950408889634), magic)
    r = b.fma(b.sub(shifted, magic), b.const(x.ty, -fmt.ln2_high / 2), size)
    scale = b.cast("bitcast", _integer(b, "shl", b.cast("bitcast", shifted, fmt.int_ty), fmt.mantissa_bits), fmt.ty)
    z = b.mul(r, r)
    top = b.add(z, b.const(x.ty, fmt.tanh_top[1]))
    for coefficient in fmt.tanh_top[2:]:
        top = b.fma(top, z, b.const(x.ty, coefficient))
    top = b.mul(top, r)
    bottom = b.polynomial(z, fmt.tanh_bottom)
    grown, both = b.sub(scale, b.const(x.ty, 0.5)), b.add(bottom, top)
    return b.copysign(b.div(b.fma(grown, both, top), b.fma(grown, both, bottom)), x)


def sigmoid(b: IRBuilder, x: TypedValue) -> TypedValue:
    """e / (1 + e) with e = exp(x), both times a power of two, so that nothing is denormal before the division."""
    fmt = FORMATS[x.ty]
    up = fmt.mantissa_bits + 3
    x = b.clamp(x, fmt.exp_range[0], 2 * fmt.tanh_limit)
    # the low bits of the sum are n and the bias of 2**(n + up)
    magic = b.const(x.ty, fmt.magic + fmt.bias + up)
    shifted = b.fma(x, b.const(x.ty, 1.4426950408889634), magic)
    n = b.sub(shifted, magic)
    r = b.fma(n, b.const(x.ty, -fmt.ln2_low), b.fma(n, b.const(x.ty, -fmt.ln2_high), x))
    scale = b.cast("bitcast", _integer(b, "shl", b.cast("bitcast", shifted, fmt.int_ty), fmt.mantissa_bits), fmt.ty)
    e = b.mul(b.polynomial(r, (*fmt.expm1_poly, 1.0, 1.0)), scale)
    return b.div(e, b.add(e, b.const(x.ty, 2.0**up)))


def exponent_as_float(b: IRBuilder, fmt: Format, e: TypedValue) -> TypedValue:
    """A small integer as a float."""
    if fmt is FLOAT:
        return b.cast("sitofp", e, fmt.ty)
    # Converting i64 needs AVX-512: the inverse of the magic addition does not.
    biased = b.cast("bitcast", _integer(b, "add", e, fmt.magic_bits()), fmt.ty)
    return b.sub(biased, b.const(fmt.ty, fmt.magic))


def split_exponent(b: IRBuilder, fmt: Format, u: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(f, e): u = 2**e * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); `u` normal and positive."""
    bits = b.cast("bitcast", u, fmt.int_ty)
    e = _integer(b, "ashr", _integer(b, "sub", bits, fmt.half_root), fmt.mantissa_bits)
    mantissa = b.binary("sub", bits, _integer(b, "shl", e, fmt.mantissa_bits))
    f = b.sub(b.cast("bitcast", mantissa, fmt.ty), b.const(fmt.ty, 1.0))
    return f, e


def _log_of_parts(b: IRBuilder, fmt: Format, f: TypedValue, e: TypedValue, low: TypedValue | None) -> TypedValue:
    """log(1 + f) + e * log(2) + low, the small terms added first."""
    half_square = b.mul(b.mul(f, f), b.const(f.ty, 0.5))
    if fmt is FLOAT:
        tail = b.mul(b.mul(b.mul(f, f), f), b.polynomial(f, _LOG_FLOAT))
    else:
        s = b.div(f, b.add(f, b.const(f.ty, 2.0)))
        z = b.mul(s, s)
        tail = b.mul(s, b.fma(z, b.polynomial(z, _LOG_DOUBLE), half_square))
    tail = b.fma(e, b.const(f.ty, fmt.ln2_low), tail)
    if low is not None:
        tail = b.add(tail, low)
    return b.fma(e, b.const(f.ty, fmt.ln2_high), b.sub(f, b.sub(half_square, tail)))


def _log_edges(b: IRBuilder, x: TypedValue, result: TypedValue, zero: float) -> TypedValue:
    """The values of a logarithm whose singularity is at `zero`: there, at infinity, below and for NaN."""
    infinity = b.const(x.ty, float("inf"))
    pole = b.const(x.ty, zero)
    result = b.select(b.compare("fcmp oeq", x, infinity), infinity, result)
    result = b.select(b.compare("fcmp oeq", x, pole), b.const(x.ty, float("-inf")), result)
    return b.select(b.compare("fcmp ult", x, pole), b.const(x.ty, float("nan")), result)


def log(b: IRBuilder, x: TypedValue) -> TypedValue:
    fmt = FORMATS[x.ty]
    denormal = b.compare("fcmp olt", x, b.const(x.ty, fmt.smallest_normal))
    shift = float(fmt.mantissa_bits + 1)
    scaled = b.select(denormal, b.mul(x, b.const(x.ty, 2.0**shift)), x)
    f, e = split_exponent(b, fmt, scaled)
    exponent = exponent_as_float(b, fmt, e)
    exponent = b.select(denormal, b.sub(exponent, b.const(x.ty, shift)), exponent)
    return _log_edges(b, x, _log_of_parts(b, fmt, f, exponent, None), 0.0)


def usual_log(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(log(x), the lanes that are not normal, positive and finite)."""
    fmt = FORMATS[x.ty]
    f, e = split_exponent(b, fmt, x)
    return _log_of_parts(b, fmt, f, exponent_as_float(b, fmt, e), None), not_normal(b, fmt, x)


def not_normal(b: IRBuilder, fmt: Format, x: TypedValue) -> TypedValue:
    """Which lanes are not normal, positive and finite: outside of a range of bits."""
    first = 1 << fmt.mantissa_bits
    beyond = 2 * fmt.bias << fmt.mantissa_bits
    bits = _integer(b, "sub", b.cast("bitcast", x, fmt.int_ty), first)
    return b.compare("icmp uge", bits, b.const(fmt.int_ty, beyond))


def log1p_of_usual(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(log(1 + x), 1 + x) where the sum is a positive, normal number; the sign of zero is not kept.

    What the sum has lost of x, over the sum, is added: in place of 1 / (1 + f) its series does, for the term is as
    small as f where it matters.
    """
    fmt = FORMATS[x.ty]
    one = b.const(x.ty, 1.0)
    u = b.add(x, one)
    # exact as long as 1 is not nothing to x
    lost = b.sub(x, b.sub(u, one))
    f, e = split_exponent(b, fmt, u)
    shift = _integer(b, "shl", e, fmt.mantissa_bits)
    inverse = b.binary("sub", b.const(fmt.int_ty, fmt.bias << fmt.mantissa_bits), shift)
    inverse = b.cast("bitcast", b.intrinsic("smax", inverse, b.const(fmt.int_ty, 0)), x.ty)
    low = b.mul(b.mul(lost, inverse), b.fma(f, b.sub(f, one), one))
    return _log_of_parts(b, fmt, f, exponent_as_float(b, fmt, e), low), u


def log1p(b: IRBuilder, x: TypedValue) -> TypedValue:
    fmt = FORMATS[x.ty]
    y = _log_edges(b, x, log1p_of_usual(b, x)[0], -1.0)
    small = b.compare("fcmp olt", b.fabs(x), b.const(x.ty, fmt.tiny))
    return b.select(small, x, y)


def usual_log1p(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(log1p(x), the lanes where 1 + x is not normal, positive and finite)."""
    y, u = log1p_of_usual(b, x)
    return b.copysign(y, x), not_normal(b, FORMATS[x.ty], u)


def softplus(b: IRBuilder, x: TypedValue) -> TypedValue:
    """max(x, 0) + log1p(exp(-|x|))."""
    zero = b.const(x.ty, 0.0)
    positive = b.select(b.compare("fcmp olt", x, zero), zero, x)
    return b.add(positive, log1p_of_usual(b, exp(b, b.neg(b.fabs(x))))[0])
