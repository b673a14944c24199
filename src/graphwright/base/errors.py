"""The exceptions of the package: the documented classes of `tf.errors` and a few derived from two.

Every `OpError` is built in either of two ways:

>>> str(InvalidArgumentError(None, None, "indices[1] = 5 is not in [0, 2)"))   # TensorFlow's form
'indices[1] = 5 is not in [0, 2)'
>>> str(InvalidArgumentError("indices[1] = 5 is not in [0, 2)"))               # the short form
'indices[1] = 5 is not in [0, 2)'

Some situations are reported with one class while a function is traced and with another when it runs, or the
class changed between editions of the documents. Those have a class derived from both, so that either `except`
clause works. Kernels raise the documented class itself where there is only one.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, TypeVar

OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16

# Stands for an argument that was not given, where None is a meaningful value.
_NOT_GIVEN: Any = object()

_AnyException = TypeVar("_AnyException", bound=BaseException)


class OpError(Exception):
    """The base of all errors raised by the running of operations.

    `str()` gives the message. Where the error carries an operation of a graph, where it was made follows.

    Args:
      node_def: the `NodeDef` of the failed operation, or None.
      op: the failed operation, or None if it ran eagerly.
      message: what was wrong.
      error_code: one of the codes of this module.
      *args: at most one mapping of experimental payloads (type URL to bytes).

    >>> OpError(None, None, "no such thing", NOT_FOUND).error_code
    5
    """

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int, *args: Any) -> None:
        super().__init__(message)
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = error_code
        self._payloads: dict[str, bytes] = dict(args[0]) if args and isinstance(args[0], Mapping) else {}
        # Text, not the operation: an unpickled error still says where its operation was made.
        self._origin = _origin_of(op)

    @property
    def message(self) -> str:
        """What was wrong, as text."""
        return self._message

    @property
    def op(self) -> Any:
        """The operation that failed, if it is known and belongs to a graph; else None."""
        return self._op

    @property
    def node_def(self) -> Any:
        """The `NodeDef` of the operation that failed; else None."""
        return self._node_def

    @property
    def error_code(self) -> int:
        """The integer code of the kind of error."""
        return self._error_code

    @property
    def experimental_payloads(self) -> dict[str, bytes]:
        """Details that the code which raised the error attached; usually empty."""
        return self._payloads

    def __str__(self) -> str:
        return f"{self._message}\n\n{self._origin}" if self._origin else self._message

    def __reduce__(self) -> tuple[Any, ...]:
        # A graph's operation does not travel; where it was made does, as text.
        return _rebuild, (type(self), self._message, self._error_code, self._payloads, self._origin)


def _origin_of(op: Any) -> str:
    """Say where a graph's operation was made, in the form that TensorFlow prints; empty if unknown."""
    location = getattr(op, "location", None)
    if not location:
        return ""
    place = "\n".join("  " + line.strip() for line in str(location).splitlines())
    return f"Original stack trace for {op.name!r}:\n{place}"


def _rebuild(cls: type[OpError], message: str, code: int, payloads: dict[str, bytes], origin: str) -> OpError:
    """Make an unpickled error without its class's `__init__`, whose arguments a subclass may have changed."""
    error = cls.__new__(cls)
    OpError.__init__(error, None, None, message, code, payloads)
    error._origin = origin
    return error


class _CodedError(OpError):
    """An `OpError` whose class fixes the code; it may be built from the message alone."""

    _code = UNKNOWN

    def __init__(self, node_def: Any = None, op: Any = _NOT_GIVEN, message: Any = _NOT_GIVEN, *args: Any) -> None:
        if message is _NOT_GIVEN:
            if op is not _NOT_GIVEN or not isinstance(node_def, str):
                name = type(self).__name__
                raise TypeError(f"{name} takes (node_def, op, message) or (message), a string")
            node_def, message = None, node_def
        super().__init__(node_def, None if op is _NOT_GIVEN else op, message, self._code, *args)


class CancelledError(_CodedError):
    """Raised when an operation is cancelled.

    >>> CancelledError("stopped by the caller").error_code
    1
    """

    _code = CANCELLED


class UnknownError(_CodedError):
    """Raised for an error that nothing more is known about.

    >>> UnknownError("the host function failed").error_code
    2
    """

    _code = UNKNOWN


class InvalidArgumentError(_CodedError):
    """Raised when an operation receives an argument that it cannot accept in any state of the program.

    >>> InvalidArgumentError(None, None, "indices = 5 is not in [0, 2)").message
    'indices = 5 is not in [0, 2)'
    """

    _code = INVALID_ARGUMENT


