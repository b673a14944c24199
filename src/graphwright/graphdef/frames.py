"""The loops of a TensorFlow 1 graph: which node is in which frame.

Such a graph has no op for a loop. `Enter` nodes lead values into a frame, named by an attribute; a `Merge` joins what
enters with what `NextIteration` brings back; `Switch` nodes, controlled by the frame's `LoopCond`, lead each loop
variable to the next round or to its `Exit`. This module reads that structure; `branches` finds the conditionals in
what remains, and `structured_import` makes While and If of both.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphwright.base import errors
from graphwright.graphdef import messages

Ref = tuple[str, int]
"""An output of a node, by the node's name and the index of the output."""

DEEPEST = 100
"""Loops, or conditionals, inside each other."""

_REFERENCE = re.compile(r"([^:^]+)(?::(\d{1,6}))?\Z")

ENTER = frozenset({"Enter", "RefEnter"})
EXIT = frozenset({"Exit", "RefExit"})
MERGE = frozenset({"Merge", "RefMerge"})
NEXT = frozenset({"NextIteration", "RefNextIteration"})
SWITCH = frozenset({"Switch", "RefSwitch"})
CONTROL_FLOW = ENTER | EXIT | MERGE | NEXT | SWITCH | {"LoopCond", "ControlTrigger"}
"""The ops that control flow of TensorFlow 1 is made of."""


@dataclass(eq=False)
class Node:
    """A node with its inputs read.

    Attributes: inputs: the outputs that it uses. controls: the names of the nodes that it waits for. frame: the frame
    that it runs in, None for the graph itself. order: its place in an order of the graph.
    """

    proto: messages.Message
    inputs: list[Ref]
    controls: list[str]
    frame: Frame | None = None
    order: int = 0

    @property
    def name(self) -> str:
        """The name of the node."""
        name: str = self.proto.name
        return name

    @property
    def op(self) -> str:
        """The name of its op."""
        op: str = self.proto.op
        return op

    def sources(self) -> Iterator[str]:
        """The names of the nodes that it uses or waits for."""
        yield from (name for name, _ in self.inputs)
        yield from self.controls


@dataclass(eq=False)
class Variable:
    """A variable of a loop.

    Attributes: initial: its value before the loop. merge: the node that is the value of a round. following: its value
    in the next round.
    """

    initial: Ref
    merge: str
    following: Ref


@dataclass(eq=False)
class Frame:
    """A frame, which is one loop.

    Attributes: nodes: all nodes in it, in order, those of inner loops not. condition: its LoopCond. variables: by the
    name of the Merge. exits: the Exit nodes, which are nodes of the frame around.
    """

    name: str
    parent: Frame | None
    depth: int
    nodes: list[Node] = field(default_factory=list)
    inner: list[Frame] = field(default_factory=list)
    variables: dict[str, Variable] = field(default_factory=dict)
    exits: list[Node] = field(default_factory=list)
    condition: Node | None = None


