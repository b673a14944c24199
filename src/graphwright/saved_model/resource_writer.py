"""Resources and assets of a saved model: the functions that recreate them, and the files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.spec import TensorSpec
from graphwright.core.convert import to_tensor
from graphwright.core.resource import Asset, TrackableResource
from graphwright.core.tensor import EagerTensor
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.function import Function

FUNCTIONS = CREATE, INITIALIZE, DESTROY = "_create_resource", "_initialize", "_destroy_resource"


def functions_of_resource(resource: TrackableResource) -> dict[str, Any]:
    """The functions that create, initialize and destroy a resource: loaded ones, or traced from its methods."""

    def creator() -> Any:
        return resource._create_resource()

    def initializer() -> Any:
        resource._initialize()
        return to_tensor(1)

    def destroyer() -> Any:
        resource._destroy_resource()
        return to_tensor(1)

    traced = {CREATE: creator, INITIALIZE: initializer, DESTROY: destroyer}
    loaded = {name: f for name, f in vars(resource).items() if isinstance(f, Function)}
    return {
        name: loaded.get(name) or Function(f, name=f"_{f.__name__}", input_signature=[], autograph=False)
        for name, f in traced.items()
    }


@dataclass
class Saveable:
    """The functions that save and restore the values of a resource.

    Attributes:
      name: what a checkpoint calls the values together.
      parts: what each value adds to the key.
      save: from the key of a checkpoint to a list with the name and the tensor of each value.
      restore: takes the tensors.
    """

    name: str
    parts: tuple[str, ...]
    save: ConcreteFunction
    restore: ConcreteFunction

    @property
    def values(self) -> dict[str, Any]:
        """The tensors that `save` returns, by key suffix."""
        return {suffix: part["tensor"] for suffix, part in zip(self.parts, self.save.structured_outputs, strict=True)}


def saveable_of(resource: TrackableResource) -> Saveable | None:
    """How the values of a resource are saved; None if it has none."""
    known: Saveable | None = getattr(resource, "_saveable", None)
    if known is not None:
        return known
    name, parts = getattr(resource, "_saved_together", ("", ()))
    current = resource._serialize_to_tensors() if name else {}  # type: ignore[attr-defined]
    if not current:
        return None

    def save_fn(checkpoint_key: Any) -> Any:
        tensors = resource._serialize_to_tensors()  # type: ignore[attr-defined]
        return [{"name": checkpoint_key + p, "slice_spec": to_tensor(""), "tensor": tensors[p]} for p in parts]

    def restore_fn(*restored_tensors: Any) -> Any:
        resource._restore_from_tensors(dict(zip(parts, restored_tensors, strict=True)))  # type: ignore[attr-defined]
        return to_tensor(1)

    text = TensorSpec([], "string", "checkpoint_key")
    specs = [TensorSpec(None, current[p].dtype, f"restored_tensors_{i}") for i, p in enumerate(parts)]
    save = Function(save_fn, autograph=False).get_concrete_function(text)
    restore = Function(restore_fn, autograph=False).get_concrete_function(*specs)
    return Saveable(name, tuple(parts), save, restore)


class AssetFiles:
    """The asset files of a model, each once, by their new names."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def name_of(self, asset: Asset) -> str:
        """The name for the file of an asset; NotFoundError if it does not exist."""
        path = os.path.realpath(os.fsdecode(asset._path._array.item()))
        if not os.path.isfile(path):
            raise errors.NotFoundError(f"The asset {path} is to be saved with the model, and is not a file.")
        known = self._names.get(path)
        if known is None:
            stem, extension = os.path.splitext(os.path.basename(path))
            known, count = stem + extension, 0
            while known in self._taken:
                count += 1
                known = f"{stem}_{count}{extension}"
            self._names[path] = known
            self._taken.add(known)
        return known

    def copy_to(self, folder: str) -> None:
        """Write the files to a folder."""
        os.makedirs(folder, exist_ok=True)
        for path, name in self._names.items():
            shutil.copyfile(path, os.path.join(folder, name))


def handles_of(nodes: Sequence[tuple[int, Any]]) -> dict[int, int]:
    """The numbers of resources and assets by the ids of their captured handles."""
    found: dict[int, int] = {}
    for number, stored in nodes:
        if isinstance(stored, Asset):
            found[id(stored._path)] = number
        elif isinstance(stored, TrackableResource):
            handle = stored.resource_handle
            if isinstance(handle, EagerTensor) and not isinstance(handle._array, np.ndarray):
                found[id(handle._array)] = number
    return found
