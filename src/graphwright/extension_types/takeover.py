"""Public functions that users' functions take calls over from.

A function without targets runs its own code: dispatch costs it nothing. The first target gives the function object
other code, so that every reference to it is served, also one that was taken before; the last one to go gives its own
code back.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from graphwright.base.tracebacks import shorten
from graphwright.extension_types.matching import Signature

_HOOK = "_graphwright_api"
_apis: WeakKeyDictionary[FunctionType, Api] = WeakKeyDictionary()


class Target:
    """A user's function for those calls of a public one that match one of the signatures.

    Fields:
      registered: what the user handed in, by which the target is unregistered.
      signatures: what the arguments must be.
      run: takes the arguments of the call.
    """

    __slots__ = ("registered", "run", "signatures")

    def __init__(self, registered: Any, signatures: Sequence[Signature], run: Callable[..., Any]) -> None:
        self.registered = registered
        self.signatures = signatures
        self.run = run

    def matches(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Whether this target is for a call with these arguments."""
        return any(signature.matches(args, kwargs) for signature in self.signatures)


class Api:
    """A public function: its own code, and the targets that stand before it."""

    def __init__(self, function: FunctionType) -> None:
        self.name = function.__name__
        self.signature = inspect.signature(function)
        self._shown = function.__dict__.get("__signature__")
        self.targets: list[Target] = []
        self._code = function.__code__
        self._keyword_defaults = function.__kwdefaults__
        self.original = FunctionType(
            function.__code__, function.__globals__, self.name, function.__defaults__, function.__closure__
        )
        self.original.__kwdefaults__ = function.__kwdefaults__

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        found = [target for target in self.targets if target.matches(args, kwargs)]
        if len(found) > 1:
            raise ValueError(
                "Multiple dispatch targets that were registered with tf.dispatch_for "
                f"({' and '.join(repr(t.registered) for t in found)}) match the arguments to {self.name}"
            )
        result = found[0].run(*args, **kwargs) if found else NotImplemented
        return self.original(*args, **kwargs) if result is NotImplemented else result

    def install(self, function: FunctionType) -> None:
        """Let calls of the function come here."""
        function.__signature__ = self.signature  # type: ignore[attr-defined]
        # the defaults first: either code runs with them, whichever a thread meets
        function.__kwdefaults__ = {**(self._keyword_defaults or {}), _HOOK: self}
        function.__code__ = _stand_in(self._code)

    def remove(self, function: FunctionType) -> None:
        """Let calls of the function be its own again."""
        # what `original` has become: a fallback may have been added meanwhile
        function.__code__ = self.original.__code__
        function.__kwdefaults__ = self.original.__kwdefaults__
        shown = self.original.__dict__.get("__signature__", self._shown)
        if shown is None:
            del function.__signature__  # type: ignore[attr-defined]
        else:
            function.__signature__ = shown  # type: ignore[attr-defined]


class _Fallback:
    """A public function's own code behind what takes the calls whose arguments it does not know."""

    def __init__(self, function: FunctionType, wanted: Callable[..., bool], run: Callable[..., Any]) -> None:
        self._wanted, self._run = wanted, run
        self._original = FunctionType(
            function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        )
        self._original.__kwdefaults__ = function.__kwdefaults__

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            if self._wanted(args, kwargs):
                return self._run(self._original, *args, **kwargs)
            return self._original(*args, **kwargs)
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise


def add_fallback(function: FunctionType, wanted: Callable[..., bool], run: Callable[..., Any]) -> None:
    """Let `run(original, *args, **kwargs)` take those calls of a public function for which `wanted(args, kwargs)`."""
    shown = inspect.signature(function)
    api = _apis.get(function)
    if api is not None and api.targets:
        function = api.original  # users' targets come first, and leave it there when they go
    hook = _Fallback(function, wanted, run)
    function.__signature__ = shown  # type: ignore[attr-defined]
    function.__kwdefaults__ = {**(function.__kwdefaults__ or {}), _HOOK: hook}
    function.__code__ = _stand_in(function.__code__)


def _stand_in(code: CodeType) -> CodeType:
    """Code that hands a call to the `Api`; Python wants it to have as many free variables as the code it replaces."""
    cells = ", ".join(code.co_freevars)
    source = (
        f"def make({cells}):\n"
        f"    def {code.co_name if code.co_name.isidentifier() else 'stand_in'}(*args, {_HOOK}, **kwargs):\n"
        f"        ({cells}{',' if cells else ''})\n"
        f"        return {_HOOK}(args, kwargs)\n"
    )
    namespace: dict[str, Any] = {}
    exec(compile(source, __file__, "exec"), namespace)
    result = next(c for c in namespace["make"].__code__.co_consts if isinstance(c, CodeType))
    return result


def dispatchable(function: Any) -> FunctionType:
    """The function itself; ValueError if it is none of the public functions."""
    module = getattr(function, "__module__", None) or ""
    if isinstance(function, FunctionType) and (module == "graphwright" or module.startswith("graphwright.")):
        return function
    raise ValueError(f"{function!r} does not support dispatch.")


def add_target(function: FunctionType, target: Target) -> None:
    """Let a target take the calls of a public function that it matches."""
    api = _apis.get(function)
    if api is None:
        api = _apis[function] = Api(function)
    api.targets = [*api.targets, target]
    if len(api.targets) == 1:
        api.install(function)


def remove_targets(registered: Any) -> bool:
    """Take away all targets that a user's function was registered for; tells whether there were any."""
    found = False
    for function, api in list(_apis.items()):
        left = [target for target in api.targets if target.registered is not registered]
        found = found or len(left) < len(api.targets)
        if len(left) < len(api.targets) and not left:
            api.remove(function)
            del _apis[function]
        api.targets = left
    return found
