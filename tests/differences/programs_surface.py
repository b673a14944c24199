"""Helpers of the rows about scopes and settings of whole programs."""

from __future__ import annotations

from typing import Any


def created(tf: Any, *creators: Any, **arguments: Any) -> Any:
    """What `tf.Variable` gives inside of scopes, the outermost first."""
    import contextlib

    with contextlib.ExitStack() as stack:
        for creator in creators:
            stack.enter_context(tf.variable_creator_scope(creator))
        return tf.Variable(**arguments)


def renamed(text: str) -> Any:
    """A creator that puts a text in front of the name."""
    return lambda following, **arguments: following(**arguments | {"name": text + (arguments["name"] or "")})


def received(following: Any, **arguments: Any) -> list[str]:
    """A creator that returns the names of its arguments."""
    return sorted(arguments)


def instead(following: Any, **arguments: Any) -> str:
    """A creator that creates no variable."""
    return "no variable"


def failing(following: Any, **arguments: Any) -> Any:
    """A creator that raises."""
    raise KeyError("of the creator")


def after_failure(tf: Any) -> Any:
    """A variable after a scope that an error has left."""
    try:
        created(tf, failing, initial_value=1.0)
    except KeyError:
        return tf.Variable(1.0).name


def in_function(tf: Any) -> Any:
    """The name of a variable that a traced function creates in a scope."""
    kept = []

    @tf.function
    def f() -> Any:
        if not kept:
            with tf.variable_creator_scope(renamed("a")):
                kept.append(tf.Variable(1.0, name="b"))
        return kept[0] + 1.0

    return f(), kept[0].name


def round_trip(tf: Any, value: Any) -> Any:
    """A tensor through DLPack."""
    return tf.experimental.dlpack.from_dlpack(tf.experimental.dlpack.to_dlpack(value))


def within(context: Any, function: Any) -> Any:
    """What a function returns in a context."""
    with context:
        return function()
