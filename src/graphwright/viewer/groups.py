"""Groups of items: by name scope, and ranges of what is too long to be looked at in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.viewer.items import Item

_FEWEST: Final = 3  # items that make a scope a group
_MOST: Final = 100  # items drawn in one group


def grouped(items: Sequence[Item]) -> list[Item]:
    """The items in groups; parents come before what they contain, and numbers that items name are renewed."""
    return _Grouping(items).run()


class _Grouping:
    def __init__(self, items: Sequence[Item]) -> None:
        self.old = items
        self.children: dict[int, list[int]] = {}
        for number, item in enumerate(items):
            self.children.setdefault(item["parent"], []).append(number)
        self.new: list[Item] = []
        self.number_of: dict[int, int] = {}

    def run(self) -> list[Item]:
        self._add(0, -1)
        for item in self.new:
            self._renumber(item)
        return self.new

    def _add(self, number: int, parent: int) -> None:
        item = dict(self.old[number], parent=parent)
        at = self.number_of[number] = len(self.new)
        self.new.append(item)
        inside = self.children.get(number, [])
        if item["kind"] in ("graph", "body"):
            self._add_scope(inside, at, "")
        else:
            for child in inside:
                self._add(child, at)

    def _add_scope(self, numbers: Sequence[int], parent: int, prefix: str) -> None:
        """Items whose names begin with a prefix, with those of one further scope together."""
        scopes: dict[str, list[int]] = {}
        for number in numbers:
            name = self.old[number]["name"]
            rest = name[len(prefix) :] if name.startswith(prefix) else name
            scopes.setdefault(rest.partition("/")[0], []).append(number)
        entries: list[tuple[str, list[int]]] = []
        for scope, members in scopes.items():
            if len(members) >= _FEWEST and len(members) < len(numbers):
                entries.append((scope, members))
            elif len(members) == len(numbers) and any("/" in self.old[n]["name"][len(prefix) :] for n in members):
                self._add_scope(members, parent, f"{prefix}{scope}/")  # a scope that contains everything
                return
            else:
                entries += [("", [member]) for member in members]
        entries.sort(key=lambda entry: entry[1][0])
        self._add_entries(entries, parent, prefix)

    def _add_entries(self, entries: Sequence[tuple[str, list[int]]], parent: int, prefix: str) -> None:
        if sum(self._is_drawn(members) for _, members in entries) > _MOST:
            self._add_ranges(entries, parent, prefix)
            return
        for scope, members in entries:
            if not scope:
                self._add(members[0], parent)
                at = self.number_of[members[0]]
                name = self.new[at]["name"]
                self.new[at]["name"] = name[len(prefix) :] if name.startswith(prefix) and name != prefix else name
                continue
            at = len(self.new)
            self.new.append({"parent": parent, "kind": "scope", "name": scope, "full": prefix + scope})
            self._add_scope(members, at, f"{prefix}{scope}/")

    def _is_drawn(self, members: Sequence[int]) -> bool:
        """Whether an entry is drawn: constants are not (`layers.py`)."""
        return len(members) > 1 or self.old[members[0]]["kind"] != "constant"

    def _add_ranges(self, entries: Sequence[tuple[str, list[int]]], parent: int, prefix: str) -> None:
        """Consecutive entries together, so that no group has too many of them."""
        length = _MOST
        while len(entries) > length * _MOST:
            length *= _MOST
        count = -(-len(entries) // length)
        length = -(-len(entries) // count)
        for start in range(0, len(entries), length):
            part = entries[start : start + length]
            at = len(self.new)
            first, last = (self._entry_name(part[i], prefix) for i in (0, -1))
            self.new.append({"parent": parent, "kind": "range", "name": f"{first} \N{HORIZONTAL ELLIPSIS} {last}"})
            self._add_entries(part, at, prefix)

    def _entry_name(self, entry: tuple[str, list[int]], prefix: str) -> str:
        scope, members = entry
        name: str = self.old[members[0]]["name"]
        return scope or (name[len(prefix) :] if name.startswith(prefix) else name)

    def _renumber(self, item: Item) -> None:
        number_of = self.number_of
        for key in ("inputs", "results"):
            if key in item:
                item[key] = [(number_of[source], output) for source, output in item[key]]
        if "controls" in item:
            item["controls"] = [number_of[source] for source in item["controls"]]
            if not item["controls"]:
                del item["controls"]
        if "partner" in item:
            item["partner"] = number_of[item["partner"]]
