"""The one piece of machine code behind the entries of all functions, and others that stand beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graphwright.core.tensor import EagerTensor
from graphwright.core.variable import Variable, VariableState
from graphwright.runtime.native.entry import match_call, pack_results, run_call
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import capi

#: The words of a function's head, and of an entry.
HEAD: Final = ("detours", "first", "slots", "open", "miss", "due", "most")
ENTRY: Final = (
    "positional", "named", "names", "nodes", "left", "owner", "recorder", "body", "inputs", "captures", "captured",
    "outputs", "types", "program", "hold", "how",
)  # fmt: skip
# no optimisation: it makes entries hardly faster, but every process's first call 40 ms slower
_LEVEL = 0


# at the beginning of a function that takes a call: how many arguments it has, named ones too
_ALL_ARGUMENTS = """%unnamed = icmp eq ptr %names, null
  br i1 %unnamed, label %begin, label %keywords
keywords:
  %named = call i64 @gw_c_PyTuple_Size(ptr %names)
  br label %begin
begin:
  %extra = phi i64 [0, %start], [%named, %keywords]
  %total = add i64 %count, %extra"""


def _text() -> str:
    layout = capi.layout()
    numbers = {
        "array": capi.slot_offset(EagerTensor, "_array"),
        "type": capi.slot_offset(EagerTensor, "_type"),
        "handle": capi.slot_offset(Variable, "handle"),
        "trainable": capi.slot_offset(Variable, "_trainable"),
        "state_type": capi.slot_offset(VariableState, "type"),
        "usable": capi.C_CONTIGUOUS | capi.ALIGNED,
        **{f"at_{name}": getattr(layout, name) for name in capi.Layout.__annotations__},
        **{f"h_{name}": 8 * i for i, name in enumerate(HEAD)},
        **{f"e_{name}": 8 * i for i, name in enumerate(ENTRY)},
        **{f"k_{kind.name.lower()}": kind.value for kind in match_call.Kind},
        **{f"p_{piece.name.lower()}": piece.value for piece in pack_results.Piece},
    }
    text = (run_call.TEXT + match_call.TEXT + pack_results.TEXT).replace("$all_arguments", _ALL_ARGUMENTS)
    return _filled(text, numbers)


def _objects() -> dict[str, int]:
    return _addresses(
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


def compile_text(text: str, numbers: Mapping[str, int], objects: Mapping[str, Any]) -> jit.Code:
    """Machine code of a text.

    In it `$name` stands for a number, `@gw_name` for an object, `%x = get type %p + offset` for the load of a field.
    """
    symbols = {**capi.symbols(), **_addresses(objects)}
    return jit.compile_ir(_filled(text, numbers), opt=_LEVEL, symbols=symbols)


def _filled(text: str, numbers: Mapping[str, int]) -> str:
    text = re.sub(r"\$(\w+)", lambda named: str(numbers[named[1]]), text)
    return re.sub(
        r"^  %([\w.]+) = get (\w+) %([\w.]+) \+ (\S+)$",
        r"  %\1.place = getelementptr i8, ptr %\3, i64 \4\n  %\1 = load \2, ptr %\1.place",
        text,
        flags=re.MULTILINE,
    )


def _addresses(objects: Mapping[str, Any]) -> dict[str, int]:
    return {f"gw_{name}": id(value) for name, value in objects.items()}
