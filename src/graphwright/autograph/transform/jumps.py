"""`break`, `continue`, `return` inside constructs, and `else` of loops, rewritten as flags and `if`s.

After this pass a loop ends when its test says so, and a block runs to its end: what would have been skipped
moves under `if not flag` or, where one branch of an `if` always leaves, into its other branch.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import NamedTuple

from graphwright.autograph.analysis.activity import SCOPES, SIMPLE, TRIES, catches_all
from graphwright.autograph.analysis.nodes import inner_statements
from graphwright.autograph.transform.build import (
    Names,
    UnsupportedSyntax,
    assign,
    constant,
    load,
    negation,
    node_at,
    start,
)

_LOOPS = (ast.While, ast.For)


class ReturnNames(NamedTuple):
    """The variables of a rewritten return: whether there was one, and its value."""

    done: str
    value: str


class _FlagNames:
    """The names of flags. Consecutive loops share them, so that constructs in them have the same state."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: dict[tuple[str, int], str] = {}

    def of(self, kind: str, depth: int) -> str:
        """The flag of a loop at a nesting depth; it is reset where the loop begins and not read after it."""
        if (kind, depth) not in self._known:
            self._known[kind, depth] = self._names.new(f"{kind}_")
        return self._known[kind, depth]


@dataclass
class _LoopFlags:
    """The flags of the loop around a statement, as far as it needs them."""

    names: _FlagNames
    depth: int
    flags: dict[str, str] = field(default_factory=dict)

    def flag(self, kind: str) -> str:
        return self.flags.setdefault(kind, self.names.of(kind, self.depth))


class _Block(NamedTuple):
    """A rewritten block, the flags that may be set when it ends, and, where it ends in a `with` that always
    leaves, the variable that tells whether the context manager suppressed an exception instead."""

    body: list[ast.stmt]
    flags: list[str]
    swallowed: str | None = None


def lower_jumps(function: ast.FunctionDef, names: Names) -> ReturnNames | None:
    """Rewrite the jumps of a function in place; the names are None where its `return`s could stay."""
    returns = None
    exits = _Exits()
    if any(exits.of(s).nested for s in function.body):
        returns = ReturnNames(names.new("do_return"), names.new("retval_"))
        if not exits.always_leaves(function.body):
            end = function.body[-1]
            function.body.append(node_at(ast.Return, end, value=constant(None, end)))
    function.body = _Lowering(names, returns, exits).block(function.body, None, False).body
    return returns


