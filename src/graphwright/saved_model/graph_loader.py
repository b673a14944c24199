"""SavedModels of TensorFlow 1: a graph with signatures, and no objects.

The graph becomes that of one function. Its variables and tables are made once and captured by it, so that whatever is
pruned from it shares them; signatures are pruned when the model is loaded.
"""

from __future__ import annotations

import inspect
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from google.protobuf.message import DecodeError

from graphwright.base import errors, nest
from graphwright.base.dtypes import resource
from graphwright.checkpoint.bundle_reader import BundleReader, index_path
from graphwright.core.context import as_default_graph, outside_graphs
from graphwright.core.dispatch import apply_any
from graphwright.core.resource import Asset
from graphwright.core.sparse_tensor import SparseTensor, SparseTensorSpec
from graphwright.core.tensor import EagerTensor
from graphwright.core.tracing import TracingGraph
from graphwright.core.variable import Variable
from graphwright.core.variable_state import VariableState
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.graphdef.foreign_ops import ForeignOps
from graphwright.graphdef.import_ import import_graph
from graphwright.graphdef.parsing import parsed_graph_def
from graphwright.ir.funcgraph import next_function_name
from graphwright.ir.graph import Operation
from graphwright.ir.handles import DECLARED
from graphwright.ir.types import tensor_type
from graphwright.lookup.records import MAKERS
from graphwright.saved_model.graph_functions import concrete_of, positional, spec_of, spec_of_value, types_of
from graphwright.saved_model.messages import CLASSES, Message
from graphwright.saved_model.model_reader import (
    ASSETS,
    INIT,
    TRAIN,
    VARIABLES,
    asset_path,
    asset_tensors,
    initializer_names,
)
from graphwright.saved_model.objects import Signatures, UserObject
from graphwright.saved_model.options import LoadOptions
from graphwright.saved_model.resource_loader import problem_of, run_once
from graphwright.saved_model.restored_variables import read_restored, restored_variables
from graphwright.saved_model.wrapped_function import PrunedCopy, WrappedFunction, argument_names


class _Held:
    """What a loaded graph has that does not belong to it when it is saved as an object."""

    def __init__(self, function: WrappedFunction) -> None:
        self.function = function
        self.initializer: WrappedFunction | None = None


class LoadedGraph(UserObject):
    """A loaded model of TensorFlow 1.

    Attributes: `signatures` by name, `variables`, `asset_paths`; `graph`, of which `prune` makes functions.
    """

    def __init__(
        self, function: WrappedFunction, variables: list[Variable], assets: list[Asset], meta: Message
    ) -> None:
        self._held = _Held(function)
        self.variables = variables
        self.asset_paths = assets
        self.signatures: Signatures = Signatures({})
        self.tensorflow_version = meta.meta_info_def.tensorflow_version
        self.tensorflow_git_version = meta.meta_info_def.tensorflow_git_version

    @property
    def graph(self) -> TracingGraph:
        """The graph of the model."""
        return self._held.function.graph

    def prune(self, feeds: Any, fetches: Any, name: str | None = None, input_signature: Any = None) -> WrappedFunction:
        """The function that computes `fetches` from `feeds`; see `tf.compat.v1.wrap_function`."""
        return self._held.function.prune(feeds, fetches, name, input_signature)

    @property
    def initializer(self) -> WrappedFunction | None:
        """What is run when the model is loaded."""
        return self._held.initializer

    def restore(self, save_path: Any) -> None:
        """Give the variables the values of another checkpoint of the model, by their names."""
        reader = BundleReader(os.fspath(save_path))
        for variable in self.variables:
            variable.assign(reader.read(variable.name.removesuffix(":0")))

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {"variables": self.variables}


def load_graph(path: str, meta: Message, options: LoadOptions) -> LoadedGraph:
    """The model of a MetaGraph without objects.

    Raises:
      InvalidArgumentError, NotFoundError: the graph or a signature names what is not there, or is malformed.
      DataLossError: the values of the variables are damaged.
    """
    loader = _GraphLoader(path, meta, options)
    return loader.load()


