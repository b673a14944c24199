"""Calls back into Python from compiled code: an operation without native code runs its NumPy kernel.

The Python side of a call is a *site*: a callable made when the graph is compiled, that takes payloads and gives a
tuple of payloads. The compiled side hands it objects and takes the references it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import errors
from graphwright.base.refusals import refusal_of
from graphwright.base.room import lack_of_memory
from graphwright.base.words import with_article
from graphwright.core.context import state
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Decompose
from graphwright.ir.room import check_of
from graphwright.ir.types import describe_dims
from graphwright.runtime.native.fusion.steps import HostCall, Native
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.values import Site
from graphwright.runtime.reference import locate, out_of_memory

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

# the Python side --------------------------------------------------------------------------------------------


def kernel_site(op: Operation) -> Site:
    """Runs the op's kernel and checks that it gives what the graph says."""
    record = op.record
    kernel = record.bound_kernel(op.attrs)
    takers = [_taker(op, v) for v in op.outputs]
    check = check_of(op)
    refusal = refusal_of_whole(op)

    def site(*payloads: Any) -> tuple[Any, ...]:
        arguments = payloads if record.flat_inputs else record.group(payloads, op.attrs)
        try:
            if check is not None:
                check(payloads)
            # the user's code and graphs must not be nested in the quiet context
            result = kernel(*arguments) if record.runs_code else state.quiet(kernel, *arguments)
            if record.single_output:
                return (takers[0](result),)
            return tuple([take(r) for take, r in zip(takers, result if result is not None else (), strict=True)])
        except Exception as error:
            lack = lack_of_memory(error)
            if lack is not None:
                raise out_of_memory(lack, op) from None
            whole = None if refusal is None else refusal(op.type, *payloads)
            if whole is None and not record.runs_code:
                whole = refusal_of(op.type, payloads, error)
            locate(whole or error, op)
            if whole is not None:
                raise whole from whole.__cause__
            raise

    return Site(site, op)


def refusal_of_whole(op: Operation) -> Callable[..., Exception | None] | None:
    """For a part of a composite: what gives the error of the composite where the part refuses its inputs."""
    whole = op.origin
    rule = None if whole is None or whole.type == op.type else whole.record.native
    return rule.refusal if isinstance(rule, Decompose) else None


def _taker(op: Operation, value: Value) -> Callable[[Any], Any]:
    """A function that makes a kernel's result what compiled code relies on: contiguous, of the value's type."""
    dtype, dims = value.type.dtype, value.type.dims
    if dtype.name in ("resource", "variant"):
        return lambda result: result
    wanted = dtype.numpy
    rank = None if dims is None else len(dims)
    known = [(axis, d) for axis, d in enumerate(dims or ()) if isinstance(d, int)]

    def take(result: Any) -> Any:
        array = np.asarray(result)
        if array.dtype is not wanted and array.dtype != wanted:
            raise _unexpected(op, f"{with_article(array.dtype.name)} array", dtype.name)
        shape = array.shape
        if rank is not None and (len(shape) != rank or (known and any(shape[axis] != d for axis, d in known))):
            if op.record.effect == "read":
                raise errors.ShapeMismatchError(
                    f"{op.type} was expected to read a value of shape {describe_dims(dims)} but found one of shape "
                    f"{array.shape}; trace the function for it, or for a variable made with shape=tf.TensorShape(None)."
                )
            raise _unexpected(op, f"shape {array.shape}", describe_dims(dims))
        return array if array.flags.carray else np.require(array, requirements=["C", "A"])

    return take


def _unexpected(op: Operation, found: str, expected: str) -> errors.OpError:
    return errors.InternalError(None, None, f"The kernel of {op.type} gave {found} where {expected} was expected.")


def failing_site(op: Operation, message: str, kind: type[Any] = errors.InvalidArgumentError) -> Site:
    """Raises an error at the op's place."""

    def site() -> tuple[Any, ...]:
        try:
            raise kind(None, None, message)
        except errors.OpError as error:
            locate(error, op)
            raise

    return Site(site, op, kind, message)


def lost_site(op: Operation, temporaries: int = 0) -> Site:
    """Raises the error of an op that found no memory, given the error that the allocation has set.

    With `temporaries` it is the program's that there was no memory for, so many bytes, and the op's is the largest.
    """

    def site(kind: type[Exception], value: Any) -> tuple[Any, ...]:
        # before Python 3.12 an error is not made before it is looked at
        arguments = value if isinstance(value, tuple) else () if value is None else (value,)
        error = value if isinstance(value, BaseException) else kind(*arguments)
        lack = lack_of_memory(error) if isinstance(error, Exception) else None
        if lack is None:
            raise error
        error = lack
        if temporaries:
            error = MemoryError(f"there are no {temporaries:,} bytes for what a call keeps until it ends")
        raise out_of_memory(error, op) from None

    return Site(site, op, MemoryError)


def refusing_site(op: Operation) -> Site:
    """Runs the op's kernel, which finds the error that compiled code has seen and raises it."""
    run = kernel_site(op).run

    def site(*payloads: Any) -> tuple[Any, ...]:
        try:
            run(*payloads)
            raise errors.InternalError(None, None, f"{op.type} was refused by compiled code alone.")
        except Exception as error:
            locate(error, op)
            raise

    return Site(site, op)


# the compiled side ------------------------------------------------------------------------------------------


def call_kernel(code: Code, step: Native | HostCall) -> None:
    """A step without native code."""
    w = code.w
    w.host_calls += 1
    op = step.op
    w.host_ops.append(op)
    results = call_site(code, kernel_site(op), op.inputs, len(op.outputs))
    for value, pointer in zip(op.outputs, results, strict=True):
        if code.is_used(value):
            code.take_object(value, pointer, op)
        else:
            code.b.decref(pointer)


def call_site(code: Code, site: Site, inputs: Sequence[Value], outputs: int = 0) -> list[str]:
    """Call a site on values of the graph; gives the objects it returned.

    Each is a new reference, which the caller must put where it is released.
    """
    w, b = code.w, code.b
    result = [b.as_object(code.value(v), v.type.dtype.name) for v in inputs]
    found = call_objects(w, site, [pointer for pointer, _ in result], outputs)
    for _, buffer in result:
        b.discard(buffer)
    return found


def call_objects(w: Writer, site: Site, objects: Sequence[str], outputs: int) -> list[str]:
    """Call a site on objects, as `call_site` does."""
    w.most_arguments = max(w.most_arguments, len(objects), outputs)
    for i, pointer in enumerate(objects):
        w.at("%arguments", 8 * i).store(pointer, "ptr")
    callee = w.from_table(w.table.site(site))
    status = w.call_python(
        "i1", w.support("gw_call_site"), f"ptr {callee}", "ptr %arguments", f"i64 {len(objects)}", f"i64 {outputs}"
    )
    w.fail_if(status)
    return [w.at("%arguments", 8 * i).load("ptr") for i in range(outputs)]


def fail_at(code: Code, site: Site, inputs: Sequence[Value] = ()) -> None:
    """Call a site that raises; operands are for what finds the reason in them."""
    call_site(code, site, inputs if code.w.embedding.explains_failures else ())
