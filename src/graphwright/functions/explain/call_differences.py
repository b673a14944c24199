"""How the arguments of two calls differ, in plain words, and how to make them share a trace."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from graphwright.base.spec import TensorSpec, TraceType, TypeSpec
from graphwright.base.words import with_article
from graphwright.core.dtype_advice import common_dtype
from graphwright.functions.tracing.trace_types import Container, Literal, ObjectReference, VariableType, trace_type_of

_LONGEST = 80
REDUCE_RETRACING = "use reduce_retracing=True"


@dataclasses.dataclass(frozen=True)
class Difference:
    """How an argument differs from that of an earlier trace.

    Attributes:
      argument: its name, with the access to the part that differs: `n`, `batch['image'][0]`.
      kind: what differs: `value`, `shape`, `dtype`, `type`, `structure`, `object`, `variable`, `given`.
      old, new: what it was, what it is.
      advice: what to change so that both share one trace.
    """

    argument: str
    kind: str
    old: str
    new: str
    advice: str

    def __str__(self) -> str:
        return f"argument '{self.argument}' was {self.old}, is {self.new}: {self.advice}"


def differences(old: Mapping[str, TraceType], new: Mapping[str, TraceType]) -> Iterator[Difference]:
    """How the arguments of a call differ from those of another, by name."""
    for name in [*new, *(n for n in old if n not in new)]:
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            was, now = ("not given" if t is None else describe(t) for t in (before, after))
            yield Difference(name, "given", was, now, advice_for("given", name, before, after))
        else:
            yield from _differences(name, before, after)


def _differences(name: str, old: TraceType, new: TraceType) -> Iterator[Difference]:
    if old == new or new.is_subtype_of(old):
        return
    if isinstance(old, Container) and isinstance(new, Container) and old.kind == new.kind:
        for access, before, after in zip(old.access_texts(), old.children, new.children, strict=True):
            yield from _differences(f"{name}{access}", before, after)
        return
    if type(old) is type(new) and hasattr(old, "stored_fields"):
        fields = dict(old._serialize())  # type: ignore[attr-defined]
        for field, part in new._serialize():  # type: ignore[attr-defined]
            yield from _differences(f"{name}.{field}", trace_type_of(fields[field]), trace_type_of(part))
        return
    kind = _kind(old, new)
    yield Difference(name, kind, describe(old), describe(new), advice_for(kind, name, old, new))


def _kind(old: TraceType, new: TraceType) -> str:
    if isinstance(old, TensorSpec) and isinstance(new, TensorSpec):
        return "shape" if old.dtype is new.dtype else "dtype"
    if isinstance(old, Literal) and isinstance(new, Literal):
        return "value" if type(old.value) is type(new.value) else "type"
    for cls, kind in _KINDS:
        if isinstance(old, cls) and isinstance(new, cls):
            return kind
    return "type"


_KINDS = ((Container, "structure"), (ObjectReference, "object"), (VariableType, "variable"), (TypeSpec, "spec"))


# words ------------------------------------------------------------------------------------------------------


def describe(type_: TraceType | None) -> str:
    """An argument in words."""
    if type_ is None:
        return "not given"
    if isinstance(type_, Literal):
        return _short(repr(type_.value))
    if isinstance(type_, TensorSpec):
        return f"{with_article(type_.dtype.name)} tensor of shape {type_.shape}"
    if isinstance(type_, VariableType):
        retained = "" if type_.trainable else ", not trainable"
        return f"{with_article(type_.dtype.name)} variable of shape {type_.shape}{retained}"
    if isinstance(type_, Container):
        return _short(f"{type_.kind[0].__name__} {_plain(type_)}")
    if isinstance(type_, ObjectReference):
        value = type_.value
        return f"an object of {type_.class_name} that is gone" if value is None else _short(f"the object {value!r}")
    return _short(repr(type_))


def _plain(type_: TraceType) -> str:
    """The type in short: `(float32[2], 3)`."""
    if isinstance(type_, Container):
        inner = [f"{key}{_plain(child)}" for key, child in zip(_key_prefixes(type_), type_.children, strict=True)]
        expanded, closed = _BRACKETS.get(type_.kind[0], ("(", ")"))
        return f"{expanded}{', '.join(inner)}{closed}"
    if isinstance(type_, (TensorSpec, VariableType)):
        dims = "?" if type_.shape.rank is None else ",".join("?" if d is None else str(d) for d in type_.shape)
        return f"{type_.dtype.name}[{dims}]"
    return describe(type_)


_BRACKETS = {list: ("[", "]"), dict: ("{", "}")}


def _key_prefixes(type_: Container) -> list[str]:
    if issubclass(type_.kind[0], dict):
        return [f"{key!r}: " for key in type_.kind[1]]
    return [""] * len(type_.children)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


# advice -----------------------------------------------------------------------------------------------------


def advice_for(kind: str, name: str, old: TraceType | None, new: TraceType | None) -> str:
    """What to do so that both calls share a trace."""
    if kind == "dtype":
        return _of_dtype(name, old, new)
    say: Callable[[Any, Any], str] = _ADVICE[kind]
    return say(old, new)


def with_signature(found: Iterable[Difference], signature: Callable[[], str]) -> Iterator[Difference]:
    """The differences; those that `reduce_retracing` helps against name the `input_signature` that does so too."""
    text: str | None = None
    for difference in found:
        if REDUCE_RETRACING in difference.advice:
            text = signature() if text is None else text
            difference = dataclasses.replace(difference, advice=f"{difference.advice}{text}")
        yield difference


def without_generalisation(difference: Difference) -> Difference:
    """The difference where `reduce_retracing` is on, and has done what the advice asks for."""
    return dataclasses.replace(difference, advice=difference.advice.partition(f"; {REDUCE_RETRACING}")[0])


def _of_value(old: Any, new: Any) -> str:
    if isinstance(new.value, (bool, int, float, complex)):
        return f"Python values are part of the program; pass tf.constant({_short(repr(new.value))}) for one trace"
    return "Python values are part of the program, each has its own trace; pass few of them"


def _of_shape(old: Any, new: Any) -> str:
    return f"each shape has its own trace; {REDUCE_RETRACING}"


def _of_spec(old: Any, new: Any) -> str:
    if old.most_specific_common_supertype([new]) is None:
        return "values of different specs are different programs; pass values of one spec"
    return f"each shape has its own trace; {REDUCE_RETRACING}"


def _of_dtype(name: str, old: Any, new: Any) -> str:
    common = common_dtype([old.dtype, new.dtype])
    if common is None:
        return "each dtype has its own trace; pass one dtype"
    return f"each dtype has its own trace; pass tf.cast({name}, tf.{common.name}) each time"


def _of_type(old: Any, new: Any) -> str:
    if any(isinstance(t, (TensorSpec, VariableType)) for t in (old, new)):
        return "pass a tensor each time, by tf.constant or tf.convert_to_tensor, for one trace"
    if isinstance(old, Literal) and isinstance(new, Literal):
        names = f"{type(old.value).__name__} and {type(new.value).__name__}"
        return f"{names} are different programs; pass values of one type, or tensors"
    return "arguments of different types are different programs; pass one type"


def _of_structure(old: Any, new: Any) -> str:
    if old.kind[0] is not new.kind[0]:
        return f"{old.kind[0].__name__} and {new.kind[0].__name__} are different structures; pass one of them"
    if issubclass(old.kind[0], dict):
        return "other keys are another structure; pass the same keys each time"
    return "another length is another structure; pass one tensor of them all, as tf.stack makes it"


def _of_object(old: Any, new: Any) -> str:
    name = new.class_name
    if old.value is None:
        return "the trace went with the object; keep the object, and pass it again"
    return (
        "objects are told apart by identity unless they say they are equal; pass the same object, or define __eq__ "
        f"and __hash__, or __tf_tracing_type__, in {name}"
    )


def _of_variable(old: Any, new: Any) -> str:
    if (old.dtype, old.shape, old.trainable) == (new.dtype, new.shape, new.trainable):
        return "which arguments are the same variable is part of the program; pass different variables each time"
    return "variables share a trace when dtype, shape and trainable agree"


_ADVICE = {
    "value": _of_value,
    "shape": _of_shape,
    "type": _of_type,
    "structure": _of_structure,
    "object": _of_object,
    "variable": _of_variable,
    "spec": _of_spec,
    "given": lambda old, new: "another number of arguments is another program; pass one list or tensor of them",
}
