"""Samples of Einsum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import FLOATS, arr


def _numbers(*shape: int) -> Any:
    count = int(np.prod(shape))
    return (np.arange(count) * 7 % 11 - 4).reshape(shape) / 4


def _sample(equation: str, *shapes: tuple[int, ...], gradient: bool = True) -> Sample:
    return Sample(([_numbers(*shape) for shape in shapes],), {"equation": equation}, gradient)


def _mismatch(message: str, equation: str, *shapes: tuple[int, ...]) -> ErrorSample:
    inputs = [_numbers(*shape) for shape in shapes]
    return ErrorSample((inputs,), {"equation": equation}, errors.InvalidArgumentError, message, True)


_complex = [_numbers(2, 3) + 1j * _numbers(2, 3)[::-1], _numbers(3, 2) - 1j * _numbers(3, 2)]

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "Einsum": [
        _sample("ij,jk->ik", (2, 3), (3, 4)),
        _sample("ij,kj->ki", (2, 3), (4, 3)),
        _sample("bij,bjk->bik", (2, 2, 3), (2, 3, 4)),
        _sample("bij,bjk->kib", (2, 2, 3), (2, 3, 4)),
        _sample("abcd,bed->cea", (2, 3, 2, 2), (3, 2, 2)),
        _sample("ijk,jkl->il", (2, 3, 2), (3, 2, 2)),
        _sample("ij,ij->", (2, 3), (2, 3)),
        _sample("ij,ij->ij", (2, 3), (2, 3)),
        _sample("i,j->ij", (2,), (3,)),
        _sample("i,i->", (3,), (3,)),
        _sample("ij,jk->i", (2, 3), (3, 4)),
        _sample("ij,kl->jk", (2, 3), (2, 2)),
        _sample("ij->ji", (2, 3)),
        _sample("ij->", (2, 3)),
        _sample("ij->j", (2, 3)),
        _sample("ii->", (3, 3)),
        _sample("ii->i", (3, 3)),
        _sample("ii,i->i", (3, 3), (3,)),
        _sample("...ij,...jk->...ik", (2, 2, 3), (2, 3, 2)),
        _sample("...ij,jk->...ik", (2, 2, 3), (3, 2)),
        _sample("...ij,...jk->...ik", (2, 1, 2, 3), (3, 3, 2)),
        _sample("i...->...", (3, 2)),
        _sample("abba->ab", (2, 3, 3, 2)),
        _sample("aaa->a", (2, 2, 2)),
        _sample("i...ij->...j", (2, 3, 2, 2)),
        _sample("aab,...bc->...ac", (2, 2, 3), (4, 3, 2)),
        _sample("ij,jk->ik", (0, 3), (3, 4)),
        _sample("ij,jk->ik", (2, 0), (0, 4)),
        *(
            Sample(([arr(_numbers(2, 3), d), arr(_numbers(3, 2), d)],), {"equation": "ij,jk->ik"})
            for d in (*FLOATS, "int32")
        ),
        Sample((_complex,), {"equation": "ij,jk->ki"}),
        _mismatch("Expected dimension 2 at axis", "ij,jk->ik", (3, 2), (3, 4)),
        _mismatch("Expected dimension 1 at axis", "i,i->i", (1,), (3,)),
        _mismatch("Expected input 0 to have rank 3 but got: 2", "ijk,jk->ik", (2, 3), (3, 4)),
        _mismatch("Expected 2 inputs but got: 1", "ij,jk->ik", (2, 3)),
        _mismatch("no ellipsis", "...ij->ij", (5, 2, 3)),
    ]
}
