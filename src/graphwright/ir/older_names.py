"""Ops on references, which are the same as ops on handles: graphs and calls by name use the newer ones."""

from __future__ import annotations

from typing import Final

_V2 = (
    "FIFOQueue PaddingFIFOQueue PriorityQueue RandomShuffleQueue QueueClose QueueDequeue QueueDequeueMany "
    "QueueDequeueUpTo QueueEnqueue QueueEnqueueMany QueueIsClosed QueueSize "
    "HashTable MutableHashTable MutableHashTableOfTensors InitializeTable "
    "InitializeTableFromTextFile LookupTableExport LookupTableFind LookupTableImport LookupTableInsert LookupTableSize "
    "IdentityReader FixedLengthRecordReader TFRecordReader TextLineReader WholeFileReader ReaderRead ReaderReadUpTo "
    "ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderReset ReaderSerializeState ReaderRestoreState "
    "Stack StackPush StackPop StackClose"
)
_RESOURCE = (
    "ConditionalAccumulator AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep "
    "AccumulatorTakeGradient"
)

BY_HANDLE: Final[dict[str, str]] = {
    **{name: f"{name}V2" for name in _V2.split()},
    **{name: f"Resource{name}" for name in _RESOURCE.split()},
}
"""Ops on tables, queues, readers, stacks and accumulators by reference, to those with the same inputs on handles."""

__all__ = ["BY_HANDLE"]
