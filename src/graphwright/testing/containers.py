"""Assertions about Python containers, which `tf.test.TestCase` has beyond those of `unittest`."""

from __future__ import annotations

import dataclasses
import json
import operator
import unittest
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any


class ContainerAssertions(unittest.TestCase):
    """Assertions about containers, classes and order."""

    def assertIsSubclass(self, cls: type, superclass: type, msg: Any = None) -> None:
        """Fail unless `cls` is a subclass of `superclass`."""
        if not issubclass(cls, superclass):
            self.fail(self._formatMessage(msg, f"{cls!r} is not a subclass of {superclass!r}"))

    def assertNotIsSubclass(self, cls: type, superclass: type, msg: Any = None) -> None:
        """Fail if `cls` is a subclass of `superclass`."""
        if issubclass(cls, superclass):
            self.fail(self._formatMessage(msg, f"{cls!r} is a subclass of {superclass!r}"))

    def assertEmpty(self, container: Any, msg: Any = None) -> None:
        """Fail unless the container has no elements."""
        if self._length(container, msg):
            self.fail(self._formatMessage(msg, f"{container!r} has length of {len(container)}."))

    def assertNotEmpty(self, container: Any, msg: Any = None) -> None:
        """Fail if the container has no elements."""
        if not self._length(container, msg):
            self.fail(self._formatMessage(msg, f"{container!r} has length of 0."))

    def assertLen(self, container: Any, expected_len: int, msg: Any = None) -> None:
        """Fail unless the container has this many elements."""
        length = self._length(container, msg)
        if length != expected_len:
            self.fail(self._formatMessage(msg, f"{container!r} has length of {length}, expected {expected_len}."))

    def _length(self, container: Any, msg: Any) -> int:
        if not hasattr(type(container), "__len__"):
            self.fail(self._formatMessage(msg, f"Expected a Sized object, got: {type(container).__name__!r}"))
        return len(container)

    def assertBetween(self, value: Any, minv: Any, maxv: Any, msg: Any = None) -> None:
        """Fail unless `minv <= value <= maxv`."""
        if not minv <= value <= maxv:
            self.fail(self._formatMessage(msg, f'"{value}" unexpectedly not between "{minv}" and "{maxv}"'))

    def assertSameElements(self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: Any = None) -> None:
        """Fail unless two sequences have the same elements, whatever their order and repetitions."""
        expected, actual = list(expected_seq), list(actual_seq)
        absent = [e for e in expected if e not in actual]
        extra = [e for e in actual if e not in expected]
        if absent or extra:
            found = f"Expected, but missing:\n  {absent!r}\n" if absent else ""
            found += f"Unexpected, but present:\n  {extra!r}\n" if extra else ""
            self.fail(self._formatMessage(msg, found))

    def assertItemsEqual(self, first: Iterable[Any], second: Iterable[Any], msg: Any = None) -> None:
        """Fail unless two sequences have the same elements, each as often; `assertCountEqual` by its older name."""
        self.assertCountEqual(first, second, msg)

    def assertContainsSubset(
        self, expected_subset: Collection[Any], actual_set: Collection[Any], msg: Any = None
    ) -> None:
        """Fail unless each element of the first is in the second."""
        absent = set(expected_subset) - set(actual_set)
        if absent:
            found = f"Missing elements {absent}\nExpected: {expected_subset}\nActual: {actual_set}"
            self.fail(self._formatMessage(msg, found))

    def assertNoCommonElements(
        self, expected_seq: Collection[Any], actual_seq: Collection[Any], msg: Any = None
    ) -> None:
        """Fail if an element is in both."""
        common = set(expected_seq) & set(actual_seq)
        if common:
            found = f"Common elements {common}\nExpected: {expected_seq}\nActual: {actual_seq}"
            self.fail(self._formatMessage(msg, found))

    def assertContainsSubsequence(self, container: Any, subsequence: Any, msg: Any = None) -> None:
        """Fail unless the elements of `subsequence` are in `container`, in this order."""
        remaining = iter(container)
        for element in subsequence:
            if element not in remaining:
                found = f"{subsequence!r} not a subsequence of {container!r}. First non-matching element: {element!r}"
                self.fail(self._formatMessage(msg, found))

    def assertContainsExactSubsequence(self, container: Any, subsequence: Any, msg: Any = None) -> None:
        """Fail unless `subsequence` is in `container`, without others between its elements."""
        whole, part = list(container), list(subsequence)
        longest = 0
        for start in range(len(whole) + 1):
            count = 0
            while count < len(part) and start + count < len(whole) and whole[start + count] == part[count]:
                count += 1
            if count == len(part):
                return
            longest = max(longest, count)
        found = (
            f"{subsequence!r} not an exact subsequence of {container!r}. Longest matching prefix: {part[:longest]!r}"
        )
        self.fail(self._formatMessage(msg, found))

    def assertSequenceStartsWith(self, prefix: Sequence[Any], whole: Sequence[Any], msg: Any = None) -> None:
        """Fail unless the first elements of `whole` are `prefix`, which is not empty unless `whole` is."""
        length = len(prefix)
        if not length and len(whole):
            self.fail(self._formatMessage(msg, f"Prefix length is 0 but whole length is {len(whole)}: {whole!r}"))
        if prefix != whole[:length]:
            self.fail(self._formatMessage(msg, f"prefix: {prefix!r} not found at start of whole: {whole!r}."))

    def assertSequenceAlmostEqual(
        self, expected_seq: Any, actual_seq: Any, places: int | None = None, msg: Any = None, delta: Any = None
    ) -> None:
        """Fail unless the elements of two sequences of one length are almost equal."""
        expected, actual = list(expected_seq), list(actual_seq)
        if len(expected) != len(actual):
            self.fail(self._formatMessage(msg, f"Sequence size mismatch: {len(expected)} vs {len(actual)}"))
        wrong = [f"At index {i}: {e}" for i, e in self._apart(zip(expected, actual, strict=True), places, delta)]
        if wrong:
            self.fail(self._formatMessage(msg, "\n".join(wrong)))

    def _apart(
        self, pairs: Iterable[tuple[Any, Any]], places: int | None, delta: Any
    ) -> list[tuple[int, BaseException]]:
        found: list[tuple[int, BaseException]] = []
        for index, (first, second) in enumerate(pairs):
            try:
                self.assertAlmostEqual(first, second, places=places, delta=delta)
            except self.failureException as error:
                found.append((index, error))
        return found

    def assertDictEqual(self, a: Any, b: Any, msg: Any = None) -> None:
        """Fail unless two dictionaries have equal items; tells the ones that differ."""
        self.assertIsInstance(a, dict, self._formatMessage(msg, "First argument is not a dictionary"))
        self.assertIsInstance(b, dict, self._formatMessage(msg, "Second argument is not a dictionary"))
        self._compare_items(a, b, msg, operator.eq)

    def assertMappingEqual(
        self,
        a: Any,
        b: Any,
        msg: Any = None,
        mapping_type: Any = Mapping,
        check_values_equality: Callable[[Any, Any], Any] = lambda x, y: x == y,
    ) -> None:
        """Fail unless two mappings have the same keys, with values that are equal by a function."""
        self.assertIsInstance(a, mapping_type, msg)
        self.assertIsInstance(b, mapping_type, msg)
        self._compare_items(a, b, msg, check_values_equality)

    def assertDictAlmostEqual(
        self, a: Any, b: Any, places: int | None = None, msg: Any = None, delta: Any = None
    ) -> None:
        """Fail unless two dictionaries have the same keys, with values that are almost equal."""

        def near(x: Any, y: Any) -> bool | str:
            apart = self._apart([(x, y)], places, delta)
            return str(apart[0][1]) if apart else True

        self._compare_items(a, b, msg, near)

    def _compare_items(self, a: Any, b: Any, msg: Any, equal: Callable[[Any, Any], Any]) -> None:
        differing: list[str] = []
        for key in [k for k in a if k in b]:
            verdict = equal(a[key], b[key])
            if isinstance(verdict, str):
                differing.append(f"{key!r}: {verdict}")
            elif not verdict:
                differing.append(f"{key!r}: {a[key]!r} != {b[key]!r}")
        absent = [f"{k!r}: {a[k]!r}" for k in a if k not in b]
        extra = [f"{k!r}: {b[k]!r}" for k in b if k not in a]
        sections = [
            ("Unexpected, but present entries:\n", absent),
            ("repr() of differing entries:\n", differing),
            ("Missing entries:\n", extra),
        ]
        if absent or extra or differing:
            listed = "".join(title + "".join(f"{line}\n" for line in lines) for title, lines in sections if lines)
            self.fail(self._formatMessage(msg, f"{a!r} != {b!r}\n{listed}"))

    def assertDataclassEqual(self, first: Any, second: Any, msg: Any = None) -> None:
        """Fail unless two instances of one dataclass have equal fields."""
        if not dataclasses.is_dataclass(first) or isinstance(first, type):
            self.fail(self._formatMessage(msg, "First argument is not a dataclass instance"))
        if type(first) is not type(second):
            self.fail(self._formatMessage(msg, f"Found different dataclass types: {type(first)} != {type(second)}"))
        if first == second:
            return
        pairs = [(f.name, getattr(first, f.name), getattr(second, f.name)) for f in dataclasses.fields(first)]
        listed = "\n".join(f"{name}: {a!r} != {b!r}" for name, a, b in pairs if a != b)
        self.fail(self._formatMessage(msg, f"{first!r} != {second!r}\n{listed}"))

    def assertSameStructure(self, a: Any, b: Any, aname: str = "a", bname: str = "b", msg: Any = None) -> None:
        """Fail unless two nests of dictionaries and sequences are equal; tells the paths where they are not."""
        wrong: list[str] = []
        _compare_nests(a, b, aname, bname, wrong)
        if wrong:
            shown = wrong[: self.maxDiff or len(wrong)]
            self.fail(self._formatMessage(msg, "; ".join(shown)))

    def assertJsonEqual(self, first: str, second: str, msg: Any = None) -> None:
        """Fail unless two texts are the same JSON."""
        parsed = []
        for text, which in ((first, "first"), (second, "second")):
            try:
                parsed.append(json.loads(text))
            except ValueError as error:
                told = self._formatMessage(msg, f"could not decode {which} JSON value {text}: {error}")
                raise ValueError(told) from error
        self.assertSameStructure(parsed[0], parsed[1], "first", "second", msg)

    def assertTotallyOrdered(self, *groups: Iterable[Any], **kwargs: Any) -> None:
        """Fail unless the groups are in ascending order, and the elements of one group are equal to each other."""
        msg = kwargs.pop("msg", None)
        if kwargs:
            raise TypeError(f"assertTotallyOrdered() got unexpected keyword arguments {sorted(kwargs)}")
        placed = [(rank, element) for rank, group in enumerate(groups) for element in group]
        for rank, element in placed:
            for other_rank, other in placed:
                self._check_order(element, other, (rank > other_rank) - (rank < other_rank), msg)

    def _check_order(self, a: Any, b: Any, order: int, msg: Any) -> None:
        relations = {
            "unexpectedly equals": (operator.eq, order == 0),
            "unexpectedly does not equal": (operator.ne, order != 0),
            "unexpectedly less than": (operator.lt, order < 0),
            "unexpectedly greater than": (operator.gt, order > 0),
            "unexpectedly less than or equal to": (operator.le, order <= 0),
            "unexpectedly greater than or equal to": (operator.ge, order >= 0),
        }
        for text, (relation, expected) in relations.items():
            if relation(a, b) != expected:
                text = text if not expected else text.replace("unexpectedly", "unexpectedly not")
                self.fail(self._formatMessage(msg, f"{a!r} {text} {b!r}"))


