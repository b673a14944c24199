"""Public names in backquotes become links to where they are described."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

_NAME: Final = re.compile(r"(tf\.[\w.]+)(?:\(.*\))?")


class LinkNames(SphinxPostTransform):
    """Turns a literal such as `tf.add` or `tf.add(x, y)` into a reference."""

    default_priority = 5  # before references are resolved
    names: ClassVar[dict[str, str]] = {}

    def run(self, **_: Any) -> None:
        """Replace the literals of a document."""
        for literal in list(self.document.findall(nodes.literal)):
            found = _NAME.fullmatch(literal.astext())
            target = self.names.get(found[1]) if found else None
            if target and not _is_linked(literal):
                self._link(literal, target)

    def _link(self, literal: nodes.literal, target: str) -> None:
        reference = addnodes.pending_xref(
            "",
            refdomain="py",
            reftype="obj",
            reftarget=target,
            refdoc=self.env.docname,
            refexplicit=True,
        )
        literal.replace_self(reference)
        reference += literal


def _is_linked(node: nodes.Node) -> bool:
    above = node.parent
    while above is not None:
        if isinstance(above, (nodes.reference, addnodes.pending_xref, nodes.title)):
            return True
        above = above.parent
    return False
