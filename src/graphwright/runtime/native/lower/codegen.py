"""Code generation: walks a plan and hands each step to the function that lowers its kind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from copy import copy

from graphwright.base import errors
from graphwright.base.frozen import replace
from graphwright.base.shape import Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Elementwise
from graphwright.runtime.native.fusion.accumulate_fusion import base_of
from graphwright.runtime.native.fusion.duplicates import duplicates
from graphwright.runtime.native.fusion.packed_weights import PackedWeights
from graphwright.runtime.native.fusion.rule_probe import rule_attrs
from graphwright.runtime.native.fusion.steps import (
    Agreed,
    BatchTiles,
    Check,
    Fused,
    HostCall,
    Native,
    Plan,
    Rename,
    RowGroup,
    Step,
    op_of,
)
from graphwright.runtime.native.fusion.symbolic_sizes import Size, contiguous, product
from graphwright.runtime.native.fusion.variable_updates import in_place, undivided
from graphwright.runtime.native.llvm.emitter import TextEmitter, TextOperand
from graphwright.runtime.native.llvm.ir_builder import TypedValue as TextValue
from graphwright.runtime.native.lower import dispatch
from graphwright.runtime.native.lower.control.calls import CalledFunctions
from graphwright.runtime.native.lower.frame.embedding import IN_PROCESS, Embedding
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.kinds import array_of, object_of, scalar_of
from graphwright.runtime.native.lower.frame.region_laps import RegionLaps
from graphwright.runtime.native.lower.frame.values import Array, Bound, Object, Scalar
from graphwright.runtime.native.lower.nests import nest_dedup
from graphwright.runtime.native.lower.nests.fused_nest import FusedWriter
from graphwright.runtime.native.lower.nests.reductions import ReductionWriter
from graphwright.runtime.native.lower.nests.row_nest import RowsWriter
from graphwright.runtime.native.lower.steps import batch_tiles, host_callback, packed_weights
from graphwright.runtime.native.lower.steps.buffers import Bindings, Environment
from graphwright.runtime.native.machine.budgets import LONG_PLAN_STEPS, UNKNOWN_WORK
from graphwright.runtime.native.machine.limits import limits


class Code:
    """The code of one program: the writer, the bindings, and the environment of the graph being written.

    With `outer` it is the code of a further function of that one's module, and embedded in the same way.
    """

    def __init__(self, outer: Code | None = None, embedding: Embedding = IN_PROCESS) -> None:
        self.w: Writer = Writer(None if outer is None else outer.w, embedding)
        self.b: Bindings = Bindings(self.w)
        self.w.fail_for_lack = self._fail_for_lack
        self.env: Environment
        self.functions: CalledFunctions = CalledFunctions() if outer is None else outer.functions
        self.work = 0  # elements that the code written so far computes, roughly: how often to look for signals
        self._held_work = 0  # the part of it that ran since the interpreter was last let go of
        # copies, transposed, of matrices that stay the same while a loop runs, by where those lie
        self.transposed: dict[str, Array] = {}
        # the weights that products may find packed, and where their panels are, by where the weights lie
        self.packed_weights: PackedWeights
        self.panels: dict[str, packed_weights.Panels] = {}
        # the steps that do the same as several others, and the functions of such by all that they follow from
        self.duplicates: dict[Fused, Hashable] = {}
        self.nests: dict[Hashable, nest_dedup.NestFunction] = {} if outer is None else outer.nests
        # steps that are written in other ways than by `dispatch`, and what writes each
        self.overrides: dict[Step, Callable[[], None]] = {}
        self.in_place: tuple[Value, Operation] | None = None  # its result that is assigned next, and what does that
        self.laps: RegionLaps | None = None  # what writes the timers of a program for a profile

    @classmethod
    def timed(cls) -> Code:
        """The code of a program with timers around its regions, for a profile."""
        code = cls()
        code.laps = RegionLaps(code.w)
        code.b.noted = code.laps.table.buffers
        return code

    def inside_chunk(self) -> Code:
        """The code of a function that threads call for parts of this one's work."""
        code = Code(self)
        code.w.embedding = copy(self.w.embedding)
        code.w.fail_for_lack = None
        code.w.embedding.polls = False  # that is for the code around, which hears that work was left undone
        code.w.head.append(f"  %table = {self.w.embedding.table}")
        code.packed_weights = self.packed_weights
        return code

    # values ------------------------------------------------------------------------------------------------

    def value(self, value: Value) -> Bound:
        """What a value is bound to."""
        return self.env.values[value]

    def array(self, value: Value) -> Array:
        """A value that is in memory."""
        return array_of(self.env.values[value])

    def scalar(self, value: Value) -> Scalar:
        """A value that is a number in a register."""
        return scalar_of(self.env.values[value])

    def object(self, value: Value) -> Object:
        """A value that is a Python object."""
        return object_of(self.env.values[value])

    def is_used(self, value: Value) -> bool:
        """Whether anything reads the value."""
        return self.env.uses.get(value, 0) > 0

    def bind(self, value: Value, bound: Bound) -> None:
        """A value is there from here on."""
        self.env.values[value] = bound
        if not isinstance(bound, Scalar):
            self.b.retain(bound.buffer)

    def used(self, value: Value) -> None:
        """One of the steps that read a value is done; after the last one its storage is given back."""
        left = self.env.uses[value] = self.env.uses.get(value, 0) - 1
        if left <= 0:
            self.drop(value)

    def drop(self, value: Value) -> None:
        """A value is dead."""
        bound = self.env.values.pop(value, None)
        if bound is not None and not isinstance(bound, Scalar):
            self.b.release(bound.buffer)

    def rebind(self, value: Value, bound: Bound) -> None:
        """A value is bound to something else from here on."""
        uses = self.env.uses.get(value, 0)
        self.drop(value)
        self.env.uses[value] = uses
        self.bind(value, bound)

    def make(self, value: Value) -> Array:
        """Memory for a value that is about to be written, where it is wanted; the value is bound to it."""
        self.b.op = value.op
        wanted = self.env.wanted.get(value)
        if wanted is not None:
            result = Array(
                wanted.dtype,
                wanted.pointer,
                value.type.dims or (),
                wanted.strides,
                wanted.buffer,
                wanted.object,
            )
        else:
            result = self._make_under_other_dims(value) or self.b.allocate(
                value.type.dtype.name, value.type.dims or (), value in self.env.results
            )
        self.bind(value, result)
        return result

    def _make_under_other_dims(self, value: Value) -> Array | None:
        """Memory for a value that somebody gets as an ndarray of other dimensions: the memory of that one."""
        view = self.env.leaves_as.get(value)
        if view is None or view not in self.env.results or value in self.env.results:
            return None
        dims, others = value.type.dims or (), view.type.dims or ()
        unknown = any(isinstance(dim, Symbol) and self.w.scope.text(dim) is None for dim in others)
        if not others or unknown or product(dims) != product(others) or value.type.dtype is not view.type.dtype:
            return None
        result = self.env.made[view] = self.b.allocate(view.type.dtype.name, others, as_object=True)
        return replace(result, dims=dims, strides=contiguous(dims), object=None)

    def make_from(self, step: Native, start: Value) -> Array:
        """Memory for what a step makes by changing a value: that one's, if it is ours alone, else a copy."""
        value, array = step.outputs[0], self.array(start)
        buffer = array.buffer
        last = buffer is not None and buffer.own and buffer.uses - buffer.kept == 1 and self.env.uses.get(start) == 1
        if last and base_of(step) is start and array.is_contiguous and value not in self.env.results:
            result = replace(array, object=None)
            self.bind(value, result)
            return result
        result = self.make(value)
        self.b.copy(array, result)
        return result

    def take_object(self, value: Value, pointer: str, op: Operation) -> None:
        """Bind a value to what an object with a reference of ours holds."""
        buffer = self.b.own(pointer)
        bound = self.b.from_object(pointer, value.type, buffer, self.size_mismatch(op, value))
        self.bind(value, bound)
        if isinstance(bound, Scalar):
            buffer.uses = 1
            self.b.release(buffer)

    def size_mismatch(self, op: Operation, value: Value) -> Callable[[], None]:
        """Writes what sets the error for a size that is not as the graph says."""
        text = f"{op.type} gave a value whose shape is not {value.type!r}."
        return lambda: host_callback.fail_at(self, host_callback.failing_site(op, text, errors.InternalError))

    def add_work(self, size: Size, eighths: int = 8) -> None:
        """A piece of code follows that computes so many elements, each for so many eighths of an addition's time.

        It must not touch Python's objects: where there is much to do the interpreter is let go of.
        """
        if size.static is None:
            self.work += UNKNOWN_WORK
            weighted = self.w.let_once(f"mul i64 {self.w.size(size)}, {eighths}")
            self.w.begin(self.w.let_once(f"lshr i64 {weighted}, 3"))
            return
        work = size.static * eighths // 8
        self.work += work
        self._held_work += work
        if self._held_work >= limits().releasing_work and not self.w.keeps_interpreter:
            self.w.begin(str(self._held_work))
            self._held_work = 0

    def _fail_for_lack(self) -> None:
        op = self.b.op
        assert op is not None
        message = f"{(op.origin or op).type} is out of memory: there is none for what its threads keep while they work."
        host_callback.fail_at(self, host_callback.failing_site(op, message, errors.ResourceExhaustedError))

    # steps -------------------------------------------------------------------------------------------------

    def run(self, plan: Plan) -> None:
        """Write the steps of a plan; its inputs are bound before."""
        targets, unbroken = in_place(plan), undivided(plan)
        self.duplicates |= duplicates(plan.steps)
        self.w.is_long |= len(plan.steps) >= LONG_PLAN_STEPS
        laps = None if self.laps is None else self.laps.plan(plan.steps)
        for step in plan.steps:
            if laps is not None:
                laps.begin(step)
            self.in_place = targets.get(step)
            self.w.keeps_interpreter = self.in_place is not None or step in unbroken
            self.b.op = op_of(step) or (step.outputs[0].op if step.outputs else self.b.op)
            self.write_step(step)
            self.w.require_completed_work()
            for value in step.inputs:
                self.used(value)
            for value in step.outputs:
                if not self.is_used(value):
                    self.drop(value)
            if laps is not None:
                laps.end(step)

    def write_step(self, step: Step) -> None:
        """Write one step; its inputs are bound."""
        override = self.overrides.get(step)
        if override is not None:
            override()
            return
        match step:
            case BatchTiles():
                batch_tiles.write_tiles(self, step)
            case RowGroup():
                RowsWriter(self, step).run()
            case Fused():
                self._write_fused(step)
            case Agreed() | Check():
                dispatch.write_open_sizes(self, step)
            case HostCall():
                host_callback.call_kernel(self, step)
            case Rename():
                dispatch.write_rename(self, step)
            case _:
                dispatch.write_native(self, step)

    def _write_fused(self, step: Fused) -> None:
        key = nest_dedup.key_of(self, step)
        function = None if key is None else self.nests.get(key)
        if function is None:
            (ReductionWriter if step.reductions else FusedWriter)(self, step, key).run()
            return
        for value in step.outputs:
            self.make(value)
        self.begin_nest(step)
        nest_dedup.call(self, step, function)

    def begin_nest(self, step: Fused) -> None:
        """Count a nest, and the work in it."""
        self.w.regions += 1
        self.add_work(product(step.dims), 8 * step.weight)

    # checks ------------------------------------------------------------------------------------------------

    def check_elements(self, e: TextEmitter, op: Operation, operands: Sequence[TextOperand], mask: str | None) -> None:
        """Raise the op's error when one of the elements may not be computed."""
        rule = op.record.native
        assert isinstance(rule, Elementwise) and rule.check is not None
        allowed = rule.check(e, *operands, **rule_attrs(op))
        if allowed is None:
            return
        refused = e.logical_not(allowed)
        if mask is not None:
            refused = e.logical_and(refused, e.operand("bool", mask))
        found = e.builder.any(TextValue(e.text(refused), "i1"))
        fine = ~self.w.i1(found)
        self.w.unless(fine, lambda: host_callback.fail_at(self, host_callback.failing_site(op, rule.message)))
