# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.train`: checkpoints, and the messages of training data."""

from graphwright.checkpoint.checkpoint import Checkpoint as Checkpoint
from graphwright.checkpoint.manager import CheckpointManager as CheckpointManager
from graphwright.checkpoint.manager import checkpoints_iterator as checkpoints_iterator
from graphwright.checkpoint.options import CheckpointOptions as CheckpointOptions
from graphwright.checkpoint.reader import list_variables as list_variables
from graphwright.checkpoint.reader import load_checkpoint as load_checkpoint
from graphwright.checkpoint.reader import load_variable as load_variable
from graphwright.checkpoint.state_file import get_checkpoint_state as get_checkpoint_state
from graphwright.checkpoint.state_file import latest_checkpoint as latest_checkpoint
from graphwright.checkpoint.view import CheckpointView as CheckpointView
from graphwright.checkpoint.view import TrackableView as TrackableView
from graphwright.distribute.cluster.spec import ClusterSpec as ClusterSpec
from graphwright.graphdef.cluster_messages import ClusterDef as ClusterDef
from graphwright.graphdef.cluster_messages import JobDef as JobDef
from graphwright.graphdef.cluster_messages import ServerDef as ServerDef
from graphwright.graphdef.examples import BytesList as BytesList
from graphwright.graphdef.examples import Example as Example
from graphwright.graphdef.examples import Feature as Feature
from graphwright.graphdef.examples import FeatureList as FeatureList
from graphwright.graphdef.examples import FeatureLists as FeatureLists
from graphwright.graphdef.examples import Features as Features
from graphwright.graphdef.examples import FloatList as FloatList
from graphwright.graphdef.examples import Int64List as Int64List
from graphwright.graphdef.examples import SequenceExample as SequenceExample
from graphwright.sessions.training.coordinator import Coordinator as Coordinator
from graphwright.sessions.training.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
from graphwright.train import experimental as experimental

__all__ = [
    "BytesList",
    "Checkpoint",
    "CheckpointManager",
    "CheckpointOptions",
    "CheckpointView",
    "ClusterDef",
    "ClusterSpec",
    "Coordinator",
    "Example",
    "ExponentialMovingAverage",
    "Feature",
    "FeatureList",
    "FeatureLists",
    "Features",
    "FloatList",
    "Int64List",
    "JobDef",
    "SequenceExample",
    "ServerDef",
    "TrackableView",
    "checkpoints_iterator",
    "experimental",
    "get_checkpoint_state",
    "latest_checkpoint",
    "list_variables",
    "load_checkpoint",
    "load_variable",
]
