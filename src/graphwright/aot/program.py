"""A program as a library has it: its arguments, results, variables and constants, and its code for each processor."""

from __future__ import annotations

import keyword
import os
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from graphwright.aot.embedding import LibraryEmbedding
from graphwright.aot.saved_variables import saved_form_of
from graphwright.aot.targets import Level, Target
from graphwright.aot.texts import Texts, is_constant_table
from graphwright.aot.weights import Constant, Weights
from graphwright.base import errors, nest
from graphwright.base.frozen import frozen
from graphwright.base.shape import Dim
from graphwright.base.words import with_article
from graphwright.core.variable_state import VariableState
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.types import TensorType
from graphwright.passes import optimize
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.catalogue import LIBRARY, kernel
from graphwright.runtime.native.lower.body import write_body
from graphwright.runtime.native.lower.codegen import Code
from graphwright.runtime.native.lower.frame.function_writer import AddressTable, Writer
from graphwright.runtime.native.lower.frame.values import Site
from graphwright.runtime.native.program import BODY
from graphwright.runtime.native.runtime import c_modules

#: What the runtime in C provides, and no module of LLVM text.
_IN_C: Final = ("pool", "blocks", "depth")
_FOLDERS: Final = re.compile(r".*[/\\]")
_BODY: Final = re.compile(rf"@{BODY}\b")


@frozen
class Argument:
    """A tensor that a call takes or gives; sizes are numbers, or names of sizes that the caller gives.

    Those of a result are None where only the call finds them.
    """

    name: str
    dtype: str
    sizes: tuple[int | str | None, ...]

    @property
    def is_text(self) -> bool:
        """Whether elements are pieces of text."""
        return self.dtype == "string"

    @property
    def is_sized(self) -> bool:
        """Whether all sizes are known before the call, and the result may be written where the caller wants."""
        return None not in self.sizes and not self.is_text


@frozen
class Input:
    """What an input of the body is ("argument", "variable", "constant", "text_input", "table"), and its number."""

    kind: str
    number: int


@frozen
class Entry:
    """A word of the table that compiled code reads, by its kind in C, and the number of what it stands for."""

    kind: str
    number: int = 0


@frozen
class Refusal:
    """What an operation reports that refuses its operands: a code and a text."""

    code: str
    text: str


@frozen
class Variable:
    """A variable of the program, with its first value."""

    name: str
    dtype: str
    constant: Constant


@frozen
class SizedGraph:
    """A graph for sizes that the function leaves open: copied for these, by the open dimension."""

    graph: FuncGraph
    sizes: dict[Dim, int]


