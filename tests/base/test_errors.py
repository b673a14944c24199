"""The classes of `errors`: codes, both ways to build them, text, pickling, notes."""

from __future__ import annotations

import copy
import pickle
from types import SimpleNamespace

import pytest

from graphwright.base import errors

CODES = [
    ("CANCELLED", 1, "CancelledError"),
    ("UNKNOWN", 2, "UnknownError"),
    ("INVALID_ARGUMENT", 3, "InvalidArgumentError"),
    ("DEADLINE_EXCEEDED", 4, "DeadlineExceededError"),
    ("NOT_FOUND", 5, "NotFoundError"),
    ("ALREADY_EXISTS", 6, "AlreadyExistsError"),
    ("PERMISSION_DENIED", 7, "PermissionDeniedError"),
    ("RESOURCE_EXHAUSTED", 8, "ResourceExhaustedError"),
    ("FAILED_PRECONDITION", 9, "FailedPreconditionError"),
    ("ABORTED", 10, "AbortedError"),
    ("OUT_OF_RANGE", 11, "OutOfRangeError"),
    ("UNIMPLEMENTED", 12, "UnimplementedError"),
    ("INTERNAL", 13, "InternalError"),
    ("UNAVAILABLE", 14, "UnavailableError"),
    ("DATA_LOSS", 15, "DataLossError"),
    ("UNAUTHENTICATED", 16, "UnauthenticatedError"),
]


@pytest.mark.parametrize(("constant", "code", "name"), CODES)
def test_a_class_has_its_canonical_code(constant: str, code: int, name: str) -> None:
    cls = getattr(errors, name)
    assert getattr(errors, constant) == code
    assert errors.exception_type_from_error_code(code) is cls
    assert errors.error_code_from_exception_type(cls) == code
    assert issubclass(cls, errors.OpError)
    assert cls("m").error_code == code
    assert cls.__name__ == name


def test_codes_without_a_class() -> None:
    assert errors.OK == 0
    for code in (errors.OK, 99):
        with pytest.raises(KeyError):
            errors.exception_type_from_error_code(code)
    assert errors.error_code_from_exception_type(ValueError) == errors.UNKNOWN


@pytest.mark.parametrize(
    "error",
    [
        errors.InvalidArgumentError("bad"),
        errors.InvalidArgumentError(None, None, "bad"),
        errors.InvalidArgumentError(None, None, message="bad"),
        errors.InvalidArgumentError(node_def=None, op=None, message="bad"),
        errors.InvalidArgumentError(message="bad"),
        errors.OpError(None, None, "bad", errors.INVALID_ARGUMENT),
    ],
)
def test_every_way_to_build_gives_the_same_error(error: errors.OpError) -> None:
    assert str(error) == "bad"
    assert error.message == "bad"
    assert error.op is None
    assert error.node_def is None
    assert error.error_code == 3
    assert error.experimental_payloads == {}


@pytest.mark.parametrize("arguments", [(), (None,), (None, None), ("bad", None), (5,)])
def test_an_error_needs_a_message(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match=r"InvalidArgumentError takes \(node_def, op, message\) or \(message\)"):
        errors.InvalidArgumentError(*arguments)


def test_payloads_and_node_def_are_kept() -> None:
    error = errors.InternalError("a node def", None, "m", {"type.url": b"1"})
    assert error.experimental_payloads == {"type.url": b"1"}
    assert error.node_def == "a node def"


OPERATION = SimpleNamespace(name="add", location='File "model.py", line 7, in f')
TEXT_WITH_ORIGIN = "bad\n\nOriginal stack trace for 'add':\n  File \"model.py\", line 7, in f"


def test_the_text_tells_where_the_operation_was_made() -> None:
    error = errors.InvalidArgumentError(None, OPERATION, "bad")
    assert str(error) == TEXT_WITH_ORIGIN
    assert error.message == "bad"
    assert error.op is OPERATION
    unplaced = errors.InvalidArgumentError(None, SimpleNamespace(name="add", location=None), "bad")
    assert str(unplaced) == "bad"


