"""Assertions about tensors, arrays and nests of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype
from graphwright.core.tensor_like import AnyTensor
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.testing.evaluation import evaluated
from graphwright.testing.texts import TextAssertions

_WIDER = ("bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2fnuz")
"""Dtypes that NumPy does not compare and print by itself: they are made float32 first."""


class TensorAssertions(TextAssertions):
    """Assertions about tensors, arrays and nests of them; tensors are evaluated first."""

    def evaluate(self, tensors: Any) -> Any:
        """The values of a nest of tensors and variables."""
        return evaluated(tensors)

    def evaluate_if_both_tensors(self, a: Any, b: Any) -> tuple[Any, Any]:
        """Two tensors of a graph by their values; anything else as it is."""
        from graphwright.core.context import executing_eagerly

        if isinstance(a, AnyTensor) and isinstance(b, AnyTensor) and not executing_eagerly():
            return self.evaluate(a), self.evaluate(b)
        return a, b

    def _array(self, value: Any) -> Any:
        return self._GetNdArray(value)

    def _GetNdArray(self, value: Any) -> Any:
        """A value as an array; SparseTensor and its like become tuples of arrays. Libraries override it."""
        if not isinstance(value, (np.ndarray, np.generic, str, bytes, int, float)):
            value = self._evaluated_parts(value)
        try:
            array = np.asarray(value)
        except ValueError:  # lists of different lengths
            array = np.asarray(value, object)
        return array.astype(np.float32) if array.dtype.name in _WIDER else array

    def _evaluated_parts(self, value: Any) -> Any:
        if isinstance(value, AnyTensor) or hasattr(value, "numpy"):
            return self.evaluate(value)
        if isinstance(value, (list, tuple)) and any(isinstance(v, (AnyTensor, list, tuple)) for v in value):
            return [self._evaluated_parts(v) for v in value]
        return value

    def _lists(self, value: Any) -> Any:
        """A ragged value, or nested lists, as nested lists of plain numbers."""
        if isinstance(value, (list, tuple)):
            return [self._lists(v) for v in value]
        if isinstance(value, np.ndarray):
            return self._lists(list(value)) if value.ndim else value.item()
        if isinstance(value, np.generic):
            return value.item()
        if hasattr(value, "to_list"):
            return value.to_list()
        return self._lists(self.evaluate(value)) if isinstance(value, AnyTensor) else value

    # equality

    def assertAllEqual(self, a: Any, b: Any, msg: Any = None) -> None:
        """Fail unless two values have one shape and equal elements; NaN is equal to NaN."""
        if _is_ragged(a) or _is_ragged(b):
            self.assertListEqual(_texts(self._lists(a)), _texts(self._lists(b)), msg)
            return
        first, second = self._array(a), self._array(b)
        first, second = _same_text(first, second)
        if first.shape != second.shape:
            found = f"Shape mismatch: expected {first.shape}, got {second.shape}. Contents: {second!r}"
            self.fail(self._formatMessage(msg, found))
        with np.errstate(all="ignore"):
            same = first == second
            if first.dtype.kind in "fc" and second.dtype.kind in "fc":
                same = same | (np.isnan(first) & np.isnan(second))
        if not np.all(same):
            self.fail(_difference("Arrays are not equal", "equal", first, second, ~np.asarray(same), msg))

    def assertNotAllEqual(self, a: Any, b: Any, msg: Any = None) -> None:
        """Fail if two values have one shape and equal elements."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        raise AssertionError(f"The two values are equal at all elements. {msg or ''}")

    # closeness

    def assertAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: Any = None) -> None:
        """Fail unless two nests have one structure, one shape for each leaf, and `|a - b| <= atol + rtol * |b|`."""
        if _is_ragged(a) or _is_ragged(b):
            a, b = self._lists(a), self._lists(b)
            self._close_lists(a, b, rtol, atol, msg, "value")
            return
        self._close_nests(a, b, rtol, atol, msg, "")

    def assertNotAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: Any = None) -> None:
        """Fail if `assertAllClose` would not."""
        try:
            self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)
        except AssertionError:
            return
        raise AssertionError(f"The two values are close at all elements. {msg or ''}")

    def assertAllCloseAccordingToType(
        self,
        a: Any,
        b: Any,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        float_rtol: float = 1e-6,
        float_atol: float = 1e-6,
        half_rtol: float = 1e-3,
        half_atol: float = 1e-3,
        bfloat16_rtol: float = 1e-2,
        bfloat16_atol: float = 1e-2,
        msg: Any = None,
    ) -> None:
        """`assertAllClose` with the tolerance of the narrower dtype: float32, float16 or bfloat16."""
        names = {_dtype_name(a), _dtype_name(b)}
        for narrow, narrow_rtol, narrow_atol in (
            (("float32", "complex64"), float_rtol, float_atol),
            (("float16",), half_rtol, half_atol),
            (("bfloat16",), bfloat16_rtol, bfloat16_atol),
        ):
            if names & set(narrow):
                rtol, atol = max(rtol, narrow_rtol), max(atol, narrow_atol)
        self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)

    def _close_nests(self, a: Any, b: Any, rtol: float, atol: float, msg: Any, path: str) -> None:
        a, b = _as_mapping(a), _as_mapping(b)
        if isinstance(a, Mapping) != isinstance(b, Mapping):
            raise ValueError(f"Can't compare dict to non-dict, a{path} vs b{path}. {msg or ''}")
        if isinstance(a, Mapping):
            found = f"mismatched keys: a{path} has keys {a.keys()}, but b{path} has keys {b.keys()}. {msg or ''}"
            self.assertCountEqual(a.keys(), b.keys(), msg=found)
            for key in a:
                self._close_nests(a[key], b[key], rtol, atol, msg, f"{path}[{key}]")
            return
        if isinstance(a, (list, tuple)) or isinstance(b, (list, tuple)):
            try:
                first, second = self._array(a), self._array(b)
            except (ValueError, TypeError):  # not one array: element by element
                self._close_sequences(a, b, rtol, atol, msg, path)
                return
            if first.dtype == object or second.dtype == object:
                self._close_sequences(a, b, rtol, atol, msg, path)
                return
            self._close_arrays(first, second, rtol, atol, msg, path)
            return
        self._close_arrays(self._array(a), self._array(b), rtol, atol, msg, path)

    def _close_sequences(self, a: Any, b: Any, rtol: float, atol: float, msg: Any, path: str) -> None:
        if len(a) != len(b):
            found = f"Mismatched length: a{path} has {len(a)} items, but b{path} has {len(b)} items."
            self.fail(self._formatMessage(msg, found))
        for index, (x, y) in enumerate(zip(a, b, strict=True)):
            self._close_nests(x, y, rtol, atol, msg, f"{path}[{index}]")

    def _close_lists(self, a: Any, b: Any, rtol: float, atol: float, msg: Any, path: str) -> None:
        if isinstance(a, list) and isinstance(b, list):
            self.assertLen(b, len(a), self._formatMessage(msg, f"Length mismatch at {path}"))
            for index, (x, y) in enumerate(zip(a, b, strict=True)):
                self._close_lists(x, y, rtol, atol, msg, f"{path}[{index}]")
        else:
            self._close_arrays(self._array(a), self._array(b), rtol, atol, msg, f"[{path}]")

    def _close_arrays(self, a: Any, b: Any, rtol: float, atol: float, msg: Any, path: str) -> None:
        if a.shape != b.shape:
            found = f"Shape mismatch: expected {a.shape}, got {b.shape} with contents {b}."
            self.fail(self._formatMessage(msg, found))
        rtol, atol = float(rtol), float(atol)
        with np.errstate(all="ignore"):
            close = np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=True)
        if not np.all(close):
            title = f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}"
            title += f"\nMismatched value: a{path} is different from b{path}."
            self.fail(_difference(title, "close", a, b, ~np.asarray(close), msg, (rtol, atol)))

    # order and sets

    def assertAllGreater(self, a: Any, comparison_target: Any) -> None:
        """Fail unless each element is greater than a number."""
        self.assertGreater(np.min(self._array(a)), comparison_target)

    def assertAllGreaterEqual(self, a: Any, comparison_target: Any) -> None:
        """Fail unless each element is at least a number."""
        self.assertGreaterEqual(np.min(self._array(a)), comparison_target)

    def assertAllLess(self, a: Any, comparison_target: Any) -> None:
        """Fail unless each element is less than a number."""
        self.assertLess(np.max(self._array(a)), comparison_target)

    def assertAllLessEqual(self, a: Any, comparison_target: Any) -> None:
        """Fail unless each element is at most a number."""
        self.assertLessEqual(np.max(self._array(a)), comparison_target)

    def assertAllInRange(
        self,
        target: Any,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """Fail unless each element is within the bounds; a bound that is open is not within. NaN is outside."""
        array = self._array(target)
        if array.dtype.kind not in "iuf":
            told = f"The value of {array} does not have an ordered numeric type, instead it has type: {array.dtype}"
            raise AssertionError(told)
        above = array > lower_bound if open_lower_bound else array >= lower_bound
        below = array < upper_bound if open_upper_bound else array <= upper_bound
        outside = ~(above & below)
        if np.any(outside):
            bounds = f"{'(' if open_lower_bound else '['}{lower_bound}, {upper_bound}{')' if open_upper_bound else ']'}"
            listed = [f"  {list(map(int, at))} : {array[tuple(at)]}" for at in np.argwhere(outside)[:10]]
            raise AssertionError(
                f"{np.count_nonzero(outside)} of the {array.size} element(s) are outside the range {bounds}. "
                "Subscript(s) and value(s) of the offending elements:\n" + "\n".join(listed)
            )

    def assertAllInSet(self, target: Any, expected_set: Any) -> None:
        """Fail unless each element is one of a set."""
        array = self._array(target)
        extra = np.setdiff1d(array.reshape(-1), list(expected_set))
        if extra.size:
            raise AssertionError(f"{extra.size} unique element(s) are not in the set {expected_set}: {extra}")

    # numbers, dtypes, shapes

    def assertNear(self, f1: Any, f2: Any, err: Any, msg: Any = None) -> None:
        """Fail unless two numbers are equal, or differ by at most `err`."""
        apart = abs(f1 - f2)
        if f1 != f2 and not apart <= err:
            self.fail(self._formatMessage(msg, f"{f1:f} != {f2:f} +/- {err:f} (difference: {apart:g})"))

    def assertArrayNear(self, farray1: Sequence[Any], farray2: Sequence[Any], err: Any, msg: Any = None) -> None:
        """Fail unless two sequences have one length and elements that differ by at most `err`."""
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for first, second in zip(farray1, farray2, strict=True):
            self.assertNear(float(first), float(second), err, msg)

    def assertNDArrayNear(self, ndarray1: Any, ndarray2: Any, err: Any, msg: Any = None) -> None:
        """Fail unless the norm of the difference of two arrays is less than `err`."""
        apart = float(np.linalg.norm(np.asarray(ndarray1) - np.asarray(ndarray2)))
        if not apart < err:
            self.fail(self._formatMessage(msg, f"The arrays differ by {apart:g}, more than {err:g}."))

    def assertDTypeEqual(self, target: Any, expected_dtype: Any) -> None:
        """Fail unless the elements of a value have a dtype."""
        found = as_dtype(self._array(target).dtype if not hasattr(target, "dtype") else target.dtype)
        if found != as_dtype(expected_dtype):
            self.fail(f"dtype({found.name!r}) != {expected_dtype!r}")

    def assertShapeEqual(self, input_a: Any, input_b: Any, msg: Any = None) -> None:
        """Fail unless two arrays or tensors have one shape."""
        shapes = []
        for name, value in (("input_a", input_a), ("input_b", input_b)):
            shape = getattr(value, "shape", None)
            if shape is None:
                told = f"{name} must be a Numpy ndarray, Numpy scalar, or a Tensor.Instead received {type(value)}"
                raise TypeError(told)
            shapes.append(np.array(tuple(shape), np.int64))
        self.assertAllEqual(shapes[0], shapes[1], msg)


def _is_ragged(value: Any) -> bool:
    return isinstance(value, RaggedTensor) or hasattr(value, "ragged_rank")


def _as_mapping(value: Any) -> Any:
    """Named tuples and classes of attrs by their fields."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return value._asdict()
    if hasattr(type(value), "__attrs_attrs__"):
        return {field.name: getattr(value, field.name) for field in type(value).__attrs_attrs__}
    return value


def _dtype_name(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    return str(np.asarray(value).dtype.name) if dtype is None else str(as_dtype(dtype).name)


def _texts(value: Any) -> Any:
    """Nested lists with str as bytes: ragged tensors of strings have bytes."""
    if isinstance(value, list):
        return [_texts(v) for v in value]
    return value.encode() if isinstance(value, str) else value


def _same_text(a: Any, b: Any) -> tuple[Any, Any]:
    """Arrays of str as bytes."""

    def plain(array: Any) -> Any:
        if array.dtype.kind == "U" or (array.dtype.kind == "O" and any(isinstance(v, str) for v in array.flat)):
            flat = [v.encode() if isinstance(v, str) else v for v in array.reshape(-1).tolist()]
            result = np.empty(len(flat), object)
            result[:] = flat
            return result.reshape(array.shape)
        return array.astype(object) if array.dtype.kind == "S" else array

    return plain(a), plain(b)


def _difference(
    title: str, relation: str, a: Any, b: Any, wrong: Any, msg: Any, tolerance: tuple[float, float] | None = None
) -> str:
    """What differs: positions, values, and how far they are apart."""
    lines = ["", f"{title} {msg}" if tolerance and msg else title]
    if not tolerance:
        lines.append(str(msg or ""))
    left, right = (a[wrong], b[wrong]) if a.ndim else (a, b)
    if a.ndim:
        lines.append(f"not {relation} where = {np.where(wrong)}")
    lines += [f"not {relation} lhs = {left}", f"not {relation} rhs = {right}"]
    if tolerance:
        rtol, atol = tolerance
        with np.errstate(all="ignore"):
            apart, allowed = np.abs(np.subtract(left, right)), atol + rtol * np.abs(right)
        lines += [f"not close dif = {apart}", f"not close tol = {allowed}", f"dtype = {a.dtype}, shape = {a.shape}"]
    count = int(np.count_nonzero(wrong))
    lines.append(f"Mismatched elements: {count} / {a.size} ({100 * count / max(a.size, 1):.3g}%)")
    lines += [f" ACTUAL: {a!r}", f" DESIRED: {b!r}"]
    return "\n".join(lines)


__all__ = ["TensorAssertions"]
