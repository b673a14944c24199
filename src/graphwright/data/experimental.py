"""`tf.data.experimental`: older names from `tf.data`, and a few functions on datasets."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "data.dataset": (
            "AUTOTUNE DatasetStructure=DatasetSpec INFINITE_CARDINALITY=INFINITE UNKNOWN_CARDINALITY=UNKNOWN"
        ),
        "data.experimental_functions": (
            "assert_cardinality cardinality enumerate_dataset get_single_element unbatch unique"
        ),
        "data.optional": "Optional OptionalStructure=OptionalSpec",
        "data.options": (
            "AutoShardPolicy AutotuneOptions DistributeOptions ExternalStatePolicy OptimizationOptions ThreadingOptions"
        ),
    },
)