class DeadlineExceededError(_CodedError):
    """Raised when a deadline passes before an operation completes.

    >>> DeadlineExceededError("waited 5 s").error_code
    4
    """

    _code = DEADLINE_EXCEEDED


class NotFoundError(_CodedError):
    """Raised when a thing asked for, such as a file or a checkpoint's entry, does not exist.

    >>> NotFoundError("no file 'weights'").error_code
    5
    """

    _code = NOT_FOUND


class AlreadyExistsError(_CodedError):
    """Raised when a thing to be made exists already.

    >>> AlreadyExistsError("a table of that name exists").error_code
    6
    """

    _code = ALREADY_EXISTS


class PermissionDeniedError(_CodedError):
    """Raised when the caller may not do what it asked for, such as write a file.

    >>> PermissionDeniedError("cannot write '/model'").error_code
    7
    """

    _code = PERMISSION_DENIED


class ResourceExhaustedError(_CodedError):
    """Raised when something has run out, such as memory or disk space.

    >>> ResourceExhaustedError("a tensor of 80 GiB does not fit").error_code
    8
    """

    _code = RESOURCE_EXHAUSTED


class OutOfMemoryError(ResourceExhaustedError, MemoryError):
    """Raised when there is no memory for an array; who expects Python's own `MemoryError` catches it, too.

    >>> issubclass(OutOfMemoryError, MemoryError)
    True
    """


class FailedPreconditionError(_CodedError):
    """Raised when the program is not in the state that an operation needs, such as an uninitialised variable.

    >>> FailedPreconditionError("the variable has no value yet").error_code
    9
    """

    _code = FAILED_PRECONDITION


class AbortedError(_CodedError):
    """Raised when an operation was given up, usually because of another that ran at the same time.

    >>> AbortedError("the other step won").error_code
    10
    """

    _code = ABORTED


class OutOfRangeError(_CodedError):
    """Raised when iteration goes past the end, such as that of a dataset.

    >>> OutOfRangeError("End of sequence").error_code
    11
    """

    _code = OUT_OF_RANGE


class UnimplementedError(_CodedError):
    """Raised for an operation, type or attribute that is not supported.

    >>> UnimplementedError("no kernel for complex64").error_code
    12
    """

    _code = UNIMPLEMENTED


class InternalError(_CodedError):
    """Raised when something that must hold inside the package does not: an error of ours.

    >>> InternalError("the verifier found a cycle").error_code
    13
    """

    _code = INTERNAL


class UnavailableError(_CodedError):
    """Raised when a service cannot be reached now; trying again may help.

    >>> UnavailableError("the store does not answer").error_code
    14
    """

    _code = UNAVAILABLE


class DataLossError(_CodedError):
    """Raised when data is lost or damaged beyond repair, such as a truncated file.

    >>> DataLossError("the record's checksum is wrong").error_code
    15
    """

    _code = DATA_LOSS


class UnauthenticatedError(_CodedError):
    """Raised when a request does not carry valid credentials.

    >>> UnauthenticatedError("who is asking?").error_code
    16
    """

    _code = UNAUTHENTICATED


class ShapeMismatchError(InvalidArgumentError, ValueError):
    """Raised when shapes do not fit: `InvalidArgumentError` when it runs, `ValueError` while tracing.

    >>> isinstance(ShapeMismatchError("2 and 3"), ValueError)
    True
    """


class DTypeMismatchError(InvalidArgumentError, TypeError):
    """Raised when dtypes do not fit: `InvalidArgumentError` when it runs, `TypeError` while tracing.

    >>> isinstance(DTypeMismatchError("int32 and float32"), TypeError)
    True
    """


class BranchMismatchError(TypeError, ValueError):
    """Raised when functions of which one will run return unlike structures or dtypes, or None where others do not.

    >>> isinstance(BranchMismatchError("one tensor and two"), ValueError)
    True
    """


class ArrayIndexError(OutOfRangeError, IndexError):
    """Raised when an eager `TensorArray` is asked for an element that it does not have.

    >>> isinstance(ArrayIndexError("index 5 of 3"), IndexError)
    True
    """


class AssertionFailedError(InvalidArgumentError, AssertionError):
    """Raised where an assertion does not hold when it runs: a staged `assert`, or `tf.debugging.Assert`.

    >>> isinstance(AssertionFailedError("x > 0"), AssertionError)
    True
    """


class AttributeTypeError(InvalidArgumentError, TypeError):
    """Raised when an attribute of an operation is of the wrong type.

    >>> isinstance(AttributeTypeError("axis must be an int"), TypeError)
    True
    """


class AttributeValueError(InvalidArgumentError, ValueError):
    """Raised when an attribute of an operation has the right type and a value it may not have.

    >>> isinstance(AttributeValueError("padding must be SAME or VALID"), ValueError)
    True
    """


