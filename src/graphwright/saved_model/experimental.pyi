# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.saved_model.experimental`: custom resources that are saved with a model, and policies for variables."""

from graphwright.core.resource import TrackableResource as TrackableResource
from graphwright.saved_model.options import VariablePolicy as VariablePolicy

__all__ = [
    "TrackableResource",
    "VariablePolicy",
]