class WithOwnArguments(errors.NotFoundError):
    """A subclass that is not built from a message."""

    def __init__(self, key: str, place: str) -> None:
        super().__init__(None, None, f"{key} is not in {place}")


@pytest.mark.parametrize(
    "error",
    [getattr(errors, name)("bad") for _, _, name in CODES]
    + [
        errors.OpError(None, None, "bad", 7, {"u": b"v"}),
        errors.InvalidArgumentError(None, OPERATION, "bad"),
        errors.ShapeMismatchError("bad"),
        errors.UnknownOpError("bad"),
        WithOwnArguments("w", "the checkpoint"),
    ],
)
@pytest.mark.parametrize("copier", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy])
def test_an_error_survives_copying(error: errors.OpError, copier) -> None:  # type: ignore[no-untyped-def]
    again = copier(error)
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert again.message == error.message
    assert again.error_code == error.error_code
    assert again.experimental_payloads == error.experimental_payloads


DERIVED = [
    (errors.ShapeMismatchError, (errors.InvalidArgumentError, ValueError)),
    (errors.DTypeMismatchError, (errors.InvalidArgumentError, TypeError)),
    (errors.AttributeTypeError, (errors.InvalidArgumentError, TypeError)),
    (errors.AttributeValueError, (errors.InvalidArgumentError, ValueError)),
    (errors.UnknownOpError, (errors.NotFoundError, ValueError)),
    (errors.ArrayIndexError, (errors.OutOfRangeError, IndexError)),
    (errors.BranchMismatchError, (TypeError, ValueError)),
    (errors.SignatureError, (TypeError, ValueError)),
    (errors.SignatureValueError, (errors.SignatureError, TypeError, ValueError)),
    (errors.InaccessibleTensorError, (TypeError, ValueError)),
    (errors.OperatorNotAllowedInGraphError, (TypeError,)),
]


@pytest.mark.parametrize(("cls", "bases"), DERIVED)
def test_a_derived_class_is_caught_as_each_of_its_bases(
    cls: type[Exception], bases: tuple[type[Exception], ...]
) -> None:
    for base in bases:
        with pytest.raises(base, match=r"^the text$"):
            raise cls("the text")


def test_derived_classes_take_both_forms_and_keep_the_code() -> None:
    assert errors.ShapeMismatchError(None, None, "m").error_code == errors.INVALID_ARGUMENT
    assert errors.UnknownOpError("m").error_code == errors.NOT_FOUND
    assert errors.error_code_from_exception_type(errors.ShapeMismatchError) == errors.INVALID_ARGUMENT


def test_the_documented_text_of_a_tensor_out_of_scope() -> None:
    error = errors.InaccessibleTensorError.of("<tf.Tensor 'a:0'>", "It was made at f.py:3.")
    assert str(error) == (
        "<tf.Tensor 'a:0'> is out of scope and cannot be used here. Use return values, explicit Python "
        "locals or TensorFlow collections to access it.\nIt was made at f.py:3."
    )


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (errors.InvalidArgumentError("bad"), "bad\nat f.py:3"),
        (ValueError("bad"), "bad\nat f.py:3"),
        (errors.SignatureError("bad"), "bad\nat f.py:3"),
        (ValueError("bad", 5), "('bad', 5)"),
        (KeyError("bad"), "'bad'"),
        (FileNotFoundError(2, "No such file"), "[Errno 2] No such file"),
        (ValueError(), ""),
    ],
)
def test_a_note_joins_the_text_once(error: Exception, expected: str) -> None:
    assert errors.with_note(error, "at f.py:3") is error
    errors.with_note(error, "at f.py:3")
    assert str(error) == expected
    assert str(pickle.loads(pickle.dumps(error))) == expected


def test_a_note_joins_the_message_too() -> None:
    error = errors.with_note(errors.InvalidArgumentError("bad"), "at f.py:3")
    assert error.message == "bad\nat f.py:3"
    assert error.args == ("bad\nat f.py:3",)
