"""Python's builtin functions on tensors; on everything else they are Python's own."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from graphwright.autograph.operators import list_sites, ops
from graphwright.autograph.operators.calls import OVERLOADS, callee
from graphwright.autograph.operators.comprehensions import generator_expression
from graphwright.autograph.operators.conditionals import check_condition, if_exp
from graphwright.autograph.operators.lists import StagedList
from graphwright.autograph.operators.reads import named_attribute
from graphwright.autograph.operators.refusals import ScalarTensorError
from graphwright.autograph.operators.sequences import (
    EnumeratedSequence,
    MappedSequence,
    ReversedSequence,
    ZippedSequence,
    staged_sequence,
    staged_sequences,
)
from graphwright.autograph.operators.staging import is_staged
from graphwright.base.dtypes import DType, float32, int32
from graphwright.base.dtypes import bool as bool_dtype
from graphwright.base.errors import OperatorNotAllowedInGraphError
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi

_NOT_GIVEN: Any = object()


def _staged_method(value: Any, name: str) -> Callable[..., Any] | None:
    """A value's own staged form of a builtin, used while a graph is built; datasets have some."""
    method = None if state.graph is None else getattr(type(value), name, None)
    return None if method is None else functools.partial(method, value)


def _iter(value: Any, /, *sentinel: Any) -> Any:
    staged = None if sentinel else _staged_method(value, "__staged_iter__")
    return iter(value, *sentinel) if staged is None else staged()


def _next(iterator: Any, /, *default: Any) -> Any:
    staged = _staged_method(iterator, "__staged_next__") if default else None
    return next(iterator, *default) if staged is None else staged(*default)


def _len(value: Any, /) -> Any:
    if (staged := _staged_method(value, "__staged_len__")) is not None:
        return staged()
    if not is_staged(value):
        return len(value)
    if isinstance(value, StagedList):
        return value.length()
    tensor = to_tensor(value)
    if tensor.shape.rank == 0:
        raise ScalarTensorError(f"len of a scalar tensor: {tensor!r}")
    return ops.first_size(tensor)


def _list(iterable: Any = (), /) -> Any:
    return iterable.copy() if isinstance(iterable, StagedList) else list(iterable)


def _defaultdict(default_factory: Any = None, /, *args: Any, **items: Any) -> Any:
    made = default_factory and list_sites.default_factory(default_factory, callee(default_factory))
    return defaultdict(made, *args, **items)


def _range(start_or_stop: Any, /, *rest: Any) -> Any:
    if any(bound is None for bound in (start_or_stop, *rest)):
        raise TypeError(
            "'NoneType' object cannot be interpreted as an integer: x.shape says None of a size that is not known "
            "while tracing; tf.shape(x)[i] gives it."
        )
    if not any(map(is_staged, (start_or_stop, *rest))):
        return range(start_or_stop, *rest)
    start, stop = (0, start_or_stop) if not rest else (start_or_stop, rest[0])
    step = rest[1] if len(rest) > 1 else 1
    if len(rest) > 2:
        raise TypeError(f"range expected at most 3 arguments, got {1 + len(rest)}")
    return apply("Range", (start, stop, step), {}, "range")


def _enumerate(iterable: Any, start: Any = 0) -> Any:
    if (staged := _staged_method(iterable, "__staged_enumerate__")) is not None:
        return staged(start)
    sequence = staged_sequence(iterable)
    return enumerate(iterable, start) if sequence is None else EnumeratedSequence(sequence, start)


def _zip(*iterables: Any, strict: bool = False) -> Any:
    if not strict and iterables and (staged := _staged_method(iterables[0], "__staged_zip__")) is not None:
        return staged(iterables[1:])
    sequences = staged_sequences(iterables)
    if sequences is not None:
        return ZippedSequence(sequences, strict)
    created = zip(*iterables, strict=strict)
    # a loop over it may be left where a tensor says so: then its length must be known
    return list(created) if any(map(is_staged, iterables)) else created


def _reversed(sequence: Any, /) -> Any:
    staged = staged_sequence(sequence)
    return reversed(sequence) if staged is None else ReversedSequence(staged)


def _cast(python: Callable[..., Any], dtype: DType) -> Callable[..., Any]:
    def convert(value: Any = _NOT_GIVEN, /, *rest: Any, **options: Any) -> Any:
        if value is not _NOT_GIVEN and not rest and not options and is_staged(value):
            return _as_number(to_tensor(value), dtype)
        return python(*(() if value is _NOT_GIVEN else (value,)), *rest, **options)

    return functools.wraps(python, updated=())(convert)


def _as_number(tensor: Any, dtype: DType) -> Any:
    if tensor.dtype.name == "string":
        return apply("StringToNumber", (tensor,), {"out_type": dtype})
    return tensor if tensor.dtype is dtype else apply("Cast", (tensor,), {"DstT": dtype})


def _bool(value: Any = False, /) -> Any:
    if not is_staged(value):
        return bool(value)
    if isinstance(value, StagedList):
        return value.staged_truth()
    tensor = to_tensor(value)
    count = tensor.shape.num_elements()
    if count == 0:
        return False
    if count == 1 and tensor.shape.rank:
        tensor = apply("Reshape", (tensor, np.zeros(0, np.int32)))
    elif count is not None and count > 1:
        raise OperatorNotAllowedInGraphError(
            f"The truth value of a tensor with more than one element is ambiguous: {tensor!r}. Use tf.reduce_any(x) or "
            "tf.reduce_all(x)."
        )
    return tensor if tensor.dtype is bool_dtype else apply("Cast", (tensor,), {"DstT": bool_dtype})


