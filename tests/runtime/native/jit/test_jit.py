"""Loading machine code, builtins made of it, and the layouts they rely on."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.runtime import selection
from graphwright.runtime.native.jit import background_compile, jit, llvm_binding
from graphwright.runtime.native.llvm.ir_builder import LIBM_PREFIX
from graphwright.runtime.native.runtime import capi

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)

IDENTITY = f"""
declare void @{capi.PREFIX}Py_IncRef(ptr)
@table = global ptr null
define ptr @first(ptr %self, ptr %args, i64 %n) {{
  %x = load ptr, ptr %args
  call void @{capi.PREFIX}Py_IncRef(ptr %x)
  ret ptr %x
}}
define ptr @owned(ptr %self, ptr %args, i64 %n) {{
  %p = getelementptr i8, ptr %self, i64 {capi.ObjectLayout().tuple_items}
  %x = load ptr, ptr %p
  call void @{capi.PREFIX}Py_IncRef(ptr %x)
  ret ptr %x
}}
define ptr @names(ptr %self, ptr %args, i64 %n, ptr %names) {{
  %at = getelementptr ptr, ptr %args, i64 %n
  %x = load ptr, ptr %at
  call void @{capi.PREFIX}Py_IncRef(ptr %x)
  ret ptr %x
}}
define ptr @from_table(ptr %self, ptr %args, i64 %n) {{
  %t = load ptr, ptr @table
  %p = getelementptr ptr, ptr %t, i64 1
  %x = load ptr, ptr %p
  call void @{capi.PREFIX}Py_IncRef(ptr %x)
  ret ptr %x
}}
"""


def compiled() -> jit.MachineCode:
    return jit.compile_ir(IDENTITY, symbols=capi.symbols())


needs_layout = pytest.mark.skipif(not capi.layout_ok(), reason="the layout of this build is unknown")


def test_host_facts() -> None:
    host = jit.host()
    assert host.cpu and host.vector_bits in (128, 256, 512) and host.triple
    assert host.lanes(4) == host.vector_bits // 32
    assert len(host.llvm_version) == 3


def test_functions_are_as_llvmlite_declares_them() -> None:
    assert llvm_binding.agrees()


@pytest.mark.parametrize("other", [("AddSymbol", "-> p p"), ("GetBufferSize", "i -> p"), ("AddSymbols", "-> s p")])
def test_a_later_llvmlite_is_used_where_it_agrees(other: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llvm_binding, "_KNOWN", ((0, 0), (0, 0)))
    libraries = llvm_binding._libraries.__wrapped__
    assert libraries()
    monkeypatch.setitem(llvm_binding._FUNCTIONS, *other)
    with pytest.raises(ImportError, match="not known"):
        libraries()


@pytest.mark.parametrize(
    ("version", "known"), [("0.44.0", False), ("0.45.1", True), ("0.51.0", False), ("1.0", False), ("0+unknown", False)]
)
def test_versions_that_are_known(version: str, known: bool) -> None:
    assert llvm_binding._is_known(version) == known


@pytest.mark.parametrize(
    "body",
    [
        "  br i1 %c, label %then, label %end\nthen:\n  %y = add i64 1, 2\n  br label %end\nend:\n  ret i64 %y",
        "  br label %end\nend:\n  %y = phi i64 [1, %entry], [2, %end]\n  ret i64 %y",
    ],
    ids=["a value that is not there", "a block that is not a predecessor"],
)
def test_text_that_would_abort_llvm_is_refused(body: str) -> None:
    with pytest.raises(RuntimeError, match="report it"):
        jit.compile_ir(f"define i64 @f(i1 %c) {{\nentry:\n{body}\n}}")


def test_numbers_in_and_out() -> None:
    code = jit.compile_ir("define i64 @twice(i64 %x) {\n  %y = add i64 %x, %x\n  ret i64 %y\n}")
    twice = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(code.address("twice"))
    assert twice(21) == 42


def test_unknown_names_and_bad_text() -> None:
    code = jit.compile_ir("define void @here() {\n  ret void\n}")
    with pytest.raises(KeyError, match="elsewhere"):
        code.address("elsewhere")
    with pytest.raises(KeyError, match="elsewhere"):
        code.set_pointer("elsewhere", 1)
    with pytest.raises(RuntimeError, match="parsing"):
        jit.compile_ir("define nonsense")


def test_one_name_one_address() -> None:
    jit.register({"gw_test_symbol": 4096})
    jit.register({"gw_test_symbol": 4096})
    with pytest.raises(ValueError, match="gw_test_symbol"):
        jit.register({"gw_test_symbol": 8192})


def test_library_functions_resolve_by_name() -> None:
    text = f"declare double @{LIBM_PREFIX}pow(double, double)\n" + (
        f"define double @cube(double %x) {{\n  %y = call double @{LIBM_PREFIX}pow(double %x, double 3.0)\n"
        "  ret double %y\n}"
    )
    code = jit.compile_ir(text)
    assert ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(code.address("cube"))(2.0) == 8.0


def test_code_dies_with_its_object() -> None:
    code = compiled()
    watch = weakref.ref(code)
    assert code.address("first")
    del code
    gc.collect()
    assert watch() is None


def test_object_code_loads_again_and_holds_no_addresses() -> None:
    object_code = jit.emit_object(IDENTITY)
    assert object_code == jit.emit_object(IDENTITY)
    for address in capi.symbols().values():
        assert address.to_bytes(8, "little") not in object_code
    loaded = jit.load_object(object_code, symbols=capi.symbols())
    if capi.layout_ok():
        assert capi.builtin(loaded.address("first"), "first", keep=loaded)("kept") == "kept"


def test_threads_compile_side_by_side() -> None:
    results: list[int] = []

    def work(number: int) -> None:
        code = jit.compile_ir(f"define i64 @f() {{\n  ret i64 {number}\n}}")
        results.append(ctypes.CFUNCTYPE(ctypes.c_int64)(code.address("f"))())

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0, 1, 2, 3]


def test_no_fork_while_code_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first look at the disk imports modules, of which a child would inherit the locks."""
    barred = []
    monkeypatch.setattr(
        jit.object_cache, "fetch", lambda name: barred.append(threading.get_ident() in jit.at_work._depths)
    )
    jit.object_of("define void @sought() {\n  ret void\n}")
    assert barred == [True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_in_the_middle_of_loading_while_another_thread_waits_to_load() -> None:
    """As a signal's handler may do."""
    result = jit.emit_object("define void @loaded() {\n  ret void\n}")
    thread = threading.Thread(target=jit.load_object, args=(result,), daemon=True)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(60)
    with jit._loading, jit.at_work:
        thread.start()
        time.sleep(0.2)
        child = os.fork()
        if child:
            assert os.waitpid(child, 0)[1] == 0
    if not child:
        jit.load_object(result)
        os._exit(0)
    signal.alarm(0)
    thread.join(60)
    assert not thread.is_alive()


@pytest.mark.parametrize("error", [ValueError, SystemExit])
def test_a_background_task_that_fails_has_no_result(error: type[BaseException]) -> None:
    def fails() -> None:
        raise error

    task = background_compile.Task(fails)
    background_compile._queue.add(task)
    assert task.result() is None


@needs_layout
def test_builtin_gets_arguments_owner_and_table() -> None:
    code, owner, item = compiled(), object(), object()
    table = (ctypes.c_void_p * 2)(0, id(item))
    code.set_pointer("table", ctypes.addressof(table))
    first = capi.builtin(code.address("first"), "first", "first(x, /)\n--\n\nGives x.", keep=code)
    assert first(item, 1, 2) is item
    assert (first.__name__, first.__doc__, first.__text_signature__) == ("first", "Gives x.", "(x, /)")
    assert capi.builtin(code.address("owned"), "owned", self_obj=owner, keep=code)() is owner
    assert capi.builtin(code.address("from_table"), "from_table", keep=code)() is item
    with pytest.raises(TypeError):
        first(item, key=1)


@needs_layout
def test_builtin_with_keywords() -> None:
    code = compiled()
    named = capi.builtin(code.address("names"), "names", keep=code, keyword=True)
    assert named(1, 2, key="value") == "value"


@needs_layout
def test_builtin_keeps_everything_alive() -> None:
    code = compiled()
    watch = weakref.ref(code)
    first = capi.builtin(code.address("first"), "x" * 100, "y" * 1000, keep=code)
    del code
    gc.collect()
    filler = [bytes(1200) for _ in range(1000)]  # would reuse memory that was freed too early
    assert watch() is not None and first(filler) is filler
    assert first.__name__ == "x" * 100 and first.__doc__ == "y" * 1000
    del first
    gc.collect()
    assert watch() is None


@needs_layout
def test_builtin_in_a_cycle_is_collected() -> None:
    class Owner:
        call: Any

    owner, code = Owner(), compiled()
    owner.call = capi.builtin(code.address("owned"), "owned", self_obj=owner, keep=code)
    watch = weakref.ref(owner)
    assert owner.call() is owner
    del owner, code
    gc.collect()
    assert watch() is None


@needs_layout
def test_builtin_leaks_no_references() -> None:
    code, item = compiled(), object()
    first = capi.builtin(code.address("first"), "first", keep=code)
    before = sys.getrefcount(item)
    for _ in range(1000):
        first(item)
    assert sys.getrefcount(item) == before


@needs_layout
def test_builtins_survive_until_the_interpreter_ends() -> None:
    program = (
        "from graphwright.runtime.native.jit import jit\n"
        "from graphwright.runtime.native.runtime import capi\n"
        "code = jit.compile_ir('define ptr @f(ptr %s, ptr %a, i64 %n) { ret ptr null }')\n"
        "import builtins\n"
        "builtins.kept = capi.builtin(code.address('f'), 'f', keep=code)\n"
        "print('done')\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "done\n", "")


class Slotted:
    __slots__ = ("alpha", "beta", "plain")


class Derived(Slotted):
    __slots__ = ("gamma",)


class WithDict(Slotted):
    pass


@needs_layout
@pytest.mark.parametrize("cls", [Slotted, Derived, WithDict])
def test_slot_offsets(cls: type) -> None:
    instance = cls()
    for name in ("alpha", "beta", "plain"):
        value = object()
        setattr(instance, name, value)
        offset = capi.slot_offset(cls, name)
        assert ctypes.c_void_p.from_address(id(instance) + offset).value == id(value)


@needs_layout
def test_no_slot_no_offset() -> None:
    with pytest.raises(RuntimeError, match="no slot missing"):
        capi.slot_offset(Slotted, "missing")


@needs_layout
@pytest.mark.parametrize("dtype", ["float32", "int64", "bool", "float16"])
def test_layout_reads_arrays(dtype: str) -> None:
    at = capi.layout()
    array = np.arange(60).reshape(3, 4, 5).astype(dtype)[::2, 1:, ::-1]
    where = id(array)
    rank = ctypes.c_int.from_address(where + at.nd).value
    dimensions = ctypes.c_void_p.from_address(where + at.dimensions).value
    assert dimensions is not None
    assert tuple((ctypes.c_ssize_t * rank).from_address(dimensions)) == array.shape
    assert ctypes.c_void_p.from_address(where + at.data).value == array.ctypes.data
    descr = ctypes.c_void_p.from_address(where + at.descr).value
    assert descr == id(array.dtype)


def test_a_wrong_layout_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = capi.ObjectLayout(data=32, dimensions=16)
    with pytest.raises(RuntimeError, match="unknown object layout"):
        for array in capi._sample_arrays():
            capi._probe_array(wrong, array)
    monkeypatch.setattr(capi, "_probe_array", lambda at, array: capi._expect("nd", 1, 2))
    capi.layout.cache_clear()
    capi._probed.cache_clear()
    with options.overridden(native_entry="builtin"):
        assert not capi.layout_ok() and "nd is 1, not 2" in capi.why_ctypes()
    monkeypatch.undo()
    capi.layout.cache_clear()
    capi._probed.cache_clear()


def test_another_binary_interface_of_numpy_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capi, "_NUMPY_ABI", 3)
    capi.layout.cache_clear()
    capi.why_unusable.cache_clear()
    try:
        assert selection.missing() == "NumPy's binary interface has version 2, and only version 3 is known"
    finally:
        monkeypatch.undo()
        capi.layout.cache_clear()
        capi.why_unusable.cache_clear()
    assert selection.missing() == ""


def test_a_missing_function_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capi, "_LIBC", (*capi._LIBC, "no_such_function"))
    capi.why_unusable.cache_clear()
    try:
        assert selection.missing() == "this process has no function no_such_function"
    finally:
        monkeypatch.undo()
        capi.why_unusable.cache_clear()


