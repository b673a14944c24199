# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.saved_model.experimental`: custom resources that are saved with a model."""

from graphwright.core.resource import TrackableResource as TrackableResource

__all__ = [
    "TrackableResource",
]
