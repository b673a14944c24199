"""Reads machines from files: GRAPHWRIGHT_MACHINE names one to use instead of the real one.

A file is JSON, an object with fields of `Machine`; sizes may have a unit, as in "48K". What it leaves out is the
reference's.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from graphwright.base.config import variable_of
from graphwright.base.files import read_regular
from graphwright.base.frozen import fields, replace
from graphwright.runtime.native.machine.caches import UNITS

if TYPE_CHECKING:
    from graphwright.runtime.native.machine.machine import Machine

_TEXTS: Final = ("name", "architecture")
_SIZES: Final = ("l1_bytes", "l2_bytes", "l3_bytes")
_NUMBERS: Final = ("vector_bytes", "vector_registers", "l3_cores", "cores")
_FIELDS: Final = (*_TEXTS, *_SIZES, *_NUMBERS, "costs")


def read(path: str, known: Machine) -> Machine:
    """The machine in a file, with what the file leaves out from `known`.

    Raises:
      ValueError: for a file that is missing, or does not describe a machine.
    """
    try:
        found = json.loads(read_regular(path))
        return _machine(found, known, path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        variable = variable_of("machine")
        fix = f'name a file with fields of a machine, such as {{"l2_bytes": "1M"}}, or unset {variable}'
        raise ValueError(f"environment variable {variable}={path!r}: {reason}; {fix}") from error


def _machine(found: object, known: Machine, path: str) -> Machine:
    if not isinstance(found, dict):
        raise ValueError(f"{found!r} is not an object")
    costs = _checked(found.pop("costs", {}), tuple(fields(known.costs)), "costs")
    changes: dict[str, Any] = {}
    for name, value in _checked(found, _FIELDS, "a machine").items():
        changes[name] = _text(name, value) if name in _TEXTS else _number(name, value)
    changes["costs"] = replace(known.costs, **{name: _cost(name, value) for name, value in costs.items()})
    return replace(known, **changes, source=path)


def _checked(found: object, names: tuple[str, ...], of: str) -> dict[str, object]:
    if not isinstance(found, dict):
        raise ValueError(f"{of}: {found!r} is not an object")
    for name in found:
        if name not in names:
            raise ValueError(f"{of}: unknown field {name!r}; the fields are {', '.join(names)}")
    return found


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} is {value!r}, not text")
    return value


def _number(name: str, value: object) -> int:
    if name in _SIZES and isinstance(value, str) and value[-1:] in UNITS and value[:-1].isdecimal():
        value = int(value[:-1]) * UNITS[value[-1]]
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} is {value!r}, not a positive number")
    return value


def _cost(name: str, value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < float("inf"):
        raise ValueError(f"costs: {name} is {value!r}, not a positive number of nanoseconds")
    return float(value)


def text_of(machine: Machine) -> str:
    """The text of a file with a machine."""
    found = {name: value for name, value in fields(machine).items() if name in _FIELDS}
    return json.dumps(found | {"costs": fields(machine.costs)}, indent=2) + "\n"
