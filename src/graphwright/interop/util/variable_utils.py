"""`tensorflow.python.util.variable_utils`."""

from __future__ import annotations

from typing import Any

from graphwright.base import nest
from graphwright.core.convert import to_tensor
from graphwright.core.variable import is_variable


def convert_variables_to_tensors(values: Any) -> Any:
    """A structure with each variable replaced by its value; values made of variables convert themselves."""

    def convert(value: Any) -> Any:
        if is_variable(value):
            return to_tensor(value)
        own = getattr(value, "_convert_variables_to_tensors", None)
        return value if own is None else own()

    return nest.map_structure(convert, values)


def replace_variables_with_atoms(values: Any) -> Any:
    """A structure with each variable replaced by a leaf that is none."""
    return nest.map_structure(lambda v: 0 if is_variable(v) else v, values)
