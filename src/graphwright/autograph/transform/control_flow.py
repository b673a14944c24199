"""`if`, `while` and `for` as calls of operators over generated functions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from graphwright.autograph.analysis.activity import SIMPLE, TRIES
from graphwright.autograph.analysis.nodes import replaced, text_of
from graphwright.autograph.analysis.scope import Scope, State
from graphwright.autograph.transform.build import (
    Names,
    assign,
    at,
    call_operator,
    constant,
    define,
    header,
    load,
    names_tuple,
    start,
    store,
    thunk,
)
from graphwright.autograph.transform.expressions import ExpressionConverter
from graphwright.autograph.transform.reads import Reads

_LOOP_OPTIONS = ("parallel_iterations", "swap_memory", "maximum_iterations", "shape_invariants")


class ControlFlowConverter:
    """Rewrites the statements of one function.

    Args:
      scope: the analysis of the function.
      names: makes names that are free.
      first_parameter: for `super()`.
      convert_function: rewrites a function defined inside this one.
      reads: makes what tells of reads and writes; None where nobody wants to know.
    """

    def __init__(
        self,
        scope: Scope,
        names: Names,
        first_parameter: str | None,
        convert_function: Callable[[ast.FunctionDef, Scope], ast.stmt],
        reads: Reads | None,
    ) -> None:
        self._scope = scope
        self._names = names
        self._first_parameter = first_parameter
        self._convert_function = convert_function
        self._reads = reads
        self._known_accessors: dict[tuple[str, ...], tuple[str, str]] = {}
        self._accessors: list[ast.stmt] = []
        self._place: ast.AST

    def whole(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The rewritten statements of the function's body, what reads and writes the state before its first use."""
        made: list[ast.stmt] = []
        for statement in statements:
            self._place = start(statement)
            converted = self._statement(statement)
            made += [*self._accessors, *converted]
            self._accessors = []
        return made

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The rewritten statements of a block."""
        return [made for statement in statements for made in self._statement(statement)]

    def _statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if "ag_final" in statement.__dict__:
            return [statement]
        if statement.__class__ in SIMPLE:
            return self._simple(statement)
        if isinstance(statement, ast.If):
            return self._if(statement)
        if isinstance(statement, ast.While):
            return self._while(statement)
        if isinstance(statement, ast.For):
            return self._for(statement)
        if isinstance(statement, (ast.Global, ast.Nonlocal)):
            return []  # the function declares them at its top, the generated functions for themselves
        if isinstance(statement, ast.FunctionDef):
            return [self._convert_function(statement, self._scope)]
        if isinstance(statement, (ast.AsyncFunctionDef, ast.ClassDef)):
            return [statement]
        if hasattr(statement, "body") or isinstance(statement, ast.Match):
            return [self._compound(statement)]
        if isinstance(statement, ast.Delete):
            return [made for target in statement.targets for made in self._delete(target, statement)]
        return self._simple(statement)

    def _simple(self, statement: ast.stmt) -> list[ast.stmt]:
        converted = self._expressions(statement).convert(statement)
        return converted if isinstance(converted, list) else [converted]

    def _expressions(self, statement: ast.stmt) -> ExpressionConverter:
        scope = self._scope
        assigns = scope.activities.of_part(statement).assigns
        doubtful = scope.doubtful_at(statement)
        return ExpressionConverter(doubtful, scope.doubtful, self._first_parameter, scope.visible, assigns, self._reads)

    def _delete(self, target: ast.expr, statement: ast.Delete) -> list[ast.stmt]:
        """`del`: a name that generated functions share is read, to fail as Python does, and becomes undefined."""
        if isinstance(target, (ast.Tuple, ast.List)):
            return [made for element in target.elts for made in self._delete(element, statement)]
        if not isinstance(target, ast.Name) or target.id not in self._scope.shared:
            return [at(ast.Delete([self._expressions(statement).convert(target)]), statement)]
        read = at(ast.Expr(call_operator("ld", statement, load(target.id))), statement)
        undefined = call_operator("Undefined", statement, constant(target.id))
        return [read, assign(target.id, undefined, statement)]

    def _compound(self, statement: ast.stmt) -> ast.stmt:
        """`with`, `try`, `match`: they stay, their parts are rewritten."""
        expressions = self._expressions(statement)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            statement.items = [expressions.convert(item) for item in statement.items]
        elif isinstance(statement, ast.Match):
            statement.subject = expressions.convert(statement.subject)
            for case in statement.cases:
                case.guard = None if case.guard is None else expressions.convert(case.guard)
                case.body = self.block(case.body)
        for part in ("body", "orelse", "finalbody"):
            if hasattr(statement, part):
                setattr(statement, part, self.block(getattr(statement, part)))
        handlers = getattr(statement, "handlers", [])
        for handler in handlers:
            handler.type = None if handler.type is None else expressions.convert(handler.type)
            handler.body = self.block(handler.body)
        if handlers and isinstance(statement, TRIES):
            statement.body = [_watched(statement)]
        return statement

    # constructs ------------------------------------------------------------------------------------------

    def _if(self, statement: ast.If) -> list[ast.stmt]:
        place = header(statement)
        state = self._scope.state_of_if(statement)
        test = self._expressions(statement).convert(statement.test)
        get_state, set_state = self._state_functions(state)
        body = self._function("if_body", statement.body, place)
        orelse = self._function("else_body", statement.orelse, place)
        functions = [load(body.name), load(orelse.name), get_state, set_state]
        outputs = constant(state.outputs)
        call = call_operator("if_stmt", place, test, *functions, names_tuple(state.names), outputs)
        return [body, orelse, at(ast.Expr(call), place)]

    def _while(self, statement: ast.While) -> list[ast.stmt]:
        place = header(statement)
        state = self._scope.state_of_loop(statement)
        options, statement.body = self._options(statement)
        get_state, set_state = self._state_functions(state)
        test = at(ast.Return(self._expressions(statement).convert(statement.test)), place)
        loop_test = define(self._names.new("loop_test"), [test], place)
        body = self._function("loop_body", statement.body, place)
        functions = [load(loop_test.name), load(body.name), get_state, set_state]
        chosen = self._options_dict(options, statement, state)
        call = call_operator("while_stmt", place, *functions, names_tuple(state.names), chosen)
        return [body, loop_test, at(ast.Expr(call), place)]

    def _for(self, statement: ast.For) -> list[ast.stmt]:
        place = header(statement)
        state = self._scope.state_of_loop(statement)
        options, statement.body = self._options(statement)
        options["iterate_names"] = constant(text_of(statement.target))
        expressions = self._expressions(statement)
        iterated = expressions.convert(statement.iter)
        get_state, set_state = self._state_functions(state)
        item = self._names.new("itr")
        given = expressions.wrote(at(load(item), statement.target), [statement.target])
        first = at(ast.Assign([expressions.target(statement.target)], given), statement.target)
        first.ag_final = True  # type: ignore[attr-defined]
        body = self._function("loop_body", [first, *statement.body], place, item)
        extra: ast.expr | None = getattr(statement, "ag_extra_test", None)
        extra_test: ast.expr = constant(None)
        tests: list[ast.stmt] = []
        if extra is not None:
            test = at(ast.Return(expressions.convert(extra)), place)
            made = define(self._names.new("extra_test"), [test], place)
            tests, extra_test = [made], load(made.name)
        functions = [extra_test, load(body.name), get_state, set_state]
        chosen = self._options_dict(options, statement, state)
        call = call_operator("for_stmt", place, iterated, *functions, names_tuple(state.names), chosen)
        return [body, *tests, at(ast.Expr(call), place)]

    # pieces ----------------------------------------------------------------------------------------------

    def _function(self, wish: str, body: list[ast.stmt], place: ast.AST, *positional: str) -> ast.FunctionDef:
        """A generated function around a block of the user's."""
        bound = self._scope.activities.of(body).binds
        converted = self.block(body)
        return define(self._names.new(wish), self._declared(bound, place) + converted, place, *positional)

    def _declared(self, bound: set[str], place: ast.AST) -> list[ast.stmt]:
        shared = sorted(bound & (self._scope.locals | self._scope.nonlocals))
        outermost = sorted(bound & self._scope.globals)
        made: list[ast.stmt] = [at(ast.Nonlocal(shared), place)] if shared else []
        return made + ([at(ast.Global(outermost), place)] if outermost else [])

    def _state_functions(self, state: State) -> tuple[ast.expr, ast.expr]:
        """Names of the functions that read and write the state, which constructs with the same state share."""
        key = tuple(state.names)
        known = self._known_accessors.get(key)
        if known is None:
            place = self._place
            reads: list[ast.expr] = [self._read(name, state) for name in state.names]
            result = at(ast.Return(ast.Tuple(reads, ast.Load())), place)
            get_state = define(self._names.new("get_state"), [result], place)
            simple = set(state.names) - state.places.keys()
            body = self._declared(simple, place) + self._writes(state, place)
            set_state = define(self._names.new("set_state"), body, place, "vars_")
            self._accessors += [get_state, set_state]
            known = self._known_accessors[key] = get_state.name, set_state.name
        return load(known[0]), load(known[1])

    def _read(self, name: str, state: State) -> ast.expr:
        place = state.places.get(name)
        if place is None and not self._scope.may_be_unbound(name):
            return load(name)
        read = load(name) if place is None else _as_load(place)
        return call_operator("peek", self._place, thunk(at(read, self._place)), constant(name))

    def _writes(self, state: State, place: ast.AST) -> list[ast.stmt]:
        """Assign the state; what had no value before goes back to having none."""
        if not state.names:
            return []
        targets: list[ast.expr] = []
        after: list[ast.stmt] = []
        for name in state.names:
            held = name
            if name in state.places or self._scope.may_be_unbound(name):
                held = self._names.new("value_")
                after.append(self._write(state.places.get(name) or store(name), held, place))
            targets.append(store(held))
        return [at(ast.Assign([ast.Tuple(targets, ast.Store())], load("vars_")), place), *after]

    def _write(self, target: ast.expr, held: str, place: ast.AST) -> ast.stmt:
        """Assign a part of the state that may have had no value."""
        written: ast.stmt = ast.Assign([_as_store(target)], load(held))
        manager = ast.withitem(call_operator("missing_ok", place), None)
        removed = ast.With([manager], [ast.Delete([_as_delete(target)])])
        return at(ast.If(call_operator("is_defined", place, load(held)), [written], [removed]), place)

    def _options(self, statement: ast.While | ast.For) -> tuple[dict[str, ast.expr], list[ast.stmt]]:
        """The options that a `set_loop_options` at the top of a loop asks for, and the body without it."""
        first = statement.body[0]
        if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Call)):
            return {}, statement.body
        call = first.value
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if called != "set_loop_options" or any(k.arg is None for k in call.keywords):
            return {}, statement.body
        given = dict(zip(_LOOP_OPTIONS, call.args, strict=False))
        given.update({k.arg: k.value for k in call.keywords if k.arg is not None})
        expressions = self._expressions(statement)
        if "shape_invariants" in given:
            given["shape_invariants"] = _named_invariants(given["shape_invariants"])
        return {name: expressions.convert(value) for name, value in given.items()}, statement.body[1:]

    def _options_dict(self, options: dict[str, ast.expr], statement: ast.While | ast.For, state: State) -> ast.expr:
        overwritten = self._scope.overwritten(statement, state.names)
        if overwritten:
            options["overwritten"] = names_tuple(overwritten)
        return ast.Dict([constant(name) for name in options], list(options.values()))


def _watched(statement: ast.Try) -> ast.stmt:
    """The body of a `try` inside a `with` that knows what the handlers catch."""
    caught = [load("BaseException") if h.type is None else h.type for h in statement.handlers]
    # on the line of the `try`: that of a handler is met when it is asked
    manager = call_operator("catching", statement, *[thunk(classes, start(statement)) for classes in caught])
    return at(ast.With([ast.withitem(manager, None)], statement.body), statement)


def _named_invariants(value: ast.expr) -> ast.expr:
    """`[(x, shape)]` as `[('x', x, shape)]`: the variable is known by its name, not by what it holds."""
    if not isinstance(value, (ast.List, ast.Tuple)):
        return value
    return replaced(value, elts=[_named_invariant(element) for element in value.elts])


def _named_invariant(element: ast.expr) -> ast.expr:
    if not isinstance(element, ast.Tuple) or len(element.elts) != 2:
        return element
    return replaced(element, elts=[at(constant(text_of(element.elts[0])), element), *element.elts])


def _as_load(place: ast.expr) -> ast.expr:
    return replaced(place, ctx=ast.Load())


def _as_store(place: ast.expr) -> ast.expr:
    return replaced(place, ctx=ast.Store())


def _as_delete(place: ast.expr) -> ast.expr:
    return replaced(place, ctx=ast.Del())
