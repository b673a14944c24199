"""Layers and places: rows, edges through them, coordinates."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from graphwright.viewer.layers import layers_of
from graphwright.viewer.place import placed


def graph_of(count, edges):
    """Items of one graph: 0 is the graph, the others operations with these edges."""
    items = [{"parent": -1, "kind": "graph", "name": "g"}]
    items += [{"parent": 0, "kind": "op", "name": f"n{i}", "type": "T", "inputs": []} for i in range(1, count + 1)]
    for source, target in edges:
        items[target]["inputs"].append((source, 0))
    return items


def in_group(group, *inputs):
    return {"parent": group, "kind": "op", "name": "inner", "inputs": list(inputs)}


def random_graph(seed, count=60):
    rng = random.Random(seed)
    return graph_of(count, [(rng.randrange(1, n), n) for n in range(2, count + 1) for _ in range(rng.randrange(3))])


def row_of(layers):
    return {number: row for row, numbers in enumerate(layers["rows"]) for number in numbers}


@pytest.mark.parametrize("seed", range(20))
def test_edges_lead_downwards_and_everything_is_in_one_row(seed) -> None:
    items = random_graph(seed)
    layers = layers_of(items)[0]
    rows = row_of(layers)
    assert sorted(n for row in layers["rows"] for n in row if n > 0) == list(range(1, len(items)))
    for path in layers["edges"]:
        assert [rows[a] < rows[b] for a, b in pairwise(path)] == [True] * (len(path) - 1)
    assert {(path[0], path[-1]) for path in layers["edges"]} == {
        (source, n) for n in range(1, len(items)) for source, _ in items[n]["inputs"]
    }


def test_two_edges_that_cross_are_uncrossed() -> None:
    layers = layers_of(graph_of(4, [(1, 4), (2, 3)]))[0]
    assert layers["rows"] in ([[1, 2], [4, 3]], [[2, 1], [3, 4]])


def test_an_edge_against_the_order_of_the_program_does_not_hang() -> None:
    items = graph_of(2, [(1, 2)])
    items += [
        {"parent": 1, "kind": "op", "name": "a", "inputs": []},
        {"parent": 2, "kind": "op", "name": "b", "inputs": []},
    ]
    items[3]["inputs"] = [(4, 0)]
    layers = layers_of(items)[0]
    assert sorted(map(tuple, layers["edges"])) == [(1, 2), (2, 1)]


def test_edges_across_groups_are_edges_of_the_groups() -> None:
    items = graph_of(2, [])
    items += [
        {"parent": 1, "kind": "op", "name": "a", "inputs": []},
        {"parent": 2, "kind": "op", "name": "b", "inputs": [(3, 0)]},
    ]
    found = layers_of(items)
    assert found[0]["edges"] == [[1, 2]]
    assert found[1]["edges"] == found[2]["edges"] == []


def test_constants_are_drawn_only_where_there_is_nothing_else() -> None:
    items = graph_of(2, [(1, 2)])
    items[1]["kind"] = "constant"
    assert layers_of(items)[0] == {"rows": [[2]], "edges": []}
    items[2]["kind"] = "constant"
    assert sorted(layers_of(items)[0]["rows"][0]) == [1, 2]


def test_long_rows_are_folded() -> None:
    rows = layers_of(graph_of(100, []))[0]["rows"]
    assert max(map(len, rows)) <= 14
    assert sum(map(len, rows)) == 100


@pytest.mark.parametrize("seed", range(20))
def test_items_do_not_overlap_and_are_inside(seed) -> None:
    rng = random.Random(seed)
    sizes = {n: (rng.randrange(40, 230), rng.choice([28, 34, 200])) for n in range(1, 61)}
    place = placed(layers_of(random_graph(seed))[0], sizes.__getitem__, 30.0)
    boxes = [box for number, box in place.boxes.items() if number > 0]
    assert all(b.x >= 0 and b.x + b.w <= place.w and b.y >= 30 and b.y + b.h <= place.h for b in boxes)
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            apart = a.x + a.w <= b.x + 1e-6 or b.x + b.w <= a.x + 1e-6 or a.y + a.h <= b.y or b.y + b.h <= a.y
            assert apart


def test_an_item_stands_below_the_middle_of_what_it_uses() -> None:
    layers = layers_of(graph_of(3, [(1, 3), (2, 3)]))[0]
    place = placed(layers, lambda n: (50, 28), 0.0)
    centre = {n: box.x + box.w / 2 for n, box in place.boxes.items()}
    assert centre[3] == pytest.approx((centre[1] + centre[2]) / 2)
