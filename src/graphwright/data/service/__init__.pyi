# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.data.experimental.service`: datasets whose elements other processes produce."""

from graphwright.data.service.dispatch_server import DispatchServer as DispatchServer
from graphwright.data.service.functions import distribute as distribute
from graphwright.data.service.functions import from_dataset_id as from_dataset_id
from graphwright.data.service.functions import register_dataset as register_dataset
from graphwright.data.service.settings import CrossTrainerCache as CrossTrainerCache
from graphwright.data.service.settings import DispatcherConfig as DispatcherConfig
from graphwright.data.service.settings import ShardingPolicy as ShardingPolicy
from graphwright.data.service.settings import WorkerConfig as WorkerConfig
from graphwright.data.service.worker_server import WorkerServer as WorkerServer

__all__ = [
    "CrossTrainerCache",
    "DispatchServer",
    "DispatcherConfig",
    "ShardingPolicy",
    "WorkerConfig",
    "WorkerServer",
    "distribute",
    "from_dataset_id",
    "register_dataset",
]
