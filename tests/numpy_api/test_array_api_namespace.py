"""The namespace for the tests of the array API has functions of the standard's meaning."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# in a process of its own: it changes how tensors behave
_PROGRAM = """
from tests.numpy_api import array_api_namespace as xp
x = xp.asarray([[3.0, 1.0], [2.0, 2.0]])
print(xp.permute_dims(x, [1, 0]).numpy().tolist(), xp.concat([x, x], axis=1).shape)
print(xp.pow(x, 2.0).dtype == xp.float64)
print(xp.isdtype(xp.uint8, "unsigned integer"), xp.isdtype(xp.float32, ("integral", "bool")))
print(xp.can_cast(xp.int8, xp.int16))
print(xp.unique_values(x).numpy().tolist(), xp.unique_counts(x).counts.numpy().tolist())
print(xp.searchsorted(xp.asarray([1, 3]), xp.asarray([2])).numpy().tolist(), float(xp.vecdot(x[0], x[1])))
"""


def test_functions_have_the_meaning_of_the_standard() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", _PROGRAM], cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "[[3.0, 2.0], [1.0, 2.0]] (2, 4)",
        "True",
        "True False",
        "True",
        "[3.0, 1.0, 2.0] [1, 1, 2]",
        "[1] 8.0",
    ], done.stderr
