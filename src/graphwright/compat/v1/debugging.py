"""`tf.compat.v1.debugging`: assertions, with their older parameters."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._adapters": (
            "assert_all_finite=verify_tensor_all_finite assert_equal assert_greater assert_greater_equal "
            "assert_less assert_less_equal assert_none_equal "
            "assert_negative assert_non_negative assert_non_positive assert_positive assert_near assert_rank "
            "assert_rank_at_least assert_rank_in assert_scalar"
        ),
        "debugging": (
            "Assert assert_integer assert_proper_iterable assert_same_float_dtype assert_shapes assert_type "
            "check_numerics disable_check_numerics disable_traceback_filtering enable_check_numerics "
            "enable_traceback_filtering is_numeric_tensor is_traceback_filtering_enabled get_log_device_placement "
            "set_log_device_placement"
        ),
        "math": "is_finite is_inf is_nan is_non_decreasing is_strictly_increasing",
    },
)