class _Lowering:
    def __init__(self, names: Names, returns: ReturnNames | None, exits: _Exits) -> None:
        self._names = names
        self._flags = _FlagNames(names)
        self._returns = returns
        self._exits = exits

    def block(self, statements: list[ast.stmt], loop: _LoopFlags | None, tail: bool) -> _Block:
        """Rewrite a block; `tail`: whether the next iteration of the loop begins where it ends."""
        done: list[ast.stmt] = []
        for position, statement in enumerate(statements):
            if statement.__class__ in SIMPLE:
                done.append(statement)
                continue
            if isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
                jump = self._jump(statement, loop, tail)
                return _Block(done + jump.body, jump.flags)
            if not self._jumps_inside(statement):
                done.append(statement)
                continue
            rest = statements[position + 1 :]
            if isinstance(statement, ast.If):
                rest = self._move_following(statement, rest)
            part = self._compound(statement, loop, tail and not rest)
            done += part.body
            if not rest:
                return _Block(done, part.flags)
            if not part.flags:
                continue
            after = self.block(rest, loop, tail)
            done.append(_guarded_rest(part, after.body, statement))
            return _Block(done, _union(part.flags, after.flags))
        return _Block(done, [])

    def _jump(self, statement: ast.stmt, loop: _LoopFlags | None, tail: bool) -> _Block:
        if isinstance(statement, ast.Return):
            if self._returns is None:
                return _Block([statement], [])
            value = statement.value or constant(None, statement)
            body = [assign(self._returns.value, value, statement), _flag(self._returns.done, True, statement)]
            return _Block(body, [self._returns.done])
        assert loop is not None
        if isinstance(statement, ast.Continue) and tail:
            return _Block([node_at(ast.Pass, statement)], [])
        kind = "continue" if isinstance(statement, ast.Continue) else "break"
        flag = loop.flag("done" if getattr(statement, "ag_natural", False) else kind)
        return _Block([_flag(flag, True, statement)], [flag])

    def _jumps_inside(self, statement: ast.stmt) -> bool:
        """Whether a compound statement has to be rewritten."""
        found = self._exits.of(statement)
        return found.loops or found.breaks or found.continues or (found.returns and self._returns is not None)

    def _returns_inside(self, statement: ast.stmt) -> bool:
        return self._returns is not None and self._exits.of(statement).returns

    def _move_following(self, statement: ast.If, rest: list[ast.stmt]) -> list[ast.stmt]:
        """Where one branch always leaves, move what follows the `if` to the other; returns what then still follows."""
        if self._returns is None and any(self._exits.of(s).returns for s in rest):
            return rest  # a `return` that stays one must stay where it is
        if self._exits.always_leaves(statement.body):
            if not self._exits.always_leaves(statement.orelse):
                statement.orelse = statement.orelse + rest
            return []
        if self._exits.always_leaves(statement.orelse):
            statement.body = statement.body + rest
            return []
        return rest

    def _compound(self, statement: ast.stmt, loop: _LoopFlags | None, tail: bool) -> _Block:
        if isinstance(statement, _LOOPS):
            return self._loop(statement, loop)
        if isinstance(statement, ast.If):
            body = self.block(statement.body, loop, tail)
            orelse = self.block(statement.orelse, loop, tail)
            statement.body, statement.orelse = body.body, orelse.body
            return _Block([statement], _union(body.flags, orelse.flags))
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            return self._with(statement, loop, tail)
        if isinstance(statement, TRIES):
            return self._try(statement, loop)
        assert isinstance(statement, ast.Match)
        flags: list[str] = []
        for case in statement.cases:
            part = self.block(case.body, loop, tail)
            case.body, flags = part.body, _union(flags, part.flags)
        return _Block([statement], flags)

    def _with(self, statement: ast.With | ast.AsyncWith, loop: _LoopFlags | None, tail: bool) -> _Block:
        never_completes = self._exits.always_leaves(statement.body)
        may_fail = len(statement.items) > 1 or _may_fail_on_exit(statement.body)
        part = self.block(statement.body, loop, tail)
        statement.body = part.body
        if not part.flags or not (never_completes or may_fail):
            return _Block([statement], part.flags)
        # Code after it runs only if the context manager suppresses an exception: known while tracing, never staged.
        swallowed = self._names.new("swallowed_")
        statement.body.append(_flag(swallowed, False, statement.body[-1]))
        node: list[ast.stmt] = [_flag(swallowed, True, statement), statement]
        if may_fail:
            node.append(_when(load(swallowed, statement), _cleared(part.flags, statement), statement))
        return _Block(node, part.flags, swallowed if never_completes else None)

    def _try(self, statement: ast.Try, loop: _LoopFlags | None) -> _Block:
        if any(self._exits.of(s).jumps for s in statement.finalbody):
            if self._exits.always_leaves(statement.finalbody):
                return self._leaving_finally(statement, loop)
            raise UnsupportedSyntax(f"line {statement.lineno}: a jump out of a `finally` block")
        may_fail = _may_fail_on_exit(statement.body)
        body = self.block(statement.body, loop, False)
        statement.body, flags = body.body, body.flags
        for handler in statement.handlers:
            part = self.block(handler.body, loop, False)
            undone = _cleared(body.flags, handler.body[0]) if may_fail else []
            handler.body, flags = undone + part.body, _union(flags, part.flags)
        if statement.orelse:
            orelse = self.block(statement.orelse, loop, False)
            statement.orelse = orelse.body
            if body.flags:
                statement.orelse = [_guarded_rest(body, orelse.body, statement)]
            flags = _union(flags, orelse.flags)
        statement.finalbody = self.block(statement.finalbody, loop, False).body
        return _Block([statement], flags)

    def _leaving_finally(self, statement: ast.Try, loop: _LoopFlags | None) -> _Block:
        """A `finally` that always leaves: whatever was raised or left before it is dropped."""
        last = statement.finalbody
        if statement.handlers:
            inner: list[ast.stmt] = [
                node_at(ast.Try, statement, body=statement.body, handlers=statement.handlers, orelse=statement.orelse,
                       finalbody=[])
            ]  # fmt: skip
        else:
            inner = statement.body
        dropped = node_at(ast.ExceptHandler, statement, type=load("BaseException", statement), name=None,
                         body=[node_at(ast.Pass, statement)])  # fmt: skip
        node = node_at(ast.Try, statement, body=inner, handlers=[dropped], orelse=[], finalbody=[])
        first = self._try(node, loop)
        after = self.block(last, loop, False)
        flags = [f for f in first.flags if f not in after.flags]
        return _Block([*first.body, *_cleared(flags, statement), *after.body], after.flags)

    def _loop(self, statement: ast.While | ast.For, outer: _LoopFlags | None) -> _Block:
        own = _LoopFlags(self._flags, outer.depth + 1 if outer is not None else 0)
        returns = self._returns_inside(statement)
        body = self.block(statement.body, own, True).body
        before: list[ast.stmt] = []
        if "continue" in own.flags:
            body.insert(0, _flag(own.flags["continue"], False, statement))
        leaving = [own.flags[kind] for kind in ("break", "done") if kind in own.flags]
        before += _cleared(leaving, statement)
        natural = own.flags.get("done")
        if returns:
            assert self._returns is not None
            leaving.append(self._returns.done)
        statement.body, orelse, statement.orelse = body, statement.orelse, []
        if leaving:
            _stop_on(statement, leaving)
        after = self.block(orelse, outer, False)
        ends = [flag for flag in leaving if flag != natural]
        tail = after.body
        if ends and tail:
            tail = [_guarded_rest(_Block([], ends), tail, statement)]
        flags = [self._returns.done] if returns and self._returns is not None else []
        return _Block([*before, statement, *tail], _union(flags, after.flags))


