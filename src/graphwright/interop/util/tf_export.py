"""`tensorflow.python.util.tf_export`: decorators that name what a library makes public. They note the names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class api_export:
    """A decorator that notes public names of a function or class in `_<api>_api_names`."""

    def __init__(self, *names: str, api_name: str = "tensorflow", **_: Any) -> None:
        self._names = names
        self._attribute = f"_{'tf' if api_name == 'tensorflow' else api_name}_api_names"

    def __call__(self, decorated: Any) -> Any:
        setattr(decorated, self._attribute, self._names)
        return decorated

    def export_constant(self, module_name: str, name: str) -> None:
        """Do nothing: a constant holds no names."""


def tf_export(*names: str, **options: Any) -> api_export:
    """Note names under `tf`."""
    return api_export(*names, **{k: v for k, v in options.items() if k != "api_name"})


def keras_export(*names: str, **options: Any) -> api_export:
    """Note names under `tf.keras`."""
    return api_export(*names, **{**options, "api_name": "keras"})


def get_v1_names(symbol: Any) -> list[str]:
    """The names that were noted."""
    return list(getattr(symbol, "_tf_api_names", ()))


get_v2_names: Callable[[Any], list[str]] = get_v1_names
