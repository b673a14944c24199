# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.experimental.extension_type`: what is done with ExtensionTypes."""

from graphwright.extension_types.extension_type import as_dict as as_dict

__all__ = [
    "as_dict",
]
