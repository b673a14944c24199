"""`graphwright doctor`: what this installation found, what could be faster, and whether it computes correctly."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import TYPE_CHECKING, Final

from graphwright.base.config import options, variable_of
from graphwright.base.files import write_text
from graphwright.base.frozen import fields, frozen, replace
from graphwright.runtime import selection

if TYPE_CHECKING:
    from graphwright.runtime.native.machine.machine import Costs

_OPTIONAL: Final = {"keras": "keras", "pillow": "pictures", "jax": "other devices", "onnx": "ONNX"}
_WIDTH: Final = 12


@frozen
class Finding:
    """One line of the report: a topic and what was found; `fix` says how to do better, and is empty if all is well."""

    topic: str
    found: str
    fix: str = ""


def doctor(quick: bool = False, record: str = "") -> int:
    """Print the report and run the self-test, unless `quick`; returns 1 if the self-test finds a wrong result.

    The machine, with its costs as they are measured, is written to the file `record`, for GRAPHWRIGHT_MACHINE.
    """
    findings = [*_versions(), *_processor(), *_machine(record), _executor(), _entry(), _threads(), _cache()]
    findings += [_byte_code(), *_settings()]
    for finding in findings:
        _print(finding)
    wrong = 0 if quick else _self_test()
    fixes = sum(bool(finding.fix) for finding in findings)
    print()
    if wrong:
        print(f"{wrong} checks gave a wrong result: please report this with the lines above.")
    elif fixes:
        print(f"It works. {fixes} of the lines above say what would be better.")
    else:
        print("It works, and nothing is slower than it could be.")
    return 1 if wrong else 0


def _print(finding: Finding) -> None:
    print(f"{'!' if finding.fix else ' '} {finding.topic:{_WIDTH}} {finding.found}")
    if finding.fix:
        print(f"  {'':{_WIDTH}} -> {finding.fix}")


def _versions() -> Iterator[Finding]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield Finding("graphwright", f"{_version('graphwright')}, on {python}, {platform.system()} {platform.machine()}")
    needed = ("numpy", "llvmlite", "ml_dtypes", "protobuf")
    yield Finding("libraries", ", ".join(f"{name} {_version(name) or 'missing'}" for name in needed))
    optional = [f"{name} {found}" for name in _OPTIONAL if (found := _version(name))]
    yield Finding("optional", ", ".join(optional) or f"none of {', '.join(_OPTIONAL)}")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _processor() -> Iterator[Finding]:
    from graphwright.runtime.native.jit import jit

    if jit.missing():
        yield Finding("processor", platform.processor() or platform.machine())
        return
    host = jit.host()
    found = f"{host.cpu}: vectors of {host.vector_bits} bits{', fused multiply-add' if host.fma else ''}"
    limited = options.cpu_features != "native"
    fix = f"unset {variable_of('cpu_features')}, which limits the instructions that are used" if limited else ""
    yield Finding("processor", found, fix)
    yield Finding("LLVM", ".".join(map(str, host.llvm_version)) + f", for {host.triple}")


def _machine(record: str) -> Iterator[Finding]:
    """What the compiler takes the machine for, what it costs, and the limits that follow from the first."""
    from graphwright.runtime.native.machine import costs, limits, recorded
    from graphwright.runtime.native.machine.machine import machine

    try:
        found = machine()
    except ValueError as error:
        yield Finding("caches", str(error), f"unset {variable_of('machine')}")
        return
    sizes = f"{_size(found.l1_bytes)}, {_size(found.l2_bytes)}, {_size(found.l3_bytes)} for {found.l3_cores} cores"
    fix = f"unset {variable_of('machine')}, which names another machine" if options.machine else ""
    yield Finding("caches", f"{sizes}, from {found.source}; {found.vector_registers} vector registers", fix)
    yield Finding("costs", f"{_costs(found.costs)}: what code is written for")
    measured = found.costs
    if not options.machine:
        measured = costs.kept_or_measured(found)
        yield Finding("", f"{_costs(measured)}: as measured once")
    derived = fields(limits.derive(found)).items()
    yield Finding("limits", ", ".join(f"{name} {_size(n) if name.endswith('bytes') else n}" for name, n in derived))
    if record:
        write_text(record, recorded.text_of(replace(found, costs=measured)))
        yield Finding("recorded", f"{record}, for {variable_of('machine')}")


def _size(count: int) -> str:
    """A number of bytes: `768K`."""
    unit = "M" if count % (1 << 20) == 0 else "K"
    return f"{count >> (20 if unit == 'M' else 10)}{unit}"


def _costs(found: Costs) -> str:
    return (
        f"{found.byte:.2g} ns a byte from memory, {found.multiply_add:.2g} ns a multiply-add, "
        f"{found.wake / 1e3:.2g} us to wake a thread"
    )


def _executor() -> Finding:
    reason = selection.missing()
    if reason:
        fix = "unset " + variable_of("hide_llvm") if options.hide_llvm else "pip install --force-reinstall llvmlite"
        return Finding("executor", f"numpy, op by op: {reason}", fix)
    if options.executor != "native":
        return Finding("executor", f"{options.executor}, as chosen", f"unset {variable_of('executor')}")
    return Finding("executor", "native: functions are compiled to machine code")


def _entry() -> Finding:
    if selection.missing():
        return Finding("calls", "through Python")
    reason = selection.why_ctypes()
    if not reason:
        return Finding("calls", "through a builtin that reads Python's and NumPy's objects in place")
    asked = options.native_entry == "ctypes"
    fix = f"unset {variable_of('native_entry')}" if asked else "use a CPython with a global interpreter lock"
    return Finding("calls", f"through ctypes, some microseconds slower: {reason}", fix)


def _threads() -> Finding:
    from graphwright.runtime.native.jit.background_compile import processors

    usable = processors()
    found = f"{usable} processors for this process, of {os.cpu_count() or usable}"
    if hasattr(os, "getloadavg"):
        load = os.getloadavg()[0]
        if load > usable:
            return Finding("threads", f"{found}; load {load:.1f}", "other programs keep them busy: figures will vary")
    return Finding("threads", found)


def _cache() -> Finding:
    from graphwright.runtime.native.jit import object_cache

    folder = object_cache.folder_in_use()
    if folder is None:
        if not options.cache:
            return Finding("disk cache", "off: each process compiles again", f"unset {variable_of('cache')}")
        fix = f"set {variable_of('cache_dir')} to the path of a folder that belongs to you and only you can write to"
        return Finding("disk cache", "no folder that is safe to use: each process compiles again", fix)
    sizes = [item.stat().st_size for item in os.scandir(folder) if item.is_file(follow_symlinks=False)]
    found = f"{folder}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB of {object_cache.MOST_BYTES / 1e6:.0f}"
    return Finding("disk cache", found)


def _byte_code() -> Finding:
    if sys.dont_write_bytecode:
        fix = "unset PYTHONDONTWRITEBYTECODE: without byte code, importing takes several times as long"
        return Finding("byte code", "is not kept", fix)
    return Finding("byte code", "is kept beside the sources")


def _settings() -> Iterator[Finding]:
    for name in sorted(os.environ):
        if name.startswith("GRAPHWRIGHT_"):
            yield Finding("setting", f"{name}={os.environ[name]}")


def _self_test() -> int:
    """Run each check natively and by the reference executor; returns how many differ or fail."""
    from graphwright.cli.self_test import CHECKS

    print()
    wrong = 0
    for name, check in CHECKS.items():
        wrong += _reported(name, check)
    return wrong


def _reported(name: str, check: Callable[[], str]) -> bool:
    """Run a check and print its outcome; returns whether it failed."""
    started = time.perf_counter()
    try:
        outcome, failed = check(), False
    except Exception as error:  # the report goes on, whatever a broken installation raises
        outcome, failed = f"FAILED: {type(error).__name__}: {' '.join(str(error).split())}", True
    print(f"{'!' if failed else ' '} {name:{_WIDTH}} {outcome} [{time.perf_counter() - started:.2f} s]")
    return failed
