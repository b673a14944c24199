"""Control flow and calls: ops whose bodies are graphs."""

from graphwright.control.branches import cond as cond
from graphwright.control.calls import call_function as call_function
from graphwright.control.loops import while_loop as while_loop

__all__ = ["call_function", "cond", "while_loop"]
