"""The C files of a library: the header that programs include, and the tables and functions behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from graphwright.aot.program import Argument, LibraryProgram
from graphwright.aot.saved_variables import SavedForm
from graphwright.aot.texts import Texts
from graphwright.aot.weights import Constant

#: The C type of an element, by dtype.
C_TYPES: Final = {
    "bool": "uint8_t", "float32": "float", "float64": "double", "float16": "uint16_t", "bfloat16": "uint16_t",
    "string": "gw_text", "complex64": "gw_complex64", "complex128": "gw_complex128",
    **{f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}  # fmt: skip
_NOTES: Final = {
    "float16": ", IEEE half precision as bits",
    "bfloat16": " as bits",
    "bool": ": 0 or 1",
    "string": ": any bytes",
}

#: The types of complex numbers, in the header of each library that has some.
_COMPLEX: Final = """\
#ifndef GW_COMPLEX
#define GW_COMPLEX
typedef struct gw_complex64 { float real, imag; } gw_complex64;
typedef struct gw_complex128 { double real, imag; } gw_complex128;
#endif

"""

#: The type of pieces of text.
_TEXT: Final = """\
#ifndef GW_TEXT
#define GW_TEXT
/* A piece of text: any bytes, with no zero at the end. Those of results last as long as the inputs and the handle. */
typedef struct gw_text { const char *data; int64_t size; } gw_text;
#endif

"""

_HEADER: Final = """\
/* {name}: compiled by Graphwright. Link it with lib{name}.a or lib{name}.so, libm and the threads of the system. */
#ifndef {guard}
#define {guard}

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

{types}/* What functions return. {name}_error has a text for everything but {guard}_OK. */
enum {{
    {guard}_OK = 0,
    {guard}_INVALID_ARGUMENT = 1,
    {guard}_OUT_OF_MEMORY = 2,
    {guard}_FAILED = 3,      /* an operation refused its operands */
    {guard}_BAD_WEIGHTS = 4, /* the file is missing, damaged, or that of another program */
    {guard}_BUSY = 5,        /* another thread uses the handle: a handle serves one call at a time */
    {guard}_BAD_CHECKPOINT = 6 /* its files are missing, damaged or of other variables, or cannot be written */
}};

/* An instance of the program: its variables, and the memory of its calls. */
typedef struct {name}_handle {name}_handle;

/* What a call reads. Arrays are contiguous, the last axis first in memory. */
typedef struct {name}_inputs {{
{inputs}}} {name}_inputs;

/* What a call writes. Where a pointer is null, or what the last call has set, it is set to memory of the handle, which
   lasts until the next call; otherwise the result is written there. Inputs and outputs must not overlap. */
typedef struct {name}_outputs {{
{outputs}}} {name}_outputs;

/* Create an instance. {weights}
   Returns a code; the text of a failure is {name}_error(NULL). */
int {name}_create(const char *weights, {name}_handle **handle);

/* The same for a processor of at most this level: {levels}; -1: what this one has. */
int {name}_create_for(const char *weights, int level, {name}_handle **handle);

/* Run the program. Calls on different handles may run at the same time. After a failure, variables have the values
   from before or after each assignment, and results are undefined.{variants} */
int {name}_run({name}_handle *handle, const {name}_inputs *inputs, {name}_outputs *outputs);

/* Free an instance; null is allowed. */
void {name}_destroy({name}_handle *handle);

/* The text of the last failure of a handle; with null, of this thread's last failure to create one. */
const char *{name}_error(const {name}_handle *handle);

/* The bytes of memory that a handle has taken. A call takes more only where its sizes are larger than before. */
int64_t {name}_memory(const {name}_handle *handle);

/* The bytes of an arena that calls with inputs of these sizes need, on as many threads as {name}_set_threads says. The
   program is run for it, on these elements, or zeros where a pointer is null; variables stay as they are. */
int {name}_arena_size({name}_handle *handle, const {name}_inputs *inputs, int64_t *bytes);

/* Have calls take their memory from this arena alone, and variables be in it, until another one is set, null for the
   system's memory, or the handle is destroyed. A call for which it is too small returns {guard}_OUT_OF_MEMORY. */
int {name}_set_arena({name}_handle *handle, void *arena, int64_t bytes);
{variables}{random}
/* How many threads share the work of calls, the caller's too; 0: one for each processor. It holds for all handles. */
void {name}_set_threads(int count);

