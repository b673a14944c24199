"""How much slower an op's kernel in NumPy is than compiled code: the numbers of `core/eager_jit.py`'s table.

python -m bench.eager_kernels [OP ...]: for each op of the table, or those named, the times of both for a million
elements, and the difference for an element. Inputs are numbers between 0 and 1 unless `INPUTS` says otherwise.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.services import EXECUTOR
from graphwright.core import eager_jit
from graphwright.core.convert import to_tensor
from graphwright.ir.infer import infer
from graphwright.ir.record import lookup
from graphwright.ir.types import most_elements

SIDE = 1000
_rng = np.random.default_rng(0)
_rows = _rng.integers(0, SIDE, SIDE).astype(np.int32)
_images = _rng.random((16, 64, 64, 16), np.float32)


def _numbers() -> np.ndarray[Any, Any]:
    return _rng.random((SIDE, SIDE), np.float32) * np.float32(0.9) + np.float32(0.05)


INPUTS: dict[str, Callable[[], list[Any]]] = {
    "ClipByValue": lambda: [_numbers(), np.float32(0.2), np.float32(0.7)],
    "MatrixTriangularSolve": lambda: [_numbers() + 9 * np.eye(SIDE, dtype=np.float32), _numbers()],
    "Pow": lambda: [_numbers() - np.float32(0.5), np.full((SIDE, SIDE), 3, np.float32)],
    **{
        f"Resize{method}": lambda: [_images, np.array([128, 128], np.int32)]
        for method in ("Area", "Bicubic", "Bilinear", "NearestNeighbor")
    },
    **{
        f"Resize{method}Grad": lambda: [_rng.random((16, 128, 128, 16), np.float32), _images]
        for method in ("Bicubic", "Bilinear")
    },
    "ScatterNd": lambda: [_rows[:, None], _numbers(), np.array([SIDE, SIDE], np.int32)],
    "SelectV2": lambda: [_numbers() > 0.5, _numbers(), _numbers()],
    "SparseSoftmaxCrossEntropyWithLogits": lambda: [_numbers(), _rows],
    "TopKV2": lambda: [_numbers(), np.int32(100)],
    "UnsortedSegmentSum": lambda: [_numbers(), _rows, np.array(SIDE, np.int32)],
}


def measure(name: str) -> tuple[float, float, float]:
    """Milliseconds of the kernel and of compiled code, and nanoseconds that the kernel takes more for an element."""
    record = lookup(name)
    assert record is not None, f"there is no op {name}"
    arrays = INPUTS[name]() if name in INPUTS else [_numbers() for _ in record.inputs]
    tensors = [to_tensor(array) for array in arrays]
    attrs = {key: default.default for key, default in record.attrs.items() if default.default is not None}
    for argument, tensor in zip(record.inputs, tensors, strict=True):
        if argument.type_attr:
            attrs[argument.type_attr] = tensor.dtype
    types = [tensor._type for tensor in tensors]
    outputs, _ = infer(record, tensors, types, attrs)
    kernel = record.bound_kernel(attrs)
    program = EXECUTOR.get()().compile(eager_jit._graph_of(record, types, attrs, outputs))
    with np.errstate(all="ignore"):
        slow, fast = _best(lambda: kernel(*arrays)), _best(lambda: program.run([t._array for t in tensors]))
    largest = most_elements([*types, *outputs])
    return slow * 1e3, fast * 1e3, (slow - fast) / largest * 1e9


def _best(call: Callable[[], object]) -> float:
    call()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def main(names: list[str]) -> None:
    print("op                                    kernel ms  compiled ms  ns an element  in the table")
    for name in names or eager_jit._SLOWER_NS:
        slow, fast, gain = measure(name)
        print(f"{name:36} {slow:10.2f} {fast:12.2f} {gain:14.2f} {eager_jit._SLOWER_NS.get(name, 0):13}")


if __name__ == "__main__":
    main(sys.argv[1:])
