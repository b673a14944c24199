"""The algorithms of random bits, as users name them."""

from __future__ import annotations

import enum
from typing import Any


class Algorithm(enum.Enum):
    """The algorithms that make random bits; only Philox runs here.

    >>> import graphwright as tf
    >>> tf.random.Algorithm.PHILOX
    <Algorithm.PHILOX: 1>
    """

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


def algorithm(given: Any) -> Algorithm:
    """The algorithm that a name, a number or an `Algorithm` means."""
    if isinstance(given, Algorithm):
        return given
    if isinstance(given, str):
        found = Algorithm.__members__.get(given.upper()) if given == given.lower() else None
    else:
        number = int(given)
        found = next((a for a in Algorithm if a.value == number), None)
    if found is None:
        raise ValueError(
            f"Argument `alg` got unsupported value {given}. Supported values are philox for the Philox algorithm, "
            "threefry for the ThreeFry algorithm, and auto_select for auto-selection."
        )
    return found