/* Have the work of calls shared by threads of yours: `split` calls run(argument, i) for each i below `chunks`, in any
   order and in any threads, and returns when all are done. Null: the library's own threads. */
void {name}_set_thread_pool(
    void (*split)(void *context, void (*run)(void *argument, int64_t chunk), void *argument, int64_t chunks),
    void *context);

#ifdef __cplusplus
}}
#endif
#endif
"""

_VARIABLES: Final = """
/* The variables of the program, in this order:
{list} */
enum {{ {guard}_VARIABLES = {count} }};

/* Copy a variable out, or in; `bytes` is its size. A number that is none, or another size, is refused. */
int {name}_get_variable({name}_handle *handle, int variable, void *data, int64_t bytes);
int {name}_set_variable({name}_handle *handle, int variable, const void *data, int64_t bytes);

/* The number of a variable by its name; -1: there is none. */
int {name}_variable_number(const {name}_handle *handle, const char *name);
"""

_RANDOM: Final = """
/* Begin the program's random numbers again, as if tf.random.set_seed(seed) had been called before the function was
   traced. A new handle begins with the seeds that the function was traced with; without any, numbers always differ. */
int {name}_seed({name}_handle *handle, int64_t seed);
"""

_CHECKPOINTS: Final = """
/* Save all variables as a checkpoint, `path`.index and `path`.data-00000-of-00001, which tf.train.Checkpoint reads; and
   restore all of them, or after a failure none, from a checkpoint that it or this library wrote. Their keys:
{keys} */
int {name}_save({name}_handle *handle, const char *path);
int {name}_restore({name}_handle *handle, const char *path);
"""


def header(name: str, program: LibraryProgram, weights_file: str | None) -> str:
    """The header of a library."""
    guard = name.upper()
    inputs = [_field(a, const=True) for a in program.arguments]
    inputs += [f"    int64_t {size};\n" for size in program.size_names.values()]
    outputs = [_field(r) + _size_field(r) for r in program.results]
    said = (
        f'`weights` is the path of "{weights_file}".' if weights_file else "`weights` is null: they are in the library."
    )
    levels = ", ".join(f"{i} ({code.level.name})" for i, code in enumerate(program.levels))
    variables = ""
    if program.variables:
        listed = [
            f"     {i}: {v.name}, {_described(v.dtype, v.constant.sizes)}" for i, v in enumerate(program.variables)
        ]
        variables = _VARIABLES.format(name=name, guard=guard, count=len(listed), list="\n".join(listed))
    if program.saved is not None:
        keys = "\n".join(f"     {_ascii(saved.key)}" for saved in program.saved.variables)
        variables += _CHECKPOINTS.format(name=name, keys=keys)
    random = _RANDOM.format(name=name) if program.streams else ""
    variants = "".join(f"\n     {_sizes_of(program, sizes)}" for sizes in program.variants)
    passed = {a.dtype for a in (*program.arguments, *program.results)} | {v.dtype for v in program.variables}
    types = _COMPLEX if any(dtype.startswith("complex") for dtype in passed) else ""
    types += _TEXT if "string" in passed else ""
    return _HEADER.format(
        name=name, guard=guard, types=types, inputs="".join(inputs) or "    int unused;\n",
        outputs="".join(outputs) or "    int unused;\n", weights=said, levels=levels, variables=variables,
        random=random, variants=f" Calls of these sizes run code of their own:{variants}" if variants else "",
    )  # fmt: skip


def _sizes_of(program: LibraryProgram, sizes: Sequence[int | None]) -> str:
    """The sizes that a variant is for, by their names."""
    names = program.size_names.values()
    return ", ".join(f"{name} = {size}" for name, size in zip(names, sizes, strict=True) if size is not None)


def _described(dtype: str, sizes: Sequence[int | str | None]) -> str:
    return f"{dtype} [{', '.join('?' if s is None else str(s) for s in sizes)}]{_NOTES.get(dtype, '')}"


def _field(argument: Argument, const: bool = False) -> str:
    kind = f"{'const ' if const else ''}{C_TYPES[argument.dtype]}"
    return f"    {kind} *{argument.name}; /* {_described(argument.dtype, argument.sizes)} */\n"


def _size_field(result: Argument) -> str:
    if result.is_sized:
        return ""
    return f"    int64_t {result.name}_sizes[{len(result.sizes) or 1}]; /* written by the call */\n"


# the source -------------------------------------------------------------------------------------------------------


def source(name: str, program: LibraryProgram, weights_size: int, fingerprint: int, embedded: bool) -> str:
    """The tables of a library, and the functions of its header."""
    parts = [
        f'#include "{"library.h" if program.saved is None else "checkpoint.h"}"\n#include "interface/{name}.h"\n',
        *_bodies(program),
        *_refusals(program),
        *_constant_table("constants", program.constants),
        *_constant_table("variables", [v.constant for v in program.variables]),
        _names("variable_names", [v.name for v in program.variables]),
        *_texts(program.texts),
        _table("struct gw_seed", "seeds", [f"    {{{first}, {second}}}," for first, second in program.streams]),
        *_arguments("arguments", program.arguments, program),
        *_arguments("results", program.results, program),
        _inputs(program),
        *_levels(program),
        "extern const unsigned char gw_weights[];\n" if embedded else "",
        _program(name, program, weights_size, fingerprint, embedded),
        *_saved(program.saved),
        _functions(name, program),
    ]
    return "\n".join(part for part in parts if part)


def _bodies(program: LibraryProgram) -> Iterable[str]:
    for i in range(len(program.levels)):
        for j in range(len(program.variants) + 1):
            yield f"gw_body_function gw_level{i}_body{j};"


def _refusals(program: LibraryProgram) -> Iterable[str]:
    rows = [f"    {{{r.code}, {_quoted(r.text)}}}," for r in program.refusals]
    yield _table("struct gw_site", "sites", rows)


def _constant_table(name: str, constants: Sequence[Constant]) -> Iterable[str]:
    rows = []
    for i, constant in enumerate(constants):
        yield _numbers(f"{name}_sizes{i}", constant.sizes)
        rows.append(f"    {{{constant.offset}, {constant.element_size}, {len(constant.sizes)}, {name}_sizes{i}}},")
    yield _table("struct gw_constant", name, rows)


def _arguments(name: str, arguments: Sequence[Argument], program: LibraryProgram) -> Iterable[str]:
    places = {size: -1 - i for i, size in enumerate(program.size_names.values())}
    rows = []
    for i, argument in enumerate(arguments):
        sizes = [places[s] if isinstance(s, str) else s or 0 for s in argument.sizes]
        size = ELEMENT_SIZES[argument.dtype] if argument.is_sized or name == "arguments" else 0
        yield _numbers(f"{name}_sizes{i}", sizes)
        is_text = "true" if argument.is_text else "false"
        rows.append(f"    {{{_quoted(argument.name)}, {size}, {len(sizes)}, {name}_sizes{i}, {is_text}}},")
    yield _table("struct gw_argument", name, rows)


#: The bytes of an element, by dtype.
ELEMENT_SIZES: Final = {
    name: {"float": 4, "double": 8, "gw_text": 16}.get(c) or int("".join(filter(str.isdigit, c))) // 8
    for name, c in C_TYPES.items()
}


def _inputs(program: LibraryProgram) -> str:
    rows = [f"    {{GW_{each.kind.upper()}, {each.number}}}," for each in program.inputs]
    return _table("struct gw_input", "inputs", rows)


def _levels(program: LibraryProgram) -> Iterable[str]:
    for j, sizes in enumerate(program.variants):
        yield _numbers(f"variant_sizes{j}", [-1 if size is None else size for size in sizes])
    rows = []
    for i, code in enumerate(program.levels):
        variants = []
        for j, table in enumerate(code.entries):
            entries = [
                f"    {{GW_{e.kind.upper()}, {e.number}, {f'&sites[{e.number}]' if e.kind == 'site' else 'NULL'}}},"
                for e in table
            ]
            yield _table("struct gw_entry", f"entries{i}_{j}", entries)
            given = f"variant_sizes{j}" if j < len(program.variants) else "NULL"
            variants.append(f"    {{{given}, gw_level{i}_body{j}, entries{i}_{j}, {len(entries)}}},")
        yield _table("struct gw_variant", f"variants{i}", variants)
        rows.append(f"    {{{code.level.needs}, variants{i}}},")
    yield _table("struct gw_level", "levels", rows)


def _texts(texts: Texts) -> Iterable[str]:
    """The constants of text, and the tables."""
    rows = []
    for i, text in enumerate(texts.constants):
        yield _numbers(f"texts_sizes{i}", text.sizes)
        rows.append(f"    {{{text.starts.offset}, {text.content.offset}, {len(text.sizes)}, texts_sizes{i}}},")
    yield _table("struct gw_text_constant", "texts", rows)
    rows = []
    for table in texts.tables:
        columns = []
        for column in (table.keys, table.values):
            if column.text is not None:
                columns.append(f"{{0, {column.text.starts.offset}, {column.text.content.offset}}}")
            elif column.numbers is not None:
                columns.append(f"{{{column.numbers.element_size}, {column.numbers.offset}, 0}}")
        rows.append(f"    {{{table.count}, {', '.join(columns)}}},")
    yield _table("struct gw_constant_table", "tables", rows)


def _saved(form: SavedForm | None) -> Iterable[str]:
    """What a checkpoint has that does not depend on the values of variables."""
    if form is None:
        return
    yield _bytes("saved_index", form.index)
    yield _bytes("saved_graph", form.graph)
    yield _table("struct gw_span", "saved_blocks", [f"    {{{start}, {size}}}," for start, size in form.blocks])
    rows = [f"    {{{_quoted(v.key, 'utf-8')}, {v.dtype}, {v.place}}}," for v in form.variables]
    yield _table("struct gw_saved_variable", "saved_variables", rows)
    fields = [
        f".index = saved_index, .index_size = {len(form.index)}",
        f".blocks = saved_blocks, .block_count = {len(form.blocks)}",
        f".graph = saved_graph, .graph_size = {len(form.graph)}",
        ".variables = saved_variables",
    ]
    body = "".join(f"    {field},\n" for field in fields)
    yield f"static const struct gw_checkpoint checkpoint = {{\n{body}}};\n"


def _program(name: str, program: LibraryProgram, weights_size: int, fingerprint: int, embedded: bool) -> str:
    counted = ("inputs", "arguments", "results")
    fields = [
        f'.name = "{name}"',
        f".levels = levels, .level_count = {len(program.levels)}",
        f".variant_count = {len(program.variants) + 1}, .size_count = {len(program.size_names)}",
        *(f".{each} = {each}, .{each[:-1]}_count = {len(getattr(program, each))}" for each in counted),
        f".variables = variables, .variable_names = variable_names, .variable_count = {len(program.variables)}",
        f".texts = texts, .text_count = {len(program.texts.constants)}",
        f".tables = tables, .table_count = {len(program.texts.tables)}",
        f".seeds = seeds, .stream_count = {len(program.streams)}",
        f".constants = constants, .constant_count = {len(program.constants)}",
        f".weights = {'gw_weights' if embedded else 'NULL'}",
        f".fingerprint = {fingerprint}u, .weights_size = {weights_size}",
    ]
    body = "".join(f"    {field},\n" for field in fields)
    return f"static const struct gw_program program = {{\n{body}}};\n"


_FUNCTIONS: Final = """\
struct {name}_handle {{
    struct gw_handle gw;
}};

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