class Frames:
    """Reads the frames of the nodes of a graph.

    Args:
      protos: the nodes; references name outputs by index.
      where: what they are nodes of, for errors.
      given: outputs and arguments that stand for themselves, nodes or not.

    Attributes: `nodes` by name, those left out that no result of a loop needs; `root` has the nodes in no frame.

    Raises InvalidArgumentError for frames that are none: values of several frames in one node, rounds without end.
    """

    def __init__(self, protos: Sequence[messages.Message], where: str, given: Collection[Ref] = ()) -> None:
        self._where = where
        self._given = given
        self.nodes: dict[str, Node] = {}
        for proto in protos:
            if proto.name in self.nodes:
                raise errors.InvalidArgumentError(f"Two nodes of {where} have the name '{proto.name}'.")
            self.nodes[proto.name] = self._read(proto)
        self.root = Frame("", None, 0)
        self._frames: dict[tuple[Frame, str], Frame] = {}
        for node in self._ordered({}):
            self._place(node)
        self._drop_unneeded()
        loops = [frame for frame in self._frames.values() if frame.exits]
        for frame in loops:
            self._check(frame)
        for frame in (self.root, *loops):
            frame.nodes.clear()
        for node in self._ordered({exit.name: self._left(exit) for frame in loops for exit in frame.exits}):
            assert node.frame is not None
            node.frame.nodes.append(node)

    def fail(self, node: Node, problem: str) -> errors.InvalidArgumentError:
        """The error for a node that is not part of any loop or conditional."""
        return errors.InvalidArgumentError(f"Node '{node.name}' ({node.op}) of {self._where} {problem}.")

    # reading -----------------------------------------------------------------------------------------------

    def _read(self, proto: messages.Message) -> Node:
        node = Node(proto, [], [])
        for reference in proto.input:
            if reference.startswith("^"):
                node.controls.append(reference[1:])
                continue
            match = _REFERENCE.match(reference)
            if match is None:
                raise self.fail(node, f"has the input {reference!r}, which names no value")
            if node.controls:
                raise self.fail(node, f"has the input '{reference}' behind control inputs")
            node.inputs.append((match[1], int(match[2] or 0)))
        return node

    def _used(self, node: Node) -> Iterator[Node]:
        """The nodes that a node uses or waits for."""
        for ref in node.inputs:
            if ref not in self._given:
                yield self._node(ref[0], node)
        for name in node.controls:
            if (name, -1) not in self._given:
                yield self._node(name, node)

    def _node(self, name: str, user: Node) -> Node:
        found = self.nodes.get(name)
        if found is None:
            raise self.fail(user, f"has an input from '{name}', which is no node of it")
        return found

    def _left(self, exit: Node) -> Frame:
        """The loop that an Exit leaves."""
        frame = self.nodes[exit.inputs[0][0]].frame
        assert frame is not None
        return frame

    def _ordered(self, leaves: Mapping[str, Frame]) -> Iterator[Node]:
        """The nodes, each after those it uses, but for what comes back from the round before.

        `leaves`: of Exits, the frames that all nodes of come first.
        """
        users: dict[str, list[str]] = {}
        waits: dict[str, int] = {}
        place = {name: i for i, name in enumerate(self.nodes)}
        ends = {frame: f"^{i}" for i, frame in enumerate(dict.fromkeys(leaves.values()))}  # no name of a node
        waits.update(dict.fromkeys(ends.values(), 0))
        for node in self.nodes.values():
            back = node.op in MERGE
            sources = {u.name for u in self._used(node) if not (back and u.op in NEXT)}
            if node.name in leaves:
                sources.add(ends[leaves[node.name]])
            waits[node.name] = len(sources)
            for source in sources:
                users.setdefault(source, []).append(node.name)
            if node.frame in ends:
                waits[ends[node.frame]] += 1
                users.setdefault(node.name, []).append(ends[node.frame])
        ready = [(place.get(name, -1), name) for name, count in waits.items() if not count]
        heapq.heapify(ready)
        count = 0
        while ready:
            name = heapq.heappop(ready)[1]
            found = self.nodes.get(name)
            if found is not None:
                found.order = count = count + 1
                yield found
            for user in users.get(name, ()):
                waits[user] -= 1
                if not waits[user]:
                    heapq.heappush(ready, (place.get(user, -1), user))
        if count != len(self.nodes):
            circle = next(name for name, left in waits.items() if left and name in self.nodes)
            raise errors.InvalidArgumentError(
                f"The nodes of {self._where} use each other in a circle: '{circle}' is part of it."
            )

    # frames ------------------------------------------------------------------------------------------------

    def _place(self, node: Node) -> None:
        """Find the frame of a node from those of its inputs."""
        met = {u.frame for u in self._used(node) if not (node.op in MERGE and u.op in NEXT)}
        if len(met) > 1:
            names = sorted(f"'{f.name}'" if f is not None and f is not self.root else "no frame" for f in met if f)
            raise self.fail(node, f"has inputs from different frames: {', '.join(names)}")
        around = met.pop() if met else self.root
        assert around is not None
        node.frame = around
        if node.op in ENTER:
            node.frame = self._entered(node, around)
        elif node.op in EXIT:
            if len(node.inputs) != 1 or node.inputs[0] in self._given:
                raise self.fail(node, "must have one input, a value of the loop that it leaves")
            if around.parent is None:
                raise self.fail(node, "leaves a loop that it is not in")
            around.exits.append(node)
            node.frame = around.parent
        elif node.op == "LoopCond":
            if around.condition is not None:
                raise self.fail(node, f"is the second condition of the loop '{around.name}'")
            around.condition = node
        node.frame.nodes.append(node)

    def _entered(self, node: Node, around: Frame) -> Frame:
        name = node.proto.attr["frame_name"].s.decode(errors="replace") if "frame_name" in node.proto.attr else ""
        if len(node.inputs) != 1:
            raise self.fail(node, f"must have one input, and has {len(node.inputs)}")
        if not name:
            raise self.fail(node, "names no frame")
        frame = self._frames.get((around, name))
        if frame is None:
            if around.depth >= DEEPEST:
                raise self.fail(node, f"is in loops that are more than {DEEPEST} deep")
            frame = self._frames[around, name] = Frame(name, around, around.depth + 1)
            around.inner.append(frame)
        return frame

    def _drop_unneeded(self) -> None:
        """Leave out the nodes of loops that no result of the loop needs: they are not run."""
        pending = list(self.root.nodes)
        needed = {n.name for n in pending}
        while pending:
            node = pending.pop()
            frame = node.frame if node.op not in EXIT else self.nodes[node.inputs[0][0]].frame
            more = list(self._used(node))
            if frame is not None and frame.condition is not None:
                more.append(frame.condition)
            for used in more:
                if used.name not in needed:
                    needed.add(used.name)
                    pending.append(used)
        self.nodes = {name: node for name, node in self.nodes.items() if name in needed}
        for frame in self._frames.values():
            frame.nodes = [n for n in frame.nodes if n.name in needed]
            frame.exits = [n for n in frame.exits if n.name in needed]
        for frame in (self.root, *self._frames.values()):
            frame.inner = [inner for inner in frame.inner if inner.exits]

    def _check(self, frame: Frame) -> None:
        """Find the variables of a loop."""
        if frame.condition is None:
            raise errors.InvalidArgumentError(f"The loop '{frame.name}' of {self._where} has no condition (LoopCond).")
        if len(frame.condition.inputs) != 1:
            raise self.fail(frame.condition, f"must have one input, and has {len(frame.condition.inputs)}")
        entering: dict[str, Node] = {n.name: n for n in frame.nodes if n.op in ENTER and not is_constant(n.proto)}
        for node in frame.nodes:
            if node.op in MERGE and any(self._is(ref, NEXT) for ref in node.inputs):
                self._add_variable(frame, node, entering)
        for node in frame.nodes:
            for ref in node.inputs:
                if ref[0] in entering and node.name not in frame.variables and node.op not in EXIT:
                    raise self.fail(node, f"uses '{ref[0]}', which has a value in the first round only")

    def _is(self, ref: Ref, ops: Collection[str]) -> bool:
        return ref not in self._given and self.nodes[ref[0]].op in ops

    def _add_variable(self, frame: Frame, merge: Node, entering: dict[str, Node]) -> None:
        if len(merge.inputs) != 2 or merge.inputs[0][0] not in entering or not self._is(merge.inputs[1], NEXT):
            raise self.fail(merge, "must join a value that enters the loop with one of the round before")
        back = self.nodes[merge.inputs[1][0]]
        if back.frame is not frame or len(back.inputs) != 1:
            raise self.fail(back, "must bring one value of its loop to the next round")
        enter = entering[merge.inputs[0][0]]
        frame.variables[merge.name] = Variable(enter.inputs[0], merge.name, back.inputs[0])


def is_constant(enter: messages.Message) -> bool:
    """Whether a value that enters a loop is the same in all rounds."""
    attr = enter.attr
    return "is_constant" in attr and bool(attr["is_constant"].b)
