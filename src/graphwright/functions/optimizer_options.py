"""`tf.config.optimizer`: settings of TensorFlow's graph optimiser, stored without effect.

Every function is simplified and compiled, so nothing here changes what runs.
"""

from __future__ import annotations

from typing import Any

from graphwright._public import without_annotations

_jit: bool | str = False
_options: dict[str, Any] = {}


def set_jit(enabled: bool | str) -> None:
    """Ask for compilation: True, False, "autoclustering" or "". Functions are always compiled.

    Raises ValueError for anything else.

    >>> tf.config.optimizer.set_jit(True)
    >>> tf.config.optimizer.get_jit()
    'autoclustering'
    >>> tf.config.optimizer.set_jit(False)
    """
    global _jit
    if enabled not in (True, False, "", "autoclustering"):
        raise ValueError(f"set_jit takes True, False, 'autoclustering' or '', not {enabled!r}.")
    _jit = enabled


def get_jit() -> str:
    """The setting of `set_jit`: "autoclustering" or "".

    >>> tf.config.optimizer.get_jit()
    ''
    """
    return "autoclustering" if _jit else ""


def set_experimental_options(options: dict[str, Any]) -> None:
    """Keep options of TensorFlow's optimiser by name; they change nothing here.

    >>> tf.config.optimizer.set_experimental_options({"constant_folding": True})
    """
    _options.update(options)


def get_experimental_options() -> dict[str, Any]:
    """The options passed to `set_experimental_options`.

    >>> isinstance(tf.config.optimizer.get_experimental_options(), dict)
    True
    """
    return dict(_options)


__all__ = ["get_experimental_options", "get_jit", "set_experimental_options", "set_jit"]

without_annotations(map(globals().get, __all__))