EXPORTED int {name}_create_for(const char *weights, int level, {name}_handle **handle) {{
    return gw_create(&program, weights, level, (struct gw_handle **)handle);
}}

EXPORTED int {name}_create(const char *weights, {name}_handle **handle) {{
    return {name}_create_for(weights, -1, handle);
}}

EXPORTED void {name}_destroy({name}_handle *handle) {{ gw_destroy((struct gw_handle *)handle); }}

EXPORTED const char *{name}_error(const {name}_handle *handle) {{
    return gw_error_text((const struct gw_handle *)handle);
}}

EXPORTED int64_t {name}_memory(const {name}_handle *handle) {{ return gw_memory((const struct gw_handle *)handle); }}

EXPORTED int {name}_arena_size({name}_handle *handle, const {name}_inputs *inputs, int64_t *bytes) {{
    if (!handle || !inputs || !bytes)
        return gw_fail((struct gw_handle *)handle, GW_INVALID_ARGUMENT, "the handle, inputs or number is null");
    const void *data[] = {{{data}}};
    const int64_t sizes[] = {{{sizes}}};
    return gw_arena_size(&handle->gw, data, sizes, {size_count}, bytes);
}}

EXPORTED int {name}_set_arena({name}_handle *handle, void *arena, int64_t bytes) {{
    return gw_set_arena((struct gw_handle *)handle, arena, bytes);
}}

