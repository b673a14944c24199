"""`tf.config.optimizer`: settings of TensorFlow's graph optimiser, stored without effect.

Every function is simplified and compiled, so nothing here changes what runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from graphwright._public import without_annotations

_jit: bool | str | None = False
_DEFAULTS: Final = {"disable_model_pruning": False, "disable_meta_optimizer": False}
_NAMES: Final = frozenset(
    [
        "arithmetic_optimization",
        "auto_mixed_precision",
        "auto_mixed_precision_cpu",
        "auto_mixed_precision_mkl",
        "auto_mixed_precision_onednn_bfloat16",
        "constant_folding",
        "debug_stripper",
        "dependency_optimization",
        "disable_meta_optimizer",
        "disable_model_pruning",
        "function_optimization",
        "implementation_selector",
        "layout_optimizer",
        "loop_optimization",
        "min_graph_nodes",
        "pin_to_host_optimization",
        "remapping",
        "scoped_allocator_optimization",
        "shape_optimization",
        "use_plugin_optimizers",
    ]
)
_options: dict[str, Any] = {}


def set_jit(enabled: bool | str | None) -> None:
    """Ask for compilation: True, False, None, "autoclustering" or "". Functions are always compiled.

    Raises ValueError for anything else.

    >>> tf.config.optimizer.set_jit(True)
    >>> tf.config.optimizer.get_jit()
    'autoclustering'
    >>> tf.config.optimizer.set_jit(False)
    """
    global _jit
    if enabled not in (True, False, None, "", "autoclustering"):
        raise ValueError(f"set_jit takes True, False, 'autoclustering' or '', not {enabled!r}.")
    _jit = enabled


def get_jit() -> str:
    """The setting of `set_jit`: "autoclustering" or "".

    >>> tf.config.optimizer.get_jit()
    ''
    """
    return "autoclustering" if _jit else ""


def set_experimental_options(options: dict[str, Any]) -> None:
    """Keep options of TensorFlow's optimiser by name; they change nothing here, and None takes one back.

    Names that are no options are ignored, as in TensorFlow. Raises TypeError unless `options` is a mapping.

    >>> tf.config.optimizer.set_experimental_options({"constant_folding": True})
    """
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be a mapping of names to values, got {options!r}.")
    for name, value in options.items():
        if name in _NAMES:
            _options[name] = value if name == "min_graph_nodes" or value is None else bool(value)


def get_experimental_options() -> dict[str, Any]:
    """The options passed to `set_experimental_options`, and the two that are always there.

    >>> tf.config.optimizer.get_experimental_options()["disable_meta_optimizer"]
    False
    """
    return _DEFAULTS | {name: value for name, value in _options.items() if value is not None}


__all__ = ["get_experimental_options", "get_jit", "set_experimental_options", "set_jit"]

without_annotations(map(globals().get, __all__))
