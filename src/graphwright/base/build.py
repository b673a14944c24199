"""What TensorFlow says of its own build, for programs that ask: nothing is compiled against this package."""

from __future__ import annotations

import platform
from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

from graphwright.base.version import __version__

GIT_VERSION: Final = f"v{__version__}"
COMPILER_VERSION: Final = platform.python_compiler()
GRAPH_DEF_VERSION_MIN_CONSUMER: Final = 0
GRAPH_DEF_VERSION_MIN_PRODUCER: Final = 0
CXX11_ABI_FLAG: Final = 1
CXX_VERSION: Final = 201703
MONOLITHIC_BUILD: Final = 0


def get_build_info() -> OrderedDict[str, Any]:
    """What the package was built with: no library of a GPU's.

    >>> tf.sysconfig.get_build_info()["is_cuda_build"]
    False
    """
    return OrderedDict.fromkeys(("is_cuda_build", "is_rocm_build", "is_tensorrt_build"), False)


def get_lib() -> str:
    """The folder of the package; it has no library to link with.

    >>> tf.sysconfig.get_lib().endswith("graphwright")
    True
    """
    return str(Path(__file__).parents[1])


def get_include() -> str:
    """The folder where header files would be; there are none.

    >>> tf.sysconfig.get_include() == tf.sysconfig.get_lib() + "/include"
    True
    """
    return f"{get_lib()}/include"


def get_compile_flags() -> list[str]:
    """The flags to compile C++ with that uses the package: none.

    >>> tf.sysconfig.get_compile_flags()
    []
    """
    return []


def get_link_flags() -> list[str]:
    """The flags to link C++ with that uses the package: none.

    >>> tf.sysconfig.get_link_flags()
    []
    """
    return []


__all__ = [
    "COMPILER_VERSION",
    "CXX11_ABI_FLAG",
    "CXX_VERSION",
    "GIT_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "MONOLITHIC_BUILD",
    "get_build_info",
    "get_compile_flags",
    "get_include",
    "get_lib",
    "get_link_flags",
]
