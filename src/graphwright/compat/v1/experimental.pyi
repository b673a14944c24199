# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.experimental`: `tf.experimental`, and what has no effect."""

from graphwright.base.dtypes import float4_e2m1fn as float4_e2m1fn
from graphwright.base.dtypes import float8_e4m3b11fnuz as float8_e4m3b11fnuz
from graphwright.base.dtypes import float8_e4m3fn as float8_e4m3fn
from graphwright.base.dtypes import float8_e4m3fnuz as float8_e4m3fnuz
from graphwright.base.dtypes import float8_e5m2 as float8_e5m2
from graphwright.base.dtypes import float8_e5m2fnuz as float8_e5m2fnuz
from graphwright.base.dtypes import int2 as int2
from graphwright.base.dtypes import int4 as int4
from graphwright.base.dtypes import uint2 as uint2
from graphwright.base.dtypes import uint4 as uint4
from graphwright.base.strict import enable_strict_mode as enable_strict_mode
from graphwright.compat._resources import output_all_intermediates as output_all_intermediates
from graphwright.core.executors import async_clear_error as async_clear_error
from graphwright.core.executors import async_scope as async_scope
from graphwright.core.executors import function_executor_type as function_executor_type
from graphwright.data.optional import Optional as Optional
from graphwright.experimental import dlpack as dlpack
from graphwright.experimental import dtensor as dtensor
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
from graphwright.ops.control.plugins import register_filesystem_plugin as register_filesystem_plugin
from graphwright.ops.ragged.row_partition import RowPartition as RowPartition
from graphwright.ops.ragged.shape import DynamicRaggedShape as DynamicRaggedShape

__all__ = [
    "BatchableExtensionType",
    "DynamicRaggedShape",
    "ExtensionType",
    "ExtensionTypeBatchEncoder",
    "ExtensionTypeSpec",
    "Optional",
    "RowPartition",
    "async_clear_error",
    "async_scope",
    "dispatch_for_api",
    "dispatch_for_binary_elementwise_apis",
    "dispatch_for_binary_elementwise_assert_apis",
    "dispatch_for_unary_elementwise_apis",
    "dlpack",
    "dtensor",
    "enable_strict_mode",
    "extension_type",
    "float4_e2m1fn",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "function_executor_type",
    "int2",
    "int4",
    "numpy",
    "output_all_intermediates",
    "register_filesystem_plugin",
    "uint2",
    "uint4",
    "unregister_dispatch_for",
]