class LeveledCode:
    """The code for one kind of processor: the text of its modules, modules of C, and the table of each body."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.texts: list[str] = []
        self.in_c: list[str] = []
        self.entries: list[list[Entry]] = []


class LibraryProgram:
    """A concrete function, written for the processors of a target.

    Args:
      concrete: the function.
      target: the machine.
      root: what its variables are saved with.
      sized: the function for sizes that get code of their own.

    Attributes:
      variants: the sizes that each of these is for, None where any will do, in the order of `size_names`.
    """

    def __init__(self, concrete: Any, target: Target, root: Any = None, sized: Sequence[SizedGraph] = ()) -> None:
        graph = optimize(concrete.graph)
        self.target = target
        self.weights = Weights()
        self.constants: list[Constant] = []
        self.refusals: list[Refusal] = []
        self._constant_numbers: dict[Constant, int] = {}
        self._refusal_numbers: dict[Refusal, int] = {}
        self.inputs: list[Input] = []
        self.variables: list[Variable] = []
        self.texts = Texts(self.weights)
        self.streams: list[tuple[int, int]] = []
        self._stream_numbers: dict[int, int] = {}
        self._states: dict[VariableState, int] = {}
        self.size_names: dict[Dim, str] = {}
        count = len(graph.inputs) - len(concrete.graph.captures)
        names = argument_names(concrete)
        self.arguments = [self._argument(name, v) for name, v in zip(names, graph.inputs, strict=False)]
        self.inputs += [Input("argument", i) for i in range(count)]
        for value, tensor in zip(graph.inputs[count:], concrete.graph.captures, strict=True):
            self._capture(value, tensor)
        self.results = [
            self._result(name, v)
            for name, v in zip(unique(result_names(concrete), taken=names), graph.outputs, strict=True)
        ]
        states = {v.name: state for v, state in zip(self.variables, self._states, strict=True)}
        self.saved = saved_form_of(states, root) if states and target.has_files else None
        self.variants = [tuple(each.sizes.get(dim) for dim in self.size_names) for each in sized]
        graphs = [*(optimize(each.graph) for each in sized), graph]
        self.levels = [self._written(graphs, level) for level in target.levels]
        for result, value in zip(self.results, graph.outputs, strict=True):
            _require_passable(value.type, f"the result '{result.name}'")

    def _argument(self, name: str, value: Value) -> Argument:
        type_ = value.type
        _require_passable(type_, f"the argument '{name}'")
        for axis, dim in enumerate(type_.dims or ()):
            if not isinstance(dim, int):
                self.size_names.setdefault(dim, f"{name}_size{axis}")
        return Argument(name, type_.dtype.name, self._sizes(type_))

    def _result(self, name: str, value: Value) -> Argument:
        sizes = self._sizes(value.type)
        text = value.type.dtype.name == "string"
        return Argument(name, value.type.dtype.name, (None,) * len(sizes) if text else sizes)

    def _sizes(self, type_: TensorType) -> tuple[int | str | None, ...]:
        return tuple(dim if isinstance(dim, int) else self.size_names.get(dim) for dim in type_.dims or ())

    def _capture(self, value: Value, tensor: Any) -> None:
        payload = tensor._array
        if isinstance(payload, VariableState):
            self.inputs.append(Input("variable", self._variable(payload)))
            return
        if is_constant_table(payload):
            self.inputs.append(Input("table", self.texts.table(payload)))
            return
        if value.type.dtype.name == "string" and isinstance(payload, np.ndarray):
            self.inputs.append(Input("text_input", self.texts.constant(payload)))
            return
        if value.type.dtype.name not in NATIVE_DTYPES:
            what = type(payload).__name__.strip("_")
            raise errors.UnimplementedError(
                f"The function uses {with_article(what)}, which a library cannot have: pass its values as arguments."
            )
        self.inputs.append(Input("constant", self._constant(payload)))

    def _variable(self, state: VariableState) -> int:
        number = self._states.setdefault(state, len(self.variables))
        if number == len(self.variables):
            if not state.type.is_static or state.type.dtype.name not in NATIVE_DTYPES:
                raise errors.UnimplementedError(
                    f"The variable '{state.name}' is {with_article(repr(state.type))}; a library needs its shape."
                )
            name = state.name.partition(":")[0]
            taken = {v.name for v in self.variables}
            self.variables.append(
                Variable(_numbered(name, taken), state.type.dtype.name, self.weights.add(state.read()))
            )
        return number

    def _constant(self, array: np.ndarray[Any, Any]) -> int:
        constant = self.weights.add(array)
        number = self._constant_numbers.setdefault(constant, len(self.constants))
        if number == len(self.constants):
            self.constants.append(constant)
        return number

    # code ----------------------------------------------------------------------------------------------------

    def _written(self, graphs: Sequence[Any], level: Level) -> LeveledCode:
        code = LeveledCode(level)
        given = [i for i, result in enumerate(self.results) if result.is_sized]
        with jit.writing_for(self.target.host(level)):
            for number, graph in enumerate(graphs):
                w = write_body(graph, Code(embedding=LibraryEmbedding(given))).w
                _require_no_host_ops(w.host_ops)
                code.texts.append(_BODY.sub(f"@{BODY}{number}", w.module.text()))
                code.entries.append(list(self._entries(w.table, w)))
                for name, dtype in sorted(w.kernels):
                    if name in LIBRARY and self.target.object_format == "wasm":  # the built text is for 64 bits
                        code.in_c += [os.path.basename(source) for source in c_modules.SOURCES[name]]
                    elif name not in _IN_C:
                        code.texts += _kernel_texts(name, dtype)
        code.texts = list(dict.fromkeys(code.texts))
        return code

    def _entries(self, table: AddressTable, w: Writer) -> Iterable[Entry]:
        for kind, thing in zip(table.kinds, table.keep, strict=True):
            if kind == "site":
                yield Entry("site", self._refusal(thing))
            elif kind == "object" and isinstance(thing, np.ndarray) and thing.dtype.kind == "O":
                yield Entry("text_constant", self.texts.constant(thing))
            elif kind in ("data", "object") and isinstance(thing, np.ndarray):
                yield Entry(kind, self._constant(thing))
            elif kind == "stream":
                yield Entry("stream", self._stream(*thing))
            elif kind == "scratch":
                yield Entry("scratch", w.scratch.size)
            else:
                yield Entry("packed" if kind == "memory" else "null")

    def _stream(self, op: Operation, owner: Any) -> int:
        """The number of a stream of random numbers; copies of an operation share one."""
        number = self._stream_numbers.setdefault(id(owner), len(self.streams))
        if number == len(self.streams):
            self.streams.append((int(op.attrs["seed"]), int(op.attrs["seed2"])))
        return number

    def _refusal(self, site: Site) -> int:
        refusal = _refusal_of(site)
        number = self._refusal_numbers.setdefault(refusal, len(self.refusals))
        if number == len(self.refusals):
            self.refusals.append(refusal)
        return number


def _kernel_texts(name: str, dtype: str) -> list[str]:
    """The text of a shared kernel, and of those that it calls."""
    shared = kernel(name, dtype)
    texts = [shared.text()]
    if name == "convolution":
        texts.append(kernel("gemm", dtype).text())
    return texts


def _refusal_of(site: Site) -> Refusal:
    op = site.op
    if op is None:
        return Refusal("GW_FAILED", "an operation refused its operands")
    origin = op.origin or op
    if site.kind is MemoryError:
        return Refusal("GW_OUT_OF_MEMORY", f"{named(origin)}: there is not enough memory")
    message = site.message or "an operand has a value or a shape that the operation does not accept"
    return Refusal("GW_FAILED", f"{named(origin)}: {message}")


def named(op: Operation) -> str:
    """An operation in an error: its type and name, and the user's line."""
    where = f" ({_line(op)})" if op.location else ""
    return f"{op.type} {op.name}{where}"