def test_supported_builds_are_entered_by_builtins() -> None:
    """A release of Python or NumPy that lays out its objects in another way must not go unnoticed."""
    if sys.implementation.name != "cpython" or "t" in sys.abiflags or sys.maxsize < 2**32:
        pytest.skip("not a build that they are for")
    with options.overridden(native_entry="builtin", executor="native"):
        assert capi.why_ctypes() == ""
        f = tf.function(lambda x: x + 1)
        f(tf.constant(1))
        assert type(f.__call__) is type(len)


def test_the_option_asks_for_ctypes() -> None:
    before = options.native_entry
    try:
        options.native_entry = "ctypes"
        assert not capi.layout_ok()
    finally:
        options.native_entry = before


def test_hidden_llvm_is_not_available() -> None:
    before = options.hide_llvm
    try:
        options.hide_llvm = True
        assert not jit.available()
    finally:
        options.hide_llvm = before
    assert jit.available()


def test_addresses_by_name() -> None:
    assert capi.address("PyArray_Type") == id(np.ndarray)
    assert capi.address("Py_IncRef") and capi.address("malloc")
    with pytest.raises(KeyError):
        capi.address("Py_NoSuchThing")


def test_import_does_not_load_llvm() -> None:
    program = (
        "import sys, graphwright.runtime.native.jit.jit, graphwright.runtime.native.llvm.emitter\n"
        "assert not any(name.startswith('llvmlite') for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
