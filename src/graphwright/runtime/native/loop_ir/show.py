"""Prints the loop IR for people: regions in braces, loops with their carried values, leaves as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.runtime.native.loop_ir.nodes import (
    Arm,
    Attempt,
    Branch,
    Cases,
    Choice,
    Exit,
    Function,
    HoldInterpreter,
    Item,
    Loop,
    Nest,
    Node,
    ScratchPointer,
    Switch,
)


def show(items: Sequence[Item]) -> str:
    """A region, one item a line."""
    return "\n".join(_region(items, ""))


def show_function(function: Function) -> str:
    """A function: its body, and the blocks that exits leave for."""
    lines = [f"{function.head.removeprefix('define ').rstrip()} {{", *_region(function.body, "  ")]
    for landing in function.landings:
        value = f" {' '.join(reversed(landing.value))}" if landing.value else ""
        lines += [f"{landing.label}{value}:", *_region(landing.items, "  ")]
        lines += [f"  {landing.end.strip()}" if landing.end else f"  then {landing.after}"]
    if function.leave:
        lines += [f"{Function.LEAVE}:", *_region(function.leave, "  ")]
    return "\n".join([*lines, "}"])


def _region(items: Sequence[Item], indent: str) -> Iterator[str]:
    for item in items:
        if isinstance(item, str):
            yield indent + item.strip()
        else:
            yield from _node(item, indent)


def _node(node: Node, indent: str) -> Iterator[str]:
    deeper = indent + "  "
    if isinstance(node, Loop):
        yield from _loop(node, indent)
    elif isinstance(node, Choice):
        yield from _choice(node, indent)
    elif isinstance(node, Exit):
        yield f"{indent}leave for {node.target} {'if' if node.when else 'unless'} {node.condition}"
    elif isinstance(node, Nest):
        yield f"{indent}nest {{" if node.call is None else f"{indent}outlined {{"
        yield from _region(node.items if node.call is None else node.call, deeper)
        yield f"{indent}}}"
    elif isinstance(node, ScratchPointer):
        yield f"{indent}{node.name} = scratch {node.number}"
    elif isinstance(node, HoldInterpreter):
        yield f"{indent}hold the interpreter"


def _loop(node: Loop, indent: str) -> Iterator[str]:
    deeper = indent + "  "
    carried = "".join([f", {c.type} {c.name} = {c.start} then {c.next}" for c in node.carried])
    word = "loop" if node.guard is None else f"loop if {node.guard}"
    if node.test is not None:
        yield f"{indent}while{carried[1:]} {{"
        yield from _region(node.test, deeper)
        yield f"{indent}}} {node.again} {{"
        yield from _region(node.body, deeper)
        yield f"{indent}}}"
    else:
        yield f"{indent}{word}{carried[1:]} {{"
        yield from _region(node.body, deeper)
        yield f"{indent}}} again if {node.again}"
    for c in node.carried:
        if c.result is not None:
            yield f"{indent}{c.result} = last of {c.name}, else {c.start}"


def _choice(node: Choice, indent: str) -> Iterator[str]:
    if isinstance(node, Branch):
        words = [f"if {node.condition}", "else"]
        if node.arms[0] is None:
            words[1] = f"unless {node.condition}"
    elif isinstance(node, Switch):
        words = [f"case {node.number} = {k}" for k in range(len(node.arms))]
    elif isinstance(node, Cases):
        words = [f"{'else ' if k else ''}if {condition}" for k, condition in enumerate(node.conditions)]
    else:
        assert isinstance(node, Attempt)
        words = ["attempt", "otherwise"]
    for word, arm in zip(words, node.arms, strict=True):
        if arm is not None:
            yield from _arm(word, arm, indent)
    for merge in node.merges:
        yield f"{indent}{merge.type} {merge.name} = one of {', '.join(merge.values)}"


def _arm(word: str, arm: Arm, indent: str) -> Iterator[str]:
    yield f"{indent}{word}{' (cold)' if arm.cold else ''} {{"
    yield from _region(arm.items, indent + "  ")
    if not arm.joins:
        yield f"{indent}  {arm.end or f'leave for {arm.target}'}"
    yield f"{indent}}}"