EXPORTED void {name}_set_threads(int count) {{ gw_set_threads(count); }}

EXPORTED void {name}_set_thread_pool(
    void (*split)(void *context, void (*run)(void *argument, int64_t chunk), void *argument, int64_t chunks),
    void *context) {{
    gw_set_thread_pool(split, context);
}}

EXPORTED int {name}_run({name}_handle *handle, const {name}_inputs *inputs, {name}_outputs *outputs) {{
    if (!handle)
        return gw_fail(NULL, GW_INVALID_ARGUMENT, "the handle is null");
    if (!inputs || !outputs)
        return gw_fail(&handle->gw, GW_INVALID_ARGUMENT, "the inputs or the outputs are null");
    const void *data[] = {{{data}}};
    const int64_t sizes[] = {{{sizes}}};
    void *results[] = {{{results}}};
    int64_t result_sizes[{result_count}][GW_MAX_RANK];
    int32_t code = gw_run_program(&handle->gw, data, sizes, {size_count}, results, result_sizes);
    if (code)
        return code;
{given}    return GW_OK;
}}
"""
_VARIABLE_FUNCTIONS: Final = """
EXPORTED int {name}_get_variable({name}_handle *handle, int variable, void *data, int64_t bytes) {{
    return gw_get_variable((struct gw_handle *)handle, variable, data, bytes);
}}

