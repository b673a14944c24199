# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.io.gfile`: local files and folders."""

from graphwright.base.gfile import copy as copy
from graphwright.base.gfile import exists as exists
from graphwright.base.gfile import get_registered_schemes as get_registered_schemes
from graphwright.base.gfile import glob as glob
from graphwright.base.gfile import isdir as isdir
from graphwright.base.gfile import join as join
from graphwright.base.gfile import listdir as listdir
from graphwright.base.gfile import makedirs as makedirs
from graphwright.base.gfile import mkdir as mkdir
from graphwright.base.gfile import remove as remove
from graphwright.base.gfile import rename as rename
from graphwright.base.gfile import rmtree as rmtree
from graphwright.base.gfile import stat as stat
from graphwright.base.gfile import walk as walk
from graphwright.base.gfile_object import GFile as GFile

__all__ = [
    "GFile",
    "copy",
    "exists",
    "get_registered_schemes",
    "glob",
    "isdir",
    "join",
    "listdir",
    "makedirs",
    "mkdir",
    "remove",
    "rename",
    "rmtree",
    "stat",
    "walk",
]
