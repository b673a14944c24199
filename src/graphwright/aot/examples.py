"""The files beside a library: an example in C with its build, a wrapper for C++, and a loader for Python."""

from __future__ import annotations

from typing import Final

from graphwright.aot.c_source import C_TYPES
from graphwright.aot.program import Argument, LibraryProgram
from graphwright.aot.python_loader import loader

_SIZE: Final = 3  # what the example takes for a size that is unknown


def files(name: str, program: LibraryProgram, weights_file: str | None) -> dict[str, str]:
    """The text of each file by its name."""
    return {
        f"{name}_example.c": _example(name, program, weights_file),
        "CMakeLists.txt": _CMAKE.format(name=name),
        f"{name}.hpp": _wrapper(name, program),
        f"{name}.py": loader(name, program, weights_file),
    }


_CMAKE: Final = """\
cmake_minimum_required(VERSION 3.13)
project({name}_example C)
find_package(Threads REQUIRED)
add_executable({name}_example {name}_example.c)
target_include_directories({name}_example PRIVATE ${{CMAKE_CURRENT_SOURCE_DIR}})
target_link_libraries({name}_example PRIVATE ${{CMAKE_CURRENT_SOURCE_DIR}}/lib{name}.a Threads::Threads m)
"""

_EXAMPLE: Final = """\
/* Runs {name} once, on zeros. Build it with the CMakeLists.txt beside it, or:
   cc {name}_example.c lib{name}.a -lm -lpthread */
#include <stdio.h>
#include <stdlib.h>

#include "{name}.h"

int main(void) {{
    {name}_handle *handle;
    if ({name}_create({weights}, &handle)) {{
        fprintf(stderr, "%s\\n", {name}_error(NULL));
        return 1;
    }}
    {name}_inputs inputs = {{0}};
{inputs}    {name}_outputs outputs = {{0}}; /* null: results are in memory of the handle */
    int code = {name}_run(handle, &inputs, &outputs);
    if (code)
        fprintf(stderr, "%s\\n", {name}_error(handle));
{prints}{frees}    {name}_destroy(handle);
    return code;
}}
"""


def _example(name: str, program: LibraryProgram, weights_file: str | None) -> str:
    sizes = [f"    inputs.{size} = {_SIZE};\n" for size in program.size_names.values()]
    made = [
        f"    inputs.{a.name} = calloc({_count(a, 'inputs')}, sizeof *inputs.{a.name});\n" for a in program.arguments
    ]
    frees = [f"    free((void *)inputs.{a.name});\n" for a in program.arguments]
    prints = []
    for result in program.results:
        kind, shown = ("%g", "(double)") if C_TYPES[result.dtype] in ("float", "double") else ("%lld", "(long long)")
        part = ".real" if result.dtype.startswith("complex") else ""
        if part:
            kind, shown = "%g + ...", "(double)"
        value = f"{shown}outputs.{result.name}[i]{part}"
        if result.is_text:
            kind, value = "%.*s", f"(int)outputs.{result.name}[i].size, outputs.{result.name}[i].data"
        count = _count(result, "inputs", "outputs")
        prints.append(
            f"    for (int64_t i = 0; !code && i < ({count}) && i < 10; i++)\n"
            f'        printf("{result.name}[%lld] = {kind}\\n", (long long)i, {value});\n'
        )
    weights = "NULL" if weights_file is None else f'"{weights_file}"'
    return _EXAMPLE.format(
        name=name, weights=weights, inputs="".join(sizes + made), prints="".join(prints), frees="".join(frees)
    )


def _count(argument: Argument, inputs: str, outputs: str = "") -> str:
    """The number of elements as an expression in C."""
    terms = []
    for axis, size in enumerate(argument.sizes):
        if size is None or (outputs and not argument.is_sized):
            terms.append(f"{outputs}.{argument.name}_sizes[{axis}]")
        else:
            terms.append(f"{inputs}.{size}" if isinstance(size, str) else str(size))
    return " * ".join(terms) or "1"


_WRAPPER: Final = """\
// {name} for C++17: a handle that frees itself, and exceptions for errors.
#pragma once

#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "{name}.h"

namespace {name}_library {{

class Error : public std::runtime_error {{
public:
    Error(int code, const char *text) : std::runtime_error(text), code(code) {{}}
    const int code;
}};

// An instance of the program. Calls on different instances may run at the same time.
class Model {{
public:
    explicit Model(const char *weights = nullptr, int level = -1) {{
        {name}_handle *handle = nullptr;
        if (int code = {name}_create_for(weights, level, &handle))
            throw Error(code, {name}_error(nullptr));
        handle_.reset(handle);
    }}

    // Pointers of `outputs` that are null are set to memory of this instance, which lasts until the next call.
    void run(const {name}_inputs &inputs, {name}_outputs &outputs) {{
        check({name}_run(handle_.get(), &inputs, &outputs));
    }}

    {name}_outputs operator()(const {name}_inputs &inputs) {{
        {name}_outputs outputs{{}};
        run(inputs, outputs);
        return outputs;
    }}

    // The bytes of an arena for calls with inputs of these sizes, and where calls take their memory from.
    int64_t arena_size(const {name}_inputs &inputs) {{
        int64_t bytes = 0;
        check({name}_arena_size(handle_.get(), &inputs, &bytes));
        return bytes;
    }}
    void set_arena(void *arena, int64_t bytes) {{ check({name}_set_arena(handle_.get(), arena, bytes)); }}
{variables}
private:
    struct Destroy {{
        void operator()({name}_handle *handle) const {{ {name}_destroy(handle); }}
    }};

    void check(int code) const {{
        if (code)
            throw Error(code, {name}_error(handle_.get()));
    }}

    std::unique_ptr<{name}_handle, Destroy> handle_;
}};

}}  // namespace {name}_library
"""
_WRAPPED_RANDOM: Final = """
    // Begin the random numbers again, as tf.random.set_seed does.
    void seed(int64_t seed) {{ check({name}_seed(handle_.get(), seed)); }}
"""
_WRAPPED_VARIABLES: Final = """
    // Copy a variable out, or in.
    void get(int variable, void *data, int64_t bytes) {{
        check({name}_get_variable(handle_.get(), variable, data, bytes));
    }}
    void set(int variable, const void *data, int64_t bytes) {{
        check({name}_set_variable(handle_.get(), variable, data, bytes));
    }}

    // Save all variables as a checkpoint, or restore them from one.
    void save(const std::string &path) {{ check({name}_save(handle_.get(), path.c_str())); }}
    void restore(const std::string &path) {{ check({name}_restore(handle_.get(), path.c_str())); }}
"""


def _wrapper(name: str, program: LibraryProgram) -> str:
    variables = _WRAPPED_VARIABLES.format(name=name) if program.variables else ""
    if program.streams:
        variables += _WRAPPED_RANDOM.format(name=name)
    return _WRAPPER.format(name=name, variables=variables)