class UnknownOpError(NotFoundError, ValueError):
    """Raised when a graph or a caller names an operation that the package does not have.

    >>> UnknownOpError("no op is named 'Frobnicate'").error_code
    5
    """


class SignatureError(TypeError, ValueError):
    """Raised when the arguments of a call do not fit a function's signature.

    >>> isinstance(SignatureError("missing argument 'x'"), (TypeError, ValueError))
    True
    """


class SignatureValueError(SignatureError):
    """Raised when arguments bind to a signature by name and their structure or values do not fit it.

    >>> isinstance(SignatureValueError("expected a dict"), SignatureError)
    True
    """


class OperatorNotAllowedInGraphError(TypeError):
    """Raised when Python asks a symbolic tensor for something that only a value has, such as its truth.

    >>> isinstance(OperatorNotAllowedInGraphError("iterating over a symbolic tensor"), TypeError)
    True
    """


class InaccessibleTensorError(TypeError, ValueError):
    """Raised when a tensor of one graph is used where that graph is not being built.

    >>> str(InaccessibleTensorError.of("<tf.Tensor 'add:0' shape=() dtype=int32>")).split(" Use")[0]
    "<tf.Tensor 'add:0' shape=() dtype=int32> is out of scope and cannot be used here."
    """

    @classmethod
    def of(cls, tensor: object, detail: str = "") -> InaccessibleTensorError:
        """Make the error for a tensor; `detail` says where it was made and where it escaped."""
        text = (
            f"{tensor} is out of scope and cannot be used here. Use return values, explicit Python locals or "
            "TensorFlow collections to access it."
        )
        return cls(f"{text}\n{detail}" if detail else text)


class StagingError(Exception):
    """Raised in place of an error in traced code whose own class cannot be built from a message alone.

    >>> isinstance(StagingError("in user code: ..."), Exception)
    True
    """


_CODE_TO_CLASS: dict[int, type[OpError]] = {
    cls._code: cls
    for cls in (
        CancelledError,
        UnknownError,
        InvalidArgumentError,
        DeadlineExceededError,
        NotFoundError,
        AlreadyExistsError,
        PermissionDeniedError,
        ResourceExhaustedError,
        FailedPreconditionError,
        AbortedError,
        OutOfRangeError,
        UnimplementedError,
        InternalError,
        UnavailableError,
        DataLossError,
        UnauthenticatedError,
    )
}


def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """Return the class of an error code.

    Raises:
      KeyError: if no class has that code (`OK` has none).

    >>> exception_type_from_error_code(INVALID_ARGUMENT).__name__
    'InvalidArgumentError'
    """
    return _CODE_TO_CLASS[error_code]


def error_code_from_exception_type(cls: type[BaseException]) -> int:
    """Return the error code of a class, `UNKNOWN` for one that is not an `OpError`.

    >>> error_code_from_exception_type(ShapeMismatchError)
    3
    """
    return cls._code if issubclass(cls, _CodedError) else UNKNOWN


def out_of_memory(op_type: str, error: MemoryError) -> OpError:
    """The error of an op that found no memory; NumPy's says for which array.

    >>> out_of_memory("AddV2", MemoryError()).message
    'AddV2 is out of memory.'
    """
    if isinstance(error, OpError):
        return error
    dims, dtype, text = getattr(error, "shape", None), getattr(error, "dtype", None), str(error)
    if dims is None or dtype is None:
        return OutOfMemoryError(f"{op_type} is out of memory{f': {text}' if text else '.'}")
    size = dtype.itemsize * prod(dims)
    shape = ", ".join(map(str, dims))
    return OutOfMemoryError(
        f"{op_type} is out of memory: there are no {size:,} bytes ({size / (1 << 30):.3g} GiB) for an array of shape "
        f"[{shape}] and type {dtype}."
    )


def with_note(error: _AnyException, note: str) -> _AnyException:
    """Add a line such as the user's file and line to an error's own text, and return the error.

    The text is changed, not `__notes__`: Python 3.10 has no notes, and `str(error)` should tell. The same
    note is added once, so that each frame an error passes may try. An error whose text is not one string
    (an `OSError` or a `KeyError`, say) stays as it is.

    >>> print(with_note(InvalidArgumentError("bad index"), "at model.py:7"))
    bad index
    at model.py:7
    """
    if isinstance(error, OpError):
        if note not in error._message:
            error._message = f"{error._message}\n{note}"
            error.args = (error._message,)
        return error
    text = error.args[0] if len(error.args) == 1 else None
    if isinstance(text, str) and str(error) == text and note not in text:
        error.args = (f"{text}\n{note}",)
    return error
