"""The native matrix products against NumPy, over sizes, strides, dtypes and what a call may ask for."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

import numpy as np
import pytest

import graphwright as tf
from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import one_per_key
from graphwright.runtime.native.kernels.gemm import kernel as gemm
from graphwright.runtime.native.kernels.gemm import pack as gemm_pack
from graphwright.runtime.native.kernels.gemm import small as gemm_small
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.loop_ir.typed import TRUE
from graphwright.runtime.native.runtime import capi, thread_pool
from tests.support.gemm import TOLERANCE, close, multiply
from tests.support.native import Array, numpy_dtype

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)


LAYOUTS = ["rows", "columns", "sparse"]
SHAPES = [
    (1, 1, 1), (1, 7, 5), (3, 1, 4), (2, 3, 1), (5, 9, 48), (8, 16, 33), (9, 17, 49), (13, 5, 95),
    (17, 31, 16),
    (7, 100, 130), (33, 3, 97), (1, 64, 300), (40, 40, 1), (4, 600, 10), (12, 1100, 50),
]  # fmt: skip


def matrix(rng: np.random.Generator, rows: int, columns: int, dtype: str, layout: str) -> Array:
    """A random matrix lying by rows, by columns, or as some rows and columns of a larger one."""
    shape = {"rows": (rows, columns), "columns": (columns, rows), "sparse": (2 * rows + 1, 3 * columns)}[layout]
    values = rng.normal(size=shape) if dtype in TOLERANCE else rng.integers(0, 100, shape)
    whole = values.astype(numpy_dtype(dtype))
    return {"rows": whole, "columns": whole.T, "sparse": whole[: 2 * rows : 2, ::3]}[layout]


@pytest.mark.parametrize("b_layout", LAYOUTS)
@pytest.mark.parametrize("a_layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_sizes_and_strides(dtype: str, a_layout: str, b_layout: str) -> None:
    rng = np.random.default_rng(1)
    for m, k, n in SHAPES:
        a, b = matrix(rng, m, k, dtype, a_layout), matrix(rng, k, n, dtype, b_layout)
        frame = np.full((m + 2, n + 70), 77, numpy_dtype(dtype))
        close(multiply(a, b, frame[1 : m + 1, :n]), a, b)
        frame[1 : m + 1, :n] = 77
        assert (frame == 77).all(), "wrote beside the result"


@pytest.mark.parametrize("dtype", ["int64", "float16", "bfloat16"])
def test_other_dtypes(dtype: str) -> None:
    rng = np.random.default_rng(2)
    for m, k, n in [(3, 5, 7), (20, 30, 70), (9, 70, 1), (1, 20, 200)]:
        for a_layout, b_layout in (("rows", "rows"), ("columns", "columns"), ("sparse", "sparse")):
            a, b = matrix(rng, m, k, dtype, a_layout), matrix(rng, k, n, dtype, b_layout)
            close(multiply(a, b, np.zeros((m, n), numpy_dtype(dtype))), a, b)


@pytest.mark.parametrize("layouts", [("rows", "rows"), ("columns", "rows"), ("rows", "columns")])
def test_large_products_are_packed_in_passes(layouts: tuple[str, str]) -> None:
    rng = np.random.default_rng(3)
    a, b = matrix(rng, 300, 1100, "float32", layouts[0]), matrix(rng, 1100, 1700, "float32", layouts[1])
    close(multiply(a, b, np.empty((300, 1700), np.float32)), a, b)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_panels_of_odd_sizes(dtype: str) -> None:
    """What is packed in pairs of rows and of panels, or in squares, and what is left of each: rows, panels, columns."""
    rng = np.random.default_rng(31)
    for m, k, n in [(300, 259, 131), (297, 401, 97), (332, 250, 151)]:
        for a_layout, b_layout in (("columns", "rows"), ("columns", "columns"), ("rows", "columns")):
            a, b = matrix(rng, m, k, dtype, a_layout), matrix(rng, k, n, dtype, b_layout)
            frame = np.full((m + 2, n + 70), 77, numpy_dtype(dtype))
            close(multiply(a, b, frame[1 : m + 1, :n]), a, b)
            frame[1 : m + 1, :n] = 77
            assert (frame == 77).all(), "wrote beside the result"


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("layouts", [("rows", "rows"), ("columns", "rows"), ("rows", "columns")])
def test_panels_that_chunks_of_rows_share(dtype: str, layouts: tuple[str, str]) -> None:
    """The same bits as without: a block of rows of a product is the product of the block."""
    rng = np.random.default_rng(37)
    for m, k, n in [(1030, 260, 131), (517, 300, 95), (700, 259, 50)]:
        a, b = matrix(rng, m, k, dtype, layouts[0]), matrix(rng, k, n, dtype, layouts[1])
        frame = np.full((m + 2, n + 70), 77, numpy_dtype(dtype))
        close(multiply(a, b, frame[1 : m + 1, :n]), a, b)
        np.testing.assert_array_equal(
            frame[301:325, :n], multiply(a[300:324], b, np.empty((24, n), numpy_dtype(dtype)))
        )
        frame[1 : m + 1, :n] = 77
        assert (frame == 77).all(), "wrote beside the result"


def test_random_sizes() -> None:
    rng = np.random.default_rng(4)
    for _ in range(150):
        m, k, n = (int(x) for x in np.exp(rng.uniform(0, 5.2, 3)))
        a_layout, b_layout = rng.choice(LAYOUTS, 2)
        a, b = matrix(rng, m, k, "float32", a_layout), matrix(rng, k, n, "float32", b_layout)
        close(multiply(a, b, np.empty((m, n), np.float32)), a, b)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "float16"])
@pytest.mark.parametrize("shape", [(10, 700, 60), (4, 3, 1), (1, 9, 200), (100, 20, 33)])
def test_accumulate_bias_and_relu(dtype: str, shape: tuple[int, int, int]) -> None:
    rng = np.random.default_rng(5)
    m, k, n = shape
    a, b = matrix(rng, m, k, dtype, "rows"), matrix(rng, k, n, dtype, "rows")
    start, bias = matrix(rng, m, n, dtype, "rows"), matrix(rng, 1, n, dtype, "rows")[0]
    wide = start.astype(np.float64 if dtype in TOLERANCE else dtype)
    close(multiply(a, b, start.copy(), Flag.ACCUMULATE), a, b, wide)
    close(multiply(a, b, start.copy(), Flag.BIAS, bias), a, b, bias.astype(wide.dtype))
    every = multiply(a, b, start.copy(), Flag.ACCUMULATE | Flag.BIAS | Flag.RELU, bias)
    plain = multiply(a, b, start.copy(), Flag.ACCUMULATE)
    np.testing.assert_array_equal(every, np.maximum(plain + bias, 0))


def test_nothing_inside_gives_zero_or_what_was_there() -> None:
    a, b = np.zeros((3, 0), np.float32), np.zeros((0, 5), np.float32)
    np.testing.assert_array_equal(multiply(a, b, np.full((3, 5), 7, np.float32)), np.zeros((3, 5)))
    kept = multiply(a, b, np.full((3, 5), 7, np.float32), Flag.ACCUMULATE)
    np.testing.assert_array_equal(kept, np.full((3, 5), 7))
    empty = np.zeros((0, 5), np.float32)
    assert multiply(np.zeros((0, 4), np.float32), np.zeros((4, 5), np.float32), empty) is empty


def test_nan_and_infinity_go_through() -> None:
    a = np.ones((9, 5), np.float32)
    a[2, 3], a[4, 1] = np.nan, np.inf
    found = multiply(a, np.ones((5, 50), np.float32), np.empty((9, 50), np.float32))
    assert np.isnan(found[2]).all() and np.isinf(found[4]).all() and (found[0] == 5).all()


def test_an_element_does_not_depend_on_its_neighbours() -> None:
    """Whatever rows and columns go together, and however the operands lie, every sum has one order."""
    rng = np.random.default_rng(6)
    a, b = matrix(rng, 230, 900, "float32", "rows"), matrix(rng, 900, 200, "float32", "rows")
    whole = multiply(a, b, np.empty((230, 200), np.float32))
    for rows in (slice(0, 1), slice(3, 6), slice(8, 29), slice(64, 130)):
        for columns in (slice(0, 200), slice(5, 60), slice(17, 19)):
            part = np.empty((rows.stop - rows.start, columns.stop - columns.start), np.float32)
            np.testing.assert_array_equal(multiply(a[rows], b[:, columns], part), whole[rows, columns])
    across = multiply(np.asfortranarray(a), np.asfortranarray(b), np.empty((230, 200), np.float32))
    np.testing.assert_array_equal(across, whole)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("bits", [128, 256, 512])
def test_plans_for_other_hosts(bits: int, plain: bool) -> None:
    """Narrower hosts' kernels run here too, and the plain ones, which are right for sizes they are not meant for."""
    from graphwright.base.frozen import replace

    if bits > jit.host().vector_bits:
        pytest.skip("this host has no such vectors")
    text = gemm.kernel_text("float32", replace(jit.host(), vector_bits=bits, fma=bits > 128), plain)
    code = jit.compile_ir(text, symbols=gemm.capi.symbols())
    rng = np.random.default_rng(7)
    for m, k, n in [(1, 5, 9), (2, 40, 130), (7, 33, 29), (40, 600, 64), (9, 8, 1), (16, 0, 5), (0, 3, 3)]:
        a, b = matrix(rng, m, k, "float32", "rows"), matrix(rng, k, n, "float32", "columns")
        c = np.empty((m, n), np.float32)
        numbers = (
            a.ctypes.data,
            b.ctypes.data,
            c.ctypes.data,
            0,
            0,
            0,
            m,
            n,
            k,
            k,
            1,
            1,
            k,
            n,
            0,
            0,
            *(0 for _ in gemm.NOTES),
        )
        call = (ctypes.c_int64 * len(gemm.CALL))(*numbers)
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address(gemm.symbol("float32", plain)))(ctypes.addressof(call))
        close(c, a, b)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "float16", "bfloat16"])
