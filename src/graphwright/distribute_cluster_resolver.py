"""`tf.distribute.cluster_resolver`: which processes a cluster has."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "distribute.cluster.resolvers": (
            "ClusterResolver SimpleClusterResolver SlurmClusterResolver TFConfigClusterResolver"
        ),
    },
)