def _stop_on(loop: ast.While | ast.For, flags: list[str]) -> None:
    test = negation(flags, loop.test if isinstance(loop, ast.While) else loop.target)
    if isinstance(loop, ast.For):
        loop.ag_extra_test = test  # type: ignore[attr-defined]
    elif isinstance(loop.test, ast.Constant) and loop.test.value is True:
        loop.test = test
    else:
        parts = test.values if isinstance(test, ast.BoolOp) else [test]
        loop.test = node_at(ast.BoolOp, loop.test, op=ast.And(), values=[*parts, loop.test])


def _guarded_rest(before: _Block, body: list[ast.stmt], statement: ast.stmt) -> ast.If:
    """The rest of a block, which runs if the statement before it did not leave.

    The test has the line of the statement before it: if the rest is skipped, its lines are not reached.
    """
    location = start(statement)
    test = negation(before.flags, location) if before.swallowed is None else load(before.swallowed, location)
    return _when(test, body, location)


def _may_fail_on_exit(statements: list[ast.stmt]) -> bool:
    """Whether code that runs when a block is left may fail, so that the jump does not take place."""
    return any(
        isinstance(s, (ast.With, ast.AsyncWith))
        or (isinstance(s, TRIES) and bool(s.finalbody))
        or _may_fail_on_exit(inner_statements(s))
        for s in statements
    )


def _when(test: ast.expr, body: list[ast.stmt], location: ast.AST) -> ast.If:
    return node_at(ast.If, location, test=test, body=body, orelse=[])


def _flag(name: str, value: bool, location: ast.stmt) -> ast.stmt:
    return assign(name, constant(value, location), location)


