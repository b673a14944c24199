"""Calls back into Python from compiled code: an operation without native code runs its NumPy kernel.

The Python side of a call is a *site*: a callable made when the graph is compiled, that takes payloads and gives a
tuple of payloads. The compiled side hands it objects and takes the references it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import errors
from graphwright.core.context import state
from graphwright.ir.graph import Operation, Value
from graphwright.ir.types import describe_dims
from graphwright.runtime.native.steps import Step
from graphwright.runtime.native.writer import Writer
from graphwright.runtime.reference import located

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code

Site = Callable[..., tuple[Any, ...]]


# the Python side --------------------------------------------------------------------------------------------


def kernel_site(op: Operation) -> Site:
    """Runs the op's kernel and checks that it gives what the graph says."""
    record = op.record
    kernel = record.bound_kernel(op.attrs)
    takers = [_taker(op, v) for v in op.outputs]

    def site(*payloads: Any) -> tuple[Any, ...]:
        arguments = payloads if record.flat_inputs else record.group(payloads, op.attrs)
        try:
            # the user's code and graphs must not be nested in the quiet context
            result = kernel(*arguments) if record.runs_code else state.quiet(kernel, *arguments)
        except errors.OpError as error:
            raise located(error, op) from error.__cause__
        if record.single_output:
            return (takers[0](result),)
        return tuple([take(r) for take, r in zip(takers, result if result is not None else (), strict=True)])

    return site


def _taker(op: Operation, value: Value) -> Callable[[Any], Any]:
    """A function that makes a kernel's result what compiled code relies on: contiguous, of the value's type."""
    dtype, dims = value.type.dtype, value.type.dims
    if dtype.name in ("resource", "variant"):
        return lambda result: result
    wanted = dtype.numpy

    def take(result: Any) -> Any:
        array = np.asarray(result)
        if array.dtype != wanted:
            raise located(_unexpected(op, f"a {array.dtype} array", dtype.name), op)
        if dims is not None and (
            len(dims) != array.ndim
            or any(isinstance(d, int) and d != n for d, n in zip(dims, array.shape, strict=True))
        ):
            raise located(_unexpected(op, f"shape {array.shape}", describe_dims(dims)), op)
        return array if array.flags.carray else np.require(array, requirements=["C", "A"])

    return take


def _unexpected(op: Operation, found: str, expected: str) -> errors.OpError:
    return errors.InternalError(None, None, f"The kernel of {op.type} gave {found} where {expected} was expected.")


def failing_site(op: Operation, message: str, kind: type[Any] = errors.InvalidArgumentError) -> Site:
    """Raises an error at the op's place."""

    def site() -> tuple[Any, ...]:
        raise located(kind(None, None, message), op)

    return site


def refusing_site(op: Operation) -> Site:
    """Runs the op's kernel, which finds the error that compiled code has seen and raises it."""
    run = kernel_site(op)

    def site(*payloads: Any) -> tuple[Any, ...]:
        run(*payloads)
        raise located(errors.InternalError(None, None, f"{op.type} was refused by compiled code alone."), op)

    return site


# the compiled side ------------------------------------------------------------------------------------------


def call_kernel(code: Code, step: Step) -> None:
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
    made = [b.as_object(code.value(v), v.type.dtype.name) for v in inputs]
    w.most_arguments = max(w.most_arguments, len(made), outputs)
    for i, (pointer, _) in enumerate(made):
        w.line(f"store ptr {pointer}, ptr {w.at('%arguments', 8 * i)}")
    w.module.helper("gw_call_site", lambda: _call_text(w))
    callee = w.from_table(w.table.object(site))
    status = w.call_python(
        "i1", "@gw_call_site", f"ptr {callee}", "ptr %arguments", f"i64 {len(made)}", f"i64 {outputs}"
    )
    w.fail_if(status)
    for _, buffer in made:
        b.discard(buffer)
    return [w.let(f"load ptr, ptr {w.at('%arguments', 8 * i)}") for i in range(outputs)]


def fail_at(code: Code, site: Site, inputs: Sequence[Value] = ()) -> None:
    """Call a site that raises."""
    call_site(code, site, inputs)


def _call_text(w: Writer) -> str:
    """`i1 gw_call_site(site, words, count, outputs)`: true when an error is set; results replace the arguments."""
    from graphwright.runtime.native import capi

    items = capi.layout().tuple_items
    vectorcall = w.c_function("PyObject_VectorcallDict", "ptr", "ptr", "ptr", "i64", "ptr")
    incref = w.c_function("Py_IncRef", "void", "ptr")
    decref = w.c_function("Py_DecRef", "void", "ptr")
    return f"""define internal i1 @gw_call_site(ptr %site, ptr %words, i64 %count, i64 %outputs) noinline optnone {{
start:
  %result = call ptr {vectorcall}(ptr %site, ptr %words, i64 %count, ptr null)
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %leave, label %unpack
unpack:
  %items = getelementptr i8, ptr %result, i64 {items}
  br label %next
next:
  %i = phi i64 [0, %unpack], [%following, %take]
  %more = icmp slt i64 %i, %outputs
  br i1 %more, label %take, label %done
take:
  %from = getelementptr ptr, ptr %items, i64 %i
  %item = load ptr, ptr %from
  call void {incref}(ptr %item)
  %to = getelementptr ptr, ptr %words, i64 %i
  store ptr %item, ptr %to
  %following = add i64 %i, 1
  br label %next
done:
  call void {decref}(ptr %result)
  br label %leave
leave:
  %status = phi i1 [true, %start], [false, %done]
  ret i1 %status
}}"""
