"""Where operations come from: the innermost line that is not ours."""

from __future__ import annotations

from typing import Any

from graphwright.base.tracebacks import PACKAGE_ROOT
from graphwright.ir.location import user_location


def _function(filename: str) -> Any:
    """A function of a file that asks for the location, and calls what it gets first."""
    namespace: dict[str, Any] = {"user_location": user_location}
    text = "def f(then=None):\n    return then() if then is not None else user_location()\n"
    exec(compile(text, filename, "exec"), namespace)
    return namespace["f"]


def test_code_that_is_gone_is_not_taken_for_other_code() -> None:
    for k in range(50):
        ours, theirs = _function(f"{PACKAGE_ROOT}made{k}.py"), _function(f"/elsewhere/made{k}.py")
        for _ in range(2):
            assert theirs(ours).filename == theirs().filename == f"/elsewhere/made{k}.py"
            assert ours().filename == __file__
            assert ours(theirs).filename == f"/elsewhere/made{k}.py"