def _line(op: Operation) -> str:
    """The user's file, without its folders, and line."""
    found = op.location
    return "" if found is None else f"{_FOLDERS.sub('', found.code.co_filename)}:{found.line}"


def _require_passable(type_: TensorType, what: str) -> None:
    if type_.dims is None or type_.dtype.name not in (*NATIVE_DTYPES, "string"):
        fix = "numbers and text can be passed"
        if type_.dims is None:
            fix = "give the shapes of arguments that are of an unknown rank (`input_shapes`, or --input-shape)"
        raise errors.UnimplementedError(f"A library cannot have {what}, {with_article(repr(type_))}: {fix}.")


def _require_no_host_ops(ops: Sequence[Operation | None]) -> None:
    """Raise an error that lists all operations that need Python."""
    found: dict[str, None] = {}
    for op in ops:
        origin = None if op is None else op.origin or op
        if origin is None:
            continue
        line = f" at {_line(origin)}" if origin.location else ""
        shown = op if op is not None and op.type == origin.type else origin  # types as precise as they became
        types = ", ".join(repr(v.type) for v in shown.inputs)
        found[f"  {origin.type} '{origin.name}'({types}){line}{_instead(origin)}"] = None
    if found:
        raise errors.UnimplementedError(
            None, None, "These operations have no native code, which a library needs:\n" + "\n".join(found)
        )


