"""The operators that generated code calls: they decide by type between Python and the graph."""

from types import SimpleNamespace

from graphwright.autograph.conversion import use_operators
from graphwright.autograph.operators import namespace
from graphwright.autograph.operators.calls import plain_call

# conversion is a layer below the operators, so they are injected
use_operators(namespace, SimpleNamespace(**{**vars(namespace), "converted_call": plain_call}))
