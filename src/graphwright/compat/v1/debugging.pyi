# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.debugging`: assertions, with their older parameters."""

from graphwright.compat._adapters import assert_equal as assert_equal
from graphwright.compat._adapters import assert_greater as assert_greater
from graphwright.compat._adapters import assert_greater_equal as assert_greater_equal
from graphwright.compat._adapters import assert_less as assert_less
from graphwright.compat._adapters import assert_less_equal as assert_less_equal
from graphwright.compat._adapters import assert_near as assert_near
from graphwright.compat._adapters import assert_negative as assert_negative
from graphwright.compat._adapters import assert_non_negative as assert_non_negative
from graphwright.compat._adapters import assert_non_positive as assert_non_positive
from graphwright.compat._adapters import assert_none_equal as assert_none_equal
from graphwright.compat._adapters import assert_positive as assert_positive
from graphwright.compat._adapters import assert_rank as assert_rank
from graphwright.compat._adapters import assert_rank_at_least as assert_rank_at_least
from graphwright.compat._adapters import assert_rank_in as assert_rank_in
from graphwright.compat._adapters import assert_scalar as assert_scalar
from graphwright.compat._adapters import verify_tensor_all_finite as assert_all_finite
from graphwright.debugging import Assert as Assert
from graphwright.debugging import assert_integer as assert_integer
from graphwright.debugging import assert_proper_iterable as assert_proper_iterable
from graphwright.debugging import assert_same_float_dtype as assert_same_float_dtype
from graphwright.debugging import assert_shapes as assert_shapes
from graphwright.debugging import assert_type as assert_type
from graphwright.debugging import check_numerics as check_numerics
from graphwright.debugging import disable_check_numerics as disable_check_numerics
from graphwright.debugging import disable_traceback_filtering as disable_traceback_filtering
from graphwright.debugging import enable_check_numerics as enable_check_numerics
from graphwright.debugging import enable_traceback_filtering as enable_traceback_filtering
from graphwright.debugging import get_log_device_placement as get_log_device_placement
from graphwright.debugging import is_numeric_tensor as is_numeric_tensor
from graphwright.debugging import is_traceback_filtering_enabled as is_traceback_filtering_enabled
from graphwright.debugging import set_log_device_placement as set_log_device_placement
from graphwright.math import is_finite as is_finite
from graphwright.math import is_inf as is_inf
from graphwright.math import is_nan as is_nan
from graphwright.math import is_non_decreasing as is_non_decreasing
from graphwright.math import is_strictly_increasing as is_strictly_increasing

__all__ = [
    "Assert",
    "assert_all_finite",
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_integer",
    "assert_less",
    "assert_less_equal",
    "assert_near",
    "assert_negative",
    "assert_non_negative",
    "assert_non_positive",
    "assert_none_equal",
    "assert_positive",
    "assert_proper_iterable",
    "assert_rank",
    "assert_rank_at_least",
    "assert_rank_in",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_shapes",
    "assert_type",
    "check_numerics",
    "disable_check_numerics",
    "disable_traceback_filtering",
    "enable_check_numerics",
    "enable_traceback_filtering",
    "get_log_device_placement",
    "is_finite",
    "is_inf",
    "is_nan",
    "is_non_decreasing",
    "is_numeric_tensor",
    "is_strictly_increasing",
    "is_traceback_filtering_enabled",
    "set_log_device_placement",
]
