"""`tf.saved_model.experimental.Fingerprint`: numbers by which models that are written alike are recognised."""

from __future__ import annotations

import os
from typing import Any

from google.protobuf.message import DecodeError

from graphwright.base.files import local_path, read_regular
from graphwright.graphdef.messages import MessageClass, build

_FILE = "fingerprint.pb"
_MESSAGES = build(
    "graphwright/fingerprint.proto",
    {
        "FingerprintDef": (
            "saved_model_checksum uint64 1; graph_def_program_hash uint64 2; signature_def_hash uint64 3; "
            "saved_object_graph_hash uint64 4; checkpoint_hash uint64 5; uuid string 7; version VersionDef 6"
        )
    },
)
FingerprintDef: MessageClass = _MESSAGES["FingerprintDef"]

_PARTS = ("graph_def_program_hash", "signature_def_hash", "saved_object_graph_hash", "checkpoint_hash")


class Fingerprint:
    """The fingerprint of a SavedModel.

    Args:
      saved_model_checksum: of the whole file.
      graph_def_program_hash, signature_def_hash, saved_object_graph_hash, checkpoint_hash: of its parts.
      version: of the way in which they are computed.

    >>> one = tf.saved_model.experimental.Fingerprint(1, 2, 3, 4, 5)
    >>> one, one.singleprint()
    (Fingerprint(1, 2, 3, 4, 5), '2/3/4/5')
    """

    def __init__(
        self,
        saved_model_checksum: int | None = None,
        graph_def_program_hash: int | None = None,
        signature_def_hash: int | None = None,
        saved_object_graph_hash: int | None = None,
        checkpoint_hash: int | None = None,
        version: Any = None,
    ) -> None:
        self.saved_model_checksum = saved_model_checksum
        self.graph_def_program_hash = graph_def_program_hash
        self.signature_def_hash = signature_def_hash
        self.saved_object_graph_hash = saved_object_graph_hash
        self.checkpoint_hash = checkpoint_hash
        self.version = version

    @classmethod
    def from_proto(cls, proto: Any) -> Fingerprint:
        """The fingerprint of a `FingerprintDef` message, or of one as bytes.

        Raises ValueError for bytes that are none.
        """
        if isinstance(proto, bytes):
            try:
                proto = FingerprintDef.FromString(proto)
            except DecodeError as error:
                raise ValueError(f"The bytes are no fingerprint: {error}") from None
        hashes = {part: getattr(proto, part) for part in _PARTS}
        return cls(proto.saved_model_checksum, version=proto.version, **hashes)

    def singleprint(self) -> str:
        """The hashes of the parts as one string.

        Raises ValueError where one of them is missing.
        """
        hashes = [getattr(self, part) for part in _PARTS]
        if None in hashes:
            raise ValueError("Encounted invalid fingerprint values when constructing singleprint: a hash is missing.")
        return "/".join(map(str, hashes))

    def __eq__(self, other: object) -> bool:
        names = ("saved_model_checksum", *_PARTS)
        return isinstance(other, Fingerprint) and all(getattr(self, n) == getattr(other, n) for n in names)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Fingerprint({', '.join(str(getattr(self, n)) for n in ('saved_model_checksum', *_PARTS))})"

    def __str__(self) -> str:
        lines = [f"  {name}: {getattr(self, name)}" for name in ("saved_model_checksum", *_PARTS)]
        return "\n".join(["SavedModel Fingerprint", *lines])


def read_fingerprint(export_dir: str) -> Fingerprint:
    """The fingerprint that TensorFlow has written beside a SavedModel; models that are saved here have none.

    Raises FileNotFoundError where there is none, or a damaged one.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with open(os.path.join(folder, "fingerprint.pb"), "wb") as file:
    ...     _ = file.write(bytes([8, 1, 16, 2, 24, 3, 32, 4, 40, 5]))
    >>> tf.saved_model.experimental.read_fingerprint(folder)
    Fingerprint(1, 2, 3, 4, 5)
    """
    path = os.path.join(local_path(export_dir), _FILE)
    try:
        return Fingerprint.from_proto(read_regular(path))
    except (OSError, ValueError) as error:
        raise FileNotFoundError(
            f"SavedModel Fingerprint Error: Could not find fingerprint in directory: {export_dir}\n{error}"
        ) from None


__all__ = ["Fingerprint", "read_fingerprint"]
