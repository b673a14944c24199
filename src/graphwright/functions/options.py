"""The options of a Function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphwright.base import nest
from graphwright.base.frozen import frozen
from graphwright.base.spec import TensorSpec
from graphwright.ir.funcgraph import MUST_COMPILE

_ATTRIBUTES = (
    "_implements",
    "_noinline",
    "_tf_data_function",
    "api_implements",
    "api_preferred_device",
    "runtime_constant_optimization",
)
"""What `experimental_attributes` may set."""

_STATE_MODES = (None, "warn", "retrace", "error", "ignore")


@frozen
class Options:
    """The arguments of `tf.function` except the function itself; copies and pickles carry them.

    `binding` is what a lookup on a class returns: a `method` of the instance, a `class` method, a `static` method.

    Raises:
      TypeError: for a value of the wrong type.
      ValueError: for an attribute that functions do not have.
    """

    name: str | None = None
    input_signature: Any = None
    autograph: bool = True
    jit_compile: bool | None = None
    reduce_retracing: bool = False
    experimental_implements: str | None = None
    experimental_autograph_options: Any = None
    experimental_attributes: dict[str, Any] | None = None
    follow_type_hints: bool = False
    binding: str = "method"
    output_signature: Any = None
    max_traces: int = 1000
    python_state: str | None = None

    def __post_init__(self) -> None:
        _check("autograph", self.autograph, _is_switch, "True or False")
        _check("jit_compile", self.jit_compile, lambda v: v is None or _is_switch(v), "True, False or None")
        _check("reduce_retracing", self.reduce_retracing, _is_switch, "True or False")
        _check("experimental_follow_type_hints", self.follow_type_hints, _is_switch, "True or False")
        _check(
            "experimental_implements",
            self.experimental_implements,
            lambda v: v is None or isinstance(v, (str, bytes)) or hasattr(v, "SerializeToString"),
            "the name of a function",
        )
        _check("max_traces", self.max_traces, _is_count, "a positive number")
        _check("output_signature", self.output_signature, _is_declaration, "tf.TensorSpecs in a nested structure")
        _check("python_state", self.python_state, lambda v: v is None or isinstance(v, str), "a string")
        if self.python_state not in _STATE_MODES:
            raise ValueError(
                f"python_state of tf.function must be one of {', '.join(map(repr, _STATE_MODES[1:]))}, got "
                f"{self.python_state!r}."
            )
        self._check_features()
        attributes = self.experimental_attributes
        _check("experimental_attributes", attributes, lambda v: v is None or isinstance(v, Mapping), "a dict")
        for attribute in attributes or ():
            if attribute not in _ATTRIBUTES:
                raise ValueError(
                    f"{attribute!r} is not supported by tf.function as an attribute. Supported are: "
                    f"{', '.join(_ATTRIBUTES)}."
                )

    def _check_features(self) -> None:
        requested = self.experimental_autograph_options
        if requested is None:
            return
        from graphwright.autograph.experimental import Feature

        features = requested if isinstance(requested, (tuple, list, set, frozenset)) else (requested,)
        for feature in features:
            _check(
                "experimental_autograph_options",
                feature,
                lambda v: isinstance(v, Feature),
                "a tuple of tf.autograph.experimental.Feature values",
            )

    def attributes(self) -> dict[str, Any]:
        """The attributes they add to the traced graph."""
        implements: Any = self.experimental_implements
        if hasattr(implements, "SerializeToString"):  # a NameAttrList
            implements = implements.SerializeToString()
        created: dict[str, Any] = {} if implements is None else {"_implements": implements}
        if self.jit_compile:
            created[MUST_COMPILE] = True
        return {**created, **(self.experimental_attributes or {})}


def _is_switch(value: Any) -> bool:
    return bool(isinstance(value, (int, np.bool_)) and value in (0, 1))


def _is_count(value: Any) -> bool:
    return bool(isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value > 0)


def _is_declaration(value: Any) -> bool:
    leaves = nest.flatten(value)
    return value is None or (bool(leaves) and all(v is None or isinstance(v, TensorSpec) for v in leaves))


def _check(option: str, value: Any, fits: Callable[[Any], bool], wanted: str) -> None:
    if not fits(value):
        raise TypeError(f"{option} of tf.function must be {wanted}, got {value!r}.")
