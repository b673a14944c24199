"""Expressions of a dtype and sizes that are asked for, and those that lead to other sizes."""

from __future__ import annotations

from collections.abc import Callable

from tests.compare.statements.scope import DTYPES, Dims, Scope, Value, broadcasts, kind_of

# Functions that keep dtype and sizes; {x} is the operand, {k} a constant of its dtype.
UNARY = {
    "float": """tf.abs({x})|-{x}|tf.square({x})|tf.sqrt(tf.abs({x}))|tf.tanh({x})|tf.sigmoid({x})|tf.nn.relu({x})|
        tf.floor({x})|tf.round({x})|tf.sign({x})|tf.identity({x})|tf.stop_gradient({x})|tf.exp(-tf.abs({x}))|
        tf.maximum({x}, {k})|tf.minimum({x}, {k})|{x} + {k}|{x} * {k}|{k} - {x}|{k} * {x}|{x} / 2.0|{x} ** 2|
        tf.where({x} > {k}, {x}, {k})|tf.where({x} < 0, {k}, {x})|tf.clip_by_value({x}, -1.0, 1.5)|tf.sin({x})|
        tf.math.softplus({x})|tf.nn.elu({x})|tf.cast({x} > {k}, tf.{dtype})|{x} / (tf.abs({x}) + 1.0)|
        tf.zeros_like({x})|tf.ones_like({x})|tf.math.ceil({x})|{x} + tf.ones_like({x})|
        tf.math.floormod({x}, 2.0)|tf.math.erf({x})|tf.nn.leaky_relu({x})|tf.math.log1p(tf.abs({x}))""",
    "int": """tf.identity({x})|tf.square({x})|tf.maximum({x}, {k})|tf.minimum({x}, {k})|{x} + {k}|{x} * {k}|{x} - {k}|
        {x} // 2|{x} % 3|tf.bitwise.bitwise_and({x}, 3)|tf.bitwise.bitwise_xor({x}, {k})|tf.zeros_like({x})|
        tf.ones_like({x})|tf.where({x} > {k}, {x}, {k})|tf.cast({x} > {k}, tf.{dtype})|tf.bitwise.left_shift({x}, 1)|
        tf.clip_by_value({x}, 1, 4)|{x} + tf.ones_like({x})|
        tf.bitwise.invert({x})|{k} * {x}|{k} + {x}""",
    "complex": """-{x}|tf.square({x})|tf.math.conj({x})|tf.identity({x})|{x} + {k}|{x} * {k}|{k} * {x}|{k} - {x}|
        {x} / 2.0|{x} * {x}|tf.complex(tf.math.real({x}), tf.math.imag({x}))|tf.exp({x} * 0.25)|tf.zeros_like({x})|
        tf.ones_like({x})|tf.cast(tf.abs({x}), tf.{dtype})|tf.where(tf.abs({x}) > 1.0, {x}, {k})|
        tf.stop_gradient({x})|{x} + tf.ones_like({x})|tf.sqrt({x} * {x} + 3.0)|tf.tanh({x} * 0.25)|{x} / {k}""",
    "bool": """tf.logical_not({x})|~{x}|tf.identity({x})|tf.logical_and({x}, {k})|tf.logical_or({x}, {k})|
        tf.zeros_like({x})|tf.ones_like({x})|tf.cast(tf.cast({x}, tf.int32), tf.bool)|tf.not_equal({x}, {k})""",
    "string": """tf.strings.upper({x})|tf.strings.lower({x})|tf.identity({x})|{x} + {k}|tf.strings.join([{x}, {k}])|
        tf.strings.regex_replace({x}, 'a', 'bc')|tf.strings.strip({x})|tf.where({x} == {k}, {x}, {k})|
        tf.strings.substr({x}, 0, 1)|
        tf.strings.as_string(tf.strings.length({x}))""",
}
BINARY = {
    "float": """{x} + {y}|{x} - {y}|{x} * {y}|tf.maximum({x}, {y})|tf.minimum({x}, {y})|tf.where({x} > {y}, {x}, {y})|
        tf.math.divide_no_nan({x}, {y})|tf.math.squared_difference({x}, {y})|{x} + {k} * {y}|
        {x} / (tf.abs({y}) + 1.0)|tf.add_n([{x}, {x} * {y}])|tf.cast({x} >= {y}, tf.{dtype})""",
    "int": """{x} + {y}|{x} - {y}|{x} * {y}|tf.maximum({x}, {y})|tf.bitwise.bitwise_xor({x}, {y})|{x} + {k} * {y}|
        tf.bitwise.bitwise_or({x}, {y})|tf.where({x} > {y}, {x}, {y})|tf.cast({x} <= {y}, tf.{dtype})""",
    "complex": "{x} + {y}|{x} - {y}|{x} * {y}|{x} + {k} * {y}|{x} * tf.math.conj({y})|{x} * {k} - {y} * {k}",
    "bool": "tf.logical_and({x}, {y})|tf.logical_or({x}, {y})|tf.math.logical_xor({x}, {y})|tf.equal({x}, {y})",
    "string": "{x} + {y}|tf.strings.join([{x}, {y}], separator='-')|tf.where({x} == {y}, {x}, {x} + {y})",
}
# Those along an axis, of tensors that have one.
ALONG = {
    "float": """tf.cumsum({x}, axis={a})|tf.reverse({x}, [{a}])|tf.sort({x}, axis=-1)|tf.roll({x}, 1, axis={a})|
        {x} - tf.reduce_mean({x}, axis={a}, keepdims=True)|tf.nn.softmax({x})|tf.cumsum({x}, axis={a}, reverse=True)|
        {x} * tf.reduce_max({x}, axis={a}, keepdims=True)|tf.gather({x}, tf.range(tf.shape({x})[{a}]), axis={a})""",
    "int": """tf.cumsum({x}, axis={a})|tf.reverse({x}, [{a}])|tf.sort({x}, axis=-1)|tf.roll({x}, 1, axis={a})|
        {x} + tf.reduce_max({x}, axis={a}, keepdims=True)|tf.gather({x}, tf.range(tf.shape({x})[{a}]), axis={a})""",
    "complex": """tf.cumsum({x}, axis={a})|tf.reverse({x}, [{a}])|{x} * tf.reduce_sum({x}, axis={a}, keepdims=True)|
        tf.roll({x}, 1, axis={a})""",
    "bool": "tf.reverse({x}, [{a}])|tf.roll({x}, 1, axis={a})",
    "string": "tf.reverse({x}, [{a}])|tf.gather({x}, tf.range(tf.shape({x})[{a}]), axis={a})",
}


