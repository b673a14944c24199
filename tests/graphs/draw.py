"""Random programs over the whole table of ops.

What an op takes is read from its record: dtypes, the kind of its native rule, and for what has no rule here samples.
A statement that tracing refuses is not part of the program; one that fails when it runs is, where the program may fail.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from graphwright import raw_ops
from graphwright.base import errors
from graphwright.ir.record import OpRecord
from tests.graphs import catalogue
from tests.graphs.picked import PICKED
from tests.graphs.program import AnyStep, Block, Branch, Call, Input, Loop, Program, Step
from tests.graphs.shaped import SHAPED
from tests.graphs.tolerance import is_exact, named
from tests.graphs.trial import Item, Refused, Trial
from tests.graphs.values import COMPLEX, DTYPES
from tests.graphs.windows import WINDOWS
from tests.samples import Sample

_SIZES = (0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 130)
_SMALL, _LARGE = 20_000, 2_000_000  # elements of any value
_DIVISIONS = named("Div RealDiv FloorDiv TruncateDiv FloorMod Mod TruncateMod Pow")
_DRAWN = {**SHAPED, **PICKED, **WINDOWS}
_ROWS = ["add", "sub", "mul", "div", "min", "max", "update"]  # what variables have as scatter_...


class Drawer:
    """Draws one program from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.large = self.random.random() < 0.02
        self.trial = Trial(_LARGE if self.large else _SMALL)
        self.staged = self.random.random() < 0.3
        self.may_fail = self.random.random() < 0.12
        self.failed = False
        self.palette = self.random.sample(DTYPES, self.random.randint(1, 4))
        self.open = self.random.random() < 0.35  # with unknown dimensions
        self.kind = self.random.choice(["tame", "tame", "mixed", "mixed", "wild"])
        self.sizes = [self.random.choice(_SIZES) for _ in range(3)]
        if self.large:
            # what threads share is of known size and native dtypes
            self.open = self.open and self.random.random() < 0.2
            self.palette = self.random.sample([n for n in DTYPES if n not in COMPLEX], 2)
            self.sizes = [self.random.choice([512, 777, 1000]), self.random.choice([1000, 1024])]
        self.inputs: list[Input] = []
        self.variables: list[tuple[Input, bool]] = []
        self.items: list[Item] = []
        self.nested = 0  # in bodies there are no new inputs, and nothing that fails

    def program(self) -> Program:
        """The program of the seed."""
        for _ in range(self.random.randint(1, 3)):
            self.fresh(self.random.choice(self.palette), self.shape())
        for _ in range(self.random.choice([0, 0, 1, 2])):
            self._variable()
        steps: list[AnyStep] = []
        length = self.random.randint(2, 6) if self.large else self.random.randint(4, 20)
        while len(steps) < length and not self.failed:
            steps += self._statement(2)
        outputs = self._outputs(steps)
        plain = self.random.random() < 0.3
        variables = tuple(v for v, _ in self.variables)
        return Program(tuple(self.inputs), variables, tuple(steps), outputs, self.staged, self.large, plain).pruned()

    def _outputs(self, steps: Sequence[AnyStep]) -> tuple[str, ...]:
        result = [name for step in steps for name in step.results]
        used = {name for step in steps for name in step.uses}
        ends = [name for name in result if name not in used]
        more = self.random.sample(result, min(len(result), self.random.randint(0, 2)))
        return tuple(dict.fromkeys([*ends, *more])) or (self.items[0].name,)

    # values -------------------------------------------------------------------------------------------------------

    def shape(self) -> tuple[int, ...]:
        """A random shape out of the program's few sizes."""
        if self.large:
            return tuple(self.sizes)
        shape = [
            self.random.choice([*self.sizes, self.random.choice(_SIZES)]) for _ in range(self.random.randint(0, 4))
        ]
        while _count(shape) > self.trial.limit // 4:
            shape.pop()
        return tuple(shape)

    def values(self, dtype: str, shape: Sequence[int]) -> str:
        """The text of an array of random elements."""
        return f"values({dtype!r}, {tuple(shape)}, {self.random.randrange(10**6)}, {self.kind!r})"

    def fresh(self, dtype: str, shape: Sequence[int]) -> Item:
        """A value made for the purpose: one more input, or a constant."""
        if len(self.inputs) < 10 and not self.nested:
            return self._input(self.values(dtype, shape), dtype, shape)
        return self.constant(dtype, shape)

    def _input(self, text: str, dtype: str, shape: Sequence[int]) -> Item:
        arguments = Input(self.trial.name("x"), text, dtype, self._declared(shape))
        self.inputs.append(arguments)
        item = self.trial.add_input(arguments)
        self.items.append(item)
        return item

    def _declared(self, shape: Sequence[int]) -> tuple[int | None, ...]:
        return tuple(None if self.open and self.random.random() < 0.6 else n for n in shape)

    def constant(self, dtype: str, shape: Sequence[int]) -> Item:
        return Item(f"tf.constant({self.values(dtype, shape)})", dtype, tuple(shape), True)

    def pick(self, allowed: Sequence[str], rank: int = 0) -> Item:
        """A value of one of these dtypes, a recent one more likely."""
        fitting = [i for i in self.items if i.dtype in allowed and i.rank >= rank]
        if fitting and self.random.random() < 0.9:
            return self.random.choice(fitting[-6:])
        if self.nested:
            raise Refused
        shape = self.shape()
        while len(shape) < rank:
            shape = (*shape, self.random.choice(self.sizes))
        if _count(shape) > self.trial.limit:
            raise Refused
        liked = [name for name in self.palette if name in allowed]
        return self.fresh(self.random.choice(liked or list(allowed)), shape)

    def partner(self, item: Item, dtype: str | None = None, same: bool = False) -> Item:
        """A value of the same dtype, or another, whose shape broadcasts with the item's, or is the same."""
        dtype = dtype or item.dtype
        fitting = [
            i
            for i in self.items
            if i.dtype == dtype and (i.shape == item.shape if same else _fits(i.shape, item.shape))
        ]
        if fitting and self.random.random() < 0.7:
            return self.random.choice(fitting[-6:])
        shape = list(item.shape)
        if not same:
            shape = [1 if self.random.random() < 0.2 else n for n in shape][self.random.choice([0, 0, 0, 1, 9]) :]
        return self.constant(dtype, shape) if self.random.random() < 0.3 else self.fresh(dtype, shape)

    # statements ---------------------------------------------------------------------------------------------------

    def _statement(self, depth: int) -> list[AnyStep]:
        """One more statement; none where what was drawn is refused."""
        kinds: dict[Callable[[], Step | None] | str, float] = {
            self._elementwise: 6, self._reduction: 2.5, self._shaped: 6, self._sampled: 0.3 if self.large else 2.5,
            self._effect: 1.2, "flow": 1.5 if depth else 0,
        }  # fmt: skip
        (kind,) = self.random.choices(list(kinds), list(kinds.values()))
        try:
            step = self._flow(depth) if isinstance(kind, str) else kind()
        except Refused:
            return []
        return [] if step is None else [step]

    def _call(self, record: OpRecord, arguments: dict[str, str], used: Sequence[Item]) -> Step | None:
        """An application of an op, tried out."""
        renamed = raw_ops._RENAMED.get(record.name, {})
        text = ", ".join(f"{renamed.get(name, name)}={value}" for name, value in arguments.items())
        call = f"tf.raw_ops.{record.name}({text})"
        if len(record.outputs) > 1 and any(output.is_list for output in record.outputs):
            call = f"tf.nest.flatten({call})"
        return self._try(record.name, call, all(i.exact for i in used))

    def _try(self, op: str, expression: str, exact: bool) -> Step | None:
        try:
            arrays, listed = self.trial.evaluate(expression)
        except errors.OpError:
            if not self.may_fail or self.failed or not exact or self.nested:
                raise Refused from None
            self.failed = True
            results = tuple(self.trial.name() for _ in range(self.trial.count))
            return Step(op, expression, results, self.trial.count > 1)
        results = tuple(self.trial.name() for _ in arrays)
        self.trial.keep(results, arrays)
        self.items += [self.trial.item(n, exact and is_exact(op, self.trial.dtype(n))) for n in results]
        return Step(op, expression, results, listed)

    def _elementwise(self) -> Step | None:
        record = self.random.choice(catalogue.elementwise())
        bound: dict[str, str] = {}
        arguments: dict[str, str] = {}
        used: list[Item] = []
        same = self.random.random() < 0.4
        for arg in record.inputs:
            dtype = arg.dtype.name if arg.dtype else bound.get(arg.type_attr or "")
            if not used:
                item = self.pick([dtype] if dtype else catalogue.allowed(record, arg))
            else:
                item = self.partner(used[0], dtype or self.random.choice(catalogue.allowed(record, arg)), same)
            if arg.type_attr:
                bound[arg.type_attr] = item.dtype
            used.append(item)
            arguments[arg.name] = item.name
        last = used[-1]
        if record.name in _DIVISIONS and last.dtype not in catalogue.INEXACT and self.random.random() < 0.7:
            positive = f"tf.where({last.name} < 1, tf.constant(2, {last.dtype!r}), {last.name})"
            arguments[record.inputs[-1].name] = positive
        arguments |= catalogue.attributes(record, self.random)
        return self._call(record, arguments, used)

    def _reduction(self) -> Step | None:
        record = self.random.choice(catalogue.reductions())
        first, second = record.inputs
        item = self.pick([first.dtype.name] if first.dtype else catalogue.allowed(record, first), rank=1)
        if second.name == "reduction_indices":
            count = self.random.randint(0, item.rank)
            axes: Any = [a - item.rank * self.random.randint(0, 1) for a in self.random.sample(range(item.rank), count)]
        else:
            axes = self.random.randrange(-item.rank, item.rank)
        text = f"np.array({axes}, {self.random.choice(['int32', 'int64'])!r})"
        arguments = {first.name: item.name, second.name: text} | catalogue.attributes(record, self.random)
        return self._call(record, arguments, [item])

    def _shaped(self) -> Step | None:
        op = self.random.choice(list(_DRAWN))
        expression, used = _DRAWN[op](self)
        return self._try(op, expression, all(i.exact for i in used))

    def _sampled(self) -> Step | None:
        """An op on one of its samples, some of whose inputs are values of the program in the sample's shapes."""
        record, sample = catalogue.sample(self.random)
        arguments, used = {}, []
        others = self._other_dtypes(record, sample)
        for arg, item in zip(record.inputs, sample.inputs, strict=True):
            texts = []
            for one in item if isinstance(item, list) else [item]:
                dtype, shape, literal = catalogue.literal(one, others.get(arg.type_attr or ""))
                source = self._as(dtype, shape) if arg.type_attr and dtype in catalogue.INEXACT else None
                if source is not None and self.random.random() < 0.6:
                    used.append(source)
                    flat = f"tf.reshape({source.name}, [-1])[:{_count(shape)}]"
                    texts.append(source.name if source.shape == shape else f"tf.reshape({flat}, {list(shape)})")
                else:
                    often = 0.6 if dtype in catalogue.INEXACT else 0.2
                    texts.append(self._given(literal, dtype, shape) if self.random.random() < often else literal)
            arguments[arg.name] = f"[{', '.join(texts)}]" if isinstance(item, list) else texts[0]
        arguments |= {name: catalogue.attribute_text(value) for name, value in sample.attrs.items()}
        return self._call(record, arguments, used)

    def _other_dtypes(self, record: OpRecord, sample: Sample) -> dict[str, str]:
        """By type attribute, for some of them, another dtype than the sample's."""
        first = {arg.type_attr: arg for arg in reversed(record.inputs) if arg.type_attr}
        free = {name: arg for name, arg in first.items() if name not in sample.attrs and self.random.random() < 0.5}
        return {name: self.random.choice(catalogue.allowed(record, arg)) for name, arg in sorted(free.items())}

    def _given(self, text: str, dtype: str, shape: Sequence[int]) -> str:
        """What is written out as an input, so that compiled code computes with it; as it is where there are many."""
        if len(self.inputs) >= 10 or self.nested:
            return text
        return self._input(text, dtype, shape).name

    def _as(self, dtype: str, shape: tuple[int, ...]) -> Item | None:
        fitting = [i for i in self.items if i.dtype == dtype and i.size >= _count(shape)]
        return self.random.choice(fitting) if fitting else None

    # effects ------------------------------------------------------------------------------------------------------

    def _variable(self) -> None:
        dtype = self.random.choice([*DTYPES, "float32", "float32", "float64", "int32"])
        shape = self.shape()
        arguments = Input(self.trial.name("v"), self.values(dtype, shape), dtype, self._declared(shape))
        self.trial.add_variable(arguments)
        self.variables.append((arguments, dtype not in catalogue.INEXACT))

    def _effect(self) -> Step | None:
        exact = [i for i in self.items if i.exact and i.size <= 50 and i.dtype not in catalogue.INEXACT]
        if exact and self.random.random() < 0.2:
            expression = f"tf.print({self.random.choice(exact).name}, output_stream=sys.stdout)"
            return self._silent("print", expression)
        if not self.variables:
            return None
        variable, resolved = self.random.choice(self.variables)
        shape = self.trial.item(variable.name, resolved).shape
        if self.random.random() < 0.4:
            return self._try("read", f"{variable.name}.read_value()", resolved)
        source = self.partner(Item(variable.name, variable.dtype, shape, True), same=True)
        if resolved and not source.exact:
            raise Refused
        if shape and shape[0] and self.random.random() < 0.5:
            return self._rows(variable, source, shape[0])
        how = self.random.choice(["assign", "assign_add", "assign_sub"] if variable.dtype != "bool" else ["assign"])
        return self._silent(how, f"{variable.name}.{how}({source.name})")

    def _rows(self, variable: Input, source: Item, count: int) -> Step | None:
        """Some rows of a variable, read or changed; one may be named twice."""
        at = [self.random.randrange(count) for _ in range(self.random.randint(1, min(count, 4)))]
        if self.random.random() < 0.3:
            return self._try("read", f"{variable.name}.sparse_read({at})", variable.dtype not in catalogue.INEXACT)
        how = self.random.choice(_ROWS if variable.dtype != "bool" else ["update"])
        rows = f"{source.name}[:{len(at)}]"
        if how in ("div", "min", "max"):  # of zeros that differ in sign either may be the larger one
            rows = f"tf.where({rows} == 0, tf.ones_like({rows}), {rows})"
        return self._silent(f"scatter_{how}", f"{variable.name}.scatter_{how}(tf.IndexedSlices({rows}, {at}))")

    def _silent(self, op: str, expression: str) -> Step:
        step = Step(op, expression)
        try:
            self.trial.run(step)
        except errors.OpError:
            raise Refused from None
        return step

    # control flow -------------------------------------------------------------------------------------------------

    def _flow(self, depth: int, *kinds: Callable[[int], AnyStep]) -> AnyStep | None:
        before, inputs = list(self.items), list(self.inputs)
        self.nested += 1
        try:
            step = self.random.choice(kinds or [self._branch, self._loop, self._function])(depth)
            self.trial.run(step)
        except (Refused, errors.OpError):
            self.items, self.inputs = before, inputs
            raise Refused from None
        finally:
            self.nested -= 1
        self.items = before + [self.trial.item(name, exact) for name, exact in self._settled(step)]
        return step

    def _body(self, depth: int, most: int) -> tuple[AnyStep, ...]:
        steps: list[AnyStep] = []
        for _ in range(self.random.randint(1, most)):
            steps += self._statement(depth - 1)
        return tuple(steps)

    def _branch(self, depth: int) -> Branch:
        predicates = [i for i in self.items if i.dtype == "bool" and i.exact and i.shape == ()]
        if predicates:
            predicate = self.random.choice(predicates).name
        else:
            numbers = [
                i for i in self.items if i.exact and i.size and i.dtype in ("int32", "int64", "float32", "float64")
            ]
            if not numbers:
                raise Refused
            predicate = f"tf.reduce_max({self.random.choice(numbers).name}) > {self.random.randint(-2, 5)}"
        outside = list(self.items)
        then = self._body(depth, 4)
        inner = self.items
        self.items = list(outside)
        otherwise = self._body(depth, 4)
        pairs = [(a, b) for a in inner for b in self.items if (a.dtype, a.shape) == (b.dtype, b.shape)]
        if not pairs:
            raise Refused
        pairs.sort(key=lambda p: (p[0] in outside) + (p[1] in outside))
        chosen = pairs[: self.random.randint(1, 3)]
        self._exactness = [a.exact and b.exact for a, b in chosen]
        return Branch(
            predicate,
            Block((), then, tuple(a.name for a, _ in chosen)),
            Block((), otherwise, tuple(b.name for _, b in chosen)),
            tuple(self.trial.name() for _ in chosen),
        )

    def _loop(self, depth: int) -> Loop:
        counts = [i for i in self.items if i.dtype == "int32" and i.exact and i.shape == ()]
        rounds = str(self.random.randint(0, 5))
        if counts and self.random.random() < 0.6:
            rounds = f"tf.math.floormod({self.random.choice(counts).name}, 5)"
        carried = self.random.sample(self.items, min(len(self.items), self.random.randint(1, 3)))
        counter = self.trial.name()
        self.trial.bind_counter(counter)
        parameters = [Item(self.trial.name(), i.dtype, i.shape, i.exact) for i in carried]
        for parameter, initial in zip(parameters, carried, strict=True):
            self.trial.bind(parameter.name, initial.name)
        self.items += [*parameters, Item(counter, "int32", (), True)]
        body = self._body(depth, 5)
        outcomes = []
        for parameter in parameters:
            fitting = [
                i
                for i in self.items
                if (i.dtype, i.shape) == (parameter.dtype, parameter.shape) and (i.exact or not parameter.exact)
            ]
            outcomes.append(fitting[-1] if self.random.random() < 0.7 else self.random.choice(fitting))
        self._exactness = [p.exact for p in parameters]
        return Loop(
            rounds, counter, tuple(i.name for i in carried),
            Block(tuple(p.name for p in parameters), body, tuple(o.name for o in outcomes)),
            tuple(self.trial.name() for _ in carried),
        )  # fmt: skip

    def _function(self, depth: int) -> Call:
        """A function inside, or the gradient of one, which has a loop or a branch in it every other time."""
        how = self.random.choice(["called", "gradient"])
        fitting = [i for i in self.items if how == "called" or i.dtype in catalogue.INEXACT]
        arguments = self.random.sample(fitting, min(len(fitting), self.random.randint(1, 2)))
        if not arguments:
            raise Refused
        parameters = [Item(self.trial.name(), i.dtype, i.shape, i.exact) for i in arguments]
        for parameter, argument in zip(parameters, arguments, strict=True):
            self.trial.bind(parameter.name, argument.name)
        before = list(self.items)
        self.items += parameters
        steps = list(self._body(depth, 4))
        if how == "gradient" and self.random.random() < 0.5:
            inner = self._flow(depth - 1, self._loop, self._branch)
            steps += [] if inner is None else [inner]
        result = [i for i in self.items if i not in before and (how == "called" or i.dtype in catalogue.INEXACT)]
        outcomes = result[-self.random.randint(1, 2) :]
        self._exactness = [i.exact for i in outcomes] if how == "called" else [False for _ in arguments]
        block = Block(tuple(p.name for p in parameters), tuple(steps), tuple(i.name for i in outcomes))
        return Call(how, tuple(i.name for i in arguments), block, tuple(self.trial.name() for _ in self._exactness))

    def _settled(self, step: AnyStep) -> list[tuple[str, bool]]:
        return list(zip(step.results, self._exactness, strict=True))


def _count(shape: Sequence[int]) -> int:
    count = 1
    for n in shape:
        count *= n
    return count


def _fits(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(x == y or x == 1 or y == 1 for x, y in zip(reversed(a), reversed(b), strict=False))


def draw(seed: int) -> Program:
    """The program of a seed: the same in every process, as long as the table of ops is."""
    return Drawer(seed).program()
