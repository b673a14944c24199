"""The type of a function: its parameters with their trace types, its result, its captures."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphwright.base.spec import TraceType

_Kind = inspect.Parameter


class Parameter(inspect.Parameter):
    """A parameter of a function with the constraint on its argument: a trace type, or None for anything."""

    __slots__ = ()

    def __init__(self, name: str, kind: Any, type_constraint: TraceType | None = None, default: Any = _Kind.empty):
        annotation = _Kind.empty if type_constraint is None else type_constraint
        super().__init__(name, kind, default=default, annotation=annotation)

    @property
    def type_constraint(self) -> TraceType | None:
        """The trace type that arguments must fit; None where any does."""
        return None if self.annotation is self.empty else self.annotation

    @property
    def optional(self) -> bool:
        """Whether the argument may be left out."""
        return self.default is not self.empty

    def is_subtype_of(self, other: Parameter) -> bool:
        """Whether every argument that fits this parameter fits the other one."""
        alike = (self.name, self.kind, self.optional) == (other.name, other.kind, other.optional)
        mine, theirs = self.type_constraint, other.type_constraint
        return alike and (theirs is None or (mine is not None and mine.is_subtype_of(theirs)))


class FunctionType(inspect.Signature):
    """The signature of a function with the trace types of its arguments, of its result and of what it captures.

    It is an `inspect.Signature`: `parameters`, `bind` and printing are those of Python.

    Args:
      parameters: the parameters, in the order of a signature.
      captures: the types of outer tensors that the function uses, by their names in the graph.
      output: the type of the result; None where it differs from trace to trace.

    >>> power = tf.function(lambda x, n: x ** n)
    >>> print(power.function_type)
    (x, n)
    >>> concrete = power.get_concrete_function(tf.TensorSpec([]), 2)
    >>> print(concrete.function_type.parameters["n"].type_constraint, concrete.function_type.output)
    Literal[2] TensorSpec(shape=(), dtype=tf.float32, name=None)
    """

    __slots__ = ("_captures",)

    def __init__(
        self,
        parameters: Sequence[inspect.Parameter] | None = None,
        captures: Mapping[str, TraceType] | None = None,
        *,
        output: TraceType | None = None,
        return_annotation: Any = inspect.Signature.empty,
        __validate_parameters__: bool = True,
    ) -> None:
        result = return_annotation if output is None else output
        super().__init__(parameters, return_annotation=result, __validate_parameters__=__validate_parameters__)
        self._captures = dict(captures or {})

    @classmethod
    def from_callable(cls, obj: Any, *, follow_wrapped: bool = True) -> FunctionType:  # type: ignore[override]
        """The type of a Python callable: its signature, without constraints on the arguments.

        TypeError and ValueError are those of `inspect.signature`.
        """
        return polymorphic_type(inspect.signature(obj, follow_wrapped=follow_wrapped), {})

    @property
    def output(self) -> TraceType | None:
        """The type of the result; None where it differs from trace to trace."""
        return None if self.return_annotation is self.empty else self.return_annotation

    @property
    def captures(self) -> dict[str, TraceType]:
        """The types of the outer tensors that the function uses, by their names in the graph."""
        return dict(self._captures)

    @property
    def flat_inputs(self) -> list[TraceType]:
        """The types of the tensors among the arguments, in order."""
        constraints = [getattr(p, "type_constraint", None) for p in self.parameters.values()]
        return [leaf for c in constraints if c is not None for leaf in c.flatten()]

    @property
    def flat_outputs(self) -> list[TraceType]:
        """The types of the tensors in the result, in order."""
        return [] if self.output is None else self.output.flatten()

    @property
    def flat_captures(self) -> list[TraceType]:
        """The types of the captured tensors, in order."""
        return [leaf for type_ in self._captures.values() for leaf in type_.flatten()]

    def is_supertype_of(self, other: FunctionType) -> bool:
        """Whether every call that fits the other type fits this one."""
        if list(self.parameters) != list(other.parameters):
            return False
        pairs = zip(other.parameters.values(), self.parameters.values(), strict=True)
        return all(isinstance(a, Parameter) and isinstance(b, Parameter) and a.is_subtype_of(b) for a, b in pairs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionType) and super().__eq__(other) and self._captures == other._captures

    def __hash__(self) -> int:
        return hash((tuple(self.parameters.items()), tuple(self._captures.items())))

    def __repr__(self) -> str:
        lines = ["Input Parameters:"]
        lines += [_line(f"{p.name} ({p.kind.name})", p.annotation) for p in self.parameters.values()]
        lines += ["Output Type:", f"  {self.output!r}", "Captures:"]
        lines += [_line(name, type_) for name, type_ in self._captures.items()] or ["  None"]
        return "\n".join(lines)


def _line(name: str, type_: Any) -> str:
    return f"  {name}: {None if type_ is _Kind.empty else type_!r}"


def polymorphic_type(signature: inspect.Signature, constraints: Mapping[str, TraceType]) -> FunctionType:
    """The type of a Function: its signature with the constraints of an input_signature."""
    created = [Parameter(p.name, p.kind, constraints.get(p.name), p.default) for p in signature.parameters.values()]
    return FunctionType(created)


def concrete_type(
    signature: inspect.Signature,
    types: Mapping[str, TraceType],
    captures: Iterable[tuple[str, TraceType]],
    output: TraceType,
) -> FunctionType:
    """The type of one trace: every argument has its own parameter, those of `*args` and `**kwargs` too."""
    declared = signature.parameters
    variadic = any(p.kind is _Kind.VAR_POSITIONAL for p in declared.values())
    created = []
    for name, type_ in types.items():
        kind = declared[name].kind if name in declared else _extra_kind(name, declared)
        if variadic and kind is _Kind.POSITIONAL_OR_KEYWORD:
            kind = _Kind.POSITIONAL_ONLY  # what follows it in `*args` can be reached by position alone
        created.append(Parameter(name, kind, type_))
    return FunctionType(sorted(created, key=lambda p: p.kind), dict(captures), output=output)


def _extra_kind(name: str, declared: Mapping[str, inspect.Parameter]) -> Any:
    rest = next((p.name for p in declared.values() if p.kind is _Kind.VAR_POSITIONAL), None)
    numbered = rest is not None and name.startswith(f"{rest}_") and name[len(rest) + 1 :].isdigit()
    return _Kind.POSITIONAL_ONLY if numbered else _Kind.KEYWORD_ONLY
