"""Reads the file `saved_model.pb` of a folder and checks its size and structure."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from google.protobuf.any_pb2 import Any as Any_
from google.protobuf.message import DecodeError

from graphwright.base import errors
from graphwright.base.files import local_path
from graphwright.checkpoint.messages import read_text
from graphwright.saved_model.constants import LEGACY_INIT_OP_KEY, MAIN_OP_KEY
from graphwright.saved_model.messages import CLASSES, Message

LARGEST = 2**31 - 1
"""The largest message, in bytes."""

MOST_OBJECTS = 1_000_000
"""The largest number of objects, functions, and nodes of all functions in a model."""

FILE = "saved_model.pb"
TEXT_FILE = "saved_model.pbtxt"
VARIABLES = "variables/variables"
ASSETS = "assets"
INIT, TRAIN = "__saved_model_init_op", "__saved_model_train_op"
"""Signatures that are none: they name operations of the model."""

_ASSETS_OF_GRAPHS = "saved_model_assets"  # the collection in which TensorFlow 1 lists them


def contains_saved_model(export_dir: Any) -> bool:
    """Whether a folder holds a SavedModel.

    >>> tf.saved_model.contains_saved_model("/no/such/folder")
    False
    """
    path = local_path(export_dir)
    return any(os.path.isfile(os.path.join(path, name)) for name in (FILE, TEXT_FILE))


def versions_in(folder: str) -> list[int]:
    """The versions of a model in a folder of them, oldest first: folders with numbers for names that hold a model."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    found = (name for name in names if name.isascii() and name.isdigit())
    return sorted(int(name) for name in found if contains_saved_model(os.path.join(folder, name)))


def _what_is_there(path: str) -> str:
    """What to load instead of a path that is no SavedModel's; empty if nothing is known."""
    if versions := versions_in(path):
        newest = os.path.join(path, str(versions[-1]))
        return f". It is the folder of versions {', '.join(map(str, versions))} of a model: load one, such as {newest}."
    if path.endswith((".keras", ".h5")) and os.path.isfile(path):
        return ". It is a model of Keras: load it with tf.keras.models.load_model."
    return ". It is a file, and a SavedModel is a folder." if os.path.isfile(path) else ""


def read_saved_model(path: str) -> Message:
    """The SavedModel of a folder.

    Raises OSError where there is none, DataLossError for a file that is none.
    """
    binary, text = os.path.join(path, FILE), os.path.join(path, TEXT_FILE)
    name = binary if os.path.isfile(binary) else text
    if not os.path.isfile(name):
        raise OSError(f"SavedModel file does not exist at: {path}/{{{TEXT_FILE}|{FILE}}}{_what_is_there(path)}")
    if os.path.getsize(name) > LARGEST:
        raise errors.DataLossError(f"{name} has {os.path.getsize(name)} bytes; a SavedModel has at most {LARGEST}.")
    with open(name, "rb") as file:
        data = file.read()
    result = CLASSES["SavedModel"]()
    try:
        if name == text:
            read_text(data.decode(), result)
        else:
            result.ParseFromString(data)
    except (DecodeError, ValueError, RecursionError) as error:
        raise errors.DataLossError(f"{name} is no SavedModel: {error}.") from None
    return result


def meta_graph_of(model: Message, tags: Any, path: str) -> Message:
    """The one MetaGraph with these tags (any, if None); ValueError if there is none."""
    wanted = None if tags is None else {tags} if isinstance(tags, str) else set(tags)
    found = [m for m in model.meta_graphs if wanted is None or set(m.meta_info_def.tags) == wanted]
    if not found:
        there = [sorted(m.meta_info_def.tags) for m in model.meta_graphs]
        raise ValueError(
            f"Got an incompatible argument to `tags`: {tags}. The SavedModel at {path} has MetaGraphs with the tags "
            f"{there}."
        )
    if wanted is None and len(found) > 1:
        there = [sorted(m.meta_info_def.tags) for m in found]
        raise ValueError(
            f"Importing a SavedModel with tf.saved_model.load requires a 'tags=' argument if there is more than one "
            f"MetaGraph. Got 'tags=None', but there are {len(found)} MetaGraphs with tag sets {there}."
        )
    meta = found[0]
    functions = meta.graph_def.library.function
    nodes = len(meta.graph_def.node) + sum(len(f.node_def) for f in functions)
    most = max(len(meta.object_graph_def.nodes), len(functions), nodes)
    if most > MOST_OBJECTS:
        raise errors.InvalidArgumentError(
            f"The SavedModel at {path} has {most} objects, functions or nodes; there may be {MOST_OBJECTS}."
        )
    return meta


def asset_path(folder: str, filename: str) -> str:
    """The path of an asset; InvalidArgumentError for a name outside the folder of assets."""
    parts = filename.replace("\\", "/").split("/")
    if not filename or os.path.isabs(filename) or ".." in parts or ":" in parts[0] or "\0" in filename:
        raise errors.InvalidArgumentError(f"The asset '{filename}' of the SavedModel is not in its folder of assets.")
    base = os.path.realpath(os.path.join(folder, ASSETS))
    path = os.path.realpath(os.path.join(base, *parts))
    if os.path.commonpath([base, path]) != base:
        raise errors.InvalidArgumentError(
            f"The asset '{filename}' of the SavedModel leads out of its folder of assets."
        )
    if not os.path.exists(path):
        raise errors.NotFoundError(f"The asset '{filename}' of the SavedModel is not there: {path}.")
    return path


def asset_tensors(meta: Message) -> list[tuple[str, str]]:
    """The names of the nodes that give paths of assets, with the names of the files."""
    assets = {a.tensor_info.name.removesuffix(":0"): a.filename for a in meta.asset_file_def}
    if _ASSETS_OF_GRAPHS in meta.collection_def:
        for packed in meta.collection_def[_ASSETS_OF_GRAPHS].any_list.value:
            asset = _unpacked(packed)
            assets.setdefault(asset.tensor_info.name.removesuffix(":0"), asset.filename)
    return list(assets.items())


def _unpacked(packed: Any) -> Message:
    """The description of an asset that a collection has in a message of any kind."""
    try:
        data = packed if isinstance(packed, bytes) else packed.SerializeToString()
        return CLASSES["AssetFileDef"].FromString(Any_.FromString(data).value)
    except DecodeError as error:
        raise errors.DataLossError(f"The collection '{_ASSETS_OF_GRAPHS}' lists no assets: {error}.") from None


def initializer_names(meta: Message) -> list[str]:
    """The operation that is to run once a model is loaded, if it has one."""
    if INIT in meta.signature_def:
        return [info.name.partition(":")[0] for info in meta.signature_def[INIT].outputs.values()]
    for key in (MAIN_OP_KEY, LEGACY_INIT_OP_KEY):
        if key in meta.collection_def:
            return list(meta.collection_def[key].node_list.value)
    return []


def names_unique(names: Iterable[str], what: str) -> None:
    """InvalidArgumentError for a duplicate name."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise errors.InvalidArgumentError(f"{what} has two children of the name '{name}'.")
        seen.add(name)
