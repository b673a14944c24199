"""`tf.distribute.experimental`: older names of strategies, and options of communication."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "distribute.strategies": "CentralStorageStrategy ParameterServerStrategy",
        "distribute.input_contexts": "ValueContext",
        "distribute.older_strategies": "MultiWorkerMirroredStrategy TPUStrategy",
        "distribute.options": (
            "CollectiveCommunication=CommunicationImplementation CollectiveHints CommunicationImplementation "
            "CommunicationOptions"
        ),
    },
)
