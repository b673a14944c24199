"""What a program has at a place: names of tensors with their dtypes and sizes."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.compare.statements.program import Size

Dims = tuple[Size, ...]

FLOATS = ["float32", "float32", "float32", "float64", "float16", "bfloat16"]
INTEGERS = ["int32", "int32", "int64", "int8", "uint8", "int16", "uint16", "uint32", "uint64"]
DTYPES = [*FLOATS * 2, *INTEGERS, "complex64", "complex128", "complex128", "bool", "string"]


def kind_of(dtype: str) -> str:
    """`float`, `int`, `complex`, `bool` or `string`."""
    return next(k for k in ("float", "int", "complex", "bool", "string") if k in dtype)


@dataclass(frozen=True)
class Value:
    """A name and what is known of its tensor. Sizes that are known at run time alone have names."""

    name: str
    dtype: str
    dims: Dims
    kind: str = "tensor"  # "variable", "ragged"

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.dims)


@dataclass
class Scope:
    """The names that statements can read, and the constants that the program uses again and again."""

    random: Random
    constants: dict[str, list[str]] = field(default_factory=dict)
    values: list[Value] = field(default_factory=list)
    count: int = 0

    def fresh(self, stem: str = "t") -> str:
        """A name that nothing has."""
        self.count += 1
        return f"{stem}{self.count}"

    def put(self, value: Value) -> None:
        """Bind a name, which may have had another value."""
        self.values = [v for v in self.values if v.name != value.name]
        self.values.append(value)

    def pick(self, kinds: str = "float int complex bool string", rank: int = 0, ragged: bool = False) -> Value | None:
        """A value of some kinds of dtypes and at least a rank: a late one rather than an early one."""
        found = [
            v
            for v in self.values
            if kind_of(v.dtype) in kinds.split() and v.rank >= rank and (v.kind == "ragged") == ragged
        ]
        if not found:
            return None
        return found[max(self.random.randrange(len(found)), self.random.randrange(len(found)))]

    def constant(self, dtype: str) -> str:
        """A scalar of a dtype, mostly one that the program has already."""
        shared = self.constants.setdefault(dtype, [])
        if shared and self.random.random() < 0.65:
            return self.random.choice(shared)
        shared.append(self._constant(dtype))
        return shared[-1]

    def _constant(self, dtype: str) -> str:
        choice = self.random.choice
        match kind_of(dtype):
            case "float":
                text = choice(["2.0", "0.5", "-1.5", "3.0", "1.0", "0.0", "0.25"])
            case "int":
                text = choice(["1", "2", "3", "5"] if "uint" in dtype else ["1", "2", "3", "-1", "-2", "5"])
            case "complex":
                text = choice(["2.0", "0.5", "(1+2j)", "(-0.5j)", "3.0"])
            case "bool":
                return choice(["True", "False"])
            case _:
                return choice(["'a'", "'xy'", "''"])
        if dtype == "bfloat16" or self.random.random() < 0.6:
            return text
        return choice([f"tf.constant({text}, tf.{dtype})", f"np.{dtype}({text})"])


def broadcasts(small: Dims, large: Dims) -> bool:
    """Whether a tensor can be combined with another and the result has the sizes of the other."""
    if len(small) > len(large):
        return False
    return all(s in (1, d) for s, d in zip(reversed(small), reversed(large), strict=False))
