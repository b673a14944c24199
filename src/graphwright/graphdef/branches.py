"""The conditionals of a TensorFlow 1 graph, and the plan of its structured form.

`Switch` leads a value to one of two sides by a predicate, and what has no value on a side is not run; `Merge` gives the
side that has a value. The *context* of a node says on which sides of which predicates it runs: the union of its inputs'
contexts. A Merge ends a context. `regions` makes conditionals of the Merges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from graphwright.base import errors
from graphwright.graphdef.control_plan import HANDLES, NOWHERE, Context, Element, Loop, Region, Side, elements_of
from graphwright.graphdef.frames import DEEPEST, ENTER, EXIT, MERGE, NEXT, SWITCH, Frame, Frames, Node, Ref, is_constant
from graphwright.graphdef.regions import Regions


class Plan:
    """The structured form of the nodes of a graph.

    Args:
      frames: the nodes with their frames.
      effects: whether an op has effects: "" for none, "random" for one that must not run twice, else it must run.

    Attributes: `region` is the graph's own; `source` leads from outputs of Switch, Enter and the like to what they
    pass on.

    Raises InvalidArgumentError where conditionals are not structured.
    """

    def __init__(self, frames: Frames, effects: Callable[[Node], str], given: Iterable[Ref] = ()) -> None:
        self._frames = frames
        self._effects = effects
        self._given = frozenset(given)
        self._passed: dict[Ref, Ref] = {}
        self._contexts: dict[Ref, Context] = {}  # of outputs; of a node for those waiting for it, under -1
        self._certain: Context = NOWHERE  # where the loop that is planned runs as a whole
        self.element_of: dict[str, Element] = {}
        self.used: set[Ref] = set()
        self._regions = Regions(frames, self.element_of, self.source, self._of)
        self.region = self._graph()

    def source(self, ref: Ref) -> Ref:
        """What an output passes on: itself, unless its node only leads values somewhere."""
        found = self._passed.get(ref)
        return ref if found is None else found

    def _graph(self) -> Region:
        region = Region()
        elements = self._elements(self._frames.root)
        self._regions.fill(region, elements, NOWHERE, join=False)
        self._regions.export(region)
        return region

    # elements of a frame -----------------------------------------------------------------------------------

    def _elements(self, frame: Frame) -> list[Element]:
        """What runs in a frame; the context of each is found on the way."""
        elements: list[Element] = []
        for node in frame.nodes:
            if node.op in ENTER:
                self._pass((node.name, 0), node.inputs[0] if is_constant(node.proto) else (node.name, 0), NOWHERE)
                self._contexts[node.name, -1] = NOWHERE
            elif node.name in frame.variables:
                self._contexts[node.name, 0] = self._contexts[node.name, -1] = NOWHERE
            elif node.op in SWITCH:
                self._add_switch(frame, node)
            elif node.op in EXIT:
                self._add_exit(frame, node, elements)
            elif node.op in MERGE:
                elements.append(self._merge(node))
            elif node.op == "LoopCond" or node.op in NEXT:
                self._contexts[node.name, -1] = self._contexts[node.name, 0] = self._context(node)
            else:
                elements.append(self._plain(node))
        return elements

    def _pass(self, output: Ref, source: Ref, context: Context) -> None:
        self._passed[output] = self.source(source)
        self._contexts[output] = context

    def _of(self, ref: Ref) -> Context:
        """The context of an output."""
        if ref in self._given:
            return NOWHERE
        found = self._contexts.get(ref)
        return self._contexts.get((ref[0], -1), NOWHERE) if found is None else found

    def _context(self, node: Node) -> Context:
        found: set[Side] = set()
        for ref in node.inputs:
            found |= self._of(ref)
        for name in node.controls:
            found |= self._of((name, -1))
        if len(found) > DEEPEST:
            raise self._frames.fail(node, f"is in conditionals that are more than {DEEPEST} deep")
        return frozenset(found)

    def _add_switch(self, frame: Frame, node: Node) -> None:
        if len(node.inputs) != 2:
            raise self._frames.fail(node, f"must have a value and a predicate, and has {len(node.inputs)} inputs")
        data, predicate = node.inputs
        context = self._of(data) | self._of(predicate) | self._context(node)
        own = frame.condition is not None and predicate[0] == frame.condition.name
        key = predicate if own else self._same(predicate)
        for side in (0, 1):
            taken = NOWHERE if (key, side) in self._certain else {(key, side)}
            self._pass((node.name, side), data, context | taken)
        self._contexts[node.name, -1] = context

    def _same(self, predicate: Ref) -> Ref:
        """The output that a predicate is, perhaps through Identities; on a side of a conditional one of its own."""
        node = self._frames.nodes.get(predicate[0])
        while node is not None and len(node.inputs) == 1 and (
            (node.op == "Identity" and self._of((node.name, -1)) == self._of(node.inputs[0]))
            or (node.op in ENTER and is_constant(node.proto))
        ):  # fmt: skip
            predicate = node.inputs[0]
            node = self._frames.nodes.get(predicate[0])
        return predicate

    def _add_exit(self, frame: Frame, node: Node, elements: list[Element]) -> None:
        loop = self._frames.nodes[node.inputs[0][0]].frame
        assert loop is not None
        known = self.element_of.get(loop.exits[0].name)
        if known is None:
            known = self._loop(loop)
            elements.append(known)
            self.element_of.update((e.name, known) for e in loop.exits)
        self._contexts[node.name, 0] = self._contexts[node.name, -1] = known.context
        known.order = min(known.order, node.order)

    def _merge(self, node: Node) -> Element:
        if len(node.inputs) != 2:
            raise self._frames.fail(node, f"joins {len(node.inputs)} values; conditionals have two sides")
        first, second = (self._of(ref) for ref in node.inputs)
        ends = [(a, b) for a in first - second for b in second - first if a[0] == b[0]]
        if len(first - second) != 1 or len(second - first) != 1 or not ends:
            raise self._frames.fail(node, "does not join the two sides of one conditional")
        side = ends[0][0]
        context = first & second
        sources = [self.source(ref) for ref in node.inputs]
        sides = (sources[1], sources[0]) if side[1] else (sources[0], sources[1])
        element = Element(
            node.name,
            [node],
            [self.source(side[0]), *sides],
            node.controls,
            context,
            node.order,
            predicate=side[0],
            sides=sides,
        )
        self._keep(element)
        return element

    def _plain(self, node: Node) -> Element:
        context = self._context(node)
        if node.op == "ControlTrigger":  # runs whether or not what it waits for did
            each = [self._of((name, -1)) for name in node.controls]
            context = frozenset.intersection(*each) if each else NOWHERE
        inputs = [self.source(ref) for ref in node.inputs]
        if node.op == "Identity" and not node.controls and self._leads_handle(inputs):
            self._pass((node.name, 0), inputs[0], context)
        elif node.op == "Identity" and len(inputs) == 1 and any(self._ends_loop(side) for side in context):
            self._pass((node.name, 0), inputs[0], context)  # what an Exit takes
        effect = self._effects(node)
        element = Element(
            node.name, [node], inputs, node.controls, context, node.order, effect not in ("", "random"), effect != ""
        )
        self._keep(element)
        return element

    def _ends_loop(self, side: Side) -> bool:
        """Whether this is where the condition of a loop does not hold any more."""
        node = self._frames.nodes.get(side[0][0])
        return node is not None and node.op == "LoopCond" and not side[1]

    def _leads_handle(self, inputs: Sequence[Ref]) -> bool:
        source = self._frames.nodes.get(inputs[0][0]) if inputs else None
        return source is not None and inputs[0][1] == 0 and source.op in HANDLES

    def _keep(self, element: Element) -> None:
        for node in element.nodes:
            self.element_of[node.name] = element
            self._contexts[node.name, -1] = element.context
        self.used.update(element.inputs)

    # loops -------------------------------------------------------------------------------------------------

    def _loop(self, frame: Frame) -> Element:
        """The element of a loop, which is planned first."""
        condition = frame.condition
        assert condition is not None
        outside = self._certain
        self._certain = outside | self._entered(frame)
        members = self._elements(frame)
        self._certain = outside
        own = set(map(id, members))
        predicate = self.source(condition.inputs[0])
        inside = ((condition.name, 0), 1)
        test, body = Region(), Region()
        self._regions.fill(
            test, self._regions.slice([predicate[0], *condition.controls], lambda e: id(e) in own), NOWHERE, join=True
        )
        self._regions.export(test)  # what the body computes again gets its place there
        variables = frame.variables.values()
        for variable in variables:
            variable.following = self.source(variable.following)
            self.used |= {variable.following, self.source(variable.initial)}
        ends = [self._frames.nodes[v.merge].inputs[1][0] for v in variables]
        controls = [c for end in ends for c in self._frames.nodes[end].controls]
        wanted = [*(v.following[0] for v in variables), *controls]
        wanted += [e.name for e in members if e.effect and inside in e.context]
        chosen = self._regions.slice(wanted, lambda e: id(e) in own)
        self._check_run_twice(frame, chosen, inside)
        for element in chosen:
            self._leave_out(element, inside)
        self._regions.fill(body, chosen, NOWHERE, join=True)
        self._check_exits(frame)
        self._regions.export(body)
        return self._as_element(frame, Loop(frame, test, predicate, body))

    def _leave_out(self, element: Element, side: Side) -> None:
        element.context -= {side}

    def _check_run_twice(self, frame: Frame, chosen: Sequence[Element], inside: Side) -> None:
        """What the condition computes the body computes again, which nobody must see."""
        for element in chosen:
            if inside not in element.context and element.once:
                raise errors.UnimplementedError(
                    f"Node '{element.name}' ({element.nodes[0].op}) in the condition of the loop '{frame.name}' has "
                    "effects, and the loop's body uses it. Move it into the body."
                )

    def _check_exits(self, frame: Frame) -> None:
        condition = frame.condition
        assert condition is not None
        for node in frame.exits:
            ref = node.inputs[0]
            leaving = ((condition.name, 0), 0) in self._of(ref)
            if not leaving or self.source(ref)[0] not in frame.variables:
                raise self._frames.fail(node, "must take a variable of its loop when the condition does not hold")

    def _as_element(self, frame: Frame, loop: Loop) -> Element:
        enters = [node for node in frame.nodes if node.op in ENTER]
        inputs = [self.source(node.inputs[0]) for node in enters]
        controls = [name for node in enters for name in node.controls]
        parts = [e for region in (loop.test, loop.body) for e in elements_of(region)]
        effect, once = any(e.effect for e in parts), any(e.once for e in parts)
        self.used.update(inputs)
        name = frame.exits[0].name
        return Element(
            name, frame.exits, inputs, controls, self._entered(frame), frame.exits[0].order, effect, once, loop
        )

    def _entered(self, frame: Frame) -> Context:
        """The context of a loop: that of all that enters it."""
        return frozenset().union(*(self._context(node) for node in frame.nodes if node.op in ENTER))
