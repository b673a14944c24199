"""`tf.train`: checkpoints, and the messages of training data."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "checkpoint.checkpoint": "Checkpoint",
        "checkpoint.manager": "CheckpointManager checkpoints_iterator",
        "checkpoint.options": "CheckpointOptions",
        "checkpoint.reader": "list_variables load_checkpoint load_variable",
        "checkpoint.view": "CheckpointView TrackableView",
        "checkpoint.state_file": "get_checkpoint_state latest_checkpoint",
        "distribute.cluster.spec": "ClusterSpec",
        "sessions.training.coordinator": "Coordinator",
        "sessions.training.moving_averages": "ExponentialMovingAverage",
        "graphdef.cluster_messages": "ClusterDef JobDef ServerDef",
        "graphdef.examples": (
            "BytesList Example Feature FeatureList FeatureLists Features FloatList Int64List SequenceExample"
        ),
        "train.experimental": "experimental=",
    },
)
