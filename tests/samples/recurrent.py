"""Samples of the ops in `ops.recurrent`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_BATCH, _INPUTS, _CELLS, _STEPS = 2, 3, 2, 4


def _wave(*dims: int, start: float = 0.3, dtype: str = "float32") -> Any:
    return arr(np.sin(np.arange(int(np.prod(dims))) * 1.7 + start).reshape(dims), dtype)


def _cell(dtype: str = "float32", steps: int = 0) -> tuple[Any, ...]:
    """The inputs of a cell, or of a block of steps."""
    x = _wave(*([steps] if steps else []), _BATCH, _INPUTS, dtype=dtype)
    state = (_wave(_BATCH, _CELLS, start=s, dtype=dtype) for s in (1.0, 2.0))
    seen = (_wave(_CELLS, start=s, dtype=dtype) for s in (0.1, 0.2, 0.4))
    return (x, *state, _wave(_INPUTS + _CELLS, 4 * _CELLS, dtype=dtype), *seen, _wave(4 * _CELLS, dtype=dtype))


def _gates(steps: int = 0, last: bool = True) -> tuple[Any, ...]:
    dims = [*([steps] if steps else []), _BATCH, _CELLS]
    return tuple(abs(_wave(*dims, start=0.5 * n)) * arr(0.9, "float32") for n in range(7 if last else 6))


def _grads(steps: int = 0) -> tuple[Any, ...]:
    dims = [*([steps] if steps else []), _BATCH, _CELLS]
    return _wave(*dims, start=4.0), _wave(*dims, start=5.0)


_ALL = arr(_STEPS, "int64")
_GRU = (
    _wave(_BATCH, _INPUTS), _wave(_BATCH, _CELLS, start=1.0), _wave(_INPUTS + _CELLS, 2 * _CELLS),
    _wave(_INPUTS + _CELLS, _CELLS, start=2.0), _wave(2 * _CELLS), _wave(_CELLS),
)  # fmt: skip

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "LSTMBlockCell": [
        Sample(_cell()),
        Sample(_cell(), {"use_peephole": True, "cell_clip": 0.5, "forget_bias": 0.0}),
        Sample(_cell(), {"cell_clip": -1.0}),
        ErrorSample((_cell()[0][:, :2], *_cell()[1:]), {}, _BAD, ""),
        ErrorSample((_cell()[0], _cell()[1][:1], *_cell()[2:]), {}, _BAD, "cs_prev"),
    ],
    "LSTMBlockCellGrad": [
        *(Sample((*_cell(), *_gates(last=False), *_grads()), {"use_peephole": p}) for p in (True, False)),
        ErrorSample(
            (_cell()[0], _cell()[1][:1], *_cell()[2:], *_gates(last=False), *_grads()), {"use_peephole": True}, _BAD, ""
        ),
    ],
    "GRUBlockCell": [
        Sample(_GRU),
        ErrorSample((_GRU[0][:, :2], *_GRU[1:]), {}, _BAD, ""),
        ErrorSample((_GRU[0][0], *_GRU[1:]), {}, _BAD, ""),
    ],
    "GRUBlockCellGrad": [
        Sample((*_GRU, *_gates()[:3], _grads()[0])),
        ErrorSample((_GRU[0][0], *_GRU[1:], *_gates()[:3], _grads()[0]), {}, _BAD, ""),
    ],
    **{
        name: [
            Sample((_ALL, *_cell(steps=_STEPS))),
            Sample((_ALL, *_cell(steps=_STEPS)), {"use_peephole": True, "cell_clip": 0.5}),
            ErrorSample((_ALL, *_cell()), {}, _BAD, "rank"),
        ]
        for name in ("BlockLSTM", "BlockLSTMV2")
    },
    **{
        name: [
            *(
                Sample((_ALL, *_cell(steps=_STEPS), *_gates(_STEPS), *_grads(_STEPS)), {"use_peephole": p})
                for p in (True, False)
            ),
            ErrorSample((_ALL, *_cell(), *_gates(_STEPS), *_grads(_STEPS)), {"use_peephole": True}, _BAD, "rank"),
        ]
        for name in ("BlockLSTMGrad", "BlockLSTMGradV2")
    },
}  # fmt: skip