_BEFORE: Final = "compute it before"
_IN_OPERATIONS: Final = "write it in operations"
_DRAWN: Final = "tf.argmax of the logits and Gumbel noise"
_SHUFFLED: Final = "tf.gather by tf.argsort of random numbers"
_DIAGONAL: Final = "the diagonal of tf.linalg.cholesky, for a definite matrix"

#: What to use instead of operations that only Python runs.
_INSTEAD: Final = {
    "Print": "leave it out", "PrintV2": "leave it out", "PyFunc": _IN_OPERATIONS,
    "EagerPyFunc": _IN_OPERATIONS,
    "RandomShuffle": _SHUFFLED, "StatelessShuffle": _SHUFFLED, "Multinomial": _DRAWN, "StatelessMultinomial": _DRAWN,
    "TensorListConcat": "elements of one shape, and stack()",
    "StringFormat": "pass numbers", "AsString": "pass numbers",
    "LookupTableFindV2": "a tf.lookup.StaticHashTable",
    "MatrixDeterminant": _DIAGONAL, "LogMatrixDeterminant": _DIAGONAL, "Lu": "tf.linalg.solve or tf.linalg.inv",
    "Qr": "tf.linalg.cholesky of tf.matmul(x, x, transpose_a=True), or tf.linalg.lstsq",
    "Svd": _BEFORE, "SelfAdjointEigV2": _BEFORE, "Eig": _BEFORE,
    "MatrixSquareRoot": _BEFORE, "MatrixLogarithm": _BEFORE,
}  # fmt: skip


def _instead(op: Operation) -> str:
    fix = _INSTEAD.get(op.type)
    return "" if fix is None else f"; instead: {fix}"


# names ------------------------------------------------------------------------------------------------------------


def argument_names(concrete: Any) -> list[str]:
    """Names for the tensors of the arguments, which are those of their placeholders."""
    count = len(concrete.graph.inputs) - len(concrete.graph.captures)
    return unique([v.op.name for v in concrete.graph.inputs[:count]])


def result_names(concrete: Any) -> list[str]:
    """Names for the tensors that a call gives: keys and numbers of where they are in the structure."""
    structure = concrete.result_structure
    flat = list(nest.flatten(structure, expand_composites=True))
    paths = list(_paths(structure))
    if len(paths) != len(flat):
        paths = [str(i) for i in range(len(flat))]
    kept = [path for path, value in zip(paths, flat, strict=True) if value is not None]
    return [path if re.match(r"[A-Za-z_]", path) else f"output_{path or 0}" for path in kept]


def _paths(structure: Any, start: str = "") -> Iterable[str]:
    if isinstance(structure, dict):
        parts: Iterable[tuple[Any, Any]] = ((key, structure[key]) for key in sorted(structure))
    elif isinstance(structure, (list, tuple)):
        names = getattr(structure, "_fields", range(len(structure)))
        parts = zip(names, structure, strict=True)
    else:
        yield start
        return
    for key, part in parts:
        yield from _paths(part, f"{start}_{key}" if start else str(key))


_C_WORDS: Final = frozenset({
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
    "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
    "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "bool",
    "true", "false", "class", "delete", "new", "private", "protected", "public", "template", "this", "throw", "try",
    "catch", "using", "namespace", "operator",
})  # fmt: skip


def identifier(text: str) -> str:
    """A name in C, C++ and Python.

    >>> from graphwright.aot.program import identifier
    >>> identifier("dense/kernel:0"), identifier("2d"), identifier("class")
    ('dense_kernel_0', '_2d', 'class_')
    """
    name = re.sub(r"\W", "_", text, flags=re.ASCII)
    if not name or name[0].isdigit():
        name = f"_{name}"
    return f"{name}_" if name in _C_WORDS or keyword.iskeyword(name) else name


def unique(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Identifiers for names, each another one."""
    found: list[str] = []
    for name in names:
        found.append(_numbered(identifier(name), {*found, *taken}))
    return found


def _numbered(name: str, taken: set[str]) -> str:
    result, number = name, 1
    while result in taken:
        result, number = f"{name}_{number}", number + 1
    return result
