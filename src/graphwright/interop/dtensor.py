"""`tensorflow.experimental.dtensor`: tensors sharded over devices; there is one device here."""

from __future__ import annotations

from typing import Any, NoReturn

from graphwright.base import errors

UNSHARDED = "unsharded"


class Layout:
    """How a tensor is sharded over a mesh."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse()


class Mesh:
    """The devices over which tensors are sharded."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse()


def create_distributed_mesh(*args: Any, **kwargs: Any) -> NoReturn:
    """A mesh over the devices of several processes."""
    _refuse()


def _refuse() -> NoReturn:
    raise errors.UnimplementedError("tf.experimental.dtensor: tensors are not spread over devices; there is one.")
