# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.debugging`: assertions, eager and in graphs."""

from graphwright.base.tracebacks import disable_traceback_filtering as disable_traceback_filtering
from graphwright.base.tracebacks import enable_traceback_filtering as enable_traceback_filtering
from graphwright.base.tracebacks import is_traceback_filtering_enabled as is_traceback_filtering_enabled
from graphwright.core.devices import get_log_device_placement as get_log_device_placement
from graphwright.core.devices import set_log_device_placement as set_log_device_placement
from graphwright.core.numerics import disable_check_numerics as disable_check_numerics
from graphwright.core.numerics import enable_check_numerics as enable_check_numerics
from graphwright.ops.control.assertions import assert_ as Assert
from graphwright.ops.control.assertions import assert_equal as assert_equal
from graphwright.ops.control.assertions import assert_greater as assert_greater
from graphwright.ops.control.assertions import assert_greater_equal as assert_greater_equal
from graphwright.ops.control.assertions import assert_less as assert_less
from graphwright.ops.control.assertions import assert_less_equal as assert_less_equal
from graphwright.ops.control.assertions import assert_near as assert_near
from graphwright.ops.control.assertions import assert_negative as assert_negative
from graphwright.ops.control.assertions import assert_non_negative as assert_non_negative
from graphwright.ops.control.assertions import assert_non_positive as assert_non_positive
from graphwright.ops.control.assertions import assert_none_equal as assert_none_equal
from graphwright.ops.control.assertions import assert_positive as assert_positive
from graphwright.ops.control.assertions import assert_rank as assert_rank
from graphwright.ops.control.assertions import assert_rank_at_least as assert_rank_at_least
from graphwright.ops.control.assertions import assert_rank_in as assert_rank_in
from graphwright.ops.control.assertions import assert_scalar as assert_scalar
from graphwright.ops.control.host import check_numerics as check_numerics
from graphwright.ops.control.static_assertions import assert_all_finite as assert_all_finite
from graphwright.ops.control.static_assertions import assert_integer as assert_integer
from graphwright.ops.control.static_assertions import assert_proper_iterable as assert_proper_iterable
from graphwright.ops.control.static_assertions import assert_same_float_dtype as assert_same_float_dtype
from graphwright.ops.control.static_assertions import assert_shapes as assert_shapes
from graphwright.ops.control.static_assertions import assert_type as assert_type
from graphwright.ops.control.static_assertions import is_numeric_tensor as is_numeric_tensor

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
    "is_numeric_tensor",
    "is_traceback_filtering_enabled",
    "set_log_device_placement",
]
