"""The variables of a staged loop: which become loop-carried values, and how an iteration may change them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphwright.autograph.operators import ops
from graphwright.autograph.operators.conditionals import GetState, SetState, condition_of, write_state
from graphwright.autograph.operators.invariants import Invariants
from graphwright.autograph.operators.list_sites import check_unchanged, containers_outside, grow, note_copy
from graphwright.autograph.operators.lists import GrowingList, ListCarrier
from graphwright.autograph.operators.staging import (
    flatten,
    is_convertible,
    pack,
    shown,
    structure_difference,
    type_of,
    zeros_like,
)
from graphwright.autograph.operators.undefined import Undefined, UndefinedReturnValue
from graphwright.base.frozen import frozen
from graphwright.base.shape import Symbol, TensorShape, common_dims
from graphwright.control.loops import while_loop
from graphwright.control.raise_ops import NeverReturns, accept_raise, note_error_in_body
from graphwright.control.subgraph import trace_body
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.ir.types import Dims, TensorType, tensor_type

_LOOP_VARIABLE = object()


@dataclass
class _LoopVariable:
    """One name of the state.

    Fields:
      name: for messages.
      structure: its value before the loop, or its placeholder value.
      leaves: its leaves; `_LOOP_VARIABLE` where the leaf is a loop variable, else a Python object that must not change.
      types: what each loop variable of it is declared to be: its type, looser where an invariant allows.
      declared: whether `shape_invariants` names it.
      initialized_in_loop: whether it had no value before the loop; its Python objects are those of the last iteration.
      is_whole: whether its value is a list that grows, and is the same object in every iteration.
    """

    name: str
    structure: Any
    leaves: list[Any]
    types: list[TensorType]
    declared: bool
    initialized_in_loop: bool
    is_whole: bool = False


@frozen
class LoopVariables:
    """The loop-carried variables: how to read and write them, their names, and the loop's options."""

    read: GetState
    write: SetState
    names: tuple[str, ...]
    opts: dict[str, Any]

    def with_initial_target(self, first: Any) -> LoopVariables:
        """The same variables; a loop target without a value is set to `first`, its value if no iteration runs."""
        target = self.opts.get("target")
        values = self.read()
        if target in self.names and isinstance(values[self.names.index(target)], Undefined):
            self.write(tuple(first if n == target else v for n, v in zip(self.names, values, strict=True)))
        return self

    def with_first(self, name: str, read: Callable[[], Any], write: Callable[[Any], None]) -> LoopVariables:
        """The same variables with another one before them."""

        def read_all() -> tuple[Any, ...]:
            return (read(), *self.read())

        def write_all(values: tuple[Any, ...]) -> None:
            write(values[0])
            self.write(values[1:])

        return LoopVariables(read_all, write_all, (name, *self.names), self.opts)


def staged_loop(
    test: Callable[[], Any],
    body: Callable[[], None],
    variables: LoopVariables,
    runs: bool = False,
    repeat: Callable[..., Any] = while_loop,
) -> None:
    """Add a loop to the graph.

    `runs`: whether at least one iteration surely runs. `repeat` builds the loop from its condition, body and initial
    variables; it takes the arguments of `while_loop`.
    """
    before = variables.read()
    try:
        after = _StagedLoop(test, body, variables, repeat).stage(before, runs)
    except BaseException:
        variables.write(before)
        raise
    write_state(variables.read, variables.write, after, variables.names)


