"""Programs that run a library for another machine once: arguments are read from files, results written to files."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from graphwright.aot.targets import target_of
from graphwright.aot.toolchain import toolchain_for
from tests.aot.in_javascript import in_chromium, in_node
from tests.aot.libraries import load
from tests.viewer.browser import chromium

#: Where programs of a target run, and what Debian's packages for them have: an emulator, and a C library.
EMULATORS = {
    "aarch64-linux": ("qemu-aarch64-static", "/usr/aarch64-linux-gnu"),
    "riscv64-linux": ("qemu-riscv64-static", "/usr/riscv64-linux-gnu"),
}


def missing(place: str) -> str:
    """What programs need to run at a place and this machine lacks; empty where they run."""
    if place == "node":
        return "" if shutil.which("node") else "no Node"
    if place == "chromium":
        return "" if chromium() else "no Chromium"
    emulator, root = EMULATORS[place]
    return "" if shutil.which(emulator) and Path(root).is_dir() else "no emulator, or no C library for it"


def c_program(name: str, module: ModuleType, arguments: dict[str, Any]) -> str:
    """The program in C."""
    sizes: dict[str, int] = {}
    lines = []
    for key, (_, dims) in module.ARGUMENTS.items():
        for dim, size in zip(dims, arguments[key].shape, strict=True):
            if isinstance(dim, str):
                sizes[dim] = size
        lines.append(f'    inputs.{key} = read_all("{key}.in");')
    lines += [f"    inputs.{size} = {number};" for size, number in sizes.items()]
    written = []
    for key, (_, dims) in module.RESULTS.items():
        terms = (
            [f"outputs.{key}_sizes[{i}]" for i in range(len(dims))]
            if None in dims
            else [f"inputs.{d}" if isinstance(d, str) else str(d) for d in dims]
        )
        count = " * ".join(terms) or "1"
        written.append(f'    write_all("{key}.out", outputs.{key}, sizeof *outputs.{key} * (size_t)({count}));')
    body = "\n".join(lines)
    return f"""
#include <stdio.h>
#include <stdlib.h>
#include "{name}.h"
static void *read_all(const char *path) {{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) exit(2);
    size_t size = (size_t)ftell(file);
    void *data = malloc(size + 1);
    rewind(file);
    if (!data || fread(data, 1, size, file) != size) exit(2);
    fclose(file);
    return data;
}}
static void write_all(const char *path, const void *data, size_t bytes) {{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, bytes, file) != bytes) exit(3);
    fclose(file);
}}
static {name}_inputs inputs;
static {name}_outputs outputs;
int main(void) {{
    {name}_handle *model;
    if ({name}_create(NULL, &model)) return puts({name}_error(NULL)), 4;
{body}
    for (int i = 0; i < 2; i++)
        if ({name}_run(model, &inputs, &outputs)) return puts({name}_error(model)), 5;
{chr(10).join(written)}
    {name}_destroy(model);
    return 0;
}}
"""


def _emulated(target: str, name: str, folder: Path, arguments: dict[str, Any]) -> None:
    emulator, root = EMULATORS[target]
    (folder / "main.c").write_text(c_program(name, load(folder / f"{name}.py"), arguments))
    cc = toolchain_for(target_of(target)).cc
    _done(*cc, "main.c", f"lib{name}.a", "-lm", "-lpthread", "-o", "main", folder=folder)
    _done(emulator, "-L", root, "./main", folder=folder)


def places(target: str) -> tuple[str, ...]:
    """Where programs of a target run here."""
    return tuple(place for place in _PLACES.get(target, (target,)) if not missing(place))


_PLACES = {"wasm32": ("node", "chromium")}


_IN_JAVASCRIPT = {"node": in_node, "chromium": in_chromium}


def run(place: str, name: str, folder: Path, arguments: dict[str, Any], like: dict[str, Any]) -> dict[str, Any]:
    """The results of a library in a folder, as arrays with the dtypes and shapes of those in `like`."""
    for key, array in arguments.items():
        (folder / f"{key}.in").write_bytes(np.ascontiguousarray(array).tobytes())
    for left in folder.glob("*.out"):
        left.unlink()
    if place in _IN_JAVASCRIPT:
        _IN_JAVASCRIPT[place](name, folder, arguments)
    else:
        _emulated(place, name, folder, arguments)
    return {
        key: np.frombuffer((folder / f"{key}.out").read_bytes(), array.dtype).reshape(array.shape)
        for key, array in like.items()
    }


def _done(*command: str | Path, folder: Path) -> None:
    words: Sequence[str] = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, f"{words[0]}: {done.stdout}{done.stderr}"
