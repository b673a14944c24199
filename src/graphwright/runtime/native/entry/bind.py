"""The lookup of a method on an instance as a builtin. The source is `runtime/c/python/bind.c`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.runtime.native.entry.entry_module import compile_module
from graphwright.runtime.native.runtime import capi


def make_getter(function: type, bound: type, slowly: Callable[..., Any], places: int) -> Any:
    """A method `__get__(function, instance, owner)` of the class `function`.

    The slot `_memo` of `function` holds an array of `places` pairs of words, indexed by the instance's address without
    its lowest four bits: where a weak reference says which instance it leads to, and the instance's function. For an
    instance found there the slots `__call__`, `__self__` and `__wrapped__` of a new `bound` are filled; any other goes
    to `slowly`.
    """
    numbers = {
        "memo_mask": places - 1,
        "at_function_memo": capi.slot_offset(function, "_memo"),
        "at_function_call": capi.slot_offset(function, "__call__"),
        "at_bound_call": capi.slot_offset(bound, "__call__"),
        "at_bound_self": capi.slot_offset(bound, "__self__"),
        "at_bound_wrapped": capi.slot_offset(bound, "__wrapped__"),
    }
    code = compile_module("bind", numbers, {"bound_function": bound, "none": None, "slowly": slowly})
    return capi.method(function, code.address("gw_bind"), "__get__", keep=(code, slowly))


def place_of_reference(reference: Any) -> int:
    """Where a weak reference says which object it leads to."""
    return id(reference) + capi.layout().weak_object
