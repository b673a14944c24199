"""`tf.debugging`: assertions, eager and in graphs."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.tracebacks": "disable_traceback_filtering enable_traceback_filtering is_traceback_filtering_enabled",
        "ops.control.assertions": (
            "Assert=assert_ assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_near "
            "assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive assert_rank "
            "assert_rank_at_least assert_rank_in assert_scalar"
        ),
        "ops.control.static_assertions": (
            "assert_all_finite assert_integer assert_proper_iterable assert_same_float_dtype assert_shapes assert_type "
            "is_numeric_tensor"
        ),
        "core.devices": "get_log_device_placement set_log_device_placement",
        "core.numerics": "disable_check_numerics enable_check_numerics",
        "ops.control.host": "check_numerics",
    },
)