class _GraphLoader:
    def __init__(self, path: str, meta: Message, options: LoadOptions) -> None:
        self._path, self._meta, self._options = path, meta, options
        self._described = {d.variable_name.partition(":")[0]: d for d in _described_variables(meta, "variables")}
        self._trainable = {d.variable_name.partition(":")[0] for d in _described_variables(meta, "trainable_variables")}
        self._variables: dict[str, Variable] = {}

    def load(self) -> LoadedGraph:
        """The whole model."""
        assets = {name: Asset(asset_path(self._path, file)) for name, file in asset_tensors(self._meta)}
        imported = self._imported(assets)
        copied = _ModelCopy(imported, self._handle)
        copied.copy_all()
        self._restore(imported)
        copied.made.attributes["structured_outputs"] = None
        copied.made.variables_met = {id(v): v for v in self._variables.values()}
        copied.made.finish()
        function = WrappedFunction(copied.made, spec_of(copied.made.name, []), {})
        model = LoadedGraph(function, self._ordered(), list(assets.values()), self._meta)
        model.signatures = Signatures(dict(self._signatures(function)))
        self._initialize(model)
        return model

    def _imported(self, assets: dict[str, Asset]) -> TracingGraph:
        proto = parsed_graph_def(self._meta.graph_def)
        ops = ForeignOps(
            self._meta.meta_info_def.stripped_op_list.op, self._options.allowed_ops, os.path.join(self._path, ASSETS)
        )
        graph = TracingGraph("loaded_graph")
        used = {reference.removesuffix(":0") for node in proto.node for reference in node.input}
        with as_default_graph(graph):
            replaced = {
                (name, 0): graph.capture_by_reference(asset._path, "asset_path")
                for name, asset in assets.items()
                if name in used
            }
            import_graph(graph, proto, "", replaced, ops, TracingGraph)
        return graph

    # variables and tables ----------------------------------------------------------------------------------

    def _handle(self, op: Operation) -> EagerTensor | None:
        """The handle of a resource that an operation of the graph makes; None where it is left to the operation."""
        if op.type == "VarHandleOp":
            return self._variable(op)
        if op.type not in MAKERS:
            return None
        with outside_graphs():
            made: EagerTensor = apply_any(op.record, (), op.attrs)
        return made

    def _variable(self, op: Operation) -> EagerTensor:
        name = _text(op.attrs["shared_name"]) or op.name
        found = self._variables.get(name)
        if found is None:
            declared = tensor_type(op.attrs["dtype"], op.attrs["shape"].symbolic)
            handle = EagerTensor(VariableState(declared, name), tensor_type(resource, ()))
            found = self._variables[name] = Variable.over_handle(handle, declared, name in self._trainable, name)
        assert isinstance(found.handle, EagerTensor)
        return found.handle

    def _ordered(self) -> list[Variable]:
        """The variables, those that the model lists first and in its order."""
        listed = [self._variables[name] for name in self._described if name in self._variables]
        return listed + [v for v in self._variables.values() if not any(v is w for w in listed)]

    def _restore(self, graph: TracingGraph) -> None:
        prefix = os.path.join(self._path, VARIABLES)
        if not os.path.exists(index_path(prefix)):
            return
        reader = BundleReader(prefix)
        left = dict(self._variables)
        for op, key, part in restored_variables(graph.operations):
            name = _text(op.attrs["shared_name"]) or op.name
            variable = left.pop(name, None)
            if variable is not None:
                self._give(variable, read_restored(reader, key, part))
        for name, variable in left.items():
            if name in reader:
                self._give(variable, reader.read(name))

    @staticmethod
    def _give(variable: Variable, array: Any) -> None:
        if array.dtype != variable.dtype.numpy or not variable.shape.is_compatible_with(array.shape):
            raise errors.InvalidArgumentError(
                f"The variable '{variable.name}' of the SavedModel is {variable.dtype.name} of shape {variable.shape}; "
                f"its value is {array.dtype} of shape {list(array.shape)}."
            )
        array.flags.writeable = False
        variable._state.write(array)

    # functions ---------------------------------------------------------------------------------------------

    def _signatures(self, function: WrappedFunction) -> Iterator[tuple[str, ConcreteFunction]]:
        for key, signature in sorted(self._meta.signature_def.items()):
            if key not in (INIT, TRAIN):
                try:
                    yield key, self._signature(function, key, signature)
                except (KeyError, TypeError, ValueError) as error:
                    if isinstance(error, errors.OpError):
                        raise
                    message = error.args[0] if error.args else error
                    raise errors.InvalidArgumentError(f"Signature '{key}' of the SavedModel: {message}") from None

    def _signature(self, function: WrappedFunction, key: str, signature: Message) -> ConcreteFunction:
        graph = function.graph
        cut = PrunedCopy(graph, next_function_name(f"signature_{key}"))
        arguments: dict[str, Any] = {}
        for name, info in sorted(signature.inputs.items()):
            parts = [cut.feed(graph.get_tensor_by_name(n), None) for n in _names(info)]
            specs = [spec_of_value(v, name) for v in parts]
            arguments[name] = SparseTensorSpec(None, specs[1].dtype) if len(specs) == 3 else specs[0]
        wanted = {
            name: [graph.get_tensor_by_name(n) for n in _names(info)]
            for name, info in sorted(signature.outputs.items())
        }
        cut.copy(nest.flatten(wanted))
        results = {name: [cut.result(v) for v in parts] for name, parts in wanted.items()}
        structure = {name: SparseTensor(*v) if len(v) == 3 else v[0] for name, v in results.items()}
        cut.made.outputs = nest.flatten(structure, expand_composites=True)
        cut.made.finish()
        if len(arguments) == 1:  # one alone may be given by position
            arguments = dict(zip(argument_names(list(arguments)), arguments.values(), strict=True))
            parameters = positional(list(arguments))
        else:
            parameters = [inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD)]
        used = [v for v in function._variables if any(v.handle is c for c in cut.made.captures)]
        return concrete_of(cut.made, spec_of(cut.made.name, parameters), types_of(arguments), structure, used)

    def _initialize(self, model: LoadedGraph) -> None:
        """Run what the model wants to be run first: it fills the tables."""
        for name in initializer_names(self._meta):
            initializer = model._held.initializer = model.prune([], name)
            problem = problem_of(initializer.graph, frozenset(self._options.allowed_ops))
            if problem is None:
                run_once(initializer, [])
            else:
                logging.getLogger("graphwright").warning(
                    "The initializer '%s' of the SavedModel at %s did not run: %s", name, self._path, problem
                )


