"""Provides the services that lower layers ask of higher ones (`base/services.py`); each is imported on first use."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from graphwright.base import services


def _executor() -> Callable[[], Any]:
    from graphwright.runtime.selection import executor

    return executor


def _dispatch_ragged() -> Callable[[], None]:
    from graphwright.extension_types.ragged_calls import serve_ragged

    return serve_ragged


def _dispatch_sparse() -> Callable[[], None]:
    from graphwright.extension_types.ragged_calls import serve_sparse

    return serve_sparse


def _export_graph_def() -> Callable[..., Any]:
    from graphwright.graphdef.export import graph_to_graph_def

    return graph_to_graph_def


def _node_messages() -> Any:
    from graphwright.graphdef import node_messages

    return node_messages


def _vectorized_map() -> Callable[..., Any]:
    from graphwright.functions.vectorize.vectorized_map import vectorized_map

    return vectorized_map


def _make_iterator() -> Callable[[str], Callable[..., Any]]:
    from graphwright.sessions import iterators

    return lambda name: getattr(iterators, name)


def _combine_operators() -> Callable[[str, Any, Any], Any]:
    from graphwright.linalg_operators.rules import combine

    return combine


def _page() -> Callable[..., str]:
    from graphwright.viewer.page import explained_page

    return explained_page


def _picture() -> Callable[..., str]:
    from graphwright.viewer.picture import explained_picture

    return explained_picture


def _devices() -> Any:
    from graphwright.runtime.xla import devices

    return devices


def _default_strategy() -> Any:
    from graphwright.distribute.strategy import DEFAULT

    return DEFAULT


def _public_function(path: str) -> Any:
    found: Any = sys.modules["graphwright"]
    for name in path.split(".") if path else ():
        found = getattr(found, name, None)
    return found


services.EXECUTOR.provide(_executor)
services.DISPATCH_RAGGED.provide(_dispatch_ragged)
services.DISPATCH_SPARSE.provide(_dispatch_sparse)
services.EXPORT_GRAPH_DEF.provide(_export_graph_def)
services.NODE_MESSAGES.provide(_node_messages)
services.VECTORIZED_MAP.provide(_vectorized_map)


def _structured_values() -> Any:
    from graphwright.saved_model import structured_values

    return structured_values


services.STRUCTURED_VALUES.provide(_structured_values)
services.MAKE_ITERATOR.provide(_make_iterator)
services.COMBINE_OPERATORS.provide(_combine_operators)
services.PUBLIC_FUNCTION.provide(lambda: _public_function)
services.DEVICES.provide(_devices)
services.DEFAULT_STRATEGY.provide(_default_strategy)
services.PAGE.provide(_page)
services.PICTURE.provide(_picture)
