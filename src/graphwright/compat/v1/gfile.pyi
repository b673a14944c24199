# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.gfile`: local files and folders, by older names."""

from graphwright.compat._gfile import Copy as Copy
from graphwright.compat._gfile import DeleteRecursively as DeleteRecursively
from graphwright.compat._gfile import Exists as Exists
from graphwright.compat._gfile import Glob as Glob
from graphwright.compat._gfile import IsDirectory as IsDirectory
from graphwright.compat._gfile import ListDirectory as ListDirectory
from graphwright.compat._gfile import MakeDirs as MakeDirs
from graphwright.compat._gfile import MkDir as MkDir
from graphwright.compat._gfile import Remove as Remove
from graphwright.compat._gfile import Rename as Rename
from graphwright.compat._gfile import Stat as Stat
from graphwright.compat._gfile import Walk as Walk
from graphwright.io_gfile import GFile as FastGFile
from graphwright.io_gfile import GFile as GFile
from graphwright.io_gfile import GFile as Open

__all__ = [
    "Copy",
    "DeleteRecursively",
    "Exists",
    "FastGFile",
    "GFile",
    "Glob",
    "IsDirectory",
    "ListDirectory",
    "MakeDirs",
    "MkDir",
    "Open",
    "Remove",
    "Rename",
    "Stat",
    "Walk",
]
