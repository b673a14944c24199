"""Where temporaries live: one scratch block, planned while the code is written, and slots for owned references."""

from __future__ import annotations

from graphwright.runtime.native.values import Buffer

_ALIGNMENT = 64


class ScratchPlan:
    """Gives out places in the scratch block; what is given back is used again.

    Code is written in the order in which it runs, and inner code of a loop is done before what comes behind it: so
    the places taken at any moment of writing are exactly those in use at that point of the program.
    """

    def __init__(self) -> None:
        self.size = 0
        self._free: list[tuple[int, int]] = []  # (offset, size), by offset

    def take(self, size: int) -> Buffer:
        """A place of at least `size` bytes: the tightest free one, else new room at the end."""
        size = -(-max(size, 1) // _ALIGNMENT) * _ALIGNMENT
        fitting = [(have, offset) for offset, have in self._free if have >= size]
        if fitting:
            have, offset = min(fitting)
            self._free.remove((offset, have))
            if have > size:
                self._insert(offset + size, have - size)
            return Buffer(offset, size)
        if self._free and sum(self._free[-1]) == self.size:
            offset, _ = self._free.pop()  # grows the free end
        else:
            offset = self.size
        self.size = offset + size
        return Buffer(offset, size)

    def give_back(self, buffer: Buffer) -> None:
        """A place is free again; it joins its free neighbours."""
        self._insert(buffer.offset, buffer.size)

    def _insert(self, offset: int, size: int) -> None:
        free = self._free
        low, high = 0, len(free)
        while low < high:
            middle = (low + high) // 2
            if free[middle][0] < offset:
                low = middle + 1
            else:
                high = middle
        if low < len(free) and offset + size == free[low][0]:
            size += free.pop(low)[1]
        if low and sum(free[low - 1]) == offset:
            offset, before = free.pop(low - 1)
            size, low = size + before, low - 1
        free.insert(low, (offset, size))


class SlotPlan:
    """Gives out the frame's slots; every slot that is not in use holds null."""

    def __init__(self) -> None:
        self.count = 0
        self._free: list[int] = []

    def take(self) -> Buffer:
        """A slot."""
        if self._free:
            return Buffer(slot=self._free.pop())
        self.count += 1
        return Buffer(slot=self.count - 1)

    def give_back(self, buffer: Buffer) -> None:
        """The slot holds null again."""
        assert buffer.slot is not None
        self._free.append(buffer.slot)