class _ModelCopy(PrunedCopy):
    """The whole of a graph, whose resources are captured; placeholders stay, to be fed by what is pruned."""

    def __init__(self, source: TracingGraph, handle: Callable[[Operation], EagerTensor | None]) -> None:
        super().__init__(source, "wrapped_function")
        self._handle = handle

    def copy_all(self) -> None:
        """Copy all operations."""
        for op in self._source.operations:
            self._copy(op)

    def _copy(self, op: Operation) -> None:
        makes_resource = not op.inputs and len(op.outputs) == 1 and op.outputs[0].dtype is resource
        handle = self._handle(op) if makes_resource else None
        if handle is not None:
            inner = self.made.capture_by_reference(handle, op.name)
            if op.type == "VarHandleOp":
                inner.op.attrs[DECLARED] = tensor_type(op.attrs["dtype"], op.attrs["shape"].symbolic)
            self._values[id(op.outputs[0])] = inner
            self._operations[id(op)] = inner.op
        else:
            super()._copy(op)

    def _copy_input(self, op: Operation) -> None:
        value = op.outputs[0]
        if self._source.outer_value(value) is not None:
            super()._copy_input(op)
            return
        copied = self.made.add_op(op.record, (), op.attrs, [value.type], self.made.unique_name(op.name))
        self._operations[id(op)], self._values[id(value)] = copied, copied.outputs[0]


def _described_variables(meta: Message, collection: str) -> Sequence[Message]:
    """The variables that a collection of a MetaGraph describes."""
    if collection not in meta.collection_def:
        return []
    try:
        return [CLASSES["VariableDef"].FromString(v) for v in meta.collection_def[collection].bytes_list.value]
    except DecodeError as error:
        raise errors.DataLossError(
            f"The collection '{collection}' of the SavedModel lists no variables: {error}."
        ) from None


def _names(info: Message) -> list[str]:
    """The tensors that a signature names: one, or the three of a sparse tensor."""
    kind = info.WhichOneof("encoding")
    if kind == "coo_sparse":
        parts = info.coo_sparse
        return [parts.indices_tensor_name, parts.values_tensor_name, parts.dense_shape_tensor_name]
    if kind != "name":
        raise ValueError(f"it describes a tensor by {kind or 'nothing'}, not by its name.")
    return [info.name]


def _text(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value or "")