@pytest.mark.parametrize("plain", [False, True])
def test_products_without_memory_pack_nothing(dtype: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bits, for no sum is cut elsewhere."""
    rng = np.random.default_rng(8)
    products = [(200, 700, 300, "rows", "columns"), (300, 300, 64, "columns", "rows"), (700, 300, 600, "rows", "rows")]
    if dtype in ("float16", "bfloat16"):  # which go through in one pass, however long the rows
        products = [
            (40, 200, 300, "rows", "columns"),
            (30, 5000, 50, "rows", "columns"),
            (30, 5000, 50, "rows", "rows"),
        ]
    operands = [
        (matrix(rng, m, k, dtype, first), matrix(rng, k, n, dtype, second)) for m, k, n, first, second in products
    ]
    expected = [multiply(a, b, np.empty((len(a), b.shape[1]), dtype)) for a, b in operands]
    text, declared = gemm.kernel_text(dtype, jit.host(), plain), f"declare ptr @{capi.PREFIX}malloc(i64)"
    assert declared in text
    empty = f"define internal ptr @{capi.PREFIX}malloc(i64 %size) {{\n  ret ptr null\n}}"
    code = jit.compile_ir(text.replace(declared, empty), symbols=capi.symbols() | dict(thread_pool.CODE.symbols))
    without = SimpleNamespace(symbols={gemm.symbol(dtype): code.address(gemm.symbol(dtype, plain))})
    monkeypatch.setattr(gemm, "kernel", lambda *_: without)
    for (a, b), whole in zip(operands, expected, strict=True):
        np.testing.assert_array_equal(multiply(a, b, np.empty((len(a), b.shape[1]), dtype)), whole)


@pytest.mark.parametrize(
    ("m", "n", "plain"),
    [(96, 10, True), (96, 1, False), (1, 96, False), (97, 96, False), (None, 96, False), (96, None, False)],
)
def test_which_products_the_plain_kernel_is_for(m: int | None, n: int | None, plain: bool) -> None:
    assert gemm.is_plain(m, n) == plain


@pytest.mark.parametrize("order", [(True, False), (False, True), (True, False, True)])
def test_both_kernels_in_one_process(order: tuple[bool, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever comes first, a name stands for one address."""
    monkeypatch.setattr(gemm, "kernel", one_per_key(gemm.kernel.__wrapped__))  # type: ignore[attr-defined]
    names = {plain: gemm.kernel("int64", plain).symbols for plain in order}
    for plain in order:
        assert gemm.kernel("int64", plain).symbols == names[plain]
        assert set(names[plain]) == {gemm.symbol("int64", plain)}


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "complex64"])
def test_no_kernel_for_what_is_widened(dtype: str) -> None:
    with pytest.raises(Unsupported, match=dtype):
        assert gemm.kernel(dtype, False).symbols


