"""The session graph of a SavedModel, which TensorFlow 1 sessions and `saved_model_cli` run."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base import nest
from graphwright.base.dtypes import string
from graphwright.core.tensor import EagerTensor
from graphwright.core.variable import Variable
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.graphdef.export import MIN_CONSUMER, PRODUCER
from graphwright.graphdef.tensor_proto import shape_to_proto, to_proto
from graphwright.saved_model.messages import Message
from graphwright.saved_model.model_reader import INIT
from graphwright.saved_model.resource_writer import Saveable
from graphwright.saved_model.structured_values import encode


class SessionGraph:
    """Builds the nodes of a MetaGraph.

    Args:
      meta: the MetaGraph.
      variables: the variables, with the keys of their values in the checkpoint.
      constants: tensors that functions capture, with the names of their nodes.
    """

    def __init__(
        self,
        meta: Message,
        variables: Sequence[tuple[Variable, str]],
        constants: Sequence[tuple[str, EagerTensor]],
        object_graph_key: tuple[str, bytes],
    ) -> None:
        self.start(meta, {name.lower() for name, _ in constants})
        self._object_graph: tuple[str, bytes] | None = object_graph_key
        self._graph.versions.producer, self._graph.versions.min_consumer = PRODUCER, MIN_CONSUMER
        for name, tensor in constants:
            self._constant(name, tensor._array, tensor.dtype)
            self._inputs[id(tensor)] = name
        for variable, key in variables:
            self._add_variable(variable, key)

    def start(self, meta: Message, names: set[str]) -> None:
        """Begin with a MetaGraph whose graph has nodes of these names, in small letters."""
        self.meta = meta
        self._graph = meta.graph_def
        self._taken = names
        self._inputs: dict[int, str] = {}
        self._initializers: list[str] = []
        self._fed: dict[str, str] = {}  # what reads the path of an asset, and what it is fed to
        # what is saved: keys, tensors and dtypes, and what takes the tensors when they are restored
        self._saved: list[tuple[Sequence[str], Sequence[str], Sequence[Any], Callable[[Sequence[str]], str]]] = []

    def _name(self, wanted: str) -> str:
        name = re.sub(r"[^A-Za-z0-9_.\\/>-]", "_", wanted)
        name = name if re.match(r"[A-Za-z0-9.]", name) else f"v{name}"
        candidate, count = name, 0
        while candidate.lower() in self._taken:
            count += 1
            candidate = f"{name}_{count}"
        self._taken.add(candidate.lower())
        return candidate

    def _node(self, name: str, op: str, inputs: Sequence[str] = (), **attrs: Any) -> Message:
        node = self._graph.node.add(name=name, op=op)
        node.input.extend(inputs)
        for key, (field, value) in attrs.items():
            target = node.attr[key]
            if field == "types":
                target.list.SetInParent()
                target.list.type.extend(t.as_datatype_enum for t in value)
            elif field == "type":
                target.type = value.as_datatype_enum
            elif field in ("shape", "tensor"):
                getattr(target, field).CopyFrom(value)
                getattr(target, field).SetInParent()
            elif field == "func":
                target.func.name = value
            else:
                setattr(target, field, value)
        return node

    def _constant(self, name: str, array: Any, dtype: Any) -> None:
        self._node(name, "Const", value=("tensor", to_proto(np.asarray(array), dtype)), dtype=("type", dtype))

    def _add_variable(self, variable: Variable, key: str) -> None:
        name = self._name(variable._shared_name)
        shape = shape_to_proto(variable.shape)
        self._node(
            name, "VarHandleOp", dtype=("type", variable.dtype), shape=("shape", shape),
            shared_name=("s", name.encode()),
        )  # fmt: skip
        self._node(f"{name}/Read/ReadVariableOp", "ReadVariableOp", [name], dtype=("type", variable.dtype))
        self._taken.add(f"{name}/read/readvariableop".lower())
        self._inputs[id(variable._state)] = name

        def assign(tensors: Sequence[str]) -> str:
            result = self._name("save/AssignVariableOp")
            self._node(result, "AssignVariableOp", [name, *tensors], dtype=("type", variable.dtype))
            return result

        self._saved.append(([key], [f"{name}/Read/ReadVariableOp"], [variable.dtype], assign))

    def add_asset(self, path: EagerTensor, asset: Message) -> None:
        """Add an asset: its path is fed once, to the initializer, and stored in a variable."""
        placeholder, kept = self._name("asset_path_initializer"), self._name("asset_path")
        scalar = shape_to_proto(())
        described = {"dtype": ("type", string), "shape": ("shape", scalar)}
        self._node(placeholder, "Placeholder", **described)
        self._node(kept, "VarHandleOp", **described, shared_name=("s", kept.encode()))
        assign, read = self._name(f"{kept}/Assign"), self._name(f"{kept}/Read/ReadVariableOp")
        self._node(assign, "AssignVariableOp", [kept, placeholder], dtype=("type", string))
        self._node(read, "ReadVariableOp", [kept], dtype=("type", string))
        self._initializers.append(assign)
        self._inputs[id(path)] = read
        self._fed[read] = placeholder
        asset.tensor_info.name = f"{placeholder}:0"

    def add_resource(self, handle: EagerTensor, creator: ConcreteFunction, name: str) -> None:
        """Add a resource that a function creates."""
        self._inputs[id(handle._array)] = self._call(creator, name, self._captures(creator))

    def add_initializer(self, function: ConcreteFunction, name: str) -> None:
        """Add an initializer, called when the model is loaded, with the paths of assets fed."""
        inputs = [self._fed.get(stored, stored) for stored in self._captures(function)]
        self._initializers.append(self._call(function, name, inputs))

    def add_saveable(self, key: str, saveable: Saveable, save: str, restore: str) -> None:
        """Add the values of a resource, which the functions of these names save and restore."""
        checkpoint_key = self._name("checkpoint_key")
        self._constant(checkpoint_key, np.array(key.encode(), object), string)
        call = self._call(saveable.save, save, [checkpoint_key, *self._captures(saveable.save)])
        values = saveable.values
        position = {id(v): i for i, v in enumerate(saveable.save.graph.outputs)}
        tensors = [f"{call}:{position[id(value)]}" for value in values.values()]
        stored = self._captures(saveable.restore)
        self._saved.append((
            [key + part for part in values], tensors, [v.dtype for v in values.values()],
            lambda restored: self._call(saveable.restore, restore, [*restored, *stored]),
        ))  # fmt: skip

    def add_signature(self, key: str, function: ConcreteFunction, name: str, arguments: Sequence[str]) -> None:
        """Add a call of a signature's function, fed by placeholders."""
        created = self.meta.signature_def[key]
        created.method_name = "tensorflow/serving/predict"
        inputs = []
        values = {v.op.name: v for v in function.graph.inputs[: len(arguments)]}
        for argument in arguments:
            value = values[argument]
            placeholder = self._name(f"{key}_{argument}")
            shape = shape_to_proto(value.type.shape)
            self._node(placeholder, "Placeholder", dtype=("type", value.dtype), shape=("shape", shape))
            inputs.append(placeholder)
            _describe(created.inputs[argument], f"{placeholder}:0", value)
        call = self._call(function, name, [*inputs, *self._captures(function)])
        outputs: Mapping[str, Any] = function.structured_outputs
        places = itertools.count()
        for result, value in outputs.items():
            info = created.outputs[result]
            parts = nest.flatten(value, expand_composites=True)
            if parts[0] is value:
                _describe(info, f"{call}:{next(places)}", value)
                continue
            info.composite_tensor.type_spec.CopyFrom(encode(value._type_spec).type_spec_value)
            info.dtype = value.dtype.as_datatype_enum
            for part in parts:
                _describe(info.composite_tensor.components.add(), f"{call}:{next(places)}", part)

    def _captures(self, function: ConcreteFunction) -> list[str]:
        """The tensors of this graph for the captures of a function."""
        known = ((self._inputs.get(id(t)), t) for t in function.graph.captures)
        return [stored if stored is not None else self._inputs[id(t._array)] for stored, t in known]

    def _call(self, function: ConcreteFunction, name: str, inputs: Sequence[str]) -> str:
        """Add a call of a library function; returns the name of the node."""
        op = "StatefulPartitionedCall" if function.graph.is_stateful else "PartitionedCall"
        call = self._name(op)
        types = [v.dtype for v in function.graph.inputs]
        results = [v.dtype for v in function.graph.outputs]
        self._node(call, op, inputs, Tin=("types", types), Tout=("types", results), f=("func", name))
        return call

    def finish(self) -> None:
        """Add the operations that initialize, save and restore."""
        meta = self.meta
        init = self._name("NoOp")
        self._node(init, "NoOp", [f"^{name}" for name in sorted(self._initializers)])
        info = meta.signature_def[INIT].outputs[INIT]
        info.name, info.tensor_shape.unknown_rank = init, True
        meta.collection_def["saved_model_main_op"].node_list.value.append(init)
        self.add_saver()

    def add_saver(self) -> None:
        """Add the operations that save and restore."""
        meta = self.meta
        filename = self._name("saver_filename")
        scalar = shape_to_proto(())
        self._node(filename, "Placeholder", dtype=("type", string), shape=("shape", scalar))
        save, restore = self._add_save(filename), self._add_restore(filename)
        meta.saver_def.filename_tensor_name = f"{filename}:0"
        meta.saver_def.save_tensor_name = f"{save}:0"
        meta.saver_def.restore_op_name = restore
        meta.saver_def.version = 2

    def _texts(self, name: str, values: Sequence[str]) -> str:
        name = self._name(name)
        array = np.empty(len(values), object)
        array[:] = [v.encode() for v in values]
        self._constant(name, array, string)
        return name

    def _add_save(self, filename: str) -> str:
        keys = [k for saved in self._saved for k in saved[0]]
        tensors = [t for saved in self._saved for t in saved[1]]
        dtypes = [d for saved in self._saved for d in saved[2]]
        if self._object_graph is not None:
            key, graph = self._object_graph
            objects = self._name("save/object_graph")
            self._constant(objects, np.array(graph, object), string)
            keys, tensors, dtypes = [*keys, key], [*tensors, objects], [*dtypes, string]
        names = self._texts("save/tensor_names", keys)
        slices = self._texts("save/shape_and_slices", [""] * len(keys))
        op, done = self._name("save/SaveV2"), self._name("save/Identity")
        self._node(op, "SaveV2", [filename, names, slices, *tensors], dtypes=("types", dtypes))
        self._node(done, "Identity", [filename, f"^{op}"], T=("type", string))
        return done

    def _add_restore(self, filename: str) -> str:
        done = self._name("save/restore_all")
        taking = []
        if self._saved:
            keys = [k for saved in self._saved for k in saved[0]]
            names = self._texts("save/RestoreV2/tensor_names", keys)
            slices = self._texts("save/RestoreV2/shape_and_slices", [""] * len(keys))
            op = self._name("save/RestoreV2")
            dtypes = [d for saved in self._saved for d in saved[2]]
            self._node(op, "RestoreV2", [filename, names, slices], dtypes=("types", dtypes))
            restored = (f"{op}:{i}" for i in range(len(keys)))
            taking = [f"^{take(list(itertools.islice(restored, len(own))))}" for own, _, _, take in self._saved]
        self._node(done, "NoOp", taking)
        return done


def _describe(info: Message, name: str, value: Any) -> None:
    info.name, info.dtype = name, value.dtype.as_datatype_enum
    info.tensor_shape.CopyFrom(shape_to_proto(value.type.shape))
    info.tensor_shape.SetInParent()