def _extreme(python: Callable[..., Any], pairwise: str, reduction: str) -> Callable[..., Any]:
    def choose(*args: Any, **options: Any) -> Any:
        whole = len(args) == 1
        if whole and state.graph is not None and not is_staged(args[0]):
            items = list(args[0])
            if not any(map(is_staged, items)):
                return python(items, **options)
            args, whole = tuple(items), False
            options.pop("default", None)
        if not any(map(is_staged, args)):
            return python(*args, **options)
        if whole and "default" in options:
            default = options.pop("default")
            return if_exp(_len(args[0]) > 0, lambda: choose(*args, **options), lambda: default, "the length")
        if whole and options.get("key") is not None:
            raise NotImplementedError(f"{python.__name__} of a tensor with a key cannot be staged: use tf.gather.")
        if options.keys() == {"key"} and not whole:
            return _extreme_by(options["key"], ops.less if python is max else ops.greater, args)
        if whole:
            tensor = to_tensor(args[0])
            if tensor.shape.rank not in (1, None):
                raise ValueError(f"{python.__name__} of one tensor needs a vector, got {tensor!r}")
            return apply(reduction, (tensor, 0), {"keep_dims": False})
        return functools.reduce(lambda x, y: apply(pairwise, (x, y)), args)

    return choose


def _extreme_by(key: Any, is_surpassed: Callable[[Any, Any], Any], items: tuple[Any, ...]) -> Any:
    """The first of the items whose key the others do not surpass."""

    of: Callable[[Any], Any] = (lambda item: item) if key is None else callee(key)

    def further(best: Any, item: Any) -> Any:
        return if_exp(is_surpassed(of(best), of(item)), lambda: item, lambda: best, "the key")

    return functools.reduce(further, items)


def _sum(iterable: Any, /, start: Any = 0) -> Any:
    if not is_staged(iterable):
        return sum(iterable, start)
    total = apply("Sum", (to_tensor(iterable), 0), {"keep_dims": False})
    return total if isinstance(start, int) and start == 0 else ops.add(total, start)


def _round(number: Any, /, ndigits: Any = None) -> Any:
    if not is_staged(number) or ndigits is not None:
        return round(number, ndigits)
    return apply("Round", (to_tensor(number),))


def _truth(python: Callable[[Any], bool], pairwise: str, reduction: str) -> Callable[[Any], Any]:
    decisive = python is any

    def of_items(items: Iterable[Any]) -> Any:
        condition: Any = None
        for item in items:
            if is_staged(item):
                pred = check_condition(item, f"{python.__name__}()")
                condition = pred if condition is None else apply(pairwise, (condition, pred))
            elif bool(item) is decisive:
                return decisive
        return not decisive if condition is None else condition

    def reduce(iterable: Any, /) -> Any:
        if not is_staged(iterable):
            return python(iterable) if state.graph is None else of_items(iterable)
        tensor = to_tensor(iterable)
        if tensor.dtype is not bool_dtype or tensor.shape.rank not in (1, None):
            raise ValueError(f"{python.__name__} of a tensor needs a vector of bools, got {tensor!r}")
        return apply(reduction, (tensor, 0), {"keep_dims": False})

    return reduce


def _higher_order(python: Any) -> Callable[..., Any]:
    """A builtin whose first argument is called for each item: it gets the converted form."""

    def call(function: Any, /, *args: Any, **options: Any) -> Any:
        return python(callee(function), *args, **options)

    return call


def _map(function: Any, /, *iterables: Any, **options: Any) -> Any:
    sequences = staged_sequences(iterables)
    if sequences is None:
        return map(callee(function), *iterables, **options)
    return MappedSequence(callee(function), ZippedSequence(sequences, bool(options.get("strict", False))))


def _filter(function: Any, iterable: Any, /) -> Any:
    holds = callee(function) if function is not None else _bool
    if staged_sequence(iterable) is None:
        return filter(None if function is None else holds, iterable)
    return generator_expression(iterable, iter, lambda item: item, holds)


def _sorted(iterable: Any, /, *, key: Any = None, reverse: Any = False) -> Any:
    items = iterable if is_staged(iterable) else list(iterable)
    if key is not None and items is not iterable:
        return sorted(items, key=callee(key), reverse=reverse)
    if items is not iterable and not any(map(is_staged, items)):
        return sorted(items, reverse=reverse)
    if key is not None:
        raise NotImplementedError("sorted of a tensor with a key cannot be staged: use tf.argsort and tf.gather.")
    from graphwright.ops.index.sort import sort

    ordered = sort(to_tensor(items), 0, "DESCENDING" if reverse else "ASCENDING")
    return ordered if items is iterable else apply_multi("Unpack", (ordered,), {"num": len(items)})


OVERLOADS.update(
    {
        len: _len,
        list: _list,
        defaultdict: _defaultdict,
        iter: _iter,
        next: _next,
        range: _range,
        enumerate: _enumerate,
        zip: _zip,
        reversed: _reversed,
        int: _cast(int, int32),
        float: _cast(float, float32),
        bool: _bool,
        min: _extreme(min, "Minimum", "Min"),
        max: _extreme(max, "Maximum", "Max"),
        sum: _sum,
        round: _round,
        any: _truth(any, "LogicalOr", "Any"),
        all: _truth(all, "LogicalAnd", "All"),
        map: _map,
        filter: _filter,
        functools.reduce: _higher_order(functools.reduce),
        sorted: _sorted,
        getattr: named_attribute,
    }
)
