"""Objects of other libraries that NumPy makes arrays of, without the libraries."""

from __future__ import annotations

from typing import Any

import numpy as np


class Array:
    """Has `__array__`, as a DataFrame or a tensor of another library has."""

    def __init__(self, values: Any, dtype: Any = None) -> None:
        self.values = np.asarray(values, dtype)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.values if dtype is None else self.values.astype(dtype)


class Interface:
    """Has `__array_interface__`, as a picture of PIL has."""

    def __init__(self, values: Any, dtype: Any = None) -> None:
        self.values = np.asarray(values, dtype)

    @property
    def __array_interface__(self) -> Any:
        return self.values.__array_interface__


class Column(Array):
    """A sequence as well, as a Series is; not to be hashed, and with `==` for its elements."""

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, i: int) -> Any:
        return self.values[i]

    def __eq__(self, other: object) -> Any:
        return self.values == other


class Exported:
    """Has DLPack alone."""

    def __init__(self, values: Any, dtype: Any = None) -> None:
        self.values = np.asarray(values, dtype)

    def __dlpack__(self, **options: Any) -> Any:
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[Any, Any]:
        return self.values.__dlpack_device__()
