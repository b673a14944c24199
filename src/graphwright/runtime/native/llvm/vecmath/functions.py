"""Mathematical functions on vectors: which code serves which function and type.

An expensive function is one helper of the module, called with a vector: its text is compiled once however
often it is used, and the call costs next to nothing beside its body.  What has no vector code here calls
the C library for each lane.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.base.frozen import frozen
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue, per_lane, suffix
from graphwright.runtime.native.llvm.vecmath import atan as vecmath_angles
from graphwright.runtime.native.llvm.vecmath import erf as vecmath_erf
from graphwright.runtime.native.llvm.vecmath import exp as vecmath_exp
from graphwright.runtime.native.llvm.vecmath import fmod as vecmath_remainder
from graphwright.runtime.native.llvm.vecmath import hyperbolic as vecmath_hyperbolic
from graphwright.runtime.native.llvm.vecmath import pow as vecmath_power
from graphwright.runtime.native.llvm.vecmath import trig as vecmath_trig
from graphwright.runtime.native.llvm.vecmath import wide as vecmath_wide
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.function import function_text

#: The functions of the C library that compiled code may call, each as a function of doubles.
LIBRARY = (
    "exp", "expm1", "log", "log1p", "tanh", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh",
    "cosh", "asinh", "acosh", "atanh", "erf", "erfc", "pow", "fmod",
)  # fmt: skip


@frozen
class _Recipe:
    """How a function is computed: `body(builder, *args)` gives its value.

    `wide` code takes doubles, and serves floats through them. Code may be `float_only`, that is too short for a
    double.  A `guarded` body gives `(value, doubt)`: the lanes in doubt get the C library's result, at the
    cost of a branch that is hardly ever taken.  `usual` code gives `(value, doubt)` too: it leaves out what hardly
    ever occurs, and where a lane is in doubt the body computes the vector, the other lanes to the same bits.
    """

    body: Callable[..., Any]
    wide: bool = False
    float_only: bool = False
    guarded: bool = False
    usual: Callable[..., Any] | None = None


_RECIPES = {
    "exp": _Recipe(vecmath_exp.exp),
    "expm1": _Recipe(vecmath_exp.expm1),
    "log": _Recipe(vecmath_exp.log, usual=vecmath_exp.usual_log),
    "log1p": _Recipe(vecmath_exp.log1p, usual=vecmath_exp.usual_log1p),
    "tanh": _Recipe(vecmath_exp.tanh),
    "sigmoid": _Recipe(vecmath_exp.sigmoid),
    "softplus": _Recipe(vecmath_exp.softplus),
    "sinh": _Recipe(vecmath_exp.sinh),
    "cosh": _Recipe(vecmath_exp.cosh),
    "sin": _Recipe(vecmath_trig.sin, guarded=True, usual=vecmath_trig.usual_sin),
    "cos": _Recipe(vecmath_trig.cos, guarded=True, usual=vecmath_trig.usual_cos),
    "tan": _Recipe(vecmath_trig.tan, guarded=True, usual=vecmath_trig.usual_tan),
    "atan": _Recipe(vecmath_angles.atan),
    "atan2": _Recipe(vecmath_angles.atan2),
    "asin": _Recipe(vecmath_angles.asin),
    "acos": _Recipe(vecmath_angles.acos),
    "asinh": _Recipe(vecmath_hyperbolic.asinh),
    "acosh": _Recipe(vecmath_hyperbolic.acosh),
    "atanh": _Recipe(vecmath_hyperbolic.atanh),
    "erf": _Recipe(vecmath_erf.erf, float_only=True),
    "erfc": _Recipe(vecmath_wide.erfc, wide=True, float_only=True),
    "pow": _Recipe(vecmath_wide.pow, float_only=True, usual=vecmath_wide.usual_pow),
    "fmod": _Recipe(vecmath_remainder.fmod, wide=True, usual=vecmath_remainder.usual_fmod),
}

_OF_DOUBLES = {
    "pow": _Recipe(vecmath_power.power, guarded=True),
    "sin": _Recipe(vecmath_trig.sin_of_doubles, guarded=True),
    "cos": _Recipe(vecmath_trig.cos_of_doubles, guarded=True),
    "tan": _Recipe(vecmath_trig.tan_of_doubles, guarded=True),
}
"""Functions that have other code for doubles than for floats."""


def apply(b: IRBuilder, name: str, *args: TypedValue) -> TypedValue:
    """The value of function `name`; all arguments are floats or all are doubles."""
    recipe = _recipe(b, name, args[0].ty)
    if b.module.inline_math and not recipe.guarded and recipe.usual is None:
        return _plain(b, recipe, args)
    ty = args[0].ty
    helper = f"gw_{name}_{suffix(ty)}x{b.width}"
    b.module.helper(helper, lambda: _helper_text(b, helper, name, recipe, ty, len(args)))
    return b.call(helper, ty, *args)


def _recipe(b: IRBuilder, name: str, ty: str) -> _Recipe:
    """The code for a function, by type and by what the host can do."""
    other = _OF_DOUBLES.get(name) if ty == "double" else None
    recipe = (other or _RECIPES.get(name)) if b.module.fma else None
    if recipe is not None and not (recipe.float_only and ty == "double"):
        return recipe
    if name in ("sigmoid", "softplus"):
        return _Recipe(_sigmoid_by_library if name == "sigmoid" else _softplus_by_library, wide=True)
    return _Recipe(lambda b, *args: per_lane(b, name, *args), wide=True)


def _sigmoid_by_library(b: IRBuilder, x: TypedValue) -> TypedValue:
    one = b.const("double", 1.0)
    e = per_lane(b, "exp", b.neg(b.fabs(x)))
    below = b.compare("fcmp olt", x, b.const("double", 0.0))
    return b.div(b.select(below, e, one), b.add(e, one))


def _softplus_by_library(b: IRBuilder, x: TypedValue) -> TypedValue:
    zero = b.const("double", 0.0)
    e = per_lane(b, "exp", b.neg(b.fabs(x)))
    positive = b.select(b.compare("fcmp olt", x, zero), zero, x)
    return b.add(positive, per_lane(b, "log1p", e))


def _widened(b: IRBuilder, args: tuple[TypedValue, ...]) -> tuple[TypedValue, ...]:
    return tuple(b.cast("fpext", a, "double") if a.ty == "float" else a for a in args)


def _narrowed(b: IRBuilder, value: TypedValue, ty: str) -> TypedValue:
    return value if value.ty == ty else b.cast("fptrunc", value, ty)


def _plain(b: IRBuilder, recipe: _Recipe, args: tuple[TypedValue, ...]) -> TypedValue:
    value = recipe.body(b, *(_widened(b, args) if recipe.wide else args))
    return _narrowed(b, value, args[0].ty)


def _helper_text(b: IRBuilder, helper: str, name: str, recipe: _Recipe, ty: str, arity: int) -> str:
    inner = IRBuilder(b.module, b.width)
    flow = BlockBuilder(inner.lines, "entry")
    vector = inner.type(ty)
    args = tuple(TypedValue(f"%a{i}", ty) for i in range(arity))
    if recipe.usual is not None:
        _return_usual(inner, flow, recipe.usual, recipe, args)
    if recipe.guarded:
        _return_guarded(inner, flow, name, recipe, args)
    else:
        inner.lines.append(f"  ret {vector} {_plain(inner, recipe, args).text}")
    head = f"define internal {vector} @{helper}({', '.join(f'{vector} {a.text}' for a in args)}) noinline"
    return function_text(head, inner.lines)


def _return_usual(
    b: IRBuilder, flow: BlockBuilder, usual: Callable[..., Any], recipe: _Recipe, args: tuple[TypedValue, ...]
) -> None:
    """The value, unless a lane is in doubt."""
    value, doubt = usual(b, *(_widened(b, args) if recipe.wide else args))
    with flow.leaving(b.any(doubt), holds=False) as arm:
        arm.end = f"ret {b.type(args[0].ty)} {_narrowed(b, value, args[0].ty).text}"


def _return_guarded(b: IRBuilder, flow: BlockBuilder, name: str, recipe: _Recipe, args: tuple[TypedValue, ...]) -> None:
    """The value, or the C library's in the lanes in doubt.

    The other lanes keep the value either way: a result must not depend on its neighbours.
    """
    ty = args[0].ty
    vector = b.type(ty)
    value, doubt = recipe.body(b, *(_widened(b, args) if recipe.wide else args))
    with flow.leaving(b.any(doubt), holds=False) as arm:
        arm.end = f"ret {vector} {_narrowed(b, value, ty).text}"
    library = _narrowed(b, per_lane(b, name, *_widened(b, args)), ty)
    mixed = b.select(doubt, library, _narrowed(b, value, ty))
    b.lines.append(f"  ret {vector} {mixed.text}")


def floor_divide(b: IRBuilder, x: TypedValue, y: TypedValue) -> tuple[TypedValue, TypedValue]:
    """Python's divmod of floats, from the exact remainder (not floor(x / y), which may be one too many)."""
    zero, one = b.const(x.ty, 0.0), b.const(x.ty, 1.0)
    remainder = apply(b, "fmod", x, y)
    quotient = b.div(b.sub(x, remainder), y)
    nonzero = b.compare("fcmp une", remainder, zero)
    opposite = b.binary("xor", b.compare("fcmp olt", y, zero), b.compare("fcmp olt", remainder, zero))
    lower = b.binary("and", nonzero, opposite)
    quotient = b.select(lower, b.sub(quotient, one), quotient)
    remainder = b.select(lower, b.add(remainder, y), remainder)
    remainder = b.select(nonzero, remainder, b.copysign(zero, y))
    # The quotient is an integer but for the rounding of the division.
    down = b.intrinsic("floor", quotient)
    above = b.compare("fcmp ogt", b.sub(quotient, down), b.const(x.ty, 0.5))
    whole = b.select(above, b.add(down, one), down)
    ratio = b.div(x, y)
    whole = b.select(b.compare("fcmp une", quotient, zero), whole, b.copysign(zero, ratio))
    return b.select(b.compare("fcmp oeq", y, zero), ratio, whole), remainder
