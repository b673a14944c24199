"""`tensorflow.python.autograph.pyct`: the base class of transformations of source that libraries define."""

from __future__ import annotations

import ast


class Base(ast.NodeTransformer):
    """A transformation of a syntax tree."""
