"""A short slice of the random graphs; `python -m tests.random_graphs --count 50000` runs many."""

from __future__ import annotations

import pytest

from tests.random_graphs import Generator, check

pytest.importorskip("llvmlite")


@pytest.mark.parametrize("first", range(0, 160, 20))
def test_random_graphs_agree(first: int) -> None:
    for seed in range(first, first + 20):
        check(seed, optimized=seed % 2 == 0)


def test_a_seed_gives_the_same_graph() -> None:
    one, other = (Generator(7).build(14) for _ in range(2))
    assert [(op.type, repr(op.outputs)) for op in one.operations] == [
        (op.type, repr(op.outputs)) for op in other.operations
    ]
