"""`tf.saved_model.load`: the objects, functions and variables of a SavedModel."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from graphwright.base import errors
from graphwright.base.dtypes import resource
from graphwright.base.files import local_path
from graphwright.base.phases import phase, transfer
from graphwright.base.tracebacks import shortened
from graphwright.base.words import with_article
from graphwright.checkpoint.bundle_reader import BundleReader
from graphwright.checkpoint.messages import parsed
from graphwright.core.resource import Asset
from graphwright.core.tensor import EagerTensor
from graphwright.core.variable import Variable
from graphwright.core.variable_options import VariableAggregation, VariableSynchronization
from graphwright.core.variable_state import VariableState
from graphwright.graphdef.read_attrs import read_dtype, read_shape, read_tensor
from graphwright.ir.types import tensor_type
from graphwright.saved_model.function_loader import Inner, ModelFunctions, display_name
from graphwright.saved_model.graph_functions import GraphOnlyFunction
from graphwright.saved_model.loaded_function import LoadedFunction, parameters_of
from graphwright.saved_model.messages import Message
from graphwright.saved_model.model_reader import (
    ASSETS,
    VARIABLES,
    asset_path,
    meta_graph_of,
    names_unique,
    read_saved_model,
)
from graphwright.saved_model.objects import CallableUserObject, LoadedResource, Signatures, Unusable, UserObject
from graphwright.saved_model.options import LoadOptions
from graphwright.saved_model.structured_values import decode

if TYPE_CHECKING:
    from graphwright.saved_model.resource_loader import LoadedResources
from graphwright.saved_model.resource_writer import FUNCTIONS

GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"

_Option = TypeVar("_Option", bound=Enum)
_MOST_PAIRS = 10
"""How often an object may be visited with checkpoint objects: two cycles of names can meet in many combinations."""


@shortened
def load(export_dir: Any, tags: Any = None, options: LoadOptions | None = None) -> Any:
    """Load a SavedModel, whether it was written here or by TensorFlow.

    Args:
      export_dir: the folder.
      tags: those of the MetaGraph wanted, if there are several.
      options: a `tf.saved_model.LoadOptions`.

    Returns: the object that was saved: what belonged to it are its attributes, functions callable as they were,
    variables assignable. `signatures` has the signatures by name. Nothing of the model is imported or unpickled, and
    nothing of it runs but what makes and fills tables; ops and Python calls that can't be run here are told by name
    where a call needs them. A model of TensorFlow 1 has no objects: what is loaded has `signatures`, `variables`,
    `graph`, and `prune(feeds, fetches)`, which makes a function of a part of the graph.

    Raises:
      OSError: there is no SavedModel in the folder.
      ValueError: there is no MetaGraph with these tags.
      DataLossError, InvalidArgumentError, NotFoundError: the files are damaged, or contradict themselves.

    >>> import tempfile
    >>> model = tf.Module()
    >>> model.v = tf.Variable(3.0)
    >>> model.f = tf.function(lambda x: x * model.v, input_signature=[tf.TensorSpec([], tf.float32)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tf.saved_model.save(model, folder)
    ...     loaded = tf.saved_model.load(folder)
    >>> float(loaded.f(tf.constant(2.0)))
    6.0
    """
    path = local_path(export_dir)
    with phase("load", path):
        model = read_saved_model(path)
        meta = meta_graph_of(model, tags, path)
        if not meta.object_graph_def.nodes:
            from graphwright.saved_model.graph_loader import load_graph  # few models are TensorFlow 1's

            return load_graph(path, meta, options or LoadOptions())
        loader = _Loader(path, meta, options or LoadOptions())
        with loader.progress():
            return loader.root()


class _Loader:
    def __init__(self, path: str, meta: Message, options: LoadOptions) -> None:
        self._path = path
        self._meta = meta
        self._nodes: Sequence[Message] = meta.object_graph_def.nodes
        self._check_children()
        self._objects: dict[int, Any] = {}
        self._finished: dict[int, Any] = {}
        self._constants = {n.name: n for n in meta.graph_def.node if n.op == "Const"}
        self._values = _Values(path, self._nodes, options.allow_partial_checkpoint)
        self._functions = ModelFunctions(meta, self._captured, options.allowed_ops, os.path.join(path, ASSETS))
        self._options = options

    @cached_property
    def _resources(self) -> LoadedResources:
        from graphwright.saved_model.resource_loader import LoadedResources  # few models have resources

        return LoadedResources(self._nodes, self._function_of, self._options.allowed_ops)

    def _check_children(self) -> None:
        for number, node in enumerate(self._nodes):
            names_unique((c.local_name for c in node.children), f"Object {number} of the SavedModel")
            for child in node.children:
                if not 0 <= child.node_id < len(self._nodes):
                    raise errors.InvalidArgumentError(
                        f"Object {number} of the SavedModel has a child '{child.local_name}', number {child.node_id}; "
                        f"there are {len(self._nodes)} objects."
                    )

    def progress(self) -> transfer:
        """Shows progress of reading the variables, while `root` runs."""
        return self._values.progress

    def root(self) -> Any:
        """The root object, with all others created and connected."""
        kinds = [node.WhichOneof("kind") for node in self._nodes]
        for number, kind in enumerate(kinds):
            if kind == "user_object" or kind is None:
                self._objects[number] = self._container(number)
        for number, kind in enumerate(kinds):
            if kind in ("variable", "constant", "asset", "resource", "captured_tensor"):
                self._captured(number)
        for number, kind in enumerate(kinds):
            if kind in ("function", "bare_concrete_function"):
                self._function_of(number)
        if "resource" in kinds:
            self._objects |= self._resources.fill(self._values.keys_of, self._values.tensor)
        for number, created in list(self._objects.items()):
            self._fill(number, created)
        root = self._resolved(0, set())
        if self._options.experimental_load_function_aliases:
            vars(root)["function_aliases"] = self._aliases()
        return root

    def _aliases(self) -> dict[str, Any]:
        """The functions with aliases, by alias."""
        aliases = self._meta.meta_info_def.function_aliases
        return {
            aliases[name]: self._function_of(number)
            for number, node in enumerate(self._nodes)
            for name in node.function.concrete_functions
            if name in aliases
        }

    # containers --------------------------------------------------------------------------------------------

    def _container(self, number: int) -> Any:
        node = self._nodes[number]
        kinds: dict[str, Callable[[], Any]] = {
            "trackable_list_wrapper": list,
            "trackable_dict_wrapper": dict,
            "trackable_tuple_wrapper": _Tuple,
            "signature_map": _SignatureMap,
        }
        make = kinds.get(node.user_object.identifier)
        if make is not None:
            return make()
        callable_ = any(c.local_name == "__call__" for c in node.children)
        return CallableUserObject() if callable_ else UserObject()

    def _fill(self, number: int, result: Any) -> None:
        """Set the dependencies of an object."""
        node = self._nodes[number]
        if isinstance(result, list):
            numbered = {c.local_name: c.node_id for c in node.children if c.local_name.isdigit()}
            result.extend(self._resolved(numbered[key], {number}) for key in sorted(numbered, key=int))
        elif isinstance(result, dict):
            result.update((c.local_name, self._resolved(c.node_id, {number})) for c in node.children)
        elif isinstance(result, LoadedResource):
            own = ((c.local_name, self._resolved(c.node_id, {number})) for c in node.children)
            vars(result).update((name, value) for name, value in own if not hasattr(result, name) or name in FUNCTIONS)
        elif isinstance(result, UserObject):
            own = ((c.local_name, self._resolved(c.node_id, {number})) for c in node.children)
            vars(result).update((name, value) for name, value in own if name == "__call__" or not name.startswith("__"))

    def _resolved(self, number: int, around: set[int]) -> Any:
        """The object of a number; tuples and signatures are built once, from their items."""
        result = self._objects.get(number)
        if not isinstance(result, (_Tuple, _SignatureMap)):
            return result
        if number in around or len(around) > 100:
            raise errors.InvalidArgumentError(f"Object {number} of the SavedModel is part of itself.")
        if number not in self._finished:  # otherwise shared ones would be built again, twice as often at each level
            node, around = self._nodes[number], {*around, number}
            numbered = {c.local_name: c.node_id for c in node.children if c.local_name.isdigit()}
            self._finished[number] = (
                Signatures({c.local_name: self._resolved(c.node_id, around) for c in node.children})
                if isinstance(result, _SignatureMap)
                else tuple(self._resolved(numbered[key], around) for key in sorted(numbered, key=int))
            )
        return self._finished[number]

    # values ------------------------------------------------------------------------------------------------

    def _captured(self, number: int) -> Any:
        """A variable, constant, asset or resource, as functions capture it."""
        if not 0 <= number < len(self._nodes):
            raise errors.InvalidArgumentError(
                f"A function of the SavedModel captures object {number}; there are {len(self._nodes)}."
            )
        if number not in self._objects:
            self._objects[number] = self._value(number)
        return self._objects[number]

    def _value(self, number: int) -> Any:
        node = self._nodes[number]
        kind = node.WhichOneof("kind")
        if kind == "variable":
            return self._values.variable(number, node.variable)
        if kind == "constant":
            return self._constant(node.constant.operation)
        if kind == "asset":
            return self._asset(node.asset.asset_file_def_index)
        if kind == "captured_tensor":
            return Inner(node.captured_tensor.name)
        if kind == "resource":
            return self._resources.make(number)
        raise errors.InvalidArgumentError(
            f"A function of the SavedModel captures object {number}, which is {with_article(kind)} and no value."
        )

    def _constant(self, name: str) -> EagerTensor:
        node = self._constants.get(name)
        if node is None or "value" not in node.attr:
            raise errors.InvalidArgumentError(f"The SavedModel has no constant '{name}', which an object of it is.")
        self._functions.expansion.take(node.attr["value"])
        try:
            array = read_tensor(node.attr["value"].tensor)
        except (ValueError, TypeError) as error:
            raise errors.InvalidArgumentError(f"The constant '{name}' of the SavedModel: {error}.") from None
        return EagerTensor(array, tensor_type(read_dtype(node.attr["value"].tensor.dtype), array.shape))

    def _asset(self, index: int) -> Asset:
        assets = self._meta.asset_file_def
        if not 0 <= index < len(assets):
            raise errors.InvalidArgumentError(f"The SavedModel has no asset {index}; it has {len(assets)}.")
        return Asset(asset_path(self._path, assets[index].filename))

    # functions ---------------------------------------------------------------------------------------------

    def _function_of(self, number: int) -> Any:
        """The function of a number."""
        if number not in self._objects:
            self._objects[number] = self._usable(number)
        return self._objects[number]

    def _usable(self, number: int) -> Any:
        """A function; calling it is an error if anything that it needs is missing."""
        node = self._nodes[number]
        kind = node.WhichOneof("kind")
        names = list(node.function.concrete_functions)
        try:
            return self._function(node.function) if kind == "function" else self._bare(node.bare_concrete_function)
        except (errors.NotFoundError, errors.UnimplementedError) as error:
            name = names[0] if names else node.bare_concrete_function.concrete_function_name
            return Unusable(display_name(name), error)

    def _function(self, saved: Message) -> Any:
        traces = [self._functions.concrete(name, saved.function_spec) for name in saved.concrete_functions]
        name = display_name(saved.concrete_functions[0]) if saved.concrete_functions else "function"
        signature = decode(saved.function_spec.input_signature)
        parameters = traces[0].function_spec.signature if traces else _of(saved)
        try:
            return LoadedFunction(GraphOnlyFunction(name, parameters), traces, _as_signature(signature))
        except (TypeError, ValueError) as error:
            raise errors.InvalidArgumentError(
                f"Function '{name}' of the SavedModel has an input signature that its parameters do not take: {error}"
            ) from None

    def _bare(self, saved: Message) -> Any:
        described = saved.function_spec if saved.HasField("function_spec") else None
        if described is not None and described.fullargspec.WhichOneof("kind") is None:
            described = None
        return self._functions.concrete(saved.concrete_function_name, described, list(saved.argument_keywords))


def _of(saved: Message) -> Any:
    import inspect

    return inspect.Signature(parameters_of(saved.function_spec))


def _as_signature(decoded: Any) -> Any:
    """The input signature of a saved function; a pair of positional and keyword specs has no keyword ones here."""
    return tuple(decoded) if isinstance(decoded, (list, tuple)) else None


class _Tuple:
    """A placeholder for a tuple until its items are loaded."""


class _SignatureMap:
    """A placeholder for the signatures until they are loaded."""


class _Values:
    """The variables of a model, with their values from its checkpoint."""

    def __init__(self, path: str, nodes: Sequence[Message], partial: bool) -> None:
        self._partial = partial
        self.keys_of: dict[int, dict[str, str]] = {}
        self._reader: BundleReader | None = None
        self.progress = transfer("variables")
        if any(node.WhichOneof("kind") == "variable" or node.saveable_objects for node in nodes):
            self._reader = BundleReader(os.path.join(path, VARIABLES))
            self._find_keys(nodes)
            size = sum(entry.size for key, entry in self._reader.entries.items() if key != GRAPH_KEY)
            self.progress.total = size
            self._reader.moved = self.progress.advance

    def _find_keys(self, nodes: Sequence[Message]) -> None:
        """Traverse the objects of the model and of the checkpoint together, by the names of children."""
        assert self._reader is not None
        data = self._reader.read(GRAPH_KEY)
        if data.dtype != object or data.ndim:
            raise errors.DataLossError(f"The checkpoint of the SavedModel has no text under {GRAPH_KEY}.")
        saved = parsed("TrackableObjectGraph", data.item(), f"what stands under {GRAPH_KEY}").nodes
        pending, seen = [(0, 0)], {(0, 0)}
        while pending:
            number, theirs = pending.pop()
            if not 0 <= theirs < len(saved):
                raise errors.DataLossError(f"The checkpoint of the SavedModel names object {theirs}, of {len(saved)}.")
            for attribute in saved[theirs].attributes:
                self.keys_of.setdefault(number, {}).setdefault(attribute.name, attribute.checkpoint_key)
            children = {c.local_name: c.node_id for c in saved[theirs].children}
            for child in nodes[number].children:
                pair = (child.node_id, children.get(child.local_name, -1))
                if pair[1] >= 0 and pair not in seen:
                    seen.add(pair)
                    pending.append(pair)
            if len(seen) > _MOST_PAIRS * (len(nodes) + len(saved)):
                raise errors.DataLossError(
                    "The checkpoint of the SavedModel has other objects under the names of these."
                )

    def tensor(self, key: str) -> EagerTensor:
        """The tensor under a key."""
        assert self._reader is not None
        dtype, array = self._reader.entry(key).dtype, self._reader.read(key)
        array.flags.writeable = False
        return EagerTensor(array, tensor_type(dtype, array.shape))

    def variable(self, number: int, saved: Message) -> Variable:
        """The variable of a number, with its saved value."""
        name = saved.name.removesuffix(":0") or "Variable"
        try:
            dtype, shape = read_dtype(saved.dtype), read_shape(saved.shape)
        except ValueError as error:
            raise errors.InvalidArgumentError(f"The variable '{name}' of the SavedModel: {error}.") from None
        declared = tensor_type(dtype, shape.symbolic)
        storage = VariableState(declared, name)
        key = self.keys_of.get(number, {}).get("VARIABLE_VALUE")
        if key is not None and self._reader is not None:
            entry = self._reader.entry(key)
            if entry.dtype is not dtype or not shape.is_compatible_with(entry.shape):
                raise errors.InvalidArgumentError(
                    f"The variable '{name}' of the SavedModel is {declared!r}; its value is {entry.dtype.name} of "
                    f"shape {list(entry.shape)}."
                )
            array = self._reader.read(key)
            array.flags.writeable = False
            storage.write(array)
        elif not self._partial:
            raise errors.NotFoundError(f"The checkpoint of the SavedModel has no value for its variable '{name}'.")
        handle = EagerTensor(storage, tensor_type(resource, ()))
        synchronization = _option(VariableSynchronization, saved.synchronization)
        aggregation = _option(VariableAggregation, saved.aggregation)
        return Variable.over_handle(handle, declared, saved.trainable, name, (synchronization, aggregation))


def _option(kind: type[_Option], number: int) -> _Option:
    try:
        return kind(number)
    except ValueError:
        raise errors.InvalidArgumentError(f"A variable of the SavedModel has no {kind.__name__}: {number}.") from None