class _StagedLoop:
    def __init__(
        self, test: Callable[[], Any], body: Callable[[], None], variables: LoopVariables, repeat: Callable[..., Any]
    ) -> None:
        self._test, self._body, self._repeat = test, body, repeat
        self._get, self._set = variables.read, variables.write
        self._names, self._opts = variables.names, variables.opts
        self._invariants = Invariants(self._opts.get("shape_invariants"))
        self._variables: list[_LoopVariable] = []
        self._initial: list[Any] = []
        self._loosened: dict[tuple[str, int], Dims] = {}
        self._carrier = ListCarrier()
        self._whole: set[str] = set()  # the variables whose values are lists that grow

    def stage(self, before: tuple[Any, ...], runs: bool) -> tuple[Any, ...]:
        """Add the loop; returns the variables after it.

        If an iteration changes a shape, the loop is traced again with a more general shape.
        """
        result: tuple[Any, ...] = self._carrier.attempt(lambda: self._widening(before, runs), lambda: self._set(before))
        return result

    def _widening(self, before: tuple[Any, ...], runs: bool) -> tuple[Any, ...]:
        graph: Any = state.graph
        mark = graph.mark()
        handles = self._carrier.handles()
        refusal: ValueError | None = None
        while True:
            try:
                return self._staged(before, runs)
            except _ShapeChanged as change:
                refusal = refusal or change.error
                self._loosened[change.key] = change.dims
                graph.roll_back(mark)
                self._carrier.enter(handles)
                self._set(before)
            except _ListGrows as change:
                self._whole.add(change.name)
                graph.roll_back(mark)
                self._carrier.enter(handles)
                self._set(before)
            except Exception:
                if refusal is not None:  # the body needs the more specific shape
                    raise refusal from None
                raise

    def _staged(self, before: tuple[Any, ...], runs: bool) -> tuple[Any, ...]:
        self._variables, self._initial = [], []
        for name, old, first in zip(self._names, before, self._first_values(before), strict=True):
            self._add(name, first, initialized_in_loop=first is not old)
        # a loop that initializes names must run; the value of a `return` is read only if there was one
        unread = {*self._opts.get("unread", ())}
        values = zip(self._variables, before, strict=True)
        uninitialized = [
            v.name
            for v, old in values
            if v.initialized_in_loop and type(old) is not UndefinedReturnValue and v.name not in unread
        ]
        counts = bool(uninitialized) and not runs
        handles = self._carrier.handles()
        self._initial += handles
        # a loop of the graph has at least one variable
        extra: list[Any] = [False] if counts else [] if self._initial else [0]
        result = self._repeat(
            lambda *values: self._tested(values),
            lambda *values: [*self._iteration(values), *([True] if counts else values[len(self._initial) :])],
            [*self._initial, *extra],
            shape_invariants=[TensorShape.from_dims(t.dims) for t in self._types()]
            + [TensorShape([]) for _ in [*handles, *extra]],
            parallel_iterations=_option(self._opts, "parallel_iterations", 10),
            swap_memory=_option(self._opts, "swap_memory", False),
            maximum_iterations=_option(self._opts, "maximum_iterations", None),
        )
        if counts:
            ops.check(result[-1], f"loop must iterate at least once to initialize {', '.join(uninitialized)}")
        self._carrier.enter(self._handles_in(result))
        after = zip(self._names, before, self._unpacked(result), strict=True)
        return tuple(old if name in unread and isinstance(old, Undefined) else new for name, old, new in after)

    def _handles_in(self, values: Sequence[Any]) -> Sequence[Any]:
        """Those of the loop's variables that are lists."""
        end = len(self._initial)
        return values[end - len(self._carrier.handles()) : end]

    def _types(self) -> list[TensorType]:
        return [t for v in self._variables for t in v.types]

    def _add(self, name: str, value: Any, initialized_in_loop: bool) -> None:
        if name in self._whole:
            self._variables.append(_LoopVariable(name, value, [], [], False, False, is_whole=True))
            return
        found = flatten(value)
        shapes = self._invariants.of(name, value)
        if shapes is not None and len(shapes) != sum(map(is_convertible, found)):
            raise ValueError(f"shape_invariants of {shown(name)} must have one shape for each tensor in it")
        leaves: list[Any] = []
        types: list[TensorType] = []
        for leaf in found:
            if not is_convertible(leaf):
                leaves.append(leaf)
                continue
            tensor: Any = to_tensor(leaf)
            type_: TensorType = tensor._type
            if shapes is not None:
                type_ = tensor_type(type_.dtype, shapes[len(types)].symbolic)
            elif initialized_in_loop:
                type_ = self._inferred_type(name, len(types), type_)
            if (name, len(types)) in self._loosened:
                type_ = tensor_type(type_.dtype, self._loosened[name, len(types)])
            leaves.append(_LOOP_VARIABLE)
            types.append(type_)
            self._initial.append(tensor)
        self._variables.append(_LoopVariable(name, value, leaves, types, shapes is not None, initialized_in_loop))

    # names that have no value before the loop -------------------------------------------------------------

    def _first_values(self, before: tuple[Any, ...]) -> list[Any]:
        """The state before the loop, with placeholder values for names that an iteration initializes."""
        self._inferred_types: dict[str, list[TensorType]] = {}
        overwritten = self._opts.get("overwritten", ())
        names = zip(self._names, before, strict=True)
        missing = [isinstance(v, Undefined) or (v is None and n in overwritten) for n, v in names]
        if not any(missing):
            return list(before)
        found: list[Any] = []

        handles = self._carrier.handles()

        def one_iteration() -> list[Any]:
            self._carrier.enter(handles)
            # numbers are tensors here, as in every iteration of the loop, so that the same code is reached
            accept_raise()
            self._set(tuple(v if m else _with_tensors(v) for v, m in zip(before, missing, strict=True)))
            try:
                self._body()
            except NeverReturns:
                found.extend(before)
            except Exception as error:
                note_error_in_body(error)
                raise
            else:
                found.extend(self._get())
            return []

        trace_body(f"{state.graph.name}_first_round", one_iteration)  # type: ignore[union-attr]
        self._carrier.enter(handles)
        self._set(before)
        values = zip(self._names, before, found, missing, strict=True)
        return [self._placeholder_value(name, old, new) if is_missing else old for name, old, new, is_missing in values]

    def _placeholder_value(self, name: str, old: Any, new: Any) -> Any:
        """The initial value of a name that an iteration sets to `new`."""
        if isinstance(new, Undefined) or new is None:
            return new if isinstance(old, UndefinedReturnValue) else old
        leaves = flatten(new)
        created = [zeros_like(leaf) if is_convertible(leaf) else leaf for leaf in leaves]
        if any(m is None and leaf is not None for m, leaf in zip(created, leaves, strict=True)):
            raise ValueError(f"{shown(name)} must be defined before the loop")
        self._inferred_types[name] = [type_of(leaf) for leaf in leaves if is_convertible(leaf)]
        # tensors, not arrays: a composite value derives its type from its components
        return pack(new, [to_tensor(m) if is_convertible(leaf) else m for m, leaf in zip(created, leaves, strict=True)])

    def _inferred_type(self, name: str, position: int, result: TensorType) -> TensorType:
        """The type of a placeholder value: unknown sizes of the iteration's value stay unknown."""
        types = self._inferred_types.get(name)
        if types is None or types[position].dims is None:
            return result if types is None else tensor_type(result.dtype, None)
        return tensor_type(
            result.dtype, tuple(d if isinstance(d, int) else Symbol() for d in types[position].dims or ())
        )

    # one iteration ---------------------------------------------------------------------------------------

    def _unpacked(self, values: Sequence[Any]) -> tuple[Any, ...]:
        rest = iter(values)
        filled = ([next(rest) if leaf is _LOOP_VARIABLE else leaf for leaf in v.leaves] for v in self._variables)
        pairs = zip(self._variables, filled, strict=True)
        return tuple(
            v.structure if v.is_whole else note_copy(v.structure, pack(v.structure, leaves)) for v, leaves in pairs
        )

    def _set_variables(self, values: Sequence[Any]) -> None:
        """Set the variables to these values; the lists first, because their items may be variables, too."""
        self._carrier.enter(self._handles_in(values))
        write_state(self._get, self._set, self._unpacked(values), self._names)

    def _tested(self, values: Sequence[Any]) -> Any:
        self._set_variables(values)
        return condition_of(self._test(), "while loop")

    def _iteration(self, values: Sequence[Any]) -> list[Any]:
        accept_raise()
        self._set_variables(values)
        containers = containers_outside()
        try:
            self._body()
        except NeverReturns:
            return list(values[: len(self._initial)])
        except Exception as error:
            note_error_in_body(error)
            raise
        result = [leaf for v, value in zip(self._variables, self._get(), strict=True) for leaf in _checked(v, value)]
        handles = self._carrier.handles()
        if containers:
            self._set_variables(values)
            check_unchanged(containers)
        return [*result, *handles]


