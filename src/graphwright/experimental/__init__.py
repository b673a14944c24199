"""`tf.experimental`: ExtensionTypes, and dispatch of the public functions to users' own."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "extension_types.extension_type": "ExtensionType ExtensionTypeSpec",
        "extension_types.batchable": "BatchableExtensionType ExtensionTypeBatchEncoder",
        "extension_types.dispatch": (
            "dispatch_for_api dispatch_for_binary_elementwise_apis dispatch_for_binary_elementwise_assert_apis "
            "dispatch_for_unary_elementwise_apis unregister_dispatch_for"
        ),
        "data.optional": "Optional",
        "experimental.extension_type": "extension_type=",
        "experimental.numpy": "numpy=",
    },
)
