"""`Writer` holds the text of one compiled body: names, blocks, sizes, failure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from graphwright.base.shape import Dim, Symbol
from graphwright.runtime.native.fusion.symbolic_sizes import Size, size_of
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels import catalogue as kernels
from graphwright.runtime.native.llvm.emitter import TextEmitter
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.loop_ir.builder import BlockBuilder, OpenLoop
from graphwright.runtime.native.loop_ir.nodes import HOLD, Loop, Nest, Region, ScratchPointer
from graphwright.runtime.native.loop_ir.typed import IROperand, IRValue
from graphwright.runtime.native.lower.frame import gil
from graphwright.runtime.native.lower.frame.embedding import IN_PROCESS, Embedding
from graphwright.runtime.native.lower.frame.scratch_memory import ScratchPlan, SlotPlan
from graphwright.runtime.native.lower.frame.values import Buffer, Site
from graphwright.runtime.native.machine.budgets import STEPS_BETWEEN_POLLS, UNKNOWN_STEPS
from graphwright.runtime.native.runtime import block_allocator, capi, support


class CodeScope:
    """What can be named at a place of the program: that of the blocks around it too.

    There are texts of unknown dimensions' numbers, of products of such, and of instructions' results.
    """

    __slots__ = ("parent", "texts")

    def __init__(self, parent: CodeScope | None) -> None:
        self.parent = parent
        self.texts: dict[Symbol | Size | str, str] = {}

    def text(self, known: Symbol | Size | str) -> str | None:
        """The text of what has a name, or has been computed before."""
        symbols = known.symbols if isinstance(known, Size) else ()
        scope: CodeScope | None = self
        while scope is not None:
            found = scope.texts.get(known)
            # in the blocks around a symbol may be another number
            if found is not None or (symbols and not scope.texts.keys().isdisjoint(symbols)):
                return found
            scope = scope.parent
        return None


class AddressTable:
    """Addresses that the code gets when it is loaded: of objects, data, type numbers. It contains none itself."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.words: list[int] = []
        self.keep: list[Any] = []
        self._places: dict[tuple[str, int], int] = {}
        self._laid_out: dict[tuple[int, Any], tuple[Any, Any]] = {}  # with the constant, which keeps its id

    def object(self, thing: Any) -> int:
        """The place of an object's address."""
        return self._place("object", id(thing), thing)

    def site(self, site: Site) -> int:
        """The place of the address of what a site calls."""
        return self._place("site", id(site.run), site)

    def data(self, array: Any) -> int:
        """The place of the address of a contiguous array's elements."""
        return self._place("data", array.__array_interface__["data"][0], array)

    def address_of(self, owner: Any, address: int) -> int:
        """The place of an address of memory that something owns."""
        return self._place("memory", address, owner)

    def laid_out(self, array: Any, layout: Callable[..., Any], *details: Any) -> Any:
        """A constant as `layout(array, *details)` gives it, made once for the program."""
        key = id(array), (layout, details)
        if key not in self._laid_out:
            self._laid_out[key] = array, layout(array, *details)
        return self._laid_out[key][1]

    def number(self, value: int) -> int:
        """The place of a number that another process may have differently."""
        return self._place("number", value, None)

    def scratch(self) -> int:
        """The place of the scratch block that is kept between calls; null while a call uses it, and at first."""
        return self._place("scratch", 0, None)

    def stream(self, op: Any) -> int:
        """The place of the address of where an op is in its stream of random numbers."""
        owner = getattr(op.attrs["seed2"], "stream", None) or op.origin or op
        return self._place("stream", id(owner), (op, owner))

    def later(self, kind: str) -> int:
        """The place of an address that is known only when all is written; see `fill`."""
        return self._place(kind, 0, None)

    def fill(self, place: int, address: int, owner: Any) -> None:
        """Say what `later` left open: an address of memory that something owns."""
        self.words[place], self.keep[place] = address, owner

    def _place(self, kind: str, word: int, thing: Any) -> int:
        place = self._places.setdefault((kind, word), len(self.words))
        if place == len(self.words):
            self.kinds.append(kind)
            self.words.append(word)
            self.keep.append(thing)
        return place


_BITS_WITHOUT_MASKS = 128
"""Vectors of so many bits, of SSE2, NEON and WebAssembly, are loaded under no mask."""


