# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.distribute.experimental`: older names of strategies, and options of communication."""

from graphwright.distribute.input_contexts import ValueContext as ValueContext
from graphwright.distribute.older_strategies import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from graphwright.distribute.older_strategies import TPUStrategy as TPUStrategy
from graphwright.distribute.options import CollectiveHints as CollectiveHints
from graphwright.distribute.options import CommunicationImplementation as CollectiveCommunication
from graphwright.distribute.options import CommunicationImplementation as CommunicationImplementation
from graphwright.distribute.options import CommunicationOptions as CommunicationOptions
from graphwright.distribute.strategies import CentralStorageStrategy as CentralStorageStrategy
from graphwright.distribute.strategies import ParameterServerStrategy as ParameterServerStrategy

__all__ = [
    "CentralStorageStrategy",
    "CollectiveCommunication",
    "CollectiveHints",
    "CommunicationImplementation",
    "CommunicationOptions",
    "MultiWorkerMirroredStrategy",
    "ParameterServerStrategy",
    "TPUStrategy",
    "ValueContext",
]
