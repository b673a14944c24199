"""What a Function was asked for when it was made."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass(frozen=True)
class Options:
    """The arguments of `tf.function` beside the function itself: they travel with copies and pickles."""

    name: str | None = None
    input_signature: Any = None
    autograph: bool = True
    jit_compile: bool | None = None
    reduce_retracing: bool = False
    experimental_implements: str | None = None
    experimental_autograph_options: Any = None
    experimental_attributes: dict[str, Any] | None = None

    def attributes(self) -> dict[str, Any]:
        """What they add to the attributes of the traced graph."""
        made = {} if self.experimental_implements is None else {"_implements": self.experimental_implements}
        return {**made, **(self.experimental_attributes or {})}