def _split(table: dict[str, str]) -> dict[str, list[str]]:
    return {kind: [" ".join(part.split()) for part in text.split("|")] for kind, text in table.items()}


_UNARY, _BINARY, _ALONG = _split(UNARY), _split(BINARY), _split(ALONG)


class Expressions:
    """Expressions over the names of a scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope, self.random = scope, scope.random

    def of(self, dtype: str, dims: Dims, depth: int = 2) -> str:
        """An expression of a dtype and sizes."""
        draw = self.random.random()
        kind = kind_of(dtype)
        if depth <= 0:
            return self._leaf(dtype, dims)
        if draw < 0.4:
            return self._filled(self.random.choice(_UNARY[kind]), dtype, dims, depth)
        if draw < 0.75:
            return self._filled(self.random.choice(_BINARY[kind]), dtype, dims, depth)
        if draw < 0.85 and dims:
            return self._filled(self.random.choice(_ALONG[kind]), dtype, dims, depth)
        if draw < 0.9:
            return f"tf.where({self.of('bool', dims, 0)}, {self.of(dtype, dims, depth - 1)}, {self._leaf(dtype, dims)})"
        return self._leaf(dtype, dims)

    def _filled(self, template: str, dtype: str, dims: Dims, depth: int) -> str:
        x = self.of(dtype, dims, depth - 1)
        if template.count("{x}") > 1 and len(x) > 12:
            x = self._leaf(dtype, dims)
        return template.format(
            x=f"({x})" if " " in x else x,
            y=self._operand(dtype, dims),
            k=self.scope.constant(dtype),
            a=self.random.randrange(-len(dims), len(dims)) if dims else 0,
            dtype=dtype,
        )

    def _operand(self, dtype: str, dims: Dims) -> str:
        found = [v for v in self.scope.values if v.dtype == dtype and v.kind != "ragged" and broadcasts(v.dims, dims)]
        return self.random.choice(found).name if found and self.random.random() < 0.8 else self._leaf(dtype, dims)

    def _leaf(self, dtype: str, dims: Dims) -> str:
        """A name of that type, or something made of one."""
        same = [v for v in self.scope.values if v.kind != "ragged" and v.dims == dims]
        exact = [v for v in same if v.dtype == dtype]
        if exact and self.random.random() < 0.9:
            return self.random.choice(exact).name
        other = [v for v in same if v.dtype != dtype]
        if other and self.random.random() < 0.8:
            return self._converted(self.random.choice(other), dtype)
        smaller = [v for v in self.scope.values if v.dtype == dtype and v.kind == "tensor" and broadcasts(v.dims, dims)]
        if smaller and self.random.random() < 0.6:
            value = self.random.choice(smaller)
            return value.name if value.dims == dims else f"tf.broadcast_to({value.name}, {self.sizes(dims)})"
        if not dims and self.random.random() < 0.7 and (value := self.scope.pick("float int complex bool", 1)):
            return self._reduced(value, dtype)
        return f"tf.fill({self.sizes(dims)}, tf.constant({self._plain(dtype)}, tf.{dtype}))"

    def _plain(self, dtype: str) -> str:
        choices = {"float": ["0.5", "2.0"], "int": ["1", "3"], "complex": ["1+2j", "0.5"], "bool": ["True", "False"]}
        return self.random.choice(choices.get(kind_of(dtype), ["'a'", "'q'"]))

    def sizes(self, dims: Dims) -> str:
        """The text of a shape; sizes with names are those of a tensor that has them."""
        if not any(isinstance(d, str) for d in dims):
            return str(list(dims))
        return "[" + ", ".join(self._size(d) if isinstance(d, str) else str(d) for d in dims) + "]"

    def _size(self, name: str) -> str:
        value = next(v for v in reversed(self.scope.values) if name in v.dims and v.kind != "ragged")
        return f"tf.shape({value.name})[{value.dims.index(name)}]"

    def _converted(self, value: Value, dtype: str) -> str:
        old, new = kind_of(value.dtype), kind_of(dtype)
        name = value.name
        if new == "string":
            return f"tf.strings.as_string({name})" if old != "string" else name
        if old == "string":
            return f"tf.cast(tf.strings.length({name}), tf.{dtype})"
        if old == "complex" and new != "complex":
            part = self.random.choice(["tf.math.real", "tf.math.imag", "tf.abs"])
            if new == "int":  # casts out of range differ from processor to processor
                return f"tf.cast(tf.clip_by_value({part}({name}), 0.0, 100.0), tf.{dtype})"
            return f"tf.cast({part}({name}), tf.{dtype})"
        if new == "bool":
            return f"{name} > {self.scope.constant(value.dtype)}" if old != "complex" else f"tf.abs({name}) > 1.0"
        if old == "float" and new == "int":
            return f"tf.cast(tf.clip_by_value({name}, 0.0, 100.0), tf.{dtype})"
        return f"tf.cast({name}, tf.{dtype})"

    def _reduced(self, value: Value, dtype: str) -> str:
        kind = kind_of(value.dtype)
        if kind == "bool":
            text = f"tf.{self.random.choice(['reduce_any', 'reduce_all'])}({value.name})"
        else:
            function = "reduce_sum" if kind == "complex" else self.random.choice(["reduce_sum", "reduce_max"])
            text = f"tf.{function}({value.name})"
        return text if value.dtype == dtype else self._converted(Value(text, value.dtype, ()), dtype)

    def condition(self) -> str:
        """A scalar boolean that depends on tensors."""
        draw = self.random.random()
        if draw < 0.15 and (value := self.scope.pick("bool", 0)):
            text = value.name if not value.dims else f"tf.reduce_any({value.name})"
        elif draw < 0.25 and (value := self.scope.pick(rank=1)):
            text = f"tf.shape({value.name})[{self.random.randrange(value.rank)}] > {self.random.randrange(4)}"
        elif draw < 0.32 and (value := self.scope.pick()):
            text = f"tf.size({value.name}) > {self.random.randrange(6)}"
        elif draw < 0.4 and (value := self.scope.pick("string")):
            text = f"tf.reduce_all(tf.strings.length({value.name}) < 3)"
        elif draw < 0.5 and (value := self.scope.pick("complex")):
            text = f"tf.abs(tf.reduce_sum({value.name})) > 2.0"
        elif value := self.scope.pick("float int"):
            reduced = value.name if not value.dims else f"tf.reduce_sum({value.name})"
            text = f"{reduced} {self.random.choice(['>', '<', '>=', '!=', '=='])} {self.scope.constant(value.dtype)}"
        else:
            text = "tf.constant(True)"
        if self.random.random() < 0.15:
            text = f"not ({text})"
        elif self.random.random() < 0.12:
            text = f"{text} {self.random.choice(['and', 'or'])} {self.condition()}"
        return text


Made = tuple[str, str, Dims]
"""The text of an expression, its dtype, its sizes."""


def other_dtype(scope: Scope, expressions: Expressions) -> Made | None:
    """A value in another dtype."""
    value = scope.pick("float int complex bool string")
    if value is None:
        return None
    dtype = scope.random.choice(DTYPES)
    if dtype == value.dtype:
        return None
    return expressions._converted(value, dtype), dtype, value.dims


Maker = Callable[[Scope, Expressions], "Made | None"]
