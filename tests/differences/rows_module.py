"""Modules: names, scopes, and what is found in them in which order."""

from __future__ import annotations

from itertools import product

from tests.differences import programs_module as programs

_NAMES = [
    "a", "A", "a1", "_a", "__a", "a_b", "a.b", "a-b", "a/b", "1a", "a b", "", "ä", "class", "a:0", "aB", 3, None,
    b"a", "_",
]  # fmt: skip
_CLASSES = [
    "Dense", "MLP", "MLPBlock", "MyMLP", "Conv2D", "Conv2DTranspose", "A", "AB", "ABc", "ABC", "aB", "a_B", "A1", "A1B",
    "LSTMCell2", "_Hidden", "__Very", "snake_case", "Snake_Case", "X2Y2Z", "HTTPServer", "HTTP2Server", "Ünicode",
    "v2Net",
]  # fmt: skip

ROWS: list[str] = [
    *(f"module.ask(tf, {m!r}, {a!r})" for m, a in product(programs.MODULES, programs.ASKED)),
    *(f"module.flat(tf, {m!r})" for m in programs.MODULES),
    *(f"module.flat(tf, {m!r}, recursive=False)" for m in programs.MODULES),
    *(f"module.flat(tf, {m!r}, with_path=True)" for m in programs.MODULES),
    *(f"module.flat(tf, {m!r}, attribute_traversal_key=lambda k: [-ord(c) for c in k])" for m in programs.MODULES),
    *(f"module.flat_modules(tf, {m!r}, with_path=True)" for m in programs.MODULES),
    *(f"module.named(tf, {name!r})" for name in _NAMES),
    *(f"module.class_name(tf, {name!r})" for name in _CLASSES),
    *(f"module.scoped(tf, {how!r})" for how in programs.SCOPES),
    *(f"module.attribute(tf, {what!r})" for what in programs.ATTRIBUTES),
    "tf.Module('a', 'b')",
    "tf.Module(no_such=1)",
    "tf.Module().variables",
    "tf.Module().submodules",
    "tf.Module().name",
    "tf.Module().trainable_variables",
]

_CYCLE = "The paths of modules that hold each other end before a module comes twice; TensorFlow goes round once more."

ON_PURPOSE: dict[str, str] = {
    "module.flat(tf, 'loop', with_path=True)": _CYCLE,
    "module.flat_modules(tf, 'loop', with_path=True)": _CYCLE,
    "module.attribute(tf, 'set submodules')": "It is computed, and is not set; TensorFlow drops the assignment.",
}
