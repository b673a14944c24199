"""From textual LLVM IR to machine code in this process. LLVM is loaded on first use."""

from __future__ import annotations

import ctypes
import threading
from functools import cache
from typing import TYPE_CHECKING, Final

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
)
from graphwright.runtime.native.llvm.ir_builder import LIBM_PREFIX
from graphwright.runtime.native.llvm.vecmath.functions import LIBRARY
from graphwright.runtime.native.runtime import fp16_builtins

if TYPE_CHECKING:
    from collections.abc import Mapping, Set


@frozen
class Host:
    """The machine that code is made for: kernels are chosen by it, and it is part of the keys of `object_cache`."""

    cpu: str
    features: str
    vector_bits: int
    fma: bool
    llvm_version: tuple[int, ...]
    triple: str

    def lanes(self, size: int) -> int:
        """How many elements of `size` bytes one vector register holds."""
        return max(1, self.vector_bits // (8 * size))


# LLVM works with the GIL released; no fork meanwhile, so that the child gets no compiler in the middle of its work
at_work: Final = BarredFromForks()
at_work.bar()
_loading = renewed_after_fork(threading.RLock())  # taken before the work begins: who waits for it is not at work


@cache
def _ready() -> None:
    """LLVM is there, initialised, and knows the C library's functions."""
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
    """Whether machine code can be made: llvmlite is there, and not hidden by the options."""
    return not missing()


def missing() -> str:
    """Why no machine code can be made; empty where it can."""
    return "llvmlite is hidden" if options.hide_llvm else _failure()


@cache
def _failure() -> str:
    try:
        _ready()
    except (ImportError, OSError, RuntimeError) as error:
        return str(error)
    return ""


@cache
def host() -> Host:
    """Facts about this machine's processor, or about less of it: as much as GRAPHWRIGHT_CPU_FEATURES lets code use."""
    _ready()
    asked = ("ProcessTriple", "HostCPUName", "HostCPUFeatures")
    triple, cpu, flags = (llvm_binding.text_of(f"Get{what}") for what in asked)
    has = {flag[1:] for flag in flags.split(",") if flag.startswith("+")}
    bits = _vector_bits(has)
    fma = not has.isdisjoint({"fma", "neon"}) or triple.startswith(("aarch64", "arm64"))
    level = _LEVELS.get(options.cpu_features) if triple.startswith("x86_64") else None
    if level is not None and level.vector_bits <= bits and level.fma <= fma:
        cpu, flags, bits, fma = level.cpu, "", level.vector_bits, level.fma
    version = llvm_binding.function("GetVersionInfo")().to_bytes(3, "big")
    return Host(cpu, flags, bits, fma, tuple(version), triple)


@frozen
class _Level:
    """A processor that code is limited to, where the machine can do as much: its features are those of its name."""

    cpu: str
    vector_bits: int
    fma: bool


_LEVELS = {"avx2": _Level("x86-64-v3", 256, True), "baseline": _Level("x86-64", 128, False)}


def _vector_bits(has: Set[str]) -> int:
    if has >= {"avx512f", "avx512vl", "avx512dq"}:
        return 512
    return 256 if "avx2" in has else 128


class Code:
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
        """Fills the module's pointer ``@name = global ptr null``: the way of objects and tables into the code."""
        ctypes.c_void_p.from_address(self.variable(name)).value = address


def compile_ir(text: str, *, opt: int = 2, symbols: Mapping[str, int] | None = None) -> Code:
    """Machine code of an IR module.

    Only code generation runs (at level `opt`), no passes: the text is written as it is meant.  Functions
    that the module declares are those of the C library under their `LIBM_PREFIX` names, or given by address
    in `symbols`.  What this or another process has compiled before is loaded from the disk.
    """
    return load_object(object_of(text, opt=opt), symbols=symbols)


def object_of(text: str, *, opt: int = 2) -> bytes:
    """The object code of an IR module: what was begun ahead, or is on the disk, or is made now."""
    begun = _begun.pop((text, opt), None)
    object_code = None if begun is None else begun.result()
    return _found_or_made(text, opt) if object_code is None else object_code


_begun: dict[tuple[str, int], background_compile.Begun[bytes]] = {}


def begin(text: str, *, opt: int = 2) -> None:
    """Have another thread find or make the object code of an IR module that will be asked for soon.

    It loads LLVM, too, if nobody has done so.
    """
    if (text, opt) not in _begun:
        _begun[text, opt] = background_compile.begin(lambda: _found_or_made(text, opt))


def _found_or_made(text: str, opt: int) -> bytes:
    if not options.cache:
        return emit_object(text, opt=opt)
    key = _cache_key(text, opt)
    with at_work:
        object_code = object_cache.fetch(key)
        if object_code is None:
            object_code = emit_object(text, opt=opt)
            object_cache.store(key, object_code)
    return object_code


def _cache_key(text: str, opt: int) -> str:
    """The name of an IR module's machine code: the text says all but who compiles it, how, and for what machine.

    Addresses are not in it: they come by symbols, and by tables filled when the code is loaded.
    """
    this = host()  # first of all: it loads LLVM, which no fork comes in between of
    from llvmlite import __version__ as llvmlite_version

    from graphwright.base.version import __version__

    placement, least = code_placement.of(this.triple), module_partition.LEAST
    return object_cache.key(__version__, llvmlite_version, this, placement, least, opt, text)


def emit_object(text: str, *, opt: int = 2) -> bytes:
    """The object code of an IR module, free of addresses: any process on a like host may load it.

    Raises `RuntimeError` for malformed text.
    """
    two = background_compile.processors() > 1
    first, *others = module_partition.parts(text, halve=two) if opt else [module_partition.Part(text, False)]

    def emitted(part: module_partition.Part) -> bytes:
        return _emit(part.text, 0 if part.quickly else opt, as_object=True)

    if sum(part.work for part in others) < _WORTH:
        return module_partition.joined([emitted(part) for part in (first, *others)])
    begun = background_compile.begin(lambda: emitted(first))
    rest = [emitted(part) for part in others]
    return module_partition.joined([begun.result() or emitted(first), *rest])


_WORTH: Final = 5000  # characters that are compiled well, some 3 ms, for which another thread is given work


def _emit(text: str, opt: int, as_object: bool) -> bytes:
    machine, layout, triple = _emitting_machine(opt), _data_layout(), host().triple
    settled = code_placement.settled(text, code_placement.of(triple), quickly=opt == 0)
    with at_work:
        return emission.emit(settled, machine, triple, layout, verify=options.verify, as_object=as_object)


@cache
def _data_layout() -> str:
    data = llvm_binding.function("CreateTargetMachineData")(_machine(0))
    with llvm_binding.Owned(data, llvm_binding.function("DisposeTargetData")) as owned:
        return llvm_binding.text_of("CopyStringRepOfTargetData", owned)


def assembly(text: str, *, opt: int = 2) -> str:
    """The assembly text of an IR module, as it is compiled."""
    parts = module_partition.parts(text)
    return b"".join([_emit(part.text, 0 if part.quickly else opt, as_object=False) for part in parts]).decode()


def load_object(object_code: bytes, *, symbols: Mapping[str, int] | None = None) -> Code:
    """Loads what `emit_object` made, here or in an earlier process."""
    with _loading, at_work:
        if symbols:
            register(symbols)
        if any(name.encode() in object_code for name in fp16_builtins.FUNCTIONS):
            _provide_halves()
        engine = _new_engine()
        for part in module_partition.separate(object_code):
            created = llvm_binding.function("CreateObjectFile")(part, len(part))
            with llvm_binding.Owned(created, llvm_binding.function("DisposeObjectFile")) as file:
                llvm_binding.function("MCJITAddObjectFile")(engine, file)
        llvm_binding.function("FinalizeObject")(engine)
    return Code(engine)


def _new_engine() -> llvm_binding.Owned:
    """What object code is loaded into. It insists on a module, which it would compile: so that is taken from it."""
    triple = host().triple
    together = code_placement.of(triple).in_one_piece or triple.startswith(("aarch64", "arm64"))
    module, machine = _empty_module(), _machine(0, loads=True).taken()
    try:
        made = llvm_binding.made_by("CreateMCJITCompiler", module, machine, together, failing="LLVM cannot load code")
    except RuntimeError:
        _empty_module.cache_clear()  # it is gone
        raise
    llvm_binding.function("RemoveModule")(made, module, ctypes.byref(ctypes.c_char_p()))
    return llvm_binding.Owned(made, llvm_binding.function("DisposeExecutionEngine"))


@cache
def _empty_module() -> int | None:
    """The module that engines are made with, one after the other; it is never given back, nor is its context."""
    context = emission.new_context()
    module = emission.parsed("", context)
    context.taken()
    return module.taken()


@cache
def _provide_halves() -> Code:
    """Gives code the conversions of float16 that it calls where the processor has none."""
    code = load_object(emit_object(fp16_builtins.text()))
    register({name: code.address(ours) for name, ours in fp16_builtins.FUNCTIONS.items()})
    return code


_registered: dict[str, int] = {}


def register(symbols: Mapping[str, int]) -> None:
    """Gives functions to all code loaded from now on; a name stands for one address in the process."""
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
    """LLVM's back end for this machine, which is never given back, and the triple it is for."""
    triple = llvm_binding.text_of("GetDefaultTargetTriple")
    return llvm_binding.made_by("GetTargetFromTriple", triple.encode(), failing="LLVM has no back end"), triple


def _machine(opt: int, *, loads: bool = False) -> llvm_binding.Owned:
    """A new target machine: an engine takes possession of its own, which only `loads`, for whatever processor."""
    this, (target, triple) = host(), _target()
    texts = (triple.encode(), *((b"", b"") if loads else (this.cpu.encode(), this.features.encode())))
    place = code_placement.of(this.triple)
    where = (place.relocation.encode(), place.model.encode())
    made = llvm_binding.function("CreateTargetMachine")(target, *texts, opt, *where, False, True, b"")
    if not made:
        raise RuntimeError(f"LLVM cannot compile for {triple}")
    return llvm_binding.Owned(made, llvm_binding.function("DisposeTargetMachine"))


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