# Small products of constant size


def small(a: Array, b: Array) -> Array:
    (m, k), n = a.shape, b.shape[1]
    size = a.itemsize
    module = ModuleText(fma=jit.host().fma)
    strides = [(s[0] // size, s[1] // size) for s in (a.strides, b.strides)]
    name = gemm_small.small_matmul(module, a.dtype.name, m, n, k, strides[0], strides[1], jit.host())
    module.add(
        f"define void @f(ptr %a, ptr %b, ptr %c) {{\n  call void @{name}(ptr %a, ptr %b, ptr %c)\n  ret void\n}}"
    )
    code = jit.compile_ir(module.text())
    c = np.zeros((m, n), a.dtype)
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(code.address("f"))(a.ctypes.data, b.ctypes.data, c.ctypes.data)
    return c


@pytest.mark.parametrize("layouts", [("rows", "rows"), ("columns", "columns"), ("sparse", "sparse")])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "float16", "bfloat16"])
def test_small_products(dtype: str, layouts: tuple[str, str]) -> None:
    rng = np.random.default_rng(8)
    for m, k, n in [(1, 1, 1), (2, 2, 2), (10, 10, 10), (3, 16, 5), (16, 3, 16), (30, 4, 1), (1, 5, 13)]:
        a, b = matrix(rng, m, k, dtype, layouts[0]), matrix(rng, k, n, dtype, layouts[1])
        close(small(a, b), a, b)


