# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat`: older names, and text in one form."""

from graphwright.compat import v1 as v1
from graphwright.compat._text import as_bytes as as_bytes
from graphwright.compat._text import as_str_any as as_str_any
from graphwright.compat._text import as_text as as_str
from graphwright.compat._text import as_text as as_text
from graphwright.compat._text import dimension_value as dimension_value

__all__ = [
    "as_bytes",
    "as_str",
    "as_str_any",
    "as_text",
    "dimension_value",
    "v1",
]
