# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.text.metrics`: how alike texts are."""

from graphwright.text.similarity import rouge_l as rouge_l

__all__ = [
    "rouge_l",
]
