"""Random bit generation algorithms and the names users give them."""

from __future__ import annotations

import enum
from typing import Any


class Algorithm(enum.Enum):
    """Algorithms that generate random bits; only Philox is implemented.

    >>> tf.random.Algorithm.PHILOX
    <Algorithm.PHILOX: 1>
    """

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


def algorithm(value: Any) -> Algorithm:
    """The algorithm denoted by a name, a number or an `Algorithm`."""
    if isinstance(value, Algorithm):
        return value
    if isinstance(value, str):
        found = Algorithm.__members__.get(value.upper()) if value == value.lower() else None
    else:
        number = int(value)
        found = next((a for a in Algorithm if a.value == number), None)
    if found is None:
        raise ValueError(
            f"Argument `alg` got unsupported value {value}. Supported values are philox for the Philox algorithm, "
            "threefry for the ThreeFry algorithm, and auto_select for auto-selection."
        )
    return found