def _module() -> ModuleText:
    host = jit.host()
    return ModuleText(fma=host.fma, masks=host.vector_bits > _BITS_WITHOUT_MASKS)


class Writer(BlockBuilder):
    """Builds one compiled body, in the order in which the program runs.

    `head` is the entry block: what is put there is there for all the rest. Failure is one jump to `fail`, from
    anywhere: what must be released lies in the slots of the frame, not in registers. With `outer` it writes a further
    function of that one's module.
    """

    def __init__(self, outer: Writer | None = None, embedding: Embedding = IN_PROCESS) -> None:
        self.embedding: Embedding = embedding if outer is None else outer.embedding
        self.module: ModuleText = _module() if outer is None else outer.module
        self.emitter = TextEmitter(self.module, 1)
        super().__init__(self.emitter.lines, "enter")
        self.head: Region = []
        self.table: AddressTable = AddressTable() if outer is None else outer.table
        self.scratch = ScratchPlan()
        self.slots = SlotPlan()
        self.scope = CodeScope(None)
        self.most_arguments = 1
        self.regions = 0
        self.host_calls = 0
        self.host_ops: list[Any] = []  # the operations whose kernels they run
        self._constants: dict[str, str] = {} if outer is None else outer._constants
        self._shared: dict[str, IRValue] = {}
        self.keeps_interpreter = False  # whether what is being written may not let go of the interpreter
        self.lets_go = False  # whether the text may let go of the interpreter somewhere
        self.is_interruptible = False  # whether it asks if work was interrupted
        self._may_be_undone = False  # whether what was written since it asked the last time may come back undone
        self.is_body = False  # whether it writes a body, which may let go of the interpreter
        self.innermost: WatchedLoop | None = None  # of the counted loops that are open
        self._held = False  # whether it is certainly held at the end of the text so far
        self.may_lack_memory = False  # whether it leaves for `lost` somewhere
        # of a body: writes the failure of the operation at hand, for which threads found no memory
        self.fail_for_lack: Callable[[], None] | None = None
        # of what threads call for parts of a body: where it notes that there was no memory; the body fails for that
        self.lacks: IRValue | None = None
        self._in_nest = False
        self.is_long = False  # whether there are so many steps that short nests had better be functions, too
        # the functions of copies and small products, by all that they follow from; "" for copies of nothing
        self.functions: dict[Hashable, str] = {} if outer is None else outer.functions
        # the shared kernels that are called, each with its dtype
        self.kernels: kernels.Needed = self.embedding.needed_kernels() if outer is None else outer.kernels

    # names and instructions --------------------------------------------------------------------------------

    def let_once(self, expression: str) -> str:
        """An instruction that depends on nothing but its operands: its result, of before where it is there."""
        found = self.scope.text(expression)
        if found is None:
            found = self.scope.texts[expression] = self.let(expression)
        return found

    @contextmanager
    def on_entry(self) -> Iterator[None]:
        """What is written in the block is computed on entry."""
        lines, prefix = self.lines, self._prefix
        self.lines, self._prefix = self.head, "h"
        try:
            yield
        finally:
            self.lines, self._prefix = lines, prefix

    def alloca_once(self, key: str, type_: str, align: int = 0) -> IRValue:
        """Memory on the stack, the same for everybody who asks with this key."""
        if key not in self._shared:
            with self.on_entry():
                self._shared[key] = self.alloca(type_, align)
        return self._shared[key]

    def enter(self, label: str) -> None:
        super().enter(label)
        self._held = False

    def count_to(self, limit: str, step: int = 1, carried: Sequence[tuple[str, str]] = ()) -> OpenLoop:
        """Open a loop that counts from 0 to a limit."""
        return self.loop(0, limit, step, carried, entered=limit.isdigit() and int(limit) > 0)

    def c_function(self, name: str, result: str, *arguments: str) -> str:
        """A function of Python's, NumPy's or C's library, declared; gives its name in the text."""
        self.module.declare(f"declare {result} @{capi.PREFIX}{name}({', '.join(arguments)})")
        return f"@{capi.PREFIX}{name}"

    def declare(self, line: str) -> None:
        self.module.declare(line)

    def hold(self) -> None:
        """What follows touches Python's objects: the interpreter is held from here on."""
        if not self._held:
            self.lines.append(HOLD)
            self._held = True

    def call_python(self, result: str, function: str, *arguments: IROperand) -> IRValue:
        """A call, as `call` writes it, of what needs the interpreter."""
        self.hold()
        return self.call(result, function, *arguments)

    def begin(self, work: str) -> None:
        """What follows up to the next `hold` does not touch Python's objects; `work` is about how long it is."""
        if not self.keeps_interpreter:
            self._held = False
            gil.begin(self, work)

    def poll(self) -> None:
        """Look for signals, and let other threads have the interpreter now and then."""
        self._held = False
        gil.poll(self)

    def need_kernel(self, name: str, dtype: str) -> None:
        """The text calls a shared kernel, or has threads share its work: both leave work undone when interrupted."""
        self.kernels.add((name, dtype))
        self._may_be_undone = True

    def require_completed_work(self) -> None:
        """What follows takes it that all work so far is done."""
        if self._may_be_undone:
            self._may_be_undone = False
            gil.fail_if_interrupted(self)

    def support(self, name: str) -> str:
        """A function that all programs share, declared; gives its name in the text."""
        self.module.declare(support.declaration(name))
        return f"@{name}"

    def need_blocks(self) -> None:
        """The text calls functions of the store of large blocks."""
        self.kernels.add(("blocks", ""))
        self.module.declare(f"declare ptr @{block_allocator.NEW_ARRAY}(i32, ptr, i32, i64)")
        self.module.declare(f"declare ptr @{block_allocator.TAKE}(i64)")
        self.module.declare(f"declare void @{block_allocator.GIVE}(ptr, i64)")

    def constant(self, kind: str, text: str) -> str:
        """A constant of the module, such as the dimensions of an array; gives its name."""
        key = f"{kind} {text}"
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = f"@constant{len(self._constants)}"
            self.module.declare(f"{name} = private unnamed_addr constant {key}, align 16")
        return name

    def number_in_memory(self, kind: str, text: str) -> str:
        """A variable of the module that holds a number; gives its name."""
        key = f"variable {kind} {text}"
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = f"@number{len(self._constants)}"
            self.module.declare(f"{name} = internal global {kind} {text}")
        return name

    def at(self, pointer: str, offset: int) -> IRValue:
        """A pointer some bytes further."""
        return self.ptr(pointer).at(offset) if offset else self.ptr(pointer)

    def in_scratch(self, buffer: Buffer, on_entry: bool = False) -> IRValue:
        """A pointer to a place in the scratch block, from here on; with `on_entry` for all the rest."""
        name = f"%{'h' if on_entry else 't'}{next(self._names)}"
        (self.head if on_entry else self.lines).append(ScratchPointer(name, buffer.number))
        return self.ptr(name)

    def from_table(self, place: int, kind: str = "ptr") -> IRValue:
        """A word of the table."""
        return self.ptr("%table").at(place, "ptr").load(kind)

    # failure -----------------------------------------------------------------------------------------------

    def fail_if(self, condition: str) -> None:
        """Leave the body if a condition holds; a Python error is set then."""
        stored = self._held
        self.exit_if(condition, "fail")
        self._held = stored

    def fail_without_memory(self, condition: str, site: int) -> None:
        """Leave the body if a condition holds: an error is set, which what is at this index of the table explains."""
        stored = self._held
        self.exit_if(condition, "lost", str(site))
        self.may_lack_memory = True
        self._held = stored

    def unless(self, condition: str, otherwise: Callable[[], None]) -> None:
        """Go on where a condition holds; what `otherwise` writes runs where it does not, out of the way, and fails."""
        stored = self._held
        with self.leaving(condition, target="fail", cold=True, holds=False), self.nested():
            otherwise()
        self._held = stored

    @contextmanager
    def noting_lack(self) -> Iterator[IRValue]:
        """What is called in the block sets a word if it finds no memory, which fails then: the body, behind the block.

        A function that threads call for parts of a body goes on instead: the body looks when all are done.
        """
        if self.lacks is not None:
            yield self.lacks
            return
        with self.on_entry():
            lacks = self.alloca("i64", align=8)
        lacks.store(0)
        yield lacks
        assert self.fail_for_lack is not None
        self.unless(lacks.load("i64").eq(0), self.fail_for_lack)

    @contextmanager
    def nest(self) -> Iterator[None]:
        """What is written in the block computes elements, and may become a function (`lower/outline.py`).

        The loops in it may go on for long: those that are known to poll for signals now and then.
        """
        node, start, outer = Nest(self.current), len(self.lines), self._in_nest
        self._in_nest = True
        try:
            with self.nested():
                yield
        finally:
            self._in_nest = outer
        if not outer:
            node.items = self.cut(start)
            self.lines.append(node)

    @property
    def is_watched(self) -> bool:
        """Whether loops have to poll for signals."""
        return self._in_nest and self.is_body and not self.keeps_interpreter

    # sizes -------------------------------------------------------------------------------------------------

    @contextmanager
    def nested(self) -> Iterator[CodeScope]:
        """Numbers computed inside the block are not there behind it: its code may not have run."""
        outer, self.scope = self.scope, CodeScope(self.scope)
        try:
            yield self.scope
        finally:
            self.scope = outer

    def bind_symbol(self, symbol: Symbol, text: str) -> None:
        """An unknown dimension has this number from here on."""
        self.scope.texts[symbol] = text

    def dim(self, dim: Dim) -> IRValue:
        """A dimension as an i64."""
        return self.size(size_of(dim))

    def size(self, size: Size) -> IRValue:
        """A size as an i64."""
        if size.static is not None:
            return self.i64(size.static)
        found = self.scope.text(size)
        if found is not None:
            return self.i64(found)
        value = self._symbol(size.symbols[0])
        for symbol in size.symbols[1:]:
            value = value * self._symbol(symbol)
        if size.factor != 1:
            value = value * size.factor
        self.scope.texts[size] = value
        return value

    def _symbol(self, symbol: Symbol) -> IRValue:
        found = self.scope.text(symbol)
        if found is None:
            raise AssertionError(f"no number is known for the dimension {symbol!r}")
        return self.i64(found)

    def multiply(self, a: str, b: str) -> IRValue:
        """The product of two i64, without an instruction where one is 0 or 1."""
        if a == "0" or b == "0":
            return self.i64(0)
        if a == "1":
            return self.i64(b)
        return self.i64(a) if b == "1" else self.i64(a) * b

    def sum(self, a: str, b: str) -> IRValue:
        """The sum of two i64, without an instruction where one is 0."""
        if a == "0":
            return self.i64(b)
        return self.i64(a) if b == "0" else self.i64(a) + b


