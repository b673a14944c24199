"""Compiles the C sources of the runtime into the LLVM text that the wheel ships: `make runtime`.

It needs `ziglang`, which is a current clang with the C libraries' headers of every target. The text is then made fit
for any machine of its target and for every LLVM from 20 on: attributes and metadata go, except those that decide how
arguments are passed. C's, Python's and NumPy's functions get the prefix under which `capi.symbols` provides them.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from typing import Final

from graphwright.runtime.native.runtime import c_modules, capi, entry_layout

COMPILER: Final = "0.17.1"  # of ziglang; another version may choose other instructions
TARGETS: Final = {
    "x86_64-linux": "x86_64-linux-gnu",
    "aarch64-linux": "aarch64-linux-gnu",
    "x86_64-macos": "x86_64-macos",
    "aarch64-macos": "aarch64-macos",
}
FLAGS: Final = (
    "-std=c11", "-D_GNU_SOURCE", "-Os", "-S", "-emit-llvm", "-g0", "-fPIC", "-Wall", "-Wextra", "-Werror",
    "-Wno-unused-parameter", "-Wno-unused-command-line-argument", "-Wno-deprecated-declarations", "-fno-sanitize=all",
    "-fno-stack-protector", "-fomit-frame-pointer", "-fno-strict-aliasing", "-fno-unwind-tables",
    "-fno-asynchronous-unwind-tables", "-fno-ident", "-fno-vectorize", "-fno-unroll-loops",
)  # fmt: skip
SOURCE: Final = os.path.join(os.path.dirname(__file__), "c")
ENTRY_HEADER: Final = os.path.join(SOURCE, "python", "entry_layout.h")
HASH: Final = os.path.join(c_modules.BUILT, "sources.sha256")

# what an LLVM of another version may not know, or what says no more than the instructions do
_ATTRIBUTES: Final = re.compile(
    r" (?:noundef|nonnull|noalias|readonly|writeonly|writable|dead_on_unwind|immarg|local_unnamed_addr|unnamed_addr"
    r"|captures\([^)]*\)|range\([^)]*\)|dereferenceable(?:_or_null)?\(\d+\)|initializes\(\(.*?\)\)|nuw|nsw|inbounds"
    r"|samesign|disjoint|nneg|noreturn|#\d+)(?=[ ,)]|$)"
)
# Differences between processors that can be removed. Truth values pass only between functions that LLVM compiles, which
# read one bit of them; no access needs more than 8 bytes of alignment; `ctlz` is never called with 0.
_DIFFERENCES: Final = (
    (re.compile(r" zeroext i1\b| i1 zeroext\b"), " i1"),
    (re.compile(r"\balign 16\b"), "align 8"),
    (re.compile(r"(@llvm\.ctlz\.i64\(i64 %\w+, i1) true"), r"\1 false"),
)
_TAIL: Final = re.compile(r"\b(?:tail|musttail|notail) call\b")
_METADATA: Final = re.compile(r", !\S+ !\d+")
_DROPPED: Final = ("; ", "attributes #", "target ", "source_filename", "!")
_DECLARED: Final = re.compile(r"^declare [^@]*@([\w.]+)\(", re.MULTILINE)


def compile_to_text(name: str, target: str) -> str:
    """The text of a module for a target, which `c_modules.text` reads."""
    with tempfile.TemporaryDirectory() as folder:
        whole, compiled = os.path.join(folder, "module.c"), os.path.join(folder, "module.ll")
        with open(whole, "w", encoding="ascii") as file:
            file.writelines(f'#include "{source}"\n' for source in c_modules.SOURCES[name])
        compiler = (sys.executable, "-m", "ziglang", "cc", *FLAGS, "-I", SOURCE)
        subprocess.run([*compiler, "-target", TARGETS[target], whole, "-o", compiled], check=True)
        with open(compiled, encoding="ascii") as file:
            return portable(file.read())


def portable(text: str) -> str:
    """A module's text for any machine of its target."""
    lines = []
    for line in text.splitlines():
        line = _METADATA.sub("", line.partition("  ; preds")[0].rstrip())
        if not line or line.startswith(_DROPPED) or "@llvm.lifetime." in line:
            continue
        before = ""
        while line != before:
            before, line = line, _ATTRIBUTES.sub("", line)
        for pattern, common in _DIFFERENCES:
            line = pattern.sub(common, line)
        lines.append(_TAIL.sub("call", line))
    # macOS has functions of several standards by one name in C
    text = re.sub(r'@"\\01_(\w+)"', r"@\1", "\n".join(lines) + "\n")
    for function in set(_DECLARED.findall(text)):
        if not function.startswith(("gw_", "llvm.")):
            text = re.sub(rf"@{re.escape(function)}\b", f"@{capi.PREFIX}{function}", text)
    return text


def shared(texts: dict[str, str]) -> dict[str, str]:
    """Each text once, under the widest scope whose targets all have it."""
    kept: dict[str, str] = {}
    for target, text in texts.items():
        for scope in c_modules.scopes(target):
            if all(other == text for also, other in texts.items() if scope in c_modules.scopes(also)):
                kept[scope] = text
                break
    return kept


def source_hash() -> str:
    """A hash of all that the built text depends on."""
    found = hashlib.sha256(repr((COMPILER, TARGETS, FLAGS, c_modules.SOURCES)).encode())
    for folder, _, files in sorted(os.walk(SOURCE)):
        for file in sorted(files):
            if file.endswith((".c", ".h")):
                with open(os.path.join(folder, file), "rb") as source:
                    found.update(file.encode() + b"\0" + source.read())
    with open(__file__, "rb") as source:
        found.update(source.read())
    return found.hexdigest()


def main() -> None:
    """Compile all modules for all targets."""
    with open(ENTRY_HEADER, "w", encoding="ascii") as file:
        file.write(entry_layout.header())
    os.makedirs(c_modules.BUILT, exist_ok=True)
    for file_name in os.listdir(c_modules.BUILT):
        os.remove(os.path.join(c_modules.BUILT, file_name))
    for name in c_modules.SOURCES:
        for scope, text in shared({target: compile_to_text(name, target) for target in TARGETS}).items():
            with open(os.path.join(c_modules.BUILT, f"{name}.{scope}.ll"), "w", encoding="ascii") as file:
                file.write(text)
    with open(HASH, "w", encoding="ascii") as file:
        file.write(source_hash() + "\n")


if __name__ == "__main__":
    main()
