"""Compiles textual LLVM IR to machine code in this process. LLVM is loaded on first use."""

from __future__ import annotations

import ctypes
import threading
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Final

from graphwright.base import progress
from graphwright.base.config import options
from graphwright.base.forks import BarredFromForks, renewed_after_fork
from graphwright.base.frozen import frozen
from graphwright.runtime.native.jit import (
    background_compile,
    code_placement,
    emission,
    llvm_binding,
    module_partition,
    object_cache,
    sources,
)
from graphwright.runtime.native.llvm.ir_builder import LIBM_PREFIX
from graphwright.runtime.native.llvm.vecmath.functions import LIBRARY
from graphwright.runtime.native.machine.budgets import PARALLEL_CHARACTERS, PART_CHARACTERS
from graphwright.runtime.native.machine.limits import limits
from graphwright.runtime.native.machine.machine import replaced_by, written_for
from graphwright.runtime.native.runtime import fp16_builtins

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set


@frozen
class Host:
    """The machine that code is compiled for: kernels are chosen by it, and it is part of the keys of `object_cache`."""

    cpu: str
    features: str
    vector_bits: int
    fma: bool
    llvm_version: tuple[int, ...]
    triple: str

    def lanes(self, size: int) -> int:
        """How many elements of `size` bytes one vector register holds."""
        return max(1, self.vector_bits // (8 * size))


# LLVM works with the GIL released; forks wait meanwhile, so that no child inherits a compiler in the middle of its work
at_work: Final = BarredFromForks()
at_work.bar()
_loading = renewed_after_fork(threading.RLock())  # taken before `at_work`: a thread that waits for it is not at work


@cache
def _ready() -> None:
    """Initialise LLVM and give it the C library's functions, once."""
    with _loading, at_work:
        llvm_binding.function("InitializeNativeTarget")()
        llvm_binding.function("InitializeNativeAsmPrinter")()
        library = ctypes.CDLL(None)
        for name in (*LIBRARY, *code_placement.LIBRARY):
            function = getattr(library, name, None)
            if function is not None:
                address = ctypes.cast(function, ctypes.c_void_p)
                llvm_binding.function("AddSymbol")((LIBM_PREFIX + name).encode(), address)


def available() -> bool:
    """Whether machine code can be compiled: llvmlite is there, and not hidden by the options."""
    return not missing()


def missing() -> str:
    """Why no machine code can be compiled; empty where it can."""
    return "llvmlite is hidden" if options.hide_llvm else _failure()


@cache
def _failure() -> str:
    try:
        _ready()
    except (ImportError, OSError, RuntimeError) as error:
        return str(error)
    return ""


_written_for: Final[ContextVar[Host | None]] = ContextVar("written_for", default=None)


def host() -> Host:
    """The machine that code is written for: this one, except inside `writing_for`."""
    return _written_for.get() or this_machine()


@contextmanager
def writing_for(machine: Host) -> Iterator[None]:
    """Code that is written inside is for another machine; it is neither compiled nor loaded there."""
    token = _written_for.set(machine)
    try:
        with replaced_by(written_for(machine)):
            yield
    finally:
        _written_for.reset(token)


@cache
def this_machine() -> Host:
    """Facts about this machine's processor, limited to what GRAPHWRIGHT_CPU_FEATURES lets code use."""
    _ready()
    asked = ("ProcessTriple", "HostCPUName", "HostCPUFeatures")
    triple, cpu, flags = (llvm_binding.text_of(f"Get{what}") for what in asked)
    has = {flag[1:] for flag in flags.split(",") if flag.startswith("+")}
    bits = _vector_bits(has)
    fma = not has.isdisjoint({"fma", "neon"}) or triple.startswith(("aarch64", "arm64"))
    level = LEVELS.get(options.cpu_features) if triple.startswith("x86_64") else None
    if level is not None and level.vector_bits <= bits and level.fma <= fma:
        cpu, flags, bits, fma = level.cpu, "", level.vector_bits, level.fma
    version = llvm_binding.function("GetVersionInfo")().to_bytes(3, "big")
    return Host(cpu, flags, bits, fma, tuple(version), triple)


@frozen
class Level:
    """A processor that code is limited to, where the machine can do as much: its features are those of its name."""

    cpu: str
    vector_bits: int
    fma: bool


LEVELS: Final = {"avx2": Level("x86-64-v3", 256, True), "baseline": Level("x86-64", 128, False)}


def _vector_bits(has: Set[str]) -> int:
    if has >= {"avx512f", "avx512vl", "avx512dq"}:
        return 512
    return 256 if "avx2" in has else 128


class MachineCode:
    """Loaded machine code; it lives as long as this object, and addresses taken from it no longer."""

    __slots__ = ("__weakref__", "_engine")

    def __init__(self, engine: llvm_binding.Owned) -> None:
        self._engine = engine

    def address(self, name: str) -> int:
        """The address of a function; raises `KeyError` for a name that is not defined."""
        address = int(llvm_binding.function("GetFunctionAddress")(self._engine, name.encode()))
        if not address:
            raise KeyError(f"no function {name} in compiled code")
        return address

    def variable(self, name: str) -> int:
        """Where a global variable is; raises `KeyError` for a name that is not defined."""
        where = int(llvm_binding.function("GetGlobalValueAddress")(self._engine, name.encode()))
        if not where:
            raise KeyError(f"no global {name} in compiled code")
        return where

    def set_pointer(self, name: str, address: int) -> None:
        """Fill the module's pointer ``@name = global ptr null``, by which code gets at objects and tables."""
        ctypes.c_void_p.from_address(self.variable(name)).value = address


def compile_ir(text: str, *, opt: int = 2, symbols: Mapping[str, int] | None = None) -> MachineCode:
    """Machine code of an IR module.

    Only code generation runs (at level `opt`), no optimisation passes. The functions that the module declares are those
    of the C library under their `LIBM_PREFIX` names, or have their addresses in `symbols`. What this or another process
    compiled before is loaded from the disk.
    """
    return load_object(object_of(text, opt=opt), symbols=symbols)


def object_of(text: str, *, opt: int = 2, name: str = "") -> bytes:
    """The object code of an IR module: from the background thread, from the disk, or compiled now.

    The text of one with a `name` follows from that, from our sources and from the machine: see `stored`.
    """
    task = _started.pop((text, opt), None)
    object_code = None if task is None else task.result()
    return _fetch_or_compile(text, opt, _named_key(name, opt)) if object_code is None else object_code


_started: dict[tuple[str, int], background_compile.Task[bytes]] = {}


def begin(text: str, *, opt: int = 2, name: str = "") -> None:
    """Have another thread fetch or compile the object code of an IR module that will be needed soon.

    It also loads LLVM, if that has not been done.
    """
    if (text, opt) not in _started:
        key = _named_key(name, opt)  # it is this thread that knows for which machine the text was written
        _started[text, opt] = background_compile.begin(lambda: _fetch_or_compile(text, opt, key))


def stored(name: str, *, opt: int = 2) -> bytes | None:
    """The object code on disk of a module with a name, whose text need not be written then."""
    key = _named_key(name, opt)
    if not key:
        return None
    with at_work:
        return object_cache.fetch(key)


def _fetch_or_compile(text: str, opt: int, named: str = "") -> bytes:
    if not options.cache:
        return emit_object(text, opt=opt)
    key = named or _cache_key(text, opt)
    with at_work:
        object_code = object_cache.fetch(key)
        if object_code is None:
            object_code = emit_object(text, opt=opt)
            object_cache.store(key, object_code)
    return object_code


def _cache_key(text: str, opt: int) -> str:
    """The key of an IR module's machine code on disk: its text, and by what, how and for which machine it is compiled.

    The text has no addresses: those are symbols, or in tables that are filled when the code is loaded.
    """
    return object_cache.key(*_compiled_by(), opt, text)


def _named_key(name: str, opt: int) -> str:
    """The key of a module with a name: what its text follows from takes the text's place. Empty where there is none."""
    written_by = sources.fingerprint() if name and options.cache else ""
    if not written_by:
        return ""
    return object_cache.key(*_compiled_by(), opt, "named", name, written_by, host(), limits(), options.without)


def _compiled_by() -> tuple[object, ...]:
    this = this_machine()  # first, because it loads LLVM, which must not be interrupted by a fork
    from llvmlite import __version__ as llvmlite_version

    from graphwright.base.version import __version__

    return __version__, llvmlite_version, this, code_placement.of(this.triple), PART_CHARACTERS


def emit_object(text: str, *, opt: int = 2) -> bytes:
    """The object code of an IR module, free of addresses: any process on the same kind of host may load it.

    Raises `RuntimeError` for malformed text.
    """
    two = background_compile.processors() > 1
    first, *others = module_partition.partition(text, halve=two) if opt else [module_partition.Part(text, False)]

    done = 0

    def emitted(part: module_partition.Part) -> bytes:
        nonlocal done
        code = _emit(part.text, 0 if part.quickly else opt, as_object=True)
        done += 1
        return code

    progress.tell(lambda: f"part {min(done, len(others)) + 1} of {len(others) + 1}")

    if sum(part.work for part in others) < PARALLEL_CHARACTERS:
        return module_partition.join([emitted(part) for part in (first, *others)])
    task = background_compile.begin(lambda: emitted(first))
    rest = [emitted(part) for part in others]
    return module_partition.join([task.result() or emitted(first), *rest])


def _emit(text: str, opt: int, as_object: bool) -> bytes:
    machine, layout, triple = _emitting_machine(opt), _data_layout(), this_machine().triple
    placed = code_placement.apply(text, code_placement.of(triple), quickly=opt == 0)
    with at_work:
        return emission.emit(placed, machine, triple, layout, as_object=as_object)


@cache
def _data_layout() -> str:
    data = llvm_binding.function("CreateTargetMachineData")(_machine(0))
    with llvm_binding.Owned(data, llvm_binding.function("DisposeTargetData")) as owned:
        return llvm_binding.text_of("CopyStringRepOfTargetData", owned)


def assembly(text: str, *, opt: int = 2) -> str:
    """The assembly text of an IR module, as it is compiled."""
    parts = module_partition.partition(text)
    return b"".join([_emit(part.text, 0 if part.quickly else opt, as_object=False) for part in parts]).decode()


def load_object(object_code: bytes, *, symbols: Mapping[str, int] | None = None) -> MachineCode:
    """Load the result of `emit_object`, of this or an earlier process."""
    with _loading, at_work:
        if symbols:
            register(symbols)
        if any(name.encode() in object_code for name in fp16_builtins.FUNCTIONS):
            _provide_fp16()
        engine = _new_engine()
        for part in module_partition.split(object_code):
            created = llvm_binding.function("CreateObjectFile")(part, len(part))
            with llvm_binding.Owned(created, llvm_binding.function("DisposeObjectFile")) as file:
                llvm_binding.function("MCJITAddObjectFile")(engine, file)
        llvm_binding.function("FinalizeObject")(engine)
    return MachineCode(engine)


def _new_engine() -> llvm_binding.Owned:
    """An engine to load object code into. It is created with a module, which is removed: it would be compiled."""
    triple = this_machine().triple
    together = code_placement.of(triple).in_one_piece or triple.startswith(("aarch64", "arm64"))
    module, machine = _empty_module(), _machine(0, loads=True).detach()
    try:
        engine = llvm_binding.create("CreateMCJITCompiler", module, machine, together, failing="LLVM cannot load code")
    except RuntimeError:
        _empty_module.cache_clear()  # it is gone
        raise
    llvm_binding.function("RemoveModule")(engine, module, ctypes.byref(ctypes.c_char_p()))
    return llvm_binding.Owned(engine, llvm_binding.function("DisposeExecutionEngine"))


@cache
def _empty_module() -> int | None:
    """The module that engines are created with, one after the other; it is never freed, nor is its context."""
    context = emission.new_context()
    module = emission.parsed("", context)
    context.detach()
    return module.detach()


@cache
def _provide_fp16() -> MachineCode:
    """Provide the conversions of float16 that code calls where the processor has none."""
    code = load_object(emit_object(fp16_builtins.text()))
    register({name: code.address(ours) for name, ours in fp16_builtins.FUNCTIONS.items()})
    return code


_registered: dict[str, int] = {}


def register(symbols: Mapping[str, int]) -> None:
    """Provide functions to all code loaded from now on; a name stands for one address in the process."""
    _ready()
    for name, address in symbols.items():
        if _registered.get(name) == address:
            continue
        if name in _registered:
            raise ValueError(f"symbol {name} is already at another address")
        _registered[name] = address
        llvm_binding.function("AddSymbol")(name.encode(), address)


@cache
def _target() -> tuple[int, str]:
    """LLVM's back end for this machine, which is never freed, and the triple it is for."""
    triple = llvm_binding.text_of("GetDefaultTargetTriple")
    return llvm_binding.create("GetTargetFromTriple", triple.encode(), failing="LLVM has no back end"), triple


def _machine(opt: int, *, loads: bool = False) -> llvm_binding.Owned:
    """A new target machine; an engine owns one that only `loads`, for any processor."""
    this, (target, triple) = this_machine(), _target()
    texts = (triple.encode(), *((b"", b"") if loads else (this.cpu.encode(), this.features.encode())))
    place = code_placement.of(this.triple)
    where = (place.relocation.encode(), place.model.encode())
    created = llvm_binding.function("CreateTargetMachine")(target, *texts, opt, *where, False, True, b"")
    if not created:
        raise RuntimeError(f"LLVM cannot compile for {triple}")
    return llvm_binding.Owned(created, llvm_binding.function("DisposeTargetMachine"))


class _Machines(threading.local):
    """The machines a thread emits with, by level: not shared, because LLVM works with the GIL released."""

    def __init__(self) -> None:
        self.by_level: dict[int, llvm_binding.Owned] = {}


_machines = _Machines()


def _emitting_machine(opt: int) -> llvm_binding.Owned:
    machine = _machines.by_level.get(opt)
    if machine is None:
        machine = _machines.by_level[opt] = _machine(opt)
    return machine
