"""The options of the process: defaults, the environment, wrong values."""

from __future__ import annotations

import pytest

from graphwright.base.config import Options, options, uses, variable_of


def test_defaults() -> None:
    assert Options.from_environment({}) == Options("native", "builtin", False, False, True, "", "native")


@pytest.mark.parametrize(
    ("variable", "text", "field", "value"),
    [
        ("GRAPHWRIGHT_EXECUTOR", "native", "executor", "native"),
        ("GRAPHWRIGHT_EXECUTOR", "numpy", "executor", "numpy"),
        ("GRAPHWRIGHT_EXECUTOR", "", "executor", "native"),
        ("GRAPHWRIGHT_NATIVE_ENTRY", "ctypes", "native_entry", "ctypes"),
        ("GRAPHWRIGHT_VERIFY", "1", "verify", True),
        ("GRAPHWRIGHT_VERIFY", "0", "verify", False),
        ("GRAPHWRIGHT_HIDE_LLVM", "1", "hide_llvm", True),
        ("GRAPHWRIGHT_CACHE", "0", "cache", False),
        ("GRAPHWRIGHT_CACHE_DIR", "/any/folder", "cache_dir", "/any/folder"),
        ("GRAPHWRIGHT_WITHOUT", "outline,rows", "without", "outline,rows"),
        ("GRAPHWRIGHT_SPECIALIZATIONS", "0", "specializations", 0),
        ("GRAPHWRIGHT_MACHINE", "/a/file.json", "machine", "/a/file.json"),
        ("GRAPHWRIGHT_CPU_FEATURES", "avx2", "cpu_features", "avx2"),
        ("GRAPHWRIGHT_CPU_FEATURES", "baseline", "cpu_features", "baseline"),
    ],
)
def test_a_variable_sets_its_option(variable: str, text: str, field: str, value: object) -> None:
    assert variable_of(field) == variable
    assert getattr(Options.from_environment({variable: text}), field) == value


@pytest.mark.parametrize(
    ("variable", "text", "choices"),
    [
        ("GRAPHWRIGHT_EXECUTOR", "llvm", "'native', 'numpy', 'xla'"),
        ("GRAPHWRIGHT_NATIVE_ENTRY", "cffi", "'builtin', 'ctypes'"),
        ("GRAPHWRIGHT_VERIFY", "yes", "'0', '1'"),
        ("GRAPHWRIGHT_HIDE_LLVM", "True", "'0', '1'"),
        ("GRAPHWRIGHT_CACHE", "off", "'0', '1'"),
        ("GRAPHWRIGHT_CPU_FEATURES", "sse", "'native', 'avx2', 'baseline'"),
    ],
)
def test_a_wrong_variable_is_named_with_its_choices(variable: str, text: str, choices: str) -> None:
    expected = f"^environment variable {variable}='{text}' is not understood; use one of {choices}$"
    with pytest.raises(ValueError, match=expected):
        Options.from_environment({variable: text})


@pytest.mark.parametrize("text", ["-1", "many", "1.5"])
def test_a_count_is_a_number(text: str) -> None:
    with pytest.raises(ValueError, match=f"SPECIALIZATIONS='{text}' is not understood; use a number, 0 or more"):
        Options.from_environment({"GRAPHWRIGHT_SPECIALIZATIONS": text})
    with pytest.raises(ValueError, match="it is a number, 0 or more"):
        Options(specializations=-1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("executor", "llvm"),
        ("executor", True),
        ("native_entry", None),
        ("verify", 1),
        ("verify", "1"),
        ("verfy", 3),
        ("cache", "0"),
        ("cache_dir", None),
    ],
)
def test_a_wrong_value_is_refused_on_assignment(field: str, value: object) -> None:
    chosen = Options()
    with pytest.raises(ValueError, match=f"option {field}="):
        setattr(chosen, field, value)
    assert chosen == Options()


def test_overridden_puts_the_old_values_back() -> None:
    chosen = Options()
    with pytest.raises(KeyError), chosen.overridden(executor="numpy", verify=True) as inside:
        assert inside is chosen
        assert chosen == Options(executor="numpy", verify=True)
        raise KeyError
    assert chosen == Options()
    with (
        pytest.raises(ValueError, match="option executor='llvm'"),
        chosen.overridden(verify=True, executor="llvm"),
    ):
        pass
    assert chosen == Options()
    with pytest.raises(ValueError, match="no option is named speed"), chosen.overridden(speed="high"):
        pass


def test_a_special_form_is_left_out_by_its_whole_name() -> None:
    with options.overridden(without="outline,row_fusion"):
        assert [uses(form) for form in ("outline", "row_fusion", "rows", "row")] == [False, False, True, True]
    assert uses("outline")
