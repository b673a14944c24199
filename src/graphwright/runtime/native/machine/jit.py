"""From textual LLVM IR to machine code in this process.

llvmlite is imported on first use: it costs more than everything else together.
"""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from graphwright.base.config import options
from graphwright.base.forks import BarredFromForks, around_forks
from graphwright.runtime.native.machine import ahead, emission, halves, object_cache
from graphwright.runtime.native.text.irtext import LIBM_PREFIX
from graphwright.runtime.native.text.vecmath.functions import LIBRARY

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
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
_at_work = BarredFromForks()
_loading = threading.RLock()


@cache
def _llvm() -> Any:
    """llvmlite's binding, initialised, knowing the C library's functions."""
    import llvmlite.binding as llvm

    # llvmlite's own lock, which its every call takes; what is last here is asked for first, as elsewhere
    lock = getattr(getattr(llvm.ffi.lib, "_lock", None), "_lock", None)
    if lock is not None:
        around_forks(lock.acquire, lock.release)
    _at_work.bar()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    library = ctypes.CDLL(None)
    for name in LIBRARY:
        function = getattr(library, name, None)
        if function is not None:
            llvm.add_symbol(LIBM_PREFIX + name, ctypes.cast(function, ctypes.c_void_p).value)
    return llvm


def available() -> bool:
    """Whether machine code can be made: llvmlite is there, and not hidden by the options."""
    return not options.hide_llvm and _importable()


@cache
def _importable() -> bool:
    try:
        _llvm()
    except (ImportError, OSError, RuntimeError):
        return False
    return True


@cache
def host() -> Host:
    """Facts about this machine's processor, or about less of it: as much as GRAPHWRIGHT_CPU_FEATURES lets code use."""
    llvm = _llvm()
    features = llvm.get_host_cpu_features()
    triple = llvm.get_process_triple()
    cpu, flags, bits = llvm.get_host_cpu_name(), features.flatten(), _vector_bits(features)
    fma = bool(features.get("fma") or features.get("neon")) or triple.startswith(("aarch64", "arm64"))
    level = _LEVELS.get(options.cpu_features) if triple.startswith("x86_64") else None
    if level is not None and level.vector_bits <= bits and level.fma <= fma:
        cpu, flags, bits, fma = level.cpu, "", level.vector_bits, level.fma
    return Host(cpu, flags, bits, fma, tuple(llvm.llvm_version_info), triple)


@dataclass(frozen=True, slots=True)
class _Level:
    """A processor that code is limited to, where the machine can do as much: its features are those of its name."""

    cpu: str
    vector_bits: int
    fma: bool


_LEVELS = {"avx2": _Level("x86-64-v3", 256, True), "baseline": _Level("x86-64", 128, False)}


def _vector_bits(features: Mapping[str, bool]) -> int:
    if features.get("avx512f") and features.get("avx512vl") and features.get("avx512dq"):
        return 512
    return 256 if features.get("avx2") else 128


class Code:
    """Loaded machine code; it lives as long as this object, and addresses taken from it no longer."""

    __slots__ = ("__weakref__", "_engine")

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def address(self, name: str) -> int:
        """The address of a function; raises `KeyError` for a name that is not defined."""
        address = int(self._engine.get_function_address(name))
        if not address:
            raise KeyError(f"no function {name} in compiled code")
        return address

    def variable(self, name: str) -> int:
        """Where a global variable is; raises `KeyError` for a name that is not defined."""
        where = int(self._engine.get_global_value_address(name))
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
    key = _cache_key(text, opt)
    begun = _begun.pop(key, None)
    object_code = object_cache.fetch(key) if begun is None else begun.result()
    if object_code is None:
        object_code = emit_object(text, opt=opt)
    elif begun is None:
        return object_code
    object_cache.store(key, object_code)
    return object_code


_begun: dict[str, ahead.Begun[bytes]] = {}


def begin(text: str, *, opt: int = 2) -> None:
    """Have another thread make the object code of an IR module that will be asked for soon."""
    key = _cache_key(text, opt)
    if key not in _begun and object_cache.fetch(key) is None:
        machine, layout = _machine(opt), _data_layout()
        _begun[key] = ahead.begin(lambda: _emit(text, machine, layout))


def _cache_key(text: str, opt: int) -> str:
    """The name of an IR module's machine code: the text says all but who compiles it, how, and for what machine.

    Addresses are not in it: they come by symbols, and by tables filled when the code is loaded.
    """
    from llvmlite import __version__ as llvmlite_version

    from graphwright import __version__

    return object_cache.key(__version__, llvmlite_version, host(), opt, text)


def emit_object(text: str, *, opt: int = 2) -> bytes:
    """The object code of an IR module, free of addresses: any process on a like host may load it.

    Raises `RuntimeError` for malformed text.
    """
    return _emit(text, _emitting_machine(opt), _data_layout())


def _emit(text: str, machine: Any, layout: str) -> bytes:
    with _at_work:
        return emission.emit(text, machine, host().triple, layout, verify=options.verify)


@cache
def _data_layout() -> str:
    return str(_machine(0).target_data)


def assembly(text: str, *, opt: int = 2) -> str:
    """The assembly text of an IR module, as it is compiled."""
    llvm = _llvm()
    machine = _emitting_machine(opt)
    module = llvm.parse_assembly(text)
    module.triple = host().triple
    module.data_layout = _data_layout()
    return str(machine.emit_assembly(module))


def load_object(object_code: bytes, *, symbols: Mapping[str, int] | None = None) -> Code:
    """Loads what `emit_object` made, here or in an earlier process."""
    llvm = _llvm()
    with _at_work, _loading:
        if symbols:
            register(symbols)
        if any(name.encode() in object_code for name in halves.FUNCTIONS):
            _provide_halves()
        # The engine insists on a module of its own; an empty one, compiled at level 0, costs least.
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(0))
        engine.add_object_file(llvm.ObjectFileRef.from_data(object_code))
        engine.finalize_object()
    return Code(engine)


@cache
def _provide_halves() -> Code:
    """Gives code the conversions of float16 that it calls where the processor has none."""
    code = load_object(emit_object(halves.TEXT))
    register({name: code.address(ours) for name, ours in halves.FUNCTIONS.items()})
    return code


_registered: dict[str, int] = {}


def register(symbols: Mapping[str, int]) -> None:
    """Gives functions to all code loaded from now on; a name stands for one address in the process."""
    llvm = _llvm()
    for name, address in symbols.items():
        if _registered.get(name) == address:
            continue
        if name in _registered:
            raise ValueError(f"symbol {name} is already at another address")
        _registered[name] = address
        llvm.add_symbol(name, address)


@cache
def _target() -> Any:
    return _llvm().Target.from_default_triple()


def _machine(opt: int) -> Any:
    """A new target machine: an engine takes possession of its own."""
    this = host()
    return _target().create_target_machine(cpu=this.cpu, features=this.features, opt=opt, jit=True)


class _Machines(threading.local):
    """The machines a thread emits with, by level: not shared, because LLVM works with the GIL released."""

    def __init__(self) -> None:
        self.by_level: dict[int, Any] = {}


_machines = _Machines()


def _emitting_machine(opt: int) -> Any:
    machine = _machines.by_level.get(opt)
    if machine is None:
        machine = _machines.by_level[opt] = _machine(opt)
    return machine
