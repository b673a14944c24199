# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.distribute.cluster_resolver`: which processes a cluster has."""

from graphwright.distribute.cluster.resolvers import ClusterResolver as ClusterResolver
from graphwright.distribute.cluster.resolvers import SimpleClusterResolver as SimpleClusterResolver
from graphwright.distribute.cluster.resolvers import SlurmClusterResolver as SlurmClusterResolver
from graphwright.distribute.cluster.resolvers import TFConfigClusterResolver as TFConfigClusterResolver

__all__ = [
    "ClusterResolver",
    "SimpleClusterResolver",
    "SlurmClusterResolver",
    "TFConfigClusterResolver",
]
