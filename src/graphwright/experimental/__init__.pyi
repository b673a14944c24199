# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.experimental`: ExtensionTypes, and dispatch of the public functions to users' own."""

from graphwright.data.optional import Optional as Optional
from graphwright.experimental import extension_type as extension_type
from graphwright.experimental import numpy as numpy
from graphwright.extension_types.batchable import BatchableExtensionType as BatchableExtensionType
from graphwright.extension_types.batchable import ExtensionTypeBatchEncoder as ExtensionTypeBatchEncoder
from graphwright.extension_types.dispatch import dispatch_for_api as dispatch_for_api
from graphwright.extension_types.dispatch import dispatch_for_binary_elementwise_apis as dispatch_for_binary_elementwise_apis
from graphwright.extension_types.dispatch import dispatch_for_binary_elementwise_assert_apis as dispatch_for_binary_elementwise_assert_apis
from graphwright.extension_types.dispatch import dispatch_for_unary_elementwise_apis as dispatch_for_unary_elementwise_apis
from graphwright.extension_types.dispatch import unregister_dispatch_for as unregister_dispatch_for
from graphwright.extension_types.extension_type import ExtensionType as ExtensionType
from graphwright.extension_types.extension_type import ExtensionTypeSpec as ExtensionTypeSpec

__all__ = [
    "BatchableExtensionType",
    "ExtensionType",
    "ExtensionTypeBatchEncoder",
    "ExtensionTypeSpec",
    "Optional",
    "dispatch_for_api",
    "dispatch_for_binary_elementwise_apis",
    "dispatch_for_binary_elementwise_assert_apis",
    "dispatch_for_unary_elementwise_apis",
    "extension_type",
    "numpy",
    "unregister_dispatch_for",
]
