"""`tf.saved_model.save`: objects with their functions, variables and signatures as a SavedModel."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import string
from graphwright.base.files import local_path
from graphwright.base.phases import phase, transfer
from graphwright.base.tracebacks import shortened
from graphwright.checkpoint.bundle_writer import BundleWriter
from graphwright.checkpoint.object_graph import GRAPH_KEY, keys_together, saved_form
from graphwright.core.context import outside_graphs, state
from graphwright.core.resource import Asset, TrackableResource
from graphwright.core.variable import Variable
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.function import Function
from graphwright.graphdef.tensor_proto import shape_to_proto
from graphwright.saved_model.function_writer import Captured, FunctionWriter, traces_of
from graphwright.saved_model.gradient_writer import write_gradients
from graphwright.saved_model.messages import CLASSES, Message
from graphwright.saved_model.model_reader import ASSETS, FILE, TEXT_FILE, VARIABLES
from graphwright.saved_model.object_nodes import ModelNode, functions_of, is_function, nodes_from
from graphwright.saved_model.options import SaveOptions
from graphwright.saved_model.resource_writer import CREATE, INITIALIZE, AssetFiles, Saveable, handles_of, saveable_of
from graphwright.saved_model.session_graph import SessionGraph
from graphwright.saved_model.signatures import signature_wrapper, wanted_signatures

SERVE = "serve"
_WRITTEN = (FILE, TEXT_FILE, "variables", ASSETS, "fingerprint.pb", "debug")


@shortened
def save(obj: Any, export_dir: Any, signatures: Any = None, options: SaveOptions | None = None) -> None:
    """Write an object and its dependencies as a SavedModel, which TensorFlow loads too.

    Saved are variables, modules, tables, files, lists, tuples and dicts of them, and `tf.function`s with the traces
    they have: what a loaded function can be called with is what it was traced for, so give functions an
    `input_signature`, or call them before. The folder holds the old model or the new one at any time, never a part.

    Args:
      obj: a `tf.Module`, or an object that says what belongs to it (`_trackable_children`).
      export_dir: the folder.
      signatures: a function with an input signature, or several by name: functions of named tensors that return dicts
        of tensors, for programs that serve models. By default the object's only trace, if there is only one.
      options: a `tf.saved_model.SaveOptions`.

    Raises:
      ValueError: `obj` cannot be saved, or a signature is not a function with one trace.
      AssertionError: a function uses a variable or table that does not belong to `obj`.
      NotFoundError: a file that belongs to `obj` is not there.

    >>> import tempfile
    >>> model = tf.Module()
    >>> model.double = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([None], tf.float32)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tf.saved_model.save(model, folder)
    ...     loaded = tf.saved_model.load(folder)
    >>> loaded.signatures["serving_default"](tf.constant([1.0]))["output_0"].numpy().tolist()
    [2.0]
    """
    if state.graph is not None and state.graph.building_function:
        raise AssertionError(
            "tf.saved_model.save is not supported inside a traced @tf.function. Move the call to the outer "
            "eagerly-executed context."
        )
    if not hasattr(obj, "_trackable_children") or is_function(obj):
        raise ValueError(
            "Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` class, for "
            f"export. Got {obj!r} with type {type(obj)}."
        )
    path = local_path(export_dir)
    with outside_graphs(), phase("save", path), _replacing(path) as folder:
        _write(obj, folder, signatures, options or SaveOptions())


def _write(root: Any, folder: str, signatures: Any, options: SaveOptions) -> None:
    model = CLASSES["SavedModel"](saved_model_schema_version=1)
    meta = model.meta_graphs.add()
    meta.meta_info_def.tags.extend([SERVE, *(options.extra_tags or ())])
    own = functions_of(root)
    callees = wanted_signatures(root, signatures, own)
    nodes = nodes_from(root, own)
    traces = {i: traces_of(n.object) for i, n in enumerate(nodes) if is_function(n.object)}
    wrappers = {name: signature_wrapper(callee, name) for name, callee in callees.items()}

    saved = meta.object_graph_def
    for node in nodes:
        _write_node(saved.nodes.add(), node)
    objects = [(i, n.object) for i, n in enumerate(nodes)]
    variables = [(i, o) for i, o in objects if isinstance(o, Variable)]
    captured = Captured(saved, variables, handles_of(objects))
    writer = FunctionWriter(saved, captured)
    _add_signatures(saved, writer, wrappers)
    for number, found in traces.items():
        _write_traces(saved.nodes[number], writer, nodes[number].object, found)
    files = _write_assets(meta, objects)
    saveables = _write_saveables(saved, writer, objects)
    if options.experimental_custom_gradients:
        write_gradients(meta, writer, captured)
    for definition in writer.library.write(add_shapes=True, handle_data=True):
        meta.graph_def.library.function.add().CopyFrom(definition)
    for alias, function in options.function_aliases.items():
        for trace in traces_of(function):
            meta.meta_info_def.function_aliases[writer.write(trace)[0]] = alias

    object_graph, values = saved_form(root, "savedmodel")
    keys = keys_together(root, "savedmodel") if saveables else {}
    session = _session(meta, captured, variables, object_graph, values)
    _add_resources(session, nodes, writer, traces)
    for number, saveable in saveables.items():
        names = writer.write(saveable.save)[0], writer.write(saveable.restore)[0]
        session.add_saveable(keys[id(nodes[number].object)], saveable, *names)
    for name, wrapper in wrappers.items():
        session.add_signature(name, wrapper, *writer.write(wrapper))
    session.finish()
    size = sum(getattr(value._array, "nbytes", 0) for value in values.values())
    with (
        transfer("variables", "", size) as progress,
        BundleWriter(os.path.join(folder, VARIABLES), moved=progress.advance) as bundle,
    ):
        for key, value in values.items():
            bundle.add(key, np.asarray(value._array), value.dtype)
        bundle.add(GRAPH_KEY, np.array(object_graph, object), string)
    files.copy_to(os.path.join(folder, ASSETS))
    with open(os.path.join(folder, FILE), "wb") as file:
        file.write(model.SerializeToString())
        file.flush()
        os.fsync(file.fileno())


def _write_node(result: Message, node: ModelNode) -> None:
    for name, number in node.children.items():
        result.children.add(node_id=number, local_name=name)
    stored = node.object
    if isinstance(stored, Variable):
        result.variable.dtype = stored.dtype.as_datatype_enum
        result.variable.shape.CopyFrom(shape_to_proto(stored.shape))
        result.variable.shape.SetInParent()
        result.variable.trainable = stored.trainable
        result.variable.synchronization = stored.synchronization.value
        result.variable.aggregation = stored.aggregation.value
        result.variable.name = stored._shared_name
    elif isinstance(stored, Asset):
        result.asset.SetInParent()
    elif isinstance(stored, TrackableResource):
        result.resource.SetInParent()
        result.registered_name = stored._registered_name
    elif isinstance(stored, ConcreteFunction):
        result.bare_concrete_function.SetInParent()
    elif is_function(stored):
        result.function.SetInParent()
    else:
        _write_object(result.user_object, _identifier(stored))


def _write_object(result: Message, identifier: str) -> None:
    result.identifier = identifier
    result.version.producer = result.version.min_consumer = 1


def _identifier(stored: Any) -> str:
    for kind, name in ((list, "list"), (tuple, "tuple"), (dict, "dict")):
        if isinstance(stored, kind):
            return f"trackable_{name}_wrapper"
    return "_generic_user_object"


def _write_traces(result: Message, writer: FunctionWriter, function: Any, traces: Sequence[ConcreteFunction]) -> None:
    if isinstance(function, Function):
        writer.write_function(result.function, function, traces)
    else:
        writer.write_bare(result.bare_concrete_function, function)


def _add_signatures(saved: Message, writer: FunctionWriter, wrappers: dict[str, ConcreteFunction]) -> None:
    number = len(saved.nodes)
    table = saved.nodes.add()
    _write_object(table.user_object, "signature_map")
    saved.nodes[0].children.add(node_id=number, local_name="signatures")
    for name, wrapper in wrappers.items():
        table.children.add(node_id=len(saved.nodes), local_name=name)
        result = saved.nodes.add().bare_concrete_function
        writer.write_bare(result, wrapper, 1 if len(wrapper.graph.arguments) == 1 else 0)


def _write_assets(meta: Message, objects: Sequence[tuple[int, Any]]) -> AssetFiles:
    """Number the assets; returns their files."""
    files = AssetFiles()
    for number, stored in objects:
        if isinstance(stored, Asset):
            meta.object_graph_def.nodes[number].asset.asset_file_def_index = len(meta.asset_file_def)
            meta.asset_file_def.add().filename = files.name_of(stored)
    return files


def _write_saveables(saved: Message, writer: FunctionWriter, objects: Sequence[tuple[int, Any]]) -> dict[int, Saveable]:
    """Add the functions that save and restore the values of resources."""
    found = {}
    for number, stored in objects:
        saveable = saveable_of(stored) if isinstance(stored, TrackableResource) else None
        if saveable is not None:
            found[number] = saveable
            result = saved.nodes[number].saveable_objects[saveable.name]
            for kind, function in (("save_function", saveable.save), ("restore_function", saveable.restore)):
                setattr(result, kind, len(saved.nodes))
                writer.write_bare(saved.nodes.add().bare_concrete_function, function)
    return found


def _session(
    meta: Message,
    captured: Captured,
    variables: Sequence[tuple[int, Variable]],
    object_graph: bytes,
    values: dict[str, Any],
) -> SessionGraph:
    """The graph for sessions; the keys of values are looked up by the tensors of variables."""
    keys = {id(value._array): key for key, value in values.items()}
    keyed = [(v, keys[id(v._state.array)]) for _, v in variables if id(v._state.array) in keys]
    return SessionGraph(meta, keyed, captured.constants, (GRAPH_KEY, object_graph))


def _add_resources(
    session: SessionGraph,
    nodes: Sequence[ModelNode],
    writer: FunctionWriter,
    traces: dict[int, list[ConcreteFunction]],
) -> None:
    """Add the creation and initialization of resources, and the assets, to the session graph."""
    assets = iter(session.meta.asset_file_def)
    for node in nodes:
        if isinstance(node.object, Asset):
            session.add_asset(node.object._path, next(assets))
    resources = [n for n in nodes if isinstance(n.object, TrackableResource)]
    for node in resources:
        creator = traces[node.children[CREATE]][0]
        session.add_resource(node.object.resource_handle, creator, writer.write(creator)[0])
    for node in resources:
        filler = traces[node.children[INITIALIZE]][0]
        session.add_initializer(filler, writer.write(filler)[0])


@contextlib.contextmanager
def _replacing(path: str) -> Any:
    """A temporary folder that replaces `path` when the block ends without an error."""
    path = os.path.abspath(path)
    around = os.path.dirname(path)
    os.makedirs(around, exist_ok=True)
    result = tempfile.mkdtemp(prefix=f".{os.path.basename(path)}.", suffix=".new", dir=around)
    try:
        yield result
        os.chmod(result, 0o777 & ~_umask())
        if not os.path.isdir(path) or not os.listdir(path):
            os.replace(result, path)
            return
        for name in os.listdir(path):  # files that are not part of a SavedModel stay
            if name not in _WRITTEN:
                os.rename(os.path.join(path, name), os.path.join(result, name))
        old = f"{result}.old"
        os.rename(path, old)
        os.rename(result, path)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(result, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
