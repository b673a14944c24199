"""Options of sessions, which programs set and which have no effect: there is one device, and graphs are compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class _Options:
    """Fields that can be read and set; nested options appear when they are asked for.

    A field that is a list or a map takes items: `options.optimizers[:] = [...]`, `config.device_count["GPU"] = 0`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args:
            raise TypeError(f"No positional arguments allowed: {args}")
        vars(self).update(kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        nested = vars(self)[name] = _Options()
        return nested

    def __bool__(self) -> bool:
        return bool(vars(self))

    def _items(self, key: Any) -> Any:
        return vars(self).setdefault("items", [] if isinstance(key, slice) else {})

    def __getitem__(self, key: Any) -> Any:
        return self._items(key)[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._items(key)[key] = value

    def __iter__(self) -> Iterator[Any]:
        return iter(vars(self).get("items", ()))

    def append(self, value: Any) -> None:
        """Add an item to a list."""
        self._items(slice(None)).append(value)

    def extend(self, values: Any) -> None:
        """Add items to a list."""
        self._items(slice(None)).extend(values)

    def add(self, **fields: Any) -> _Options:
        """Add options to a list of them."""
        added = _Options(**fields)
        self.append(added)
        return added

    def CopyFrom(self, other: Any) -> None:
        """Take the fields of other options."""
        vars(self).clear()
        vars(self).update(vars(other))

    MergeFrom = CopyFrom

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Options) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"


class GPUOptions(_Options):
    """Options of GPUs; accepted, of no effect.

    >>> tf.compat.v1.GPUOptions(allow_growth=True).allow_growth
    True
    """


class OptimizerOptions(_Options):
    """Options of graph passes; accepted, of no effect.

    >>> tf.compat.v1.OptimizerOptions(opt_level=0).opt_level
    0
    """

    L1, L0 = 0, -1
    DEFAULT, OFF, ON_1, ON_2 = 0, -1, 1, 2


class GraphOptions(_Options):
    """Options of graphs; accepted, of no effect.

    >>> tf.compat.v1.GraphOptions().optimizer_options
    _Options()
    """


class ConfigProto(_Options):
    """Options of a session; accepted, of no effect.

    >>> config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
    >>> config.gpu_options.allow_growth = True
    >>> config.gpu_options.allow_growth
    True
    """

    class Experimental(_Options):
        """Experimental options; accepted, of no effect."""


class RunOptions(_Options):
    """Options of one run; accepted, of no effect.

    >>> tf.compat.v1.RunOptions(trace_level=tf.compat.v1.RunOptions.FULL_TRACE).trace_level
    3
    """

    NO_TRACE, SOFTWARE_TRACE, HARDWARE_TRACE, FULL_TRACE = 0, 1, 2, 3


class RunMetadata(_Options):
    """What a run would report; it stays empty.

    >>> tf.compat.v1.RunMetadata()
    RunMetadata()
    """


__all__ = ["ConfigProto", "GPUOptions", "GraphOptions", "OptimizerOptions", "RunMetadata", "RunOptions"]
