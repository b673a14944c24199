"""The namespace for the tests of the array API has functions of the standard's meaning."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# in a process of its own: it changes how tensors behave
_PROGRAM = """
from tests.numpy_api import array_api_namespace as xp
x = xp.asarray([[3.0, 1.0], [2.0, 2.0]])
listed = lambda y: y.tensor.numpy().tolist()
print(listed(xp.permute_dims(x, [1, 0])), xp.concat([x, x], axis=1).shape)
print(xp.pow(x, 2.0).dtype == xp.float64)
print(xp.isdtype(xp.uint8, "unsigned integer"), xp.isdtype(xp.float32, ("integral", "bool")))
print(xp.can_cast(xp.int8, xp.int16))
print(listed(xp.unique_values(x)), listed(xp.unique_counts(x).counts), listed(xp.unique_all(x).indices))
print(listed(xp.searchsorted(xp.asarray([1, 3]), xp.asarray([2]))), float(xp.vecdot(x[0], x[1])))
print(listed(2 - x[:, 0]), listed(x.mT), (x == 2.0).dtype.name, +x is not x, x.__array_namespace__() is xp)
x[x > 2.0] = 0.0
print(listed(x), listed(xp.asarray([1, 2]) << 1), type(abs(x)).__name__)
"""


def test_functions_have_the_meaning_of_the_standard() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", _PROGRAM], cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "[[3.0, 2.0], [1.0, 2.0]] (2, 4)",
        "True",
        "True False",
        "True",
        "[3.0, 1.0, 2.0] [1, 1, 2] [0, 1, 2]",
        "[1] 8.0",
        "[-1.0, 0.0] [[3.0, 2.0], [1.0, 2.0]] bool True True",
        "[[0.0, 1.0], [2.0, 2.0]] [2, 4] Array",
    ], done.stderr
