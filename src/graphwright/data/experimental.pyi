# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.data.experimental`: older names from `tf.data`, and a few functions on datasets."""

from graphwright.data.dataset import AUTOTUNE as AUTOTUNE
from graphwright.data.dataset import DatasetSpec as DatasetStructure
from graphwright.data.dataset import INFINITE as INFINITE_CARDINALITY
from graphwright.data.dataset import UNKNOWN as UNKNOWN_CARDINALITY
from graphwright.data.experimental_functions import assert_cardinality as assert_cardinality
from graphwright.data.experimental_functions import cardinality as cardinality
from graphwright.data.experimental_functions import enumerate_dataset as enumerate_dataset
from graphwright.data.experimental_functions import get_single_element as get_single_element
from graphwright.data.experimental_functions import unbatch as unbatch
from graphwright.data.experimental_functions import unique as unique
from graphwright.data.optional import Optional as Optional
from graphwright.data.optional import OptionalSpec as OptionalStructure
from graphwright.data.options import AutoShardPolicy as AutoShardPolicy
from graphwright.data.options import AutotuneOptions as AutotuneOptions
from graphwright.data.options import DistributeOptions as DistributeOptions
from graphwright.data.options import ExternalStatePolicy as ExternalStatePolicy
from graphwright.data.options import OptimizationOptions as OptimizationOptions
from graphwright.data.options import ThreadingOptions as ThreadingOptions

__all__ = [
    "AUTOTUNE",
    "AutoShardPolicy",
    "AutotuneOptions",
    "DatasetStructure",
    "DistributeOptions",
    "ExternalStatePolicy",
    "INFINITE_CARDINALITY",
    "OptimizationOptions",
    "Optional",
    "OptionalStructure",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "assert_cardinality",
    "cardinality",
    "enumerate_dataset",
    "get_single_element",
    "unbatch",
    "unique",
]
