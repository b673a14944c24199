"""How products are blocked, for machines that are given: what tests see does not depend on the processor."""

from __future__ import annotations

import pytest

from graphwright.base.frozen import frozen
from graphwright.runtime.native.kernels.gemm.blocking import Blocking, SmallBlocking, chunks_wanted, splits
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.known import known, number


@frozen
class Machine:
    vector_bits: int

    def lanes(self, size: int) -> int:
        return self.vector_bits // (8 * size)


@pytest.mark.parametrize(
    ("dtype", "bits", "rows", "columns", "lanes"),
    [
        ("float32", 512, 8, 48, 16),
        ("float64", 512, 8, 24, 8),
        ("bfloat16", 512, 8, 48, 16),  # computed in single precision
        ("int32", 256, 6, 16, 8),
        ("int64", 256, 6, 8, 4),
        ("float32", 128, 4, 8, 4),
        ("float64", 128, 4, 4, 2),
    ],
)
def test_tiles(dtype: str, bits: int, rows: int, columns: int, lanes: int) -> None:
    blocking = Blocking.of(ELEMENTS[dtype], Machine(bits))
    assert (blocking.rows, blocking.columns, blocking.lanes) == (rows, columns, lanes)
    plain = Blocking.of(ELEMENTS[dtype], Machine(bits), plain=True)
    assert {tile.name for tile in plain.tiles()} < {tile.name for tile in blocking.tiles()}


#: The dtype, the bits of a vector, rows, columns, the inner size, whether A and B are transposes; then chunks, passes,
#: blocks, A, B, and bytes of scratch.
PRODUCTS = [
    (("float32", 512, 1024, 1024, 1024, False, False),
     ("22 of 48 columns", "4 of 256", "128 rows by 192 columns, 48 at a time", "in place",
      "panels of 48 columns", "50304 bytes")),
    (("float32", 512, 2048, 256, 512, False, False),
     ("32 of 64 rows", "2 of 256", "64 rows by 192 columns, 48 at a time", "in place",
      "panels of 48 columns, packed before for all chunks", "0 bytes")),
    (("float32", 512, 8, 1024, 1024, False, False),
     ("8 of 144 columns", "4 of 256", "8 rows by 48 columns, 48 at a time", "in place",
      "in place", "0 bytes")),
    (("float64", 256, 100, 300, 1000, True, True),
     ("2 of 96 rows", "4 of 256", "96 rows by 1536 columns, 8 at a time", "panels of 6 rows",
      "panels of 8 columns", "835328 bytes")),
    (("float32", 256, 100, 1000, 300, True, False),
     ("4 of 256 columns", "2 of 160", "100 rows by 192 columns, 16 at a time", "in place",
      "panels of 16 columns", "127488 bytes")),
    (("float64", 128, 1, 4096, 1000, False, False),
     ("32 of 128 columns", "4 of 256", "1 rows by 16 columns, 16 at a time", "in place",
      "in place", "0 bytes")),
    (("bfloat16", 512, 64, 64, 1000, False, False),
     ("one", "1 of 1000", "64 rows by 192 columns, 48 at a time", "in place",
      "panels of 48 columns", "193152 bytes")),
]  # fmt: skip


@pytest.mark.parametrize(("given", "wanted"), PRODUCTS)
def test_products(given: tuple[str, int, int, int, int, bool, bool], wanted: tuple[str, ...]) -> None:
    dtype, bits, m, n, k, a_transposed, b_transposed = given
    blocking = Blocking.of(ELEMENTS[dtype], Machine(bits))
    text = blocking.show(m, n, k, a_transposed=a_transposed, b_transposed=b_transposed)
    head, _, *rows = text.splitlines()
    assert head == f"{dtype} [{m}, {k}] @ [{k}, {n}], {blocking.lanes} lanes"
    assert tuple(row[8:] for row in rows) == wanted


@pytest.mark.parametrize("k", [0, 1, 10000, 40959, 40960, 40961, 1 << 30])
@pytest.mark.parametrize(("m", "n"), [(1, 1), (8, 8), (1, 100), (100, 1), (64, 64)])
def test_products_that_are_split_are_worth_two_chunks(m: int, n: int, k: int) -> None:
    assert splits(m, n, k, 4) == (number(chunks_wanted(known(m), known(n), known(k), 4)) >= 2)


def test_a_column_needs_no_tiles() -> None:
    text = Blocking.of(ELEMENTS["float32"], Machine(512)).show(512, 1, 100)
    assert text == "float32 [512, 100] @ [100, 1], 16 lanes\nsums along the rows of A"


@pytest.mark.parametrize(
    ("m", "n", "k", "wanted"),
    [
        (10, 10, 10, "16 lanes, 16 columns of B held"),
        (10, 17, 10, "16 lanes, 32 columns of B held"),
        (10, 500, 16, "16 lanes, 16 columns of B held"),
        (10, 10, 17, None),
        (10, 10, 0, None),
        (64, 2, 200, "2 lanes, 12 rows of C held"),
        (64, 1, 200, None),
        (4, 2, 200, None),
        (65, 1, 4, None),
    ],
)
def test_small_products(m: int, n: int, k: int, wanted: str | None) -> None:
    blocking = SmallBlocking.of("float32", m, n, k, Machine(512))
    assert (blocking and blocking.show()) == wanted
