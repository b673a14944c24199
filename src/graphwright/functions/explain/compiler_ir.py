"""What the compiler makes of a trace, as text: the graph, LLVM IR, assembly."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction


_NO_CODE = "There is no machine code: the numpy executor runs the graph op by op."


def generator(concrete: ConcreteFunction) -> Callable[..., str]:
    """A function of the stage; see `Function.experimental_get_compiler_ir`."""

    def compiler_ir(stage: str = "hlo", device_name: str | None = None, platform_name: str | None = None) -> str:
        for name in (device_name, platform_name):
            if name is not None and "CPU" not in name.upper():
                raise ValueError(f"Code is made for the CPU alone, got {name!r}.")
        if stage not in _STAGES:
            raise ValueError(f"Invalid stage selected: {stage!r}. Valid values are: {', '.join(map(repr, _STAGES))}")
        return _STAGES[stage](concrete)

    return compiler_ir


def _traced(concrete: ConcreteFunction) -> str:
    return str(concrete.graph)


def _optimized(concrete: ConcreteFunction) -> str:
    from graphwright.passes import optimize

    return str(optimize(concrete.graph))


def _shown(stage: str) -> Callable[[ConcreteFunction], str]:
    """A stage of the executor's own."""

    def text_of(concrete: ConcreteFunction) -> str:
        from graphwright.functions.calls.graph_program import executor_of_programs
        from graphwright.passes import optimize

        text = executor_of_programs().show(optimize(concrete.graph), stage)
        if text is None:
            raise ValueError(_NO_CODE)
        return text

    return text_of


def _llvm(concrete: ConcreteFunction) -> str:
    from graphwright.functions.calls.graph_program import compiled

    text: Any = getattr(compiled(concrete.graph), "ir", None)
    if text is None:
        raise ValueError(_NO_CODE)
    return str(text)


def _assembly(concrete: ConcreteFunction) -> str:
    text = _llvm(concrete)
    from graphwright.runtime.native.jit import jit

    return jit.assembly(text)


_STAGES: dict[str, Callable[[ConcreteFunction], str]] = {
    "ir": _traced,
    "optimized_ir": _optimized,
    "plan": _shown("plan"),
    "schedule": _shown("schedule"),
    "loops": _shown("loops"),
    "llvm": _llvm,
    "assembly": _assembly,
    # what TensorFlow calls the first two
    "hlo": _traced,
    "optimized_hlo": _optimized,
}