def _with_tensors(value: Any) -> Any:
    leaves = flatten(value)
    return pack(value, [to_tensor(leaf) if is_convertible(leaf) else leaf for leaf in leaves])


def _checked(variable: _LoopVariable, value: Any) -> list[Any]:
    """The loop variables in a name's value after an iteration."""
    name = shown(variable.name)
    structure = variable.structure
    if isinstance(value, Undefined) or isinstance(structure, Undefined):
        if isinstance(value, Undefined) and isinstance(structure, Undefined):
            if not isinstance(structure, UndefinedReturnValue):
                reason = f"{name} must be defined before the loop"
                why = value.reason()
                variable.leaves[0] = Undefined(variable.name, f"{reason}: {why}" if why else reason)
            return []
        if isinstance(value, Undefined):
            raise ValueError(f"{name} has no value at the end of an iteration of the loop: {value.error()}")
        raise ValueError(f"{name} must be defined before the loop")
    if variable.is_whole and value is structure:
        return []
    difference = structure_difference(structure, value)
    if difference is not None or variable.is_whole:
        if isinstance(structure, list) and isinstance(value, list) and not variable.is_whole:
            if isinstance(structure, GrowingList):
                raise _ListGrows(variable.name)
            grow(structure)
        if structure is None or value is None:
            raise _none_changed(name, _kind(structure), _kind(value))
        raise TypeError(
            f"{name} does not have the same nested structure after one iteration.\n\n{difference or _OTHER_LIST}"
            + f"\n\n{_GROWS}" * variable.is_whole
        )
    result: list[Any] = []
    types = iter(variable.types)
    found = flatten(value)
    for position, (before, after) in enumerate(zip(variable.leaves, found, strict=True)):
        if before is _LOOP_VARIABLE:
            result.append(_checked_leaf(variable, len(result), next(types), after))
        elif variable.initialized_in_loop:
            variable.leaves[position] = after
        elif before is not after:
            raise _object_changed(name, before, after)
    return result


