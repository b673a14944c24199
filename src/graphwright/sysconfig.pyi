# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.sysconfig`: how the package was built."""

from graphwright.base.build import CXX11_ABI_FLAG as CXX11_ABI_FLAG
from graphwright.base.build import CXX_VERSION as CXX_VERSION
from graphwright.base.build import MONOLITHIC_BUILD as MONOLITHIC_BUILD
from graphwright.base.build import get_build_info as get_build_info
from graphwright.base.build import get_compile_flags as get_compile_flags
from graphwright.base.build import get_include as get_include
from graphwright.base.build import get_lib as get_lib
from graphwright.base.build import get_link_flags as get_link_flags

__all__ = [
    "CXX11_ABI_FLAG",
    "CXX_VERSION",
    "MONOLITHIC_BUILD",
    "get_build_info",
    "get_compile_flags",
    "get_include",
    "get_lib",
    "get_link_flags",
]
