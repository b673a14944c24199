"""TensorArrays and stacks of TensorFlow 1 graphs as lists.

Such an array lies behind a handle, and its ops change it. Here each array is a value, a list, that is led through the
graph in the order of these ops, into conditionals and loops and out of them; compiled code has lists, and gradients go
through them. The array of gradients of an array (`TensorArrayGradV3`) is a list of its own, beside the first from the
start. A `flow`, which orders the ops of an array there, stays the number that it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, int32, variant
from graphwright.base.shape import TensorShape, common_dims
from graphwright.graphdef.branches import Plan
from graphwright.graphdef.control_plan import Element
from graphwright.graphdef.frames import Node, Ref
from graphwright.graphdef.read_attrs import read_dtype, read_shape
from graphwright.ir.graph import Value
from graphwright.ir.types import Dims

CHANGES = frozenset(
    {
        "StackPushV2", "StackPopV2", "TensorArrayWriteV3", "TensorArrayScatterV3", "TensorArraySplitV3",
    }
)  # fmt: skip
"""Ops that change an array."""

MAKERS = frozenset({"TensorArrayV3", "StackV2"})
ARRAY_OPS = CHANGES | MAKERS | {
    "StackCloseV2", "TensorArrayCloseV3", "TensorArrayConcatV3", "TensorArrayGatherV3", "TensorArrayGradV3",
    "TensorArrayReadV3", "TensorArraySizeV3",
}  # fmt: skip
"""The ops that are written as ops on lists."""

_INPUTS = {
    "TensorArrayV3": 1, "StackV2": 1, "StackPushV2": 2, "StackPopV2": 1, "StackCloseV2": 1, "TensorArrayCloseV3": 1,
    "TensorArrayConcatV3": 2, "TensorArrayGatherV3": 3, "TensorArrayGradV3": 2, "TensorArrayReadV3": 3,
    "TensorArraySizeV3": 2, "TensorArrayWriteV3": 4, "TensorArrayScatterV3": 4, "TensorArraySplitV3": 4,
}  # fmt: skip


class Writer(Protocol):
    """What writes a region of a graph; see `structured_import.RegionWriter`."""

    states: dict[str, Value]

    def value(self, ref: Ref) -> Value:
        """The value of an output."""

    def op(self, name: str, inputs: Sequence[Any], attrs: Mapping[str, Any], wanted: str) -> list[Value]:
        """The results of a new operation; inputs that are no values become constants."""


@dataclass(eq=False)
class Array:
    """What is known of an array.

    Attributes: dtype: of its elements. shape: as declared. grows: whether writing behind its end makes it longer.
    alike: whether all elements have one shape. sums: whether what is written is added to what is there. source: the
    array that this one has the gradients of. met: the dims of what has been written, "none" before.
    """

    dtype: DType
    shape: TensorShape
    grows: bool = False
    alike: bool = True
    sums: bool = False
    source: str | None = None
    met: Dims | str = "none"

    def wrote(self, dims: Dims) -> None:
        """Remember that an element of these dims was written."""
        self.met = dims if isinstance(self.met, str) else common_dims(self.met, dims)

    def element_shape(self, also: TensorShape | None = None) -> Any:
        """What is known of an element, as ops on lists take it."""
        dims = self.shape.static_dims
        if self.alike and not isinstance(self.met, str) and self.met is not None:
            dims = TensorShape.from_dims(self.met).static_dims
        elif dims is None and also is not None:
            dims = also.static_dims
        return np.array(-1 if dims is None else [-1 if d is None else d for d in dims], np.int32)


class Arrays:
    """The arrays of a plan, by the nodes that make them.

    Raises UnimplementedError where a handle cannot be followed to what made it.
    """

    def __init__(self, plan: Plan, nodes: Mapping[str, Node], where: str) -> None:
        self._nodes = nodes
        self._plan = plan
        self._where = where
        self.known: dict[str, Array] = {}
        self._of_node: dict[str, list[str]] = {}
        elements = {id(e): e for e in plan.element_of.values()}.values()
        used = [e for e in elements if e.nodes[0].op in ARRAY_OPS and e.loop is None]
        for element in used:
            self._check(element.nodes[0])
            if element.nodes[0].op in MAKERS:
                self.known[element.name] = self._declared(element.nodes[0])
        self._gradients: dict[str, list[str]] = {}
        for element in used:
            self._of_node[element.name] = self._touched(element)

    def touched(self, element: Element) -> Sequence[str]:
        """The arrays that an element uses."""
        return self._of_node.get(element.name, ())

    def made(self, element: Element) -> Iterator[str]:
        """The arrays that an element makes."""
        if element.name in self.known:
            yield element.name
            yield from self._gradients.get(element.name, ())

    def _check(self, node: Node) -> None:
        if len(node.inputs) != _INPUTS[node.op]:
            raise errors.InvalidArgumentError(
                f"Node '{node.name}' ({node.op}) of {self._where} takes {_INPUTS[node.op]} inputs, and has "
                f"{len(node.inputs)}."
            )

    def _declared(self, node: Node) -> Array:
        attr = node.proto.attr
        try:
            if node.op == "StackV2":
                return Array(read_dtype(attr["elem_type"].type), TensorShape(None))
            shape = read_shape(attr["element_shape"].shape) if "element_shape" in attr else TensorShape(None)
            alike = "identical_element_shapes" in attr and attr["identical_element_shapes"].b
            grows = "dynamic_size" in attr and attr["dynamic_size"].b
            return Array(read_dtype(attr["dtype"].type), shape, grows, alike or shape.rank is not None)
        except ValueError as error:
            raise errors.InvalidArgumentError(f"Node '{node.name}' ({node.op}) of {self._where}: {error}.") from None

    def _touched(self, element: Element) -> list[str]:
        if element.name in self.known:
            return [element.name]
        key = self.key(element.inputs[0], element)
        if element.nodes[0].op == "TensorArrayGradV3":
            return [key, self.key((element.name, 0), element)]
        return [key]

    def key(self, handle: Ref, user: Element) -> str:
        """The array that a handle leads to."""
        way: list[str] = []
        name, index = handle
        while name not in self.known:
            node = self._nodes.get(name)
            if node is None or index or node.op != "TensorArrayGradV3" or len(way) > 10:
                raise errors.UnimplementedError(
                    f"Node '{user.name}' ({user.nodes[0].op}) of {self._where} uses a handle that comes from '{name}'. "
                    "An array must be made by a TensorArrayV3 or a StackV2 of the same graph."
                )
            way.append(node.proto.attr["source"].s.decode(errors="replace"))
            name, index = self._plan.source(node.inputs[0])
        for source in reversed(way):
            key = f"{name}/{source}"
            if key not in self.known:
                of = self.known[name]
                self.known[key] = Array(of.dtype, of.shape, of.grows, of.alike, True, name)
                self._gradients.setdefault(name, []).append(key)
                for made in (m for m, keys in self._gradients.items() if name in keys):
                    self._gradients[made].append(key)
            name = key
        return name

    # writing -----------------------------------------------------------------------------------------------

    def write(self, writer: Writer, element: Element) -> list[Value | None]:
        """Write an op on an array; gives its results, None for handles."""
        node = element.nodes[0]
        return _WRITERS[node.op](self, writer, element)

    def _array(self, element: Element) -> tuple[str, Array]:
        key = self._of_node[element.name][0]
        return key, self.known[key]

    def _make(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        name = element.name
        shape = np.array(-1, np.int32) if array.shape.rank is None else array.element_shape()
        if element.nodes[0].op == "StackV2":
            attrs = {"element_dtype": array.dtype}
            writer.states[key] = writer.op("EmptyTensorList", [np.array(-1, np.int32), np.int32(-1)], attrs, name)[0]
            return [None]
        size = writer.value(element.inputs[0])
        for each in (key, *self._gradients.get(key, ())):
            attrs = {"element_dtype": array.dtype}
            writer.states[each] = writer.op("TensorListReserve", [shape, size], attrs, name)[0]
        flow = writer.op("Const", [], {"value": np.zeros((), np.float32), "dtype": "float32"}, f"{name}/flow")[0]
        return [None, flow]

    def _push(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        value = writer.value(element.inputs[1])
        array.wrote(value.type.dims)
        attrs = {"element_dtype": array.dtype}
        writer.states[key] = writer.op("TensorListPushBack", [writer.states[key], value], attrs, element.name)[0]
        return [value]

    def _pop(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        inputs = [writer.states[key], array.element_shape()]
        state, value = writer.op("TensorListPopBack", inputs, {"element_dtype": array.dtype}, element.name)
        writer.states[key] = state
        return [value]

    def _close(self, writer: Writer, element: Element) -> list[Value | None]:
        return []

    def _size(self, writer: Writer, element: Element) -> list[Value | None]:
        key, _ = self._array(element)
        return list(writer.op("TensorListLength", [writer.states[key]], {}, element.name))

    def _gradient(self, writer: Writer, element: Element) -> list[Value | None]:
        of, key = self._of_node[element.name]
        if self.known[of].grows:
            length = writer.op("TensorListLength", [writer.states[of]], {}, f"{element.name}/size")[0]
            writer.states[key] = writer.op("TensorListResize", [writer.states[key], length], {}, element.name)[0]
        return [None, writer.value(element.inputs[1])]

    def _read(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        inputs = [writer.states[key], writer.value(element.inputs[1]), self._shape(array)]
        return list(writer.op("TensorListGetItem", inputs, {"element_dtype": array.dtype}, element.name))

    def _shape(self, array: Array, also: TensorShape | None = None) -> Any:
        """What is known of an element; of a gradient's what is known of the array's, too."""
        if array.source is not None and isinstance(array.met, str):
            return self._shape(self.known[array.source], also)
        return array.element_shape(also)

    def _write_item(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        index, value, flow = (writer.value(ref) for ref in element.inputs[1:])
        name, attrs = element.name, {"element_dtype": array.dtype}
        array.wrote(value.type.dims)
        if array.sums:
            inputs = [writer.states[key], index, _shape_of(writer, value, name)]
            before = writer.op("TensorListGetItem", inputs, attrs, f"{name}/before")[0]
            value = writer.op("AddV2", [before, value], {"T": array.dtype}, f"{name}/sum")[0]
        inputs = [writer.states[key], index, value]
        more = {**attrs, "resize_if_index_out_of_bounds": array.grows}
        writer.states[key] = writer.op("TensorListSetItem", inputs, more, name)[0]
        return [flow]

    def _gather(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        indices = writer.value(element.inputs[1])
        attrs = {"element_dtype": array.dtype}
        shape = self._shape(array, _declared_shape(element.nodes[0], "element_shape"))
        if self._all_of(key, element.inputs[1]):
            return list(writer.op("TensorListStack", [writer.states[key], shape], attrs, element.name))
        return list(writer.op("TensorListGather", [writer.states[key], indices, shape], attrs, element.name))

    def _all_of(self, key: str, indices: Ref) -> bool:
        """Whether indices are those of the whole array: a Range up to its size."""
        node = self._nodes.get(indices[0])
        if node is None or node.op != "Range" or len(node.inputs) != 3:
            return False
        start, limit, step = (self._nodes.get(ref[0]) for ref in node.inputs)
        return (
            limit is not None
            and limit.op == "TensorArraySizeV3"
            and self._of_node.get(limit.name) == [key]
            and not self.known[key].grows
            and _number(start) == 0
            and _number(step) == 1
        )

    def _scatter(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        indices, rows, flow = (writer.value(ref) for ref in element.inputs[1:])
        name, attrs = element.name, {"element_dtype": array.dtype}
        array.wrote(None if rows.type.dims is None else tuple(rows.type.dims[1:]))
        if array.sums:
            inputs = [writer.states[key], indices, _row_shape(writer, rows, name)]
            before = writer.op("TensorListGather", inputs, attrs, f"{name}/before")[0]
            rows = writer.op("AddV2", [before, rows], {"T": array.dtype}, f"{name}/sum")[0]
        inputs = [writer.states[key], rows, indices]
        writer.states[key] = writer.op("TensorListScatterIntoExistingList", inputs, attrs, name)[0]
        return [flow]

    def _concat(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        shape = self._shape(array)
        if shape.ndim:
            shape = np.concatenate([np.array([-1], np.int32), shape[1:]])
        inputs = [writer.states[key], shape, np.array([], np.int64)]
        return list(writer.op("TensorListConcatV2", inputs, {"element_dtype": array.dtype}, element.name))

    def _split(self, writer: Writer, element: Element) -> list[Value | None]:
        key, array = self._array(element)
        value, lengths, flow = (writer.value(ref) for ref in element.inputs[1:])
        dims = value.type.dims
        array.wrote(None)  # pieces differ in length
        array.alike = False
        inputs = [value, np.array(-1 if dims is None else [-1] * len(dims), np.int32), lengths]
        pieces = writer.op("TensorListSplit", inputs, {"element_dtype": array.dtype}, element.name)
        if array.sums:
            attrs = {"N": 2, "T": variant}
            pieces = writer.op("AddN", [writer.states[key], *pieces], attrs, f"{element.name}/sum")
        writer.states[key] = pieces[0]
        return [flow]


_WRITERS: Mapping[str, Callable[[Arrays, Writer, Element], list[Value | None]]] = {
    "StackCloseV2": Arrays._close,
    "StackPopV2": Arrays._pop,
    "StackPushV2": Arrays._push,
    "StackV2": Arrays._make,
    "TensorArrayCloseV3": Arrays._close,
    "TensorArrayConcatV3": Arrays._concat,
    "TensorArrayGatherV3": Arrays._gather,
    "TensorArrayGradV3": Arrays._gradient,
    "TensorArrayReadV3": Arrays._read,
    "TensorArrayScatterV3": Arrays._scatter,
    "TensorArraySizeV3": Arrays._size,
    "TensorArraySplitV3": Arrays._split,
    "TensorArrayV3": Arrays._make,
    "TensorArrayWriteV3": Arrays._write_item,
}


def _shape_of(writer: Writer, value: Value, name: str) -> Any:
    """The shape of a value, as a constant if it is known."""
    if value.type.is_static:
        return np.array(value.type.dims, np.int32)
    return writer.op("Shape", [value], {"out_type": int32}, f"{name}/shape")[0]


def _row_shape(writer: Writer, rows: Value, name: str) -> Any:
    dims = rows.type.dims
    if dims is not None and all(isinstance(d, int) for d in dims[1:]):
        return np.array(dims[1:], np.int32)
    shape = writer.op("Shape", [rows], {"out_type": int32}, f"{name}/shape")[0]
    ends = [np.array([1], np.int32), np.array([0], np.int32), np.array([1], np.int32)]
    return writer.op("StridedSlice", [shape, *ends], {"end_mask": 1}, f"{name}/rows")[0]


def _declared_shape(node: Node, name: str) -> TensorShape | None:
    return read_shape(node.proto.attr[name].shape) if name in node.proto.attr else None


def _number(node: Node | None) -> int | None:
    """The value of a constant number of a graph; None for anything else."""
    if node is None or node.op != "Const" or "value" not in node.proto.attr:
        return None
    tensor = node.proto.attr["value"].tensor
    if tensor.tensor_shape.dim or len(tensor.int_val) > 1 or tensor.tensor_content:
        return None
    return int(tensor.int_val[0]) if tensor.int_val else 0
