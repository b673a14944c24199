# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.saved_model.experimental`: custom resources that are saved with a model, and policies for variables."""

from graphwright.core.resource import TrackableResource as TrackableResource
from graphwright.saved_model.fingerprints import Fingerprint as Fingerprint
from graphwright.saved_model.fingerprints import read_fingerprint as read_fingerprint
from graphwright.saved_model.options import VariablePolicy as VariablePolicy

__all__ = [
    "Fingerprint",
    "TrackableResource",
    "VariablePolicy",
    "read_fingerprint",
]