class WatchedLoop(OpenLoop):
    """A counted loop of a body: it polls for signals after some iterations, where it may take long."""

    def __init__(self, b: BlockBuilder, node: Loop, counted: tuple[str | int, str | int] | None) -> None:
        super().__init__(b, node, counted)
        assert isinstance(b, Writer) and counted is not None
        self._w, (self._step, self._limit) = b, counted
        self._inside = 0  # steps of the loops inside, in each iteration
        self._outer_loop, b.innermost = b.innermost, self
        self._outer_scope = b.scope
        b.scope = CodeScope(b.scope)

    def close(self, *following: str) -> list[IRValue]:
        w = self._w
        w.innermost = self._outer_loop
        self._poll()
        w.scope = self._outer_scope
        return super().close(*following)

    def _poll(self) -> None:
        """Poll after some iterations, if there are so many and the loops inside poll too seldom."""
        w, inside, step = self._w, max(1, self._inside), int(self._step)
        limit = str(self._limit)
        trips = -(-int(limit) // step) if limit.isdigit() else None
        if self._outer_loop is not None:
            self._outer_loop._inside += inside * (UNKNOWN_STEPS if trips is None else trips)
        seldom = 1 << max(0, (STEPS_BETWEEN_POLLS // inside).bit_length() - 1)
        # not in loops of unknown length: polls in all of them double the time that a program takes to compile
        if not w.is_watched or inside > STEPS_BETWEEN_POLLS or trips is None or trips <= seldom:
            return
        low = self.index & (seldom * step - 1)
        with w.when(low.eq((seldom - 1) * step), "poll"):
            w.poll()


Writer.open_loop = WatchedLoop


@contextmanager
def loops_over(w: Writer, extents: Sequence[str]) -> Iterator[list[str]]:
    """A loop for each extent, one inside the other; gives where each of them is."""
    loops = [w.count_to(extent) for extent in extents]
    yield [loop.index for loop in loops]
    for loop in reversed(loops):
        loop.close()
