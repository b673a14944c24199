"""`compile`: from a function to the files of a library."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from graphwright.aot import c_source, examples, js_loader
from graphwright.aot.input_shapes import with_input_shapes
from graphwright.aot.machine_code import compiled, renamed
from graphwright.aot.program import LibraryProgram, identifier
from graphwright.aot.targets import Target, target_of
from graphwright.aot.toolchain import Toolchain, toolchain_for
from graphwright.base.errors import InvalidArgumentError
from graphwright.base.frozen import frozen
from graphwright.base.phases import phase
from graphwright.saved_model.single_function import concrete_function, is_model, loaded

_SOURCES: Final = os.path.join(os.path.dirname(__file__), "c")
_CORE: Final = os.path.join(os.path.dirname(os.path.dirname(__file__)), "runtime", "native", "runtime", "c")
_OURS: Final = (
    "memory.c",
    "arena.c",
    "arrays.c",
    "errors.c",
    "weights.c",
    "handle.c",
    "streams.c",
    "text.c",
    "threads.c",
    "libm.c",
)
_CHECKPOINTS: Final = ("checksum.c", "checkpoint.c", "checkpoint_reading.c")
_PROGRAM: Final = "program.c"  # what is written for the program; its name is the user's, and not a file's here
_HASHES: Final = "text_hash.c"
_THREADS: Final = ("thread_pool.c", "thread_affinity.c", "contention_backoff.c")
_HEADERS: Final = (
    "core.h",
    "library.h",
    "linear_algebra_of.h",
    "fft_passes.h",
    "fft_plan.h",
    "fft_of.h",
    "resample_of.h",
)
#: The runtime's library takes its memory from the handle, too.
_ALLOCATOR: Final = """\
#include <stdint.h>
#include <stdlib.h>
void *NAME_gw_c_malloc(int64_t size);
void *NAME_gw_c_calloc(int64_t count, int64_t size);
void NAME_gw_c_free(void *block);
#define malloc(size) NAME_gw_c_malloc((int64_t)(size))
#define calloc(count, size) NAME_gw_c_calloc((int64_t)(count), (int64_t)(size))
#define free(block) NAME_gw_c_free(block)
"""
_NAME: Final = re.compile(r"\bgw_\w+")


@frozen
class Library:
    """The files of a library that was compiled.

    Attributes:
      name: of its functions, before the first underscore.
      folder: where the files are.
      files: their names.
    """

    name: str
    folder: str
    files: tuple[str, ...]


def compile(
    function: Any,
    output: str | os.PathLike[str],
    *,
    name: str | None = None,
    signature: str | None = None,
    input_shapes: Mapping[str, Any] | None = None,
    target: str | None = None,
    levels: Sequence[str] | None = None,
    weights: str = "library",
    checkpoint: Any = None,
) -> Library:
    """Compile a function to a C library, which needs no Python.

    Args:
      function: a concrete function; a `tf.function` with one trace or an input signature; the folder of a SavedModel,
        or what `tf.saved_model.load` gave; or the path of a GraphDef.
      output: the folder for the files, which is made if it is not there.
      name: of the library, by default that of the function.
      signature: of a model, by default `serving_default`, or the name of one of its functions.
      input_shapes: shapes of arguments by name, with None for unknown sizes: for arguments that were traced for an
        unknown rank, which a library cannot have, or to fix sizes that the trace leaves open. A list of shapes leaves
        sizes open, but calls with those of a shape run code of their own: the first shapes of all arguments that have
        a list belong together, and so on.
      target: one of `aot.TARGETS`, by default this machine.
      levels: the kinds of processors that the library serves, by default all of the target: of x86-64 "baseline",
        "avx2" and "avx512", of which the best that the processor has is chosen when the library is used.
      weights: "library" puts constants and the first values of variables into the library, "file" into one file beside
        it, which is mapped.
      checkpoint: a `tf.train.Checkpoint` or other object that the variables belong to: the library saves and restores
        its checkpoints. By default it is the model; for a function, an object that has the variables by their names.

    Returns:
      The `Library`: its name and files.

    Raises:
      UnimplementedError: the function has operations without native code, all of which are listed.
      FailedPreconditionError: there is no C compiler for the target.
      InvalidArgumentError: there is no such target, signature, function or argument, a shape does not fit its argument,
        or `checkpoint` lacks a variable.
    """
    if weights not in ("library", "file"):
        raise InvalidArgumentError(None, None, f"`weights` must be 'library' or 'file', got {weights!r}.")
    chosen = target_of(target, levels)
    if weights == "file" and chosen.object_format == "wasm":
        raise InvalidArgumentError(None, None, "A module of WebAssembly reads no files: its weights are in it.")
    tools = toolchain_for(chosen)
    source = loaded(function)
    concrete, sized = with_input_shapes(concrete_function(source, signature), input_shapes or {})
    owner = source if checkpoint is None and is_model(source) else checkpoint
    called = identifier(name or _name_of(concrete))
    program = LibraryProgram(concrete, chosen, owner, sized)
    folder = os.fspath(output)
    os.makedirs(folder, exist_ok=True)
    with phase("compile", called), tempfile.TemporaryDirectory() as work:
        files = _Build(called, program, tools, work, folder, weights == "library").run()
    return Library(called, folder, tuple(sorted(files)))


def _name_of(concrete: Any) -> str:
    name = str(concrete.name).removeprefix("__inference_").rpartition("_")[0] or str(concrete.name)
    return name.strip("_") or "function"


class _Build:
    """The build of one library in a folder for what it leaves behind."""

    def __init__(
        self, name: str, program: LibraryProgram, tools: Toolchain, work: str, folder: str, embedded: bool
    ) -> None:
        self.name, self.program, self.tools, self.embedded = name, program, tools, embedded
        self.work, self.folder = work, folder
        self.target: Target = program.target
        self.files: list[str] = []

    def run(self) -> list[str]:
        fingerprint = self.program.weights.fingerprint()
        block = self.program.weights.block(fingerprint)
        weights_file = None if self.embedded else f"{self.name}.weights"
        header = c_source.header(self.name, self.program, weights_file)
        source = c_source.source(self.name, self.program, len(block), fingerprint, self.embedded)
        self._keep(f"{self.name}.h", header)
        os.mkdir(os.path.join(self.work, "interface"))
        self._write(os.path.join("interface", f"{self.name}.h"), header)
        self._write(_PROGRAM, source)
        self._write("prefix.h", self._prefixes(source))
        if weights_file is None:
            self._write_bytes("weights.bin", block)
            self._write("blob.c", _blob_source(os.path.join(self.work, "weights.bin"), self.target.object_format))
        else:
            with open(os.path.join(self.folder, weights_file), "wb") as file:
                file.write(block)
            self.files.append(weights_file)
        objects = self._objects()
        static, shared = self.target.static.format(self.name), self.target.shared.format(self.name)
        if self.target.object_format != "wasm":
            self.tools.archive(objects, os.path.join(self.folder, static))
            self.files.append(static)
        exports = [*sorted(set(re.findall(rf"\b{self.name}_\w+(?=\()", header))), "malloc", "free"]
        # in the folder for what is left behind: linkers for Windows write more files beside it
        self.tools.link(objects, os.path.join(self.work, shared), exports)
        shutil.copy(os.path.join(self.work, shared), os.path.join(self.folder, shared))
        self.files.append(shared)
        for file_name, text in self._beside(weights_file).items():
            self._keep(file_name, text)
        return self.files

    def _beside(self, weights_file: str | None) -> dict[str, str]:
        """The files that show how to use the library, or do it for another language."""
        if self.target.object_format == "wasm":
            return js_loader.files(self.name, self.program)
        return examples.files(self.name, self.program, weights_file)

    def _objects(self) -> list[str]:
        """All object files, compiled side by side: LLVM and the C compiler leave the interpreter alone."""
        with ThreadPoolExecutor(max(1, (os.cpu_count() or 2))) as threads:
            in_c = [threads.submit(self._compile_c, path) for path in self._c_files()]
            names = self._names_in_c()
            modules = [
                threads.submit(self._compile_module, i, j, text, names)
                for i, code in enumerate(self.program.levels)
                for j, text in enumerate(code.texts)
            ]
            levelled = [
                threads.submit(self._compile_for, i, file)
                for i, code in enumerate(self.program.levels)
                for file in dict.fromkeys(code.in_c)
            ]
            return [done.result() for done in (*in_c, *modules, *levelled)]

    def _c_files(self) -> list[str]:
        files = (*_OURS, *(() if self.program.saved is None else _CHECKPOINTS))
        ours = [os.path.join(_SOURCES, file) for file in files]
        threads = _THREADS if self.target.object_format in ("elf", "macho") else ()
        core = [os.path.join(_CORE, "core", file) for file in (_HASHES, *threads)]
        made = [os.path.join(self.work, file) for file in (_PROGRAM, *(["blob.c"] if self.embedded else []))]
        return [*ours, *core, *made]

    def _compile_c(self, path: str) -> str:
        to = os.path.join(self.work, os.path.basename(path) + ".o")
        # the pool's own entry is behind ours (`c/threads.c`)
        flags = [f"-Dgw_split={self.name}_gw_pool_split"] if os.path.basename(path) == _THREADS[0] else []
        prefix = ["-include", os.path.join(self.work, "prefix.h")]
        self.tools.compile(path, to, *prefix, *flags, "-I", _SOURCES, "-I", _CORE, "-I", self.work)
        return to

    def _compile_for(self, number: int, file: str) -> str:
        """Compile a file of the runtime's library for one kind of processor, under names of its own."""
        path, code = os.path.join(_CORE, "core", file), self.program.levels[number]
        names: set[str] = set()
        for each in (path, *_HEADERS):
            with open(os.path.join(_CORE, "core", each), encoding="utf-8") as source:
                names.update(_NAME.findall(source.read()))
        prefix = f"level{number}_{file}.h"
        defined = (f"#define {each} {self.name}_gw_level{number}_{each[3:]}\n" for each in sorted(names))
        self._write(prefix, _ALLOCATOR.replace("NAME", self.name) + "".join(defined))
        to = os.path.join(self.work, f"level{number}_{file}.o")
        include = ("-include", os.path.join(self.work, prefix), "-I", _CORE)
        self.tools.compile(path, to, *include, *self.tools.processor(code.level))
        return to

    def _compile_module(self, number: int, part: int, text: str, names: frozenset[str]) -> str:
        level = self.program.levels[number].level
        to = os.path.join(self.work, f"level{number}_{part}.o")
        with open(to, "wb") as file:
            file.write(compiled(renamed(text, self.name, number, names), self.target, level))
        return to

    def _names_in_c(self) -> frozenset[str]:
        found: set[str] = set()
        for path in (*self._c_files(), os.path.join(_SOURCES, "library.h"), os.path.join(_CORE, "core", "core.h")):
            with open(path, encoding="utf-8") as file:
                found.update(_NAME.findall(file.read()))
        return frozenset(found)

    def _prefixes(self, source: str) -> str:
        """Each of our names in C with the library's name before it: a program may link several libraries."""
        names = {*_NAME.findall(source)}
        for folder in (_SOURCES, os.path.join(_CORE, "core")):
            for file_name in os.listdir(folder):
                with open(os.path.join(folder, file_name), encoding="utf-8") as file:
                    names.update(_NAME.findall(file.read()))
        hidden = sorted(names - {"gw_split"})
        guarded = f"#ifndef gw_split\n#define gw_split {self.name}_gw_split\n#endif\n"
        return guarded + "".join(f"#define {each} {self.name}_{each}\n" for each in hidden)

    def _write(self, file_name: str, text: str) -> None:
        with open(os.path.join(self.work, file_name), "w", encoding="utf-8") as file:
            file.write(text)

    def _write_bytes(self, file_name: str, data: bytes) -> None:
        with open(os.path.join(self.work, file_name), "wb") as file:
            file.write(data)

    def _keep(self, file_name: str, text: str) -> None:
        with open(os.path.join(self.folder, file_name), "w", encoding="utf-8") as file:
            file.write(text)
        self.files.append(file_name)


_SECTIONS: Final = {
    "elf": '.section .rodata.gw_weights,"a"', "macho": ".section __TEXT,__const",
    "coff": '.section .rdata,"dr"', "wasm": '.section .rodata.gw_weights,"",@',
}  # fmt: skip


def _blob_source(path: str, object_format: str) -> str:
    """C around a file that becomes read-only data: a few lines of assembly, which every compiler passes on."""
    under, wasm = "_" if object_format == "macho" else "", object_format == "wasm"
    lines = [
        _SECTIONS[object_format],
        ".globl NAME",
        *([".hidden NAME"] if object_format == "elf" else []),
        *([".type NAME,@object"] if wasm else []),
        ".p2align 6",
        "NAME:",
        f'.incbin "{path}"',
        *([".size NAME, . - NAME"] if wasm else []),
        *([] if wasm else [".text"]),
    ]
    escaped = (line.replace("\\", "/").replace('"', '\\"').replace("NAME", '" NAME "') for line in lines)
    body = "".join(f'    "{line}\\n"\n' for line in escaped)
    head = f'#define TEXT(x) #x\n#define QUOTED(x) TEXT(x)\n#define NAME "{under}" QUOTED(gw_weights)\n'
    return f"{head}__asm__(\n{body});\n"
