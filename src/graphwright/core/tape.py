"""Recording of op applications for differentiation; `autodiff` reads what is recorded here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from graphwright.core.context import add_slow_path_reason, slow_path_flags, state
from graphwright.ir.record import OpRecord

GRADIENT_NAME: Final = "_gradient_op_type"
"""TensorFlow's attribute of an operation whose gradient is not the one of its op: the name it is registered under."""


class TapeEntry:
    """One recorded op application, as gradient rules see it."""

    __slots__ = ("attrs", "backward", "inputs", "outputs", "record")

    def __init__(
        self,
        record: OpRecord | None,
        inputs: Sequence[Any],
        outputs: Sequence[Any],
        attrs: Mapping[str, Any],
        backward: Any,
    ) -> None:
        self.record = record
        self.inputs = inputs
        self.outputs = outputs
        self.attrs = attrs
        # a function that replaces the record's gradient rule: custom gradients, calls of functions
        self.backward = backward

    @property
    def type(self) -> str:
        """The op's name."""
        return self.record.name if self.record is not None else "CustomGradient"

    def get_attr(self, name: str) -> Any:
        """The value of an attribute."""
        return self.attrs[name]


class CallEntry:
    """One recorded call of a compiled graph, as gradient rules see it.

    `given` fills the inputs of the graph that are no captures; `plan` knows how the call is differentiated.
    """

    __slots__ = ("given", "outputs", "plan")

    record = None
    attrs: Mapping[str, Any] = {}
    type = "CustomGradient"

    def __init__(self, plan: Any, given: Sequence[Any], outputs: Sequence[Any]) -> None:
        self.plan = plan
        self.given = given
        self.outputs = outputs

    @property
    def inputs(self) -> Sequence[Any]:
        """A tensor for each input of the graph."""
        inputs: Sequence[Any] = self.plan.inputs(self)
        return inputs

    @property
    def backward(self) -> Any:
        """`backward(*output_grads) -> input_grads`."""
        return self.plan.backward(self)


RECORDING: Final = 4
ASKED_ONCE: Final = 5
PERSISTENT: Final = 6
WATCHING: Final = 7
"""How a tape is used: not known; asked for gradients once, when it records no more; asked for gradients of its own
gradients too; only to see which variables are used. Tables of what is known of calls have these numbers in their keys.
"""


class Tape:
    """What one GradientTape has seen: the tensors it follows and the ops that used them, in order."""

    __slots__ = ("entries", "followed", "use", "variables", "watch_variables")

    def __init__(self, watch_variables: bool = True, use: int = RECORDING) -> None:
        self.watch_variables = watch_variables
        self.use = use
        # id -> tensor; the tensors are kept so that no id is used twice while the tape lives
        self.followed: dict[int, Any] = {}
        self.entries: list[TapeEntry | CallEntry] = []
        self.variables: dict[int, Any] = {}

    def watch(self, tensor: Any) -> None:
        """Follow a tensor."""
        self.followed[id(tensor)] = tensor

    def watch_variable(self, variable: Any) -> None:
        """Follow a variable, by its handle."""
        self.watch(variable.handle)
        self.variables[id(variable)] = variable

    def record(self, entry: TapeEntry) -> None:
        """Keep an application if one of its inputs is followed; then its outputs are followed too.

        Unless its results are constants for the tape, as those of tf.stop_gradient, or carry no gradient at all.
        """
        followed = self.followed
        for item in entry.inputs:
            if id(item) in followed:
                break
        else:
            return
        record = entry.record
        if record is not None and record.no_gradient and entry.backward is None and GRADIENT_NAME not in entry.attrs:
            ends = record.ends_tape or not any(map(carries_gradient, entry.outputs))
            if ends:
                return
        self.entries.append(entry)
        for output in entry.outputs:
            if output._type.dtype.is_floating or carries_gradient(output):
                followed[id(output)] = output

    def push(self) -> None:
        """Start recording on this thread."""
        own = state.slow_path
        slot = own.slot
        if slot:  # what `add_slow_path_reason` does, without calling it
            own.recordings += 1
            slow_path_flags[slot + 2] += 1
            slow_path_flags[0] += 1
        else:
            add_slow_path_reason(1, of_tape=True)
        state.tapes = (*state.tapes, self)

    def pop(self) -> None:
        """Stop recording."""
        tapes = state.tapes
        if tapes and tapes[-1] is self:
            state.tapes = tapes[:-1]
        elif self in tapes:
            state.tapes = tuple([t for t in tapes if t is not self])
        else:  # it is another thread that counts it
            return
        own = state.slow_path
        slot = own.slot
        if slot:
            own.recordings -= 1
            slow_path_flags[slot + 2] -= 1
            slow_path_flags[0] -= 1
        else:
            add_slow_path_reason(-1, of_tape=True)


def carries_gradient(tensor: Any) -> bool:
    """Whether a tensor of this dtype can have a gradient; a resource has that of what is read from it."""
    dtype = tensor.dtype
    return dtype.is_floating or dtype.is_complex or dtype.name in ("resource", "variant")


def wants(op: Any, i: int) -> bool:
    """Whether a gradient rule's result for input `i` will be used; what is not wanted may be None.

    Rules that compute the gradients of their inputs apart from each other ask before they compute one.
    """
    needed = getattr(op, "needed", None)
    return needed is None or i in needed


def record_application(
    record: OpRecord, inputs: Sequence[Any], outputs: Sequence[Any], attrs: Mapping[str, Any]
) -> None:
    """Record an op application on every recording tape."""
    entry = TapeEntry(record, inputs, outputs, attrs, None)
    for tape in state.tapes:
        tape.record(entry)


def record_custom(inputs: Sequence[Any], outputs: Sequence[Any], backward: Any, record: OpRecord | None = None) -> None:
    """Record on every recording tape a computation with its own gradient: `backward(*output_grads) -> input_grads`."""
    entry = TapeEntry(record, inputs, outputs, {}, backward)
    for tape in state.tapes:
        tape.record(entry)


def watch_on_tapes(variables: Iterable[Any], tapes: Sequence[Any]) -> None:
    """Watch variables, whose reads these tapes did not see, on those that watch what is read."""
    watching = [tape for tape in tapes if tape.watch_variables]
    for variable in variables if watching else ():
        for tape in watching:
            tape.watch_variable(variable)


class stop_recording:
    """Hide the block from all tapes of this thread."""

    def __enter__(self) -> None:
        self._tapes = state.tapes
        state.tapes = ()

    def __exit__(self, *exc: object) -> None:
        state.tapes = self._tapes
