"""The one piece of machine code behind the entries of all functions. The source is in `runtime/c/python/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graphwright.core.tensor import EagerTensor
from graphwright.core.variable import Variable
from graphwright.core.variable_state import VariableState
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import c_modules, capi

# no optimisation: it makes entries hardly faster, but every process's first call 40 ms slower
_LEVEL = 0


def _text() -> str:
    numbers = {
        "at_tensor_array": capi.slot_offset(EagerTensor, "_array"),
        "at_tensor_type": capi.slot_offset(EagerTensor, "_type"),
        "at_variable_handle": capi.slot_offset(Variable, "handle"),
        "at_variable_trainable": capi.slot_offset(Variable, "_trainable"),
        "at_state_type": capi.slot_offset(VariableState, "type"),
    }
    return c_modules.text("entry", numbers={**numbers, **capi.layout_numbers()})


def _objects() -> dict[str, int]:
    return addresses(
        {
            "eager_tensor": EagerTensor,
            "variable_state": VariableState,
            "ndarray": np.ndarray,
            "int": int,
            "float": float,
            "str": str,
            "none": None,
        }
    )


CODE: Final[SharedCode[None]] = SharedCode(_text, ("gw_entry", "gw_hash"), opt=_LEVEL, objects=_objects)


def compile_module(name: str, numbers: Mapping[str, int], objects: Mapping[str, Any]) -> jit.MachineCode:
    """Machine code of a C module with these numbers, in which `gw_name` stands for the object `name`."""
    text = c_modules.text(name, numbers={**numbers, **capi.layout_numbers()})
    return jit.compile_ir(text, opt=_LEVEL, symbols={**capi.symbols(), **addresses(objects)})


def addresses(objects: Mapping[str, Any]) -> dict[str, int]:
    """Where objects are, by the names that compiled code has for them."""
    return {f"gw_{name}": id(value) for name, value in objects.items()}
