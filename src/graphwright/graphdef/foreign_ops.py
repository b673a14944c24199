"""Ops of a file that cannot run here: graphs keep them, and running one says its name.

What such an op takes and gives is read from its OpDef, which a SavedModel carries for each op it uses.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from graphwright.base import errors
from graphwright.graphdef import messages
from graphwright.graphdef.guarded_ops import guarded
from graphwright.graphdef.read_attrs import read_attr, read_dtype
from graphwright.ir.older_names import BY_HANDLE
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.signature import MISSING, ArgDef, AttrDef

_scopes = itertools.count()


class ForeignOps:
    """The records of the ops of one file.

    Args:
      op_defs: the OpDefs that the file carries.
      allowed: names of ops that may reach whatever their records declare.
      folder: where the files are that ops may read in any case.
      scope: what goes before the names of shared resources; without one, no other file's ops find them.
    """

    def __init__(
        self,
        op_defs: Iterable[messages.Message] = (),
        allowed: Iterable[str] = (),
        folder: str | None = None,
        scope: str | None = None,
    ) -> None:
        self._op_defs = {d.name: d for d in op_defs}
        self._allowed = frozenset(allowed)
        self._folder = folder
        self._scope = scope or new_scope()
        self._made: dict[str, OpRecord] = {}

    def record(self, name: str, where: str) -> OpRecord:
        """The record of an op.

        Raises NotFoundError where nothing is known of the op.
        """
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._find(name, where)
        return found

    def _find(self, name: str, where: str) -> OpRecord:
        record = lookup(BY_HANDLE.get(name, name))
        if record is not None and (name in self._allowed or record.name in self._allowed):
            return record
        if record is not None:
            return guarded(record, self._folder, self._scope)
        definition = self._op_defs.get(name)
        if definition is None:
            raise errors.UnknownOpError(
                f"Op type not registered '{name}' ({where}). The file does not say what the op takes and gives."
            )
        return _unknown(definition)


def new_scope() -> str:
    """A scope that no other graph of this process has."""
    return f"graph {next(_scopes)}"


def _no_dims(ctx: Any) -> Any:
    outputs = sum(ctx.record.arg_count(a, ctx.attrs) for a in ctx.record.outputs)
    return None if ctx.record.single_output else [None] * outputs


def _raising(make: Callable[[], Exception]) -> Callable[..., NoReturn]:
    def kernel(*inputs: Any, **attrs: Any) -> NoReturn:
        raise make()

    return kernel


def _record(
    name: str, inputs: Any, outputs: Any, attrs: Mapping[str, AttrDef], stateful: bool, kernel: Any
) -> OpRecord:
    effect: Any = "host" if stateful else "none"
    return OpRecord(
        name, tuple(inputs), tuple(outputs), attrs, _no_dims, kernel, None, None, effect, stateful, False, None, False,
        __name__,
    )  # fmt: skip


def _unknown(definition: messages.Message) -> OpRecord:
    name = definition.name
    attrs = {a.name: _attribute(a, name) for a in definition.attr}
    message = f"Op type not registered '{name}': the loaded graph uses it, and it can't run here."
    return _record(
        name,
        [_argument(a, name, attrs) for a in definition.input_arg],
        [_argument(a, name, attrs) for a in definition.output_arg],
        attrs,
        definition.is_stateful,
        _raising(lambda: errors.UnknownOpError(message)),
    )


def _argument(arg: messages.Message, op: str, attrs: Mapping[str, AttrDef]) -> ArgDef:
    named = {arg.type_attr: "type", arg.type_list_attr: "list(type)", arg.number_attr: "int"}
    for attr, kind in named.items():
        if attr and (attr not in attrs or attrs[attr].kind != kind):
            raise errors.InvalidArgumentError(
                f"The declaration of op {op}, argument '{arg.name}': it has no attribute '{attr}' of type {kind}."
            )
    if sum(map(bool, (arg.type, arg.type_attr, arg.type_list_attr))) != 1:
        raise errors.InvalidArgumentError(f"The declaration of op {op}, argument '{arg.name}': it has no one dtype.")
    try:
        return ArgDef(
            arg.name,
            read_dtype(arg.type) if arg.type else None,
            arg.type_attr or None,
            arg.number_attr or None,
            arg.type_list_attr or None,
        )
    except ValueError as error:
        raise errors.InvalidArgumentError(f"The declaration of op {op}, argument '{arg.name}': {error}.") from None


_ATTR_KINDS = frozenset({"type", "shape", "int", "float", "bool", "string", "func", "tensor"})


def _attribute(attr: messages.Message, op: str) -> AttrDef:
    kind = attr.type
    if kind.removeprefix("list(").removesuffix(")") not in _ATTR_KINDS:
        raise errors.InvalidArgumentError(f"The declaration of op {op}: '{attr.name}' is of no kind: {kind!r}.")
    default = MISSING
    if attr.HasField("default_value") and kind != "func":
        try:
            default = read_attr(attr.default_value, kind, lambda name: None)
        except (ValueError, TypeError) as error:
            raise errors.InvalidArgumentError(
                f"The declaration of op {op}: the default of '{attr.name}': {error}."
            ) from None
    return AttrDef(attr.name, kind, default)
