# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat`: older names, and text in one form."""

from graphwright.compat import v1 as v1
from graphwright.compat._text import as_bytes as as_bytes
from graphwright.compat._text import as_str_any as as_str_any
from graphwright.compat._text import as_text as as_str
from graphwright.compat._text import as_text as as_text
from graphwright.compat._text import bytes_or_text_types as bytes_or_text_types
from graphwright.compat._text import complex_types as complex_types
from graphwright.compat._text import dimension_value as dimension_value
from graphwright.compat._text import integral_types as integral_types
from graphwright.compat._text import path_to_str as path_to_str
from graphwright.compat._text import real_types as real_types

__all__ = [
    "as_bytes",
    "as_str",
    "as_str_any",
    "as_text",
    "bytes_or_text_types",
    "complex_types",
    "dimension_value",
    "integral_types",
    "path_to_str",
    "real_types",
    "v1",
]