def _compare_nests(a: Any, b: Any, a_path: str, b_path: str, wrong: list[str]) -> None:
    """Add to `wrong` how two nests differ."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        wrong.extend(f"{a_path} has [{k!r}] with value {a[k]!r} but it's missing in {b_path}" for k in a if k not in b)
        wrong.extend(f"{a_path} lacks [{k!r}] but {b_path} has it with value {b[k]!r}" for k in b if k not in a)
        for key in a:
            if key in b:
                _compare_nests(a[key], b[key], f"{a_path}[{key!r}]", f"{b_path}[{key!r}]", wrong)
    elif _is_sequence(a) and _is_sequence(b):
        for index, (x, y) in enumerate(zip(a, b, strict=False)):
            _compare_nests(x, y, f"{a_path}[{index}]", f"{b_path}[{index}]", wrong)
        both = min(len(a), len(b))
        wrong.extend(
            f"{a_path} has [{i}] with value {a[i]!r} but it's missing in {b_path}" for i in range(both, len(a))
        )
        wrong.extend(f"{a_path} lacks [{i}] but {b_path} has it with value {b[i]!r}" for i in range(both, len(b)))
    elif isinstance(a, (set, frozenset)) and isinstance(b, (set, frozenset)):
        wrong.extend(f"{a_path} has {e!r} but it's missing in {b_path}" for e in a - b)
        wrong.extend(f"{a_path} lacks {e!r} but {b_path} has it" for e in b - a)
    elif type(a) is not type(b) and not (isinstance(a, (int, float)) and isinstance(b, (int, float))):
        wrong.append(f"{a_path} is a {type(a)!r} but {b_path} is a {type(b)!r}")
    elif a != b:
        wrong.append(f"{a_path} is {a!r} but {b_path} is {b!r}")


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


__all__ = ["ContainerAssertions"]
