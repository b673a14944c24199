"""Tensors made of several, in nested structures; `tf.nest` does the same with ragged tensors."""

from __future__ import annotations

from typing import Any

import pytest

from graphwright.base import nest


class One:
    """A tensor of one array, as TensorSpec describes it: its spec is its own only component."""

    def __init__(self, value):
        self.value = value

    @property
    def _type_spec(self):
        return OneSpec()


class OneSpec:
    def __eq__(self, other):
        return isinstance(other, OneSpec)

    __hash__ = None

    @property
    def _component_specs(self):
        return self

    def _to_components(self, value):
        return One(value.value)  # a conversion: not the same object

    def _from_components(self, components):
        return components


class Pair:
    """A tensor made of two."""

    def __init__(self, first, second, kind="p"):
        self.first, self.second, self.kind = first, second, kind

    @property
    def _type_spec(self):
        return PairSpec(self.kind)


class PairSpec:
    def __init__(self, kind="p"):
        self.kind = kind

    def __eq__(self, other):
        return isinstance(other, PairSpec) and self.kind == other.kind

    __hash__ = None

    def most_specific_common_supertype(self, others):
        return self if all(self == other for other in others) else None

    @property
    def _component_specs(self):
        return [OneSpec(), {"second": OneSpec()}]

    def _to_components(self, value):
        return [value.first, {"second": value.second}]

    def _from_components(self, components):
        return Pair(components[0], components[1]["second"], self.kind)


def test_composites_are_leaves_unless_expanded() -> None:
    pair = Pair(1, 2)
    assert nest.flatten([pair]) == [pair]
    assert not nest.is_nested(pair)
    assert nest.flatten(pair, expand_composites=True) != [pair]
    assert nest.flatten([pair, 3], expand_composites=True) == [1, 2, 3]
    assert nest.flatten([Pair(Pair(1, 2), 3)], expand_composites=True) == [1, 2, 3]


def test_a_tensor_of_one_array_is_a_leaf() -> None:
    one = One(1)
    assert nest.flatten(one, expand_composites=True) == [one]
    spec = OneSpec()
    assert nest.flatten(spec, expand_composites=True)[0] is spec


def test_composites_are_rebuilt_from_their_spec() -> None:
    pair = Pair(1, 2, kind="k")
    mapped = nest.map_structure(str, [pair], expand_composites=True)[0]
    assert (mapped.first, mapped.second, mapped.kind) == ("1", "2", "k")
    from_spec = nest.pack_sequence_as(PairSpec("k"), [5, 6], expand_composites=True)
    assert (from_spec.first, from_spec.second, from_spec.kind) == (5, 6, "k")
    assert len(nest.flatten(PairSpec(), expand_composites=True)) == 2
    paths = nest.flatten_with_paths({"q": pair}, expand_composites=True)
    assert paths == [(("q", "Pair", 0), 1), (("q", "Pair", 1, "second"), 2)]


@pytest.mark.parametrize(
    ("first", "second", "error_class", "pattern"),
    [
        (Pair(1, 2), Pair(3, 4), None, ""),
        (Pair(1, 2), PairSpec(), None, ""),
        (
            Pair(1, 2),
            Pair(3, 4, "other"),
            ValueError,
            "Incompatible CompositeTensor TypeSpecs: type=PairSpec",
        ),
        (Pair(1, 2), 5, ValueError, 'Substructure "type=Pair .* is a sequence'),
        (Pair(1, 2), [1, 2], TypeError, "same sequence type"),
        (Pair(1, 2), Pair(3, [4]), ValueError, "is a sequence"),
    ],
)
def test_composites_are_compared_by_spec(first: Any, second: Any, error_class: Any, pattern: str) -> None:
    nest.assert_same_structure(first, 5)
    if error_class is None:
        nest.assert_same_structure(first, second, expand_composites=True)
        return
    with pytest.raises(error_class, match=pattern):
        nest.assert_same_structure(first, second, expand_composites=True)
    if "Incompatible" in pattern:  # whatever check_types says
        with pytest.raises(error_class, match=pattern):
            nest.assert_same_structure(first, second, check_types=False, expand_composites=True)
        with pytest.raises(error_class, match="Incompatible CompositeTensor TypeSpecs"):
            nest.flatten_up_to(first, second, expand_composites=True)


def test_composites_up_to() -> None:
    pair = Pair(1, 2)
    assert nest.flatten_up_to(pair, pair, expand_composites=True) == [1, 2]
    assert nest.flatten_up_to([0], [pair], expand_composites=True) == [pair]
    for shallow, structure in ((pair, 5), ([0, 0], pair), ([pair], [1])):
        with pytest.raises(TypeError):
            nest.flatten_up_to(shallow, structure, expand_composites=True)
