"""The graph beside the objects: what TensorFlow 1 sessions and `saved_model_cli` run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import string
from graphwright.core.tensor import EagerTensor
from graphwright.core.variable import Variable
from graphwright.functions.concrete import ConcreteFunction
from graphwright.graphdef.export import MIN_CONSUMER, PRODUCER
from graphwright.graphdef.tensor_proto import shape_to_proto, to_proto
from graphwright.saved_model.messages import Message

INIT = "__saved_model_init_op"


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
        self._meta = meta
        self._graph = meta.graph_def
        self._taken: set[str] = {name.lower() for name, _ in constants}
        self._inputs: dict[int, str] = {}
        self._variables = variables
        self._object_graph = object_graph_key
        self._graph.versions.producer, self._graph.versions.min_consumer = PRODUCER, MIN_CONSUMER
        for name, tensor in constants:
            self._constant(name, tensor._array, tensor.dtype)
            self._inputs[id(tensor)] = name
        for variable, _ in variables:
            self._add_variable(variable)

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
                getattr(target, field).ParseFromString(value.SerializeToString())
                getattr(target, field).SetInParent()
            elif field == "func":
                target.func.name = value
            else:
                setattr(target, field, value)
        return node

    def _constant(self, name: str, array: Any, dtype: Any) -> None:
        self._node(name, "Const", value=("tensor", to_proto(np.asarray(array), dtype)), dtype=("type", dtype))

    def _add_variable(self, variable: Variable) -> None:
        name = self._name(variable._shared_name)
        shape = shape_to_proto(variable.shape)
        self._node(
            name, "VarHandleOp", dtype=("type", variable.dtype), shape=("shape", shape),
            shared_name=("s", name.encode()),
        )  # fmt: skip
        self._node(f"{name}/Read/ReadVariableOp", "ReadVariableOp", [name], dtype=("type", variable.dtype))
        self._taken.add(f"{name}/read/readvariableop".lower())
        self._inputs[id(variable._state)] = name

    def add_signature(self, key: str, function: ConcreteFunction, name: str, arguments: Sequence[str]) -> None:
        """A call of a signature's function, fed by placeholders."""
        made = self._meta.signature_def[key]
        made.method_name = "tensorflow/serving/predict"
        inputs = []
        values = {v.op.name: v for v in function.graph.inputs[: len(arguments)]}
        for argument in arguments:
            value = values[argument]
            placeholder = self._name(f"{key}_{argument}")
            shape = shape_to_proto(value.type.shape)
            self._node(placeholder, "Placeholder", dtype=("type", value.dtype), shape=("shape", shape))
            inputs.append(placeholder)
            _describe(made.inputs[argument], f"{placeholder}:0", value)
        for tensor in function.graph.captures:
            held = self._inputs.get(id(tensor))
            inputs.append(held if held is not None else self._inputs[id(tensor._array)])
        op = "StatefulPartitionedCall" if function.graph.is_stateful else "PartitionedCall"
        call = self._name(op)
        types = [v.dtype for v in function.graph.inputs]
        results = [v.dtype for v in function.graph.outputs]
        self._node(call, op, inputs, Tin=("types", types), Tout=("types", results), f=("func", name))
        outputs: Mapping[str, Any] = function.structured_outputs
        for index, result in enumerate(outputs):
            _describe(made.outputs[result], f"{call}:{index}", outputs[result])

    def finish(self) -> None:
        """What initialises, saves and restores."""
        meta = self._meta
        init = self._name("NoOp")
        self._node(init, "NoOp")
        info = meta.signature_def[INIT].outputs[INIT]
        info.name, info.tensor_shape.unknown_rank = init, True
        meta.collection_def["saved_model_main_op"].node_list.value.append(init)
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
        key, graph = self._object_graph
        names = self._texts("save/tensor_names", [*(k for _, k in self._variables), key])
        slices = self._texts("save/shape_and_slices", [""] * (len(self._variables) + 1))
        objects = self._name("save/object_graph")
        self._constant(objects, np.array(graph, object), string)
        reads = [f"{self._inputs[id(v._state)]}/Read/ReadVariableOp" for v, _ in self._variables]
        op, done = self._name("save/SaveV2"), self._name("save/Identity")
        dtypes = [*(v.dtype for v, _ in self._variables), string]
        self._node(op, "SaveV2", [filename, names, slices, *reads, objects], dtypes=("types", dtypes))
        self._node(done, "Identity", [filename, f"^{op}"], T=("type", string))
        return done

    def _add_restore(self, filename: str) -> str:
        done = self._name("save/restore_all")
        assigned = []
        if self._variables:
            names = self._texts("save/RestoreV2/tensor_names", [k for _, k in self._variables])
            slices = self._texts("save/RestoreV2/shape_and_slices", [""] * len(self._variables))
            op = self._name("save/RestoreV2")
            dtypes = [v.dtype for v, _ in self._variables]
            self._node(op, "RestoreV2", [filename, names, slices], dtypes=("types", dtypes))
            for i, (variable, _) in enumerate(self._variables):
                name = self._name("save/AssignVariableOp")
                handle = self._inputs[id(variable._state)]
                self._node(name, "AssignVariableOp", [handle, f"{op}:{i}"], dtype=("type", variable.dtype))
                assigned.append(f"^{name}")
        self._node(done, "NoOp", assigned)
        return done


def _describe(info: Message, name: str, value: Any) -> None:
    info.name, info.dtype = name, value.dtype.as_datatype_enum
    info.tensor_shape.ParseFromString(shape_to_proto(value.type.shape).SerializeToString())
    info.tensor_shape.SetInParent()