_OTHER_LIST = "It is another list."
_GROWS = "A list may grow in a loop as one object: by append, extend and +=."


def _none_changed(name: str, before: str, after: str) -> Exception:
    return ValueError(
        f"{name} is {before} before the loop, but {after} after one iteration. Give it a tensor of one "
        "type before the loop and keep to it."
    )


def _object_changed(name: str, before: Any, after: Any) -> Exception:
    if before is None or after is None:
        return _none_changed(name, _kind(before), _kind(after))
    from graphwright.base.words import with_article

    return TypeError(
        f"{name} is {with_article(type(before).__name__)} before the loop and another object after one iteration: "
        f"{before!r} and {after!r}. What a loop on tensors changes must itself be made of tensors or numbers."
    )


def _kind(value: Any) -> str:
    if value is None:
        return "None"
    from graphwright.base.words import with_article

    return "a tensor" if is_convertible(value) else with_article(type(value).__name__)


class _ListGrows(Exception):
    """An iteration adds to a list that is a loop variable, by `+=`.

    Fields:
      name: the variable's name.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _ShapeChanged(Exception):
    """An iteration changes the shape of a loop variable.

    Fields:
      key: the variable's name and the number of its tensor.
      dims: what all iterations have in common.
      error: the error if they must not differ.
    """

    def __init__(self, key: tuple[str, int], dims: Dims, error: ValueError) -> None:
        super().__init__()
        self.key, self.dims, self.error = key, dims, error


def _checked_leaf(variable: _LoopVariable, position: int, declared: TensorType, leaf: Any) -> Any:
    name = shown(variable.name)
    if not is_convertible(leaf):
        raise _none_changed(name, "a tensor", _kind(leaf))
    found = type_of(leaf).dtype.name
    if found != declared.dtype.name:
        raise TypeError(
            f"{name} has dtype {declared.dtype.name} before the loop, but dtype {found} after one iteration"
        )
    tensor: Any = to_tensor(leaf)
    if _fits(tensor._type, declared):
        return tensor
    if variable.declared:
        raise ValueError(
            f"{name} has shape {tensor.shape} after one iteration, which does not conform with the shape invariant "
            f"{declared.shape}."
        )
    refusal = ValueError(
        f"{name} has shape {declared.shape} before the loop, but shape {tensor.shape} after one iteration. Use "
        "tf.autograph.experimental.set_loop_options to set shape invariants."
    )
    raise _ShapeChanged((variable.name, position), common_dims(declared.dims, tensor._type.dims), refusal)


def _fits(found: TensorType, declared: TensorType) -> bool:
    if declared.dims is None:
        return True
    if found.dims is None or len(found.dims) != len(declared.dims):
        return False
    return all(isinstance(d, Symbol) or d == f for d, f in zip(declared.dims, found.dims, strict=True))


def _option(opts: dict[str, Any], name: str, default: Any) -> Any:
    value = opts.get(name)
    return default if value is None else value