def test_small_products_agree_with_the_kernel() -> None:
    rng = np.random.default_rng(9)
    a, b = matrix(rng, 10, 12, "float32", "rows"), matrix(rng, 12, 14, "float32", "columns")
    np.testing.assert_array_equal(small(a, b), multiply(a, b, np.empty((10, 14), np.float32)))


@pytest.mark.parametrize(("m", "n"), [(8, 8), (40, 3), (40, 70)])
def test_long_products_are_added_up_in_parts(m: int, n: int) -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(m, 2096)).astype(np.float32), rng.normal(size=(2096, n)).astype(np.float32)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    wrong = tf.function(tf.matmul)(tf.constant(a), tf.constant(b)).numpy() - exact
    # one sum of all terms has 8e-7 of it
    assert np.sqrt(np.mean(wrong**2)) < 4e-7 * np.sqrt(np.mean(exact**2))


def test_small_products_have_limits() -> None:
    with pytest.raises(Unsupported, match="10x17x10"):
        gemm_small.small_matmul(ModuleText(), "float32", 10, 10, 17, (17, 1), (10, 1), jit.host())


# What they are made of


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_transpose_in_registers(size: int) -> None:
    module = ModuleText()
    flow = Flow(module)
    b = flow.builder(size, "v")
    rows = []
    for r in range(size):
        rows.append(b.emit(f"load <{size} x i32>, ptr {flow.ptr('%p').at(r * size, 'i32')}, align 4", "i32"))
    for r, value in enumerate(gemm_pack.transpose(b, rows)):
        flow.ptr("%q").at(r * size, "i32").store(value.text, f"<{size} x i32>", align=4)
    flow.ret()
    module.add(flow.function("define void @f(ptr %p, ptr %q)"))
    code = jit.compile_ir(module.text())
    square, result = (
        np.arange(size * size, dtype=np.int32).reshape(size, size),
        np.zeros((size, size), np.int32),
    )
    ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(code.address("f"))(square.ctypes.data, result.ctypes.data)
    np.testing.assert_array_equal(result, square.T)


def test_flow_of_loops_and_branches() -> None:
    """Sums the odd numbers below n, nested: for each i the numbers below i."""
    flow = Flow(ModuleText())
    with flow.loop(0, "%n", carried=[("i64", "0")]) as outer:
        with flow.loop(0, outer.index, carried=[("i64", outer.carried[0])]) as inner:
            odd = (inner.index & 1).ne(0)
            total = inner.carried[0]
            inner.next_values = flow.either(odd, ["i64"], lambda t=total, i=inner: [t + i.index], [total])
        outer.next_values = inner.results
    flow.first_of(
        (flow.i64("%n") > 100, lambda: flow.ptr("%out").store(-1)),
        (TRUE, lambda: flow.ptr("%out").store(outer.results[0])),
    )
    flow.ret()
    flow.module.add(flow.function("define void @f(i64 %n, ptr %out)"))
    code = jit.compile_ir(flow.module.text())
    function = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p)(code.address("f"))
    for n in (0, 1, 2, 9, 101):
        out = ctypes.c_int64(5)
        function(n, ctypes.addressof(out))
        expected = sum(j for i in range(n) for j in range(i) if j % 2) if n <= 100 else -1
        assert out.value == expected


def test_values_are_what_they_say() -> None:
    assert TypedValue("%x", "float") == ("%x", "float")