EXPORTED int {name}_set_variable({name}_handle *handle, int variable, const void *data, int64_t bytes) {{
    return gw_set_variable((struct gw_handle *)handle, variable, data, bytes);
}}

EXPORTED int {name}_variable_number(const {name}_handle *handle, const char *name) {{
    return (int)gw_variable_number((const struct gw_handle *)handle, name);
}}
"""
_RANDOM_FUNCTIONS: Final = """
EXPORTED int {name}_seed({name}_handle *handle, int64_t seed) {{ return gw_seed((struct gw_handle *)handle, seed); }}
"""
_CHECKPOINT_FUNCTIONS: Final = """
EXPORTED int {name}_save({name}_handle *handle, const char *path) {{
    return gw_save((struct gw_handle *)handle, &checkpoint, path);
}}

EXPORTED int {name}_restore({name}_handle *handle, const char *path) {{
    return gw_restore((struct gw_handle *)handle, &checkpoint, path);
}}
"""


def _functions(name: str, program: LibraryProgram) -> str:
    given = []
    for i, result in enumerate(program.results):
        # a caller's own pointer is not written to: another thread may read it
        given.append(
            f"    if (outputs->{result.name} != results[{i}])\n        outputs->{result.name} = results[{i}];\n"
        )
        if not result.is_sized:
            given += [
                f"    outputs->{result.name}_sizes[{axis}] = result_sizes[{i}][{axis}];\n"
                for axis in range(len(result.sizes))
            ]
    results = [f"outputs->{r.name}" if r.is_sized else "NULL" for r in program.results]
    text = _FUNCTIONS.format(
        name=name,
        data=", ".join(f"inputs->{a.name}" for a in program.arguments) or "NULL",
        sizes=", ".join(f"inputs->{size}" for size in program.size_names.values()) or "0",
        results=", ".join(results) or "NULL",
        result_count=max(1, len(results)),
        size_count=len(program.size_names),
        given="".join(given),
    )
    text += _VARIABLE_FUNCTIONS.format(name=name) if program.variables else ""
    text += _RANDOM_FUNCTIONS.format(name=name) if program.streams else ""
    return text + (_CHECKPOINT_FUNCTIONS.format(name=name) if program.saved is not None else "")


def _table(kind: str, name: str, rows: Sequence[str]) -> str:
    body = "\n".join(rows) if rows else "    {0},"
    return f"static const {kind} {name}[] = {{\n{body}\n}};\n"


def _numbers(name: str, numbers: Sequence[int]) -> str:
    return f"static const int64_t {name}[] = {{{', '.join(map(str, numbers)) or '0'}}};"


def _names(name: str, names: Sequence[str]) -> str:
    return f"static const char *const {name}[] = {{{', '.join(map(_quoted, names)) or 'NULL'}}};\n"


def _bytes(name: str, data: bytes) -> str:
    rows = (", ".join(map(str, data[start : start + 32])) for start in range(0, len(data), 32))
    return f"static const unsigned char {name}[] = {{\n    " + ",\n    ".join(rows) + "\n};\n"


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode().replace("*/", "* /")


def _quoted(text: str, encoding: str = "ascii") -> str:
    """A text as a C literal; in ASCII, other characters are question marks."""
    encoded = text.encode(encoding, "replace" if encoding == "ascii" else "surrogateescape")
    return '"' + "".join(chr(c) if 32 <= c < 127 and chr(c) not in '"\\?' else f"\\{c:03o}" for c in encoded) + '"'
