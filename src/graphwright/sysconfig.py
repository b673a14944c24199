"""`tf.sysconfig`: how the package was built."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.build": (
            "CXX11_ABI_FLAG CXX_VERSION MONOLITHIC_BUILD get_build_info get_compile_flags get_include get_lib "
            "get_link_flags"
        ),
    },
)
