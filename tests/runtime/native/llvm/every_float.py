"""The largest errors of the native mathematical functions over all floats, in units of the last place.

`python -m tests.runtime.native.llvm.every_float` looks at every 61st of the 2**32 single-precision
numbers, some seconds for a function;
`--every 1 --only tanh` at all of them. What was found is in `every_float.md`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from graphwright.ir.emit import Operand
from tests.runtime.native.llvm.test_special_functions import RECORDS, rule_of
from tests.runtime.native.llvm.test_vecmath import FUNCTIONS
from tests.support.native import Array, compile_rule

_BLOCK = 1 << 20
_WIDTH = 16
_OTHERS: dict[str, Callable[[Array], Any]] = {"sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x)}


def blocks(every: int) -> Iterator[Array]:
    """Every so-many-th float by its bits, NaNs and infinities among them."""
    for start in range(0, 1 << 32, every * _BLOCK):
        bits = np.arange(start, min(start + every * _BLOCK, 1 << 32), every, np.uint64)
        yield bits.astype(np.uint32).view(np.float32)


def errors(found: Array, exact: Array) -> Array:
    """The error of each element; infinite where one of the two is no number or infinite and the other differs."""
    rounded = exact.astype(np.float32)
    unit = np.spacing(np.abs(rounded))
    error = np.abs(found - exact) / unit
    special = ~(np.isfinite(rounded) & np.isfinite(found))
    same = (rounded == found) | (np.isnan(rounded) & np.isnan(found))
    return np.where(special, np.where(same, 0.0, np.inf), error)


def largest(rule: Callable[..., Operand], function: Callable[[Array], Any], every: int) -> tuple[float, float]:
    """The largest error of a function, and the argument it was found at."""
    native = compile_rule(rule, ["float32"], "float32", _WIDTH)
    worst, place = -1.0, np.float32(0)
    with np.errstate(all="ignore"):
        for x in blocks(every):
            exact = np.asarray(function(x.astype(np.float64)))
            found = native(x)
            error = errors(found, exact)
            signs = (found == 0) & (exact == 0) & (np.signbit(found) != np.signbit(exact))
            error[signs] = np.inf
            at = int(np.argmax(error))
            if error[at] > worst:
                worst, place = float(error[at]), x[at]
    return worst, float(place)


def _method(name: str) -> Callable[..., Operand]:
    return lambda e, x: getattr(e, name)(x)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=61, help="look at every so-many-th number")
    parser.add_argument("--only", nargs="*", default=[], help="these functions")
    options = parser.parse_args()
    functions = {name: row[0] for name, row in FUNCTIONS.items()} | _OTHERS
    rows = {name: (_method(name), function) for name, function in functions.items()}
    rows |= {name: (rule_of(r), r.kernel) for name, r in RECORDS.items() if name.lower() not in rows}
    for name in options.only or rows:
        begun = time.process_time()
        worst, place = largest(*rows[name], options.every)
        print(f"| {name} | {worst:.2f} | {place!r} | {time.process_time() - begun:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
