"""What generated code calls: every decision between Python and the graph is made here, by the type of a value."""

from types import SimpleNamespace

from graphwright.autograph.conversion import use_operators
from graphwright.autograph.operators import namespace
from graphwright.autograph.operators.calls import plain_call

# conversion is below the operators, so they are handed to it
use_operators(namespace, SimpleNamespace(**{**vars(namespace), "converted_call": plain_call}))
