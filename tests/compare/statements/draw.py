"""A random program of a seed: statements over tensors of all dtypes, variables, lists and ragged tensors."""

from __future__ import annotations

from random import Random

from tests.compare.statements.blocks import BLOCKS
from tests.compare.statements.expressions import Expressions
from tests.compare.statements.program import Given, Program, Size
from tests.compare.statements.ragged import ragged_statement
from tests.compare.statements.reshaping import MAKERS
from tests.compare.statements.scope import DTYPES, Dims, Scope, Value, kind_of

_DEEP = 3  # blocks inside blocks


class Drawing:
    """A program while it is drawn."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.scope = Scope(self.random)
        self.expressions = Expressions(self.scope)
        self.lines: list[str] = []
        self.in_loop = 0
        self.variables: list[Value] = []
        self.lists: list[tuple[str, Value]] = []
        self.main = self.random.choice(DTYPES)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _dims(self, rank: int) -> tuple[Size, ...]:
        sizes: list[Size] = [self.random.choice([1, 2, 2, 3, 3, 0 if self._chance(0.3) else 4]) for _ in range(rank)]
        if sizes and self._chance(0.75):
            sizes[0] = "n"
        if rank > 4:  # few elements
            sizes = [s if isinstance(s, str) or i < 2 else min(s, 1 + (i % 2)) for i, s in enumerate(sizes)]
        return tuple(sizes)

    def _dtype(self) -> str:
        return self.main if self._chance(0.65) else self.random.choice(DTYPES)

    def program(self) -> Program:
        """Draw it."""
        arguments = [self._argument(name) for name in "abc"[: self.random.choice([1, 2, 2, 3])]]
        given = [self._variable(name) for name in "vw"[: self.random.choice([0, 1, 1, 1, 2])]]
        wanted = self.random.randint(4, 12)
        if self.variables and self._chance(0.3):
            self._assignment(1)
        while len(self.lines) < wanted:
            self._statement(1, 0)
        tape = self._chance(0.25)
        head = [
            f"def make({', '.join(v.name for v in given)}):",
            f"  def program({', '.join(a.name for a in arguments)}):",
        ]
        body = ["  " + line.replace("    ", "  ") for line in self.lines]
        text = "\n".join([*head, *body, f"    return {self._result()}", "  return program", ""])
        return Program(self.seed, text, tuple(arguments), tuple(given), self._sizes(), self._modes(), tape)

    def _sizes(self) -> tuple[int, ...]:
        first = self.random.choice([0, 1, 1, 2, 2, 3, 3, 4, 5])
        other = self.random.choice([0, 1, 2, 3, 7, 17])
        if all(value.rank < 3 for value in self.scope.values) and Random(self.seed + 1).random() < 0.3:
            other = 300  # loops of whole vectors, and of what is left over
        return first, first, other

    def _modes(self) -> tuple[str, ...]:
        more = self.random.choice([("traced",), ("open",), ("open",), ("traced", "open"), ("open", "saved")])
        return ("eager", *more)

    def _result(self) -> str:
        names = [v for v in self.scope.values if v.kind != "variable"]
        late = names[-8:]
        kept = [v.name for v in late if self._chance(0.7)] or [late[-1].name]
        kept += [v.name + ".read_value()" for v in self.variables if self._chance(0.3)]
        return f"({', '.join(kept)},)"

    def _argument(self, name: str) -> Given:
        dtype = self._dtype()
        if self._chance(0.1):
            value = Value(name, dtype, ("rows", "n"), "ragged")
            self.scope.put(value)
            return Given(name, dtype, ("n",), "ragged")
        rank = self.random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, self.random.randint(5, 8)])
        dims = self._dims(rank)
        self.scope.put(Value(name, dtype, dims))
        return Given(name, dtype, dims)

    def _variable(self, name: str) -> Given:
        dtype = self._dtype()
        alike = [v for v in self.scope.values if v.kind == "tensor" and all(isinstance(d, int) for d in v.dims)]
        if alike and self._chance(0.5):
            dims: Dims = self.random.choice(alike).dims
        else:
            dims = tuple(self.random.choice([1, 2, 3, 4]) for _ in range(self.random.choice([0, 0, 1, 1, 2])))
        known = [v for v in self.scope.values if v.kind == "tensor" and "n" in v.dims]
        free = bool(known) and self._chance(0.2)
        if free:
            dims = self.random.choice(known).dims
        value = Value(name, dtype, dims, "variable")
        self.scope.put(value)
        self.variables.append(value)
        return Given(name, dtype, dims, open_shape=free)

    def _line(self, indent: int, text: str) -> None:
        if text.endswith((" = v", " = w")):
            text += ".read_value()"  # not another name of the variable, which later assignments change
        self.lines.append("    " * indent + text)

    def _statement(self, indent: int, depth: int) -> None:
        draw = self.random.random()
        if depth < 2 and self._chance(0.15):
            block = self.random.choice(BLOCKS)
            block(self.scope, self.expressions, lambda further, text: self._line(indent + further, text))
        elif draw < 0.36:
            self._new(indent)
        elif draw < 0.48:
            self._again(indent)
        elif draw < 0.62 and self.variables:
            self._assignment(indent)
        elif draw < 0.72 and depth < _DEEP:
            self._branch(indent, depth)
        elif draw < 0.84 and depth < _DEEP:
            self._loop(indent, depth)
        elif draw < 0.89:
            self._list(indent, depth)
        elif draw < 0.915 and depth == 0:
            self._tape(indent)
        elif draw < 0.925 and depth < 2:
            self._array(indent)
        elif draw < 0.94:
            self._printed(indent)
        elif draw < 0.95:
            self._asserted(indent)
        else:
            ragged_statement(self.scope, self.expressions, lambda text: self._line(indent, text))

    def _new(self, indent: int) -> None:
        """A name with a value of whatever sizes."""
        made = self.random.choice(MAKERS)(self.scope, self.expressions)
        if made is None:
            self._again(indent)
            return
        text, dtype, dims = made
        name = self.scope.fresh()
        self._line(indent, f"{name} = {text}")
        self.scope.put(Value(name, dtype, dims))

    def _again(self, indent: int) -> None:
        """A value of the dtype and sizes of one that is there, under its name or another."""
        value = self.scope.pick()
        if value is None:
            return
        text = self.expressions.of(value.dtype, value.dims)
        if value.kind == "variable" or self._chance(0.5):
            name = self.scope.fresh()
            self._line(indent, f"{name} = {text}")
            self.scope.put(Value(name, value.dtype, value.dims))
        elif kind_of(value.dtype) in ("float", "int", "complex") and self._chance(0.3):
            self._line(indent, f"{value.name} {self.random.choice(['+=', '*=', '-='])} {text}")
        else:
            self._line(indent, f"{value.name} = {text}")

    def _assignment(self, indent: int) -> None:
        """An assignment to a variable, or to a part of one."""
        value = self.random.choice(self.variables)
        kind, v = kind_of(value.dtype), value.name
        text = self.expressions.of(value.dtype, value.dims)
        choices = [f"{v}.assign({text})"] * 3
        if kind in ("float", "int", "complex"):
            choices += [f"{v}.assign_add({text})", f"{v}.assign_sub({text})"] * 2
        if value.rank:
            row = self.expressions.of(value.dtype, value.dims[1:], 1)
            choices += [f"{v}[0].assign({row})", f"{v}[:1].assign([{row}])"]
            choices += [f"{v}.scatter_nd_update([[0]], [{row}])", f"{v}.scatter_update(tf.IndexedSlices([{row}], [0]))"]
            if kind in ("float", "int", "complex"):
                choices += [f"{v}.scatter_add(tf.IndexedSlices([{row}], [0]))", f"{v}.scatter_nd_add([[0]], [{row}])"]
        text = self.random.choice(choices)
        if self._chance(0.25):
            name = self.scope.fresh()
            self._line(
                indent, f"{name} = {text}.read_value()" if self._chance(0.2) else f"{name} = tf.identity({text})"
            )
            self.scope.put(Value(name, value.dtype, value.dims))
        else:
            self._line(indent, text)
            if self._chance(0.3):
                name = self.scope.fresh()
                self._line(indent, f"{name} = {v} + 0" if kind in ("float", "int") else f"{name} = {v}.read_value()")
                self.scope.put(Value(name, value.dtype, value.dims))

    def _block(self, indent: int, depth: int, size: int) -> None:
        """Statements of which nothing new is visible outside."""
        before, lists = list(self.scope.values), list(self.lists)
        for _ in range(size):
            self._statement(indent, depth)
        self.scope.values, self.lists = before, lists

    def _carried(self) -> Value | None:
        found = [v for v in self.scope.values if v.kind == "tensor"]
        return self.random.choice(found) if found else None

    def _update(self, indent: int) -> None:
        """A new value of the same type for a name from outside of the block."""
        if value := self._carried():
            self._line(indent, f"{value.name} = {self.expressions.of(value.dtype, value.dims)}")
        else:
            self._line(indent, "pass")

    def _branch(self, indent: int, depth: int) -> None:
        self._line(indent, f"if {self.expressions.condition()}:")
        made = self.scope.pick() if self._chance(0.3) else None
        name = self.scope.fresh()
        self._arm(indent + 1, depth, made, name)
        if made is not None or self._chance(0.5):
            if made is None and self._chance(0.2):
                self._line(indent, f"elif {self.expressions.condition()}:")
                self._arm(indent + 1, depth, None, name)
            self._line(indent, "else:")
            self._arm(indent + 1, depth, made, name)
        if made is not None:
            self.scope.put(Value(name, made.dtype, made.dims))

    def _arm(self, indent: int, depth: int, made: Value | None, name: str) -> None:
        self._block(indent, depth + 1, self.random.choice([0, 1, 1, 2]))
        if made is None:
            self._update(indent)
        else:
            self._line(indent, f"{name} = {self.expressions.of(made.dtype, made.dims)}")

    def _loop(self, indent: int, depth: int) -> None:
        before = list(self.scope.values)
        name = self.scope.fresh("i")
        draw = self.random.random()
        rows = self.scope.pick(rank=1)
        if draw < 0.35:
            count = self.random.choice(["3", "2", "4", "1", "0"])
            if rows is not None and self._chance(0.35):
                count = f"tf.shape({rows.name})[0]"
            self._line(indent, f"for {name} in tf.range({count}):")
            self.scope.put(Value(name, "int32", ()))
        elif draw < 0.6 and rows is not None and rows.kind == "tensor":
            self._line(indent, f"for {name} in {rows.name}:")
            self.scope.put(Value(name, rows.dtype, rows.dims[1:]))
        elif draw < 0.75:
            self._line(indent, f"for {name} in range({self.random.choice([2, 3])}):")
        elif draw < 0.85 and rows is not None and rows.kind == "tensor":
            item = self.scope.fresh("e")
            self._line(indent, f"for {name}, {item} in enumerate({rows.name}):")
            self.scope.put(Value(item, rows.dtype, rows.dims[1:]))
        else:
            self._line(indent, f"{name} = {self.random.choice(['tf.constant(0)', 'tf.constant(0, tf.int64)'])}")
            condition = f" and {self.expressions.condition()}" if self._chance(0.3) else ""
            condition = f" and ({condition[5:]})" if " or " in condition else condition
            self._line(indent, f"while {name} < {self.random.choice([2, 3])}{condition}:")
            self._line(indent + 1, f"{name} += 1")
        self.in_loop += 1
        growing = bool(self.lists) and self._chance(0.4)
        self._block(indent + 1, depth + 1, self.random.choice([0, 1, 1, 2, 3]))
        self._update(indent + 1)
        if growing and self.lists:
            self._grow(indent + 1)
        if self._chance(0.15):
            self._line(indent + 1, f"if {self.expressions.condition()}:")
            self._line(indent + 2, self.random.choice(["break", "continue"]))
            self._update(indent + 1)
        self.in_loop -= 1
        self.scope.values = before

    def _grow(self, indent: int) -> None:
        name, item = self.random.choice(self.lists)
        self._line(indent, f"{name}.append({self.expressions.of(item.dtype, item.dims, 1)})")

    def _list(self, indent: int, depth: int) -> None:
        """A list that grows in a loop, or one that is read."""
        if depth == 0 and (not self.lists or self._chance(0.6)):
            item = self.scope.pick("float int complex bool string")
            if item is None:
                return
            name = self.scope.fresh("l")
            start = self.expressions.of(item.dtype, item.dims, 1) if self._chance(0.4) else ""
            self._line(indent, f"{name} = [{start}]")
            self.lists.append((name, item))
            if self._chance(0.85):
                self._loop(indent, depth)
                self._grow(indent + 1)
            elif not start:
                self._grow(indent)
            self._joined(indent, name, item)
        elif self.lists:
            if self._chance(0.5):
                self._grow(indent)
            else:
                self._joined(indent, *self.random.choice(self.lists))

    def _joined(self, indent: int, name: str, item: Value) -> None:
        made = self.scope.fresh()
        choices: list[tuple[str, Dims]] = [(f"tf.stack({name})", (self.scope.fresh("m"), *item.dims))] * 3
        choices += [(f"{name}[-1]", item.dims), (f"{name}[0]", item.dims)]
        if item.rank < 7:
            choices += [(f"tf.convert_to_tensor({name})", (self.scope.fresh("m"), *item.dims))]
        if item.dims:
            choices += [(f"tf.concat({name}, 0)", (self.scope.fresh("m"), *item.dims[1:]))] * 2
        if kind_of(item.dtype) in ("float", "int", "complex"):
            choices += [(f"tf.add_n({name})", item.dims)]
        text, dims = self.random.choice(choices)
        if len(dims) <= 8:
            self._line(indent, f"{made} = {text}")
            self.scope.put(Value(made, item.dtype, dims))

    def _array(self, indent: int) -> None:
        """A TensorArray that a loop writes, and what is read of it."""
        item = self.scope.pick()
        if item is None:
            return
        name, i, made = self.scope.fresh("ta"), self.scope.fresh("i"), self.scope.fresh()
        size = self.random.choice(["0, dynamic_size=True", "3", "tf.constant(3)"])
        self._line(indent, f"{name} = tf.TensorArray(tf.{item.dtype}, {size}, clear_after_read=False)")
        self._line(indent, f"for {i} in {self.random.choice(['tf.range(3)', 'tf.range(3)', 'range(3)'])}:")
        self._update(indent + 1)
        self._line(indent + 1, f"{name} = {name}.write({i}, {self.expressions.of(item.dtype, item.dims, 1)})")
        choices: list[tuple[str, Dims]] = [(f"{name}.stack()", (3, *item.dims)), (f"{name}.read(1)", item.dims)]
        choices += [(f"{name}.gather([2, 0])", (2, *item.dims))]
        choices += [(f"{name}.concat()", (self.scope.fresh("m"), *item.dims[1:]))] if item.dims else []
        text, dims = self.random.choice(choices)
        if len(dims) <= 8:
            self._line(indent, f"{made} = {text}")
            self.scope.put(Value(made, item.dtype, dims))

    def _tape(self, indent: int) -> None:
        """Statements under a tape, and what it says."""
        source = self.scope.pick("float complex")
        if source is None:
            return
        tape, before = self.scope.fresh("tape"), list(self.scope.values)
        self._line(indent, f"with tf.GradientTape() as {tape}:")
        if source.kind != "variable":
            self._line(indent + 1, f"{tape}.watch({source.name})")
        saved = self.main
        target = self.scope.fresh("y")
        self._line(indent + 1, f"{target} = {self.expressions.of(source.dtype, source.dims)}")
        self.scope.put(Value(target, source.dtype, source.dims))
        for _ in range(self.random.choice([0, 1, 2])):
            self._line(indent + 1, f"{target} = {self.expressions.of(source.dtype, source.dims)}")
        if self._chance(0.5):
            self._loop(indent + 1, 1)
        self.main = saved
        name = self.scope.fresh("g")
        zero = "unconnected_gradients=tf.UnconnectedGradients.ZERO"
        self._line(indent, f"{name} = {tape}.gradient({target}, {source.name}, {zero})")
        self.scope.values = before
        self.scope.put(Value(target, source.dtype, source.dims))
        self.scope.put(Value(name, source.dtype, source.dims))

    def _printed(self, indent: int) -> None:
        value = self.scope.pick()
        if value is not None:
            name = value.name if value.kind != "variable" else f"{value.name}.read_value()"
            self._line(indent, f"show({self.random.choice(['', repr('x') + ', '])}{name})")

    def _asserted(self, indent: int) -> None:
        value = self.scope.pick("float int")
        if value is not None:
            limit = self.random.choice(["-50", "-1000", "-2"]) if "uint" not in value.dtype else "0"
            limit = limit if value.dtype != "int8" else limit.replace("1000", "100")
            test = f"tf.reduce_min({value.name})" if value.dims else value.name
            choices = [f"tf.debugging.assert_greater({test}, tf.constant({limit}, tf.{value.dtype}))"]
            choices += [f"assert {test} > {limit}"]
            self._line(indent, self.random.choice(choices))


def draw(seed: int) -> Program:
    """The program of a seed."""
    return Drawing(seed).program()
