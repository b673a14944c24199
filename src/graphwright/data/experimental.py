"""`tf.data.experimental`: older names of what `tf.data` has, and a few functions of datasets."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "data.dataset": "AUTOTUNE INFINITE_CARDINALITY=INFINITE UNKNOWN_CARDINALITY=UNKNOWN",
        "data.functions": "assert_cardinality cardinality enumerate_dataset get_single_element unbatch unique",
        "data.optional": "Optional",
        "data.options": (
            "AutoShardPolicy AutotuneOptions DistributeOptions ExternalStatePolicy OptimizationOptions ThreadingOptions"
        ),
        "data.specs": "OptionalStructure=OptionalSpec DatasetStructure=DatasetSpec",
    },
)
