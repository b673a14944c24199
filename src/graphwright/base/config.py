"""Options of the process, read once from the environment.

Each option is a field of `Options`; `options` is the one instance that the package reads. Nothing here is
looked at on the path of a call: an option takes effect where a program is compiled or a backend is chosen.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

_CHOICES: dict[str, tuple[str, ...]] = {
    "executor": ("native", "numpy", "xla"),
    "native_entry": ("builtin", "ctypes"),
    "cpu_features": ("native", "avx2", "baseline"),
}
_SWITCHES = {"0": False, "1": True}
_COUNTS = ("specializations",)
_TEXTS = ("cache_dir", "machine", "without", "buckets")


def variable_of(field_name: str) -> str:
    """Return the environment variable that sets an option: `executor` is `GRAPHWRIGHT_EXECUTOR`."""
    return "GRAPHWRIGHT_" + field_name.upper()


@dataclass
class Options:
    """The options of this process, with their defaults.

    Fields:
      executor: "native" (LLVM), "numpy" (the reference, also used where LLVM is missing) or "xla" (through jax).
      native_entry: how Python enters native code, "builtin" (a JITted method) or "ctypes".
      verify: run the graph verifier after each pass, and the loop IR's on each function.
      hide_llvm: behave as if llvmlite were not installed.
      cache: keep machine code on disk, for other processes.
      cache_dir: the folder it is kept in; empty for the one the platform has for such things.
      cpu_features: what machine code may use: "native" (all that the processor has), "avx2", or "baseline".
      machine: a file with the machine whose caches and costs code is written for, or "reference"; empty for this one.
      progress: show a line on a terminal while something takes longer than two seconds.
      buckets: for `xla`, the numbers of rows that arguments are padded to, so that fewer programs are compiled: "2" for
        powers of two, "8,32,128" for these and their multiples; empty for none.
      specializations: how many programs a trace with open sizes may have for sizes that return; 0 for none.
      without: special forms to leave out, separated by commas, so that their gain can be measured.

    Raises:
      ValueError: for a value outside an option's choices, on construction and on assignment alike.

    >>> Options().executor
    'native'
    >>> Options(executor="cuda")
    Traceback (most recent call last):
    ...
    ValueError: option executor='cuda' is not understood; use one of 'native', 'numpy', 'xla'
    """

    executor: str = "native"
    native_entry: str = "builtin"
    verify: bool = False
    hide_llvm: bool = False
    cache: bool = True
    cache_dir: str = ""
    cpu_features: str = "native"
    machine: str = ""
    progress: bool = True
    buckets: str = ""
    specializations: int = 8
    without: str = ""

    def __setattr__(self, name: str, value: object) -> None:
        """Check a value before it is kept, so that a misspelt one cannot silently mean the default."""
        choices = _CHOICES.get(name, (True, False))
        if name in _TEXTS:
            if not isinstance(value, str):
                raise ValueError(f"option {name}={value!r} is not understood; it is text")
        elif name in _COUNTS:
            if type(value) is not int or value < 0:
                raise ValueError(f"option {name}={value!r} is not understood; it is a number, 0 or more")
        elif value not in choices or (choices == (True, False) and not isinstance(value, bool)):
            shown = ", ".join(map(repr, choices))
            raise ValueError(f"option {name}={value!r} is not understood; use one of {shown}")
        object.__setattr__(self, name, value)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Options:
        """Read the options from `environment` (default: the process's own); unset or empty means the default.

        Raises:
          ValueError: naming the variable, its value and the values it may have.

        >>> chosen = Options.from_environment({"GRAPHWRIGHT_EXECUTOR": "numpy", "GRAPHWRIGHT_VERIFY": "1"})
        >>> chosen.executor, chosen.verify, chosen.native_entry
        ('numpy', True, 'builtin')
        """
        source = os.environ if environment is None else environment
        chosen: dict[str, Any] = {}
        for field in fields(cls):
            variable = variable_of(field.name)
            text = source.get(variable, "").strip()
            if not text:
                continue
            if field.name in _TEXTS:
                chosen[field.name] = text
                continue
            if field.name in _COUNTS:
                if not text.isdecimal():
                    raise ValueError(
                        f"environment variable {variable}={text!r} is not understood; use a number, 0 or more"
                    )
                chosen[field.name] = int(text)
                continue
            choices = _CHOICES.get(field.name)
            allowed = choices or tuple(_SWITCHES)
            if text not in allowed:
                shown = ", ".join(map(repr, allowed))
                raise ValueError(f"environment variable {variable}={text!r} is not understood; use one of {shown}")
            chosen[field.name] = text if choices else _SWITCHES[text]
        return cls(**chosen)

    @contextmanager
    def overridden(self, **changes: str | bool | int) -> Iterator[Options]:
        """Change some options for the length of a `with` block, in every thread.

        >>> with options.overridden(verify=True):
        ...     options.verify
        True
        """
        unknown = set(changes) - {field.name for field in fields(self)}
        if unknown:
            raise ValueError(f"no option is named {', '.join(sorted(unknown))}")
        before = {name: getattr(self, name) for name in changes}
        try:
            for name, value in changes.items():
                setattr(self, name, value)
            yield self
        finally:
            for name, value in before.items():
                setattr(self, name, value)


options = Options.from_environment()


def uses(form: str) -> bool:
    """Whether a special form is in use: one that exists for speed alone, and can be left out."""
    return not options.without or form not in options.without.split(",")
