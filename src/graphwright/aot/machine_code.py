"""From LLVM text to object files for any target."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cache
from typing import Any, Final

from graphwright.aot.targets import Level, Target

_OURS: Final = re.compile(r"@gw_(\w+)")
_EXPORTED: Final = re.compile(r"^define (?!internal )", re.MULTILINE)
_OPT: Final = 2


def renamed(text: str, prefix: str, number: int, in_c: Set[str]) -> str:
    """A module's text as it is linked: functions of C by the library's prefix, others by the prefix and the level.

    Nothing is visible outside of the library.
    """

    def name(found: re.Match[str]) -> str:
        ours = f"gw_{found[1]}"
        return f"@{prefix}_{ours}" if ours in in_c else f"@{prefix}_gw_level{number}_{found[1]}"

    return _EXPORTED.sub("define hidden ", _OURS.sub(name, text))


def compiled(text: str, target: Target, level: Level) -> bytes:
    """The object file of a module; raises `RuntimeError` for malformed text."""
    llvm = _llvm()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=level.cpu, features=level.features, opt=_OPT, reloc="pic", codemodel="default"
    )
    module = llvm.parse_assembly(text, llvm.create_context())
    module.verify()
    module.triple = target.triple
    module.data_layout = str(machine.target_data)
    found: bytes = machine.emit_object(module)
    return found


@cache
def _llvm() -> Any:
    """llvmlite with the code generators of all targets."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm
