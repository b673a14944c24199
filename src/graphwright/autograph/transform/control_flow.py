"""`if`, `while` and `for` as calls of operators over generated functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from graphwright.autograph.analysis.activity import ASSIGNS, SIMPLE, TRIES
from graphwright.autograph.analysis.nodes import replaced, text_of
from graphwright.autograph.analysis.scope import Scope, State
from graphwright.autograph.transform.build import (
    DELETE,
    LOAD,
    STORE,
    Names,
    assign,
    call_operator,
    constant,
    define,
    header,
    load,
    names_tuple,
    node_at,
    start,
    store,
    thunk,
    tuple_of,
)
from graphwright.autograph.transform.expressions import ExpressionConverter
from graphwright.autograph.transform.reads import StateReads

_LOOP_OPTIONS = ("parallel_iterations", "swap_memory", "maximum_iterations", "shape_invariants")


class ControlFlowConverter:
    """Rewrites the statements of one function.

    Args:
      scope: the analysis of the function.
      names: creates unused names.
      first_parameter: for `super()`.
      convert_function: rewrites a function defined inside this one.
      reads: generates the recording of reads and writes; None to record nothing.
    """

    def __init__(
        self,
        scope: Scope,
        names: Names,
        first_parameter: str | None,
        convert_function: Callable[[ast.FunctionDef, Scope], ast.stmt],
        reads: StateReads | None,
    ) -> None:
        self._scope = scope
        self._names = names
        self._convert_function = convert_function
        later = scope.maybe_undefined
        self._converter = ExpressionConverter(frozenset(), later, first_parameter, scope.visible, True, reads)
        self._known_accessors: dict[tuple[str, ...], tuple[str, str]] = {}
        self._accessors: list[ast.stmt] = []
        self._location: ast.AST

    def function_body(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The rewritten statements of the function's body, what reads and writes the state before its first use."""
        result: list[ast.stmt] = []
        for statement in statements:
            self._location = start(statement)
            converted = self._statement(statement)
            result += [*self._accessors, *converted]
            self._accessors = []
        return result

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The rewritten statements of a block."""
        return [result for statement in statements for result in self._statement(statement)]

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
            return [result for target in statement.targets for result in self._delete(target, statement)]
        return self._simple(statement)

    def _simple(self, statement: ast.stmt) -> list[ast.stmt]:
        converted = self._expressions(statement).visit(statement)
        return converted if converted.__class__ is list else [converted]

    def _expressions(self, statement: ast.stmt) -> ExpressionConverter:
        """The converter of a statement's expressions; valid until the next call."""
        scope, expressions = self._scope, self._converter
        expressions.maybe_undefined = scope.maybe_undefined_at(statement)
        expressions.may_assign = bool(scope.activities.of_node(statement).traits & ASSIGNS)
        return expressions

    def _delete(self, target: ast.expr, statement: ast.Delete) -> list[ast.stmt]:
        """`del`: a name that generated functions share is read, to fail as Python does, and becomes undefined."""
        if isinstance(target, (ast.Tuple, ast.List)):
            return [result for element in target.elts for result in self._delete(element, statement)]
        if not isinstance(target, ast.Name) or target.id not in self._scope.shared:
            return [node_at(ast.Delete, statement, targets=[self._expressions(statement).visit(target)])]
        read = call_operator("ld", statement, load(target.id, statement))
        undefined = call_operator("Undefined", statement, constant(target.id, statement))
        return [node_at(ast.Expr, statement, value=read), assign(target.id, undefined, statement)]

    def _compound(self, statement: ast.stmt) -> ast.stmt:
        """`with`, `try`, `match`: they stay, their parts are rewritten."""
        expressions = self._expressions(statement)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            statement.items = [expressions.visit(item) for item in statement.items]
            for item in statement.items if isinstance(statement, ast.With) else ():
                item.context_expr = call_operator("suppressing", item.context_expr, item.context_expr)
        elif isinstance(statement, ast.Match):
            statement.subject = expressions.visit(statement.subject)
            for case in statement.cases:
                case.guard = case.guard and self._expressions(statement).visit(case.guard)
                case.body = self.block(case.body)
        for part in ("body", "orelse", "finalbody"):
            if hasattr(statement, part):
                setattr(statement, part, self.block(getattr(statement, part)))
        handlers = getattr(statement, "handlers", [])
        for handler in handlers:
            handler.type = handler.type and self._expressions(statement).visit(handler.type)
            handler.body = self.block(handler.body)
        if handlers and isinstance(statement, TRIES):
            statement.body = [_with_handlers(statement)]
        return statement

    # constructs ------------------------------------------------------------------------------------------

    def _if(self, statement: ast.If) -> list[ast.stmt]:
        location = header(statement)
        state = self._scope.state_of_if(statement)
        test = self._expressions(statement).visit(statement.test)
        accessors = self._state_functions(state)
        body = self._function("if_body", statement.body, location)
        orelse = self._function("else_body", statement.orelse, location)
        outputs = constant(state.outputs, location)
        functions = body.name, orelse.name, *accessors
        return [body, orelse, _staged("if_stmt", location, [test], functions, state, outputs)]

    def _while(self, statement: ast.While) -> list[ast.stmt]:
        location = header(statement)
        state = self._scope.state_of_loop(statement)
        options, statement.body = self._options(statement)
        accessors = self._state_functions(state)
        test = node_at(ast.Return, location, value=self._expressions(statement).visit(statement.test))
        loop_test = define(self._names.new("loop_test"), [test], location)
        body = self._function("loop_body", statement.body, location)
        chosen = self._options_dict(options, statement, state, location)
        call = _staged("while_stmt", location, [], (loop_test.name, body.name, *accessors), state, chosen)
        return [body, loop_test, call]

    def _for(self, statement: ast.For) -> list[ast.stmt]:
        location, target = header(statement), statement.target
        state = self._scope.state_of_loop(statement)
        options, statement.body = self._options(statement)
        options["iterate_names"] = constant(text_of(target), location)
        expressions = self._expressions(statement)
        iterated = expressions.visit(statement.iter)
        accessors = self._state_functions(state)
        item = self._names.new("itr")
        arguments = expressions.wrote(load(item, target), [target])
        first = node_at(ast.Assign, target, targets=[expressions.target(target)], value=arguments, ag_final=True)
        extra: ast.expr | None = getattr(statement, "ag_extra_test", None)
        test = None if extra is None else node_at(ast.Return, location, value=expressions.visit(extra))
        body = self._function("loop_body", [first, *statement.body], location, item)
        extra_test: ast.expr = constant(None, location)
        tests: list[ast.stmt] = []
        if test is not None:
            node = define(self._names.new("extra_test"), [test], location)
            tests, extra_test = [node], load(node.name, location)
        chosen = self._options_dict(options, statement, state, location)
        call = _staged("for_stmt", location, [iterated, extra_test], (body.name, *accessors), state, chosen)
        return [body, *tests, call]

    # pieces ----------------------------------------------------------------------------------------------

    def _function(self, stem: str, body: list[ast.stmt], location: ast.AST, *positional: str) -> ast.FunctionDef:
        """A generated function around a block of the user's."""
        bound = self._scope.activities.bound_by(body)
        converted = self.block(body)
        return define(self._names.new(stem), self._declared(bound, location) + converted, location, *positional)

    def _declared(self, bound: set[str], location: ast.AST) -> list[ast.stmt]:
        shared = sorted(bound & (self._scope.locals | self._scope.nonlocals))
        outermost = sorted(bound & self._scope.globals)
        result: list[ast.stmt] = [node_at(ast.Nonlocal, location, names=shared)] if shared else []
        return result + ([node_at(ast.Global, location, names=outermost)] if outermost else [])

    def _state_functions(self, state: State) -> tuple[str, str]:
        """Names of the functions that read and write the state, which constructs with the same state share."""
        key = tuple(state.names)
        known = self._known_accessors.get(key)
        if known is None:
            location = self._location
            reads: list[ast.expr] = [self._read(name, state) for name in state.names]
            result = node_at(ast.Return, location, value=tuple_of(reads, location))
            get_state = define(self._names.new("get_state"), [result], location)
            simple = set(state.names) - state.composites.keys()
            body = self._declared(simple, location) + self._writes(state, location)
            set_state = define(self._names.new("set_state"), body, location, "vars_")
            self._accessors += [get_state, set_state]
            known = self._known_accessors[key] = get_state.name, set_state.name
        return known

    def _read(self, name: str, state: State) -> ast.expr:
        location = state.composites.get(name)
        if location is None and not self._scope.may_be_unbound(name):
            return load(name, self._location)
        read = load(name, self._location) if location is None else replaced(location, ctx=LOAD)
        return call_operator("peek", self._location, thunk(read), constant(name, self._location))

    def _writes(self, state: State, location: ast.AST) -> list[ast.stmt]:
        """Assign the state; what had no value before goes back to having none."""
        if not state.names:
            return []
        targets: list[ast.expr] = []
        after: list[ast.stmt] = []
        for name in state.names:
            value = name
            if name in state.composites or self._scope.may_be_unbound(name):
                value = self._names.new("value_")
                after.append(_write(state.composites.get(name) or store(name, location), value, location))
            targets.append(store(value, location))
        unpacked = node_at(ast.Tuple, location, elts=targets, ctx=STORE)
        return [node_at(ast.Assign, location, targets=[unpacked], value=load("vars_", location)), *after]

    def _options(self, statement: ast.While | ast.For) -> tuple[dict[str, ast.expr], list[ast.stmt]]:
        """The options of a `set_loop_options` at the top of a loop, and the body without it."""
        first = statement.body[0]
        if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Call)):
            return {}, statement.body
        call = first.value
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if called != "set_loop_options" or any(k.arg is None for k in call.keywords):
            return {}, statement.body
        options = dict(zip(_LOOP_OPTIONS, call.args, strict=False))
        options.update({k.arg: k.value for k in call.keywords if k.arg is not None})
        expressions = self._expressions(statement)
        if "shape_invariants" in options:
            options["shape_invariants"] = _named_invariants(options["shape_invariants"])
        return {name: expressions.visit(value) for name, value in options.items()}, statement.body[1:]

    def _options_dict(
        self, options: dict[str, ast.expr], statement: ast.While | ast.For, state: State, location: ast.AST
    ) -> ast.expr:
        overwritten = self._scope.overwritten(statement, state.names)
        if overwritten:
            options["overwritten"] = names_tuple(overwritten, location)
        unread = self._scope.unread(statement, state.names)
        if unread:
            options["unread"] = names_tuple(unread, location)
        target = getattr(statement, "target", None)
        if isinstance(target, ast.Name) and target.id in state.names:
            options["target"] = constant(target.id, location)
        keys = [constant(name, location) for name in options]
        return node_at(ast.Dict, location, keys=keys, values=[*options.values()])


def _staged(
    operator: str, location: ast.AST, first: list[ast.expr], functions: Iterable[str], state: State, last: ast.expr
) -> ast.stmt:
    """The call of an operator that runs generated functions (by name) on a state."""
    every = [load(name, location) for name in functions]
    call = call_operator(operator, location, *first, *every, names_tuple(state.names, location), last)
    return node_at(ast.Expr, location, value=call)


def _write(target: ast.expr, stored: str, location: ast.AST) -> ast.stmt:
    """Assign a part of the state that may be unbound."""
    written = node_at(ast.Assign, location, targets=[replaced(target, ctx=STORE)], value=load(stored, location))
    deleted = node_at(ast.Delete, location, targets=[replaced(target, ctx=DELETE)])
    suppressed = ast.withitem(call_operator("missing_ok", location), None)
    removed = node_at(ast.With, location, items=[suppressed], body=[deleted])
    test = call_operator("is_defined", location, load(stored, location))
    return node_at(ast.If, location, test=test, body=[written], orelse=[removed])


def _with_handlers(statement: ast.Try) -> ast.stmt:
    """The body of a `try` inside a `with` that knows what the handlers catch."""
    caught = [load("BaseException", start(statement)) if h.type is None else h.type for h in statement.handlers]
    # on the line of the `try`: a handler's line is reached when the handler is checked
    manager = call_operator("catching", statement, *[thunk(classes, start(statement)) for classes in caught])
    return node_at(ast.With, statement, items=[ast.withitem(manager, None)], body=statement.body)


def _named_invariants(value: ast.expr) -> ast.expr:
    """`[(x, shape)]` as `[('x', x, shape)]`: the variable is known by its name, not by what it holds."""
    if not isinstance(value, (ast.List, ast.Tuple)):
        return value
    return replaced(value, elts=[_named_invariant(element) for element in value.elts])


def _named_invariant(element: ast.expr) -> ast.expr:
    if not isinstance(element, ast.Tuple) or len(element.elts) != 2:
        return element
    return replaced(element, elts=[constant(text_of(element.elts[0]), element), *element.elts])