def _cleared(flags: list[str], location: ast.stmt) -> list[ast.stmt]:
    """Reset the flags of jumps."""
    return [_flag(flag, False, location) for flag in flags]


def _union(first: list[str], second: list[str]) -> list[str]:
    return first + [f for f in second if f not in first]


class _Exit(NamedTuple):
    """The exits of a statement: where control may go instead of the next statement.

    Fields:
      returns: whether it contains a `return`.
      nested: whether one is inside an `if` or a loop in it.
      breaks, continues: whether it holds one that belongs to a loop around it.
      loops: whether it is, or holds, a loop that has to be rewritten for its own jumps or its `else`.
      never_completes: whether its end is never reached.
    """

    returns: bool = False
    nested: bool = False
    breaks: bool = False
    continues: bool = False
    loops: bool = False
    never_completes: bool = False

    @property
    def jumps(self) -> bool:
        """Whether control may leave it other than to the next statement."""
        return self.returns or self.breaks or self.continues


_NO_EXIT = _Exit()
_EXITS: dict[type, _Exit] = {
    ast.Return: _Exit(returns=True, never_completes=True),
    ast.Break: _Exit(breaks=True, never_completes=True),
    ast.Continue: _Exit(continues=True, never_completes=True),
    ast.Raise: _Exit(never_completes=True),
    **dict.fromkeys((*SCOPES, *SIMPLE), _NO_EXIT),
}


class _Exits:
    """The exits of the statements of a function, as they were before any was rewritten."""

    def __init__(self) -> None:
        self._known: dict[ast.stmt, _Exit] = {}

    def of(self, statement: ast.stmt) -> _Exit:
        """The exits of a statement, those of what is in it included."""
        found = _EXITS.get(statement.__class__) or self._known.get(statement)
        if found is None:
            inside = inner_statements(statement)
            found = self._known[statement] = self._of_compound(statement, inside) if inside else _NO_EXIT
        return found

    def always_leaves(self, statements: list[ast.stmt]) -> bool:
        """Whether the end of a block is never reached."""
        return any(self.of(s).never_completes for s in statements if s.__class__ not in SIMPLE)

    def _of_compound(self, statement: ast.stmt, inside: list[ast.stmt]) -> _Exit:
        returns = nested = breaks = continues = loops = False
        for inner in inside:
            if inner.__class__ not in SIMPLE:
                part = self.of(inner)
                returns, nested = returns or part.returns, nested or part.nested
                breaks, continues = breaks or part.breaks, continues or part.continues
                loops = loops or part.loops
        if not isinstance(statement, _LOOPS):
            nested = nested or (returns and isinstance(statement, ast.If))
            return _Exit(returns, nested, breaks, continues, loops, self._never_completes(statement))
        # jumps in the `else` of a loop belong to the loop around it
        body, orelse = [self.of(s) for s in statement.body], [self.of(s) for s in statement.orelse]
        breaks, continues = any(p.breaks for p in orelse), any(p.continues for p in orelse)
        own = bool(orelse) or any(p.breaks or p.continues for p in body)
        broken_off = any(p.breaks for p in body)
        test = getattr(statement, "test", None)
        endless = isinstance(test, ast.Constant) and bool(test.value)
        never_completes = not broken_off and (endless or any(p.never_completes for p in orelse))
        return _Exit(returns, nested or returns, breaks, continues, loops or own, never_completes)

    def _never_completes(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.If):
            return self.always_leaves(statement.body) and self.always_leaves(statement.orelse)
        if isinstance(statement, TRIES):
            tried = self.always_leaves(statement.body) or self.always_leaves(statement.orelse)
            handled = all(self.always_leaves(h.body) for h in statement.handlers)
            return self.always_leaves(statement.finalbody) or (tried and handled)
        if isinstance(statement, ast.Match):
            return catches_all(statement) and all(self.always_leaves(c.body) for c in statement.cases)
        return False
