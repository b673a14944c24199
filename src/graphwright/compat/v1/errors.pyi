# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.errors`: `tf.errors`, and codes of classes."""

from graphwright.base.errors import ABORTED as ABORTED
from graphwright.base.errors import ALREADY_EXISTS as ALREADY_EXISTS
from graphwright.base.errors import AbortedError as AbortedError
from graphwright.base.errors import AlreadyExistsError as AlreadyExistsError
from graphwright.base.errors import CANCELLED as CANCELLED
from graphwright.base.errors import CancelledError as CancelledError
from graphwright.base.errors import DATA_LOSS as DATA_LOSS
from graphwright.base.errors import DEADLINE_EXCEEDED as DEADLINE_EXCEEDED
from graphwright.base.errors import DataLossError as DataLossError
from graphwright.base.errors import DeadlineExceededError as DeadlineExceededError
from graphwright.base.errors import FAILED_PRECONDITION as FAILED_PRECONDITION
from graphwright.base.errors import FailedPreconditionError as FailedPreconditionError
from graphwright.base.errors import INTERNAL as INTERNAL
from graphwright.base.errors import INVALID_ARGUMENT as INVALID_ARGUMENT
from graphwright.base.errors import InaccessibleTensorError as InaccessibleTensorError
from graphwright.base.errors import InternalError as InternalError
from graphwright.base.errors import InvalidArgumentError as InvalidArgumentError
from graphwright.base.errors import NOT_FOUND as NOT_FOUND
from graphwright.base.errors import NotFoundError as NotFoundError
from graphwright.base.errors import OK as OK
from graphwright.base.errors import OUT_OF_RANGE as OUT_OF_RANGE
from graphwright.base.errors import OpError as OpError
from graphwright.base.errors import OperatorNotAllowedInGraphError as OperatorNotAllowedInGraphError
from graphwright.base.errors import OutOfRangeError as OutOfRangeError
from graphwright.base.errors import PERMISSION_DENIED as PERMISSION_DENIED
from graphwright.base.errors import PermissionDeniedError as PermissionDeniedError
from graphwright.base.errors import RESOURCE_EXHAUSTED as RESOURCE_EXHAUSTED
from graphwright.base.errors import ResourceExhaustedError as ResourceExhaustedError
from graphwright.base.errors import UNAUTHENTICATED as UNAUTHENTICATED
from graphwright.base.errors import UNAVAILABLE as UNAVAILABLE
from graphwright.base.errors import UNIMPLEMENTED as UNIMPLEMENTED
from graphwright.base.errors import UNKNOWN as UNKNOWN
from graphwright.base.errors import UnauthenticatedError as UnauthenticatedError
from graphwright.base.errors import UnavailableError as UnavailableError
from graphwright.base.errors import UnimplementedError as UnimplementedError
from graphwright.base.errors import UnknownError as UnknownError
from graphwright.compat._errors import error_code_from_exception_type as error_code_from_exception_type
from graphwright.compat._errors import exception_type_from_error_code as exception_type_from_error_code
from graphwright.compat._errors import raise_exception_on_not_ok_status as raise_exception_on_not_ok_status
from graphwright.functions.guards.guard_policy import FrozenStateWarning as FrozenStateWarning

__all__ = [
    "ABORTED",
    "ALREADY_EXISTS",
    "AbortedError",
    "AlreadyExistsError",
    "CANCELLED",
    "CancelledError",
    "DATA_LOSS",
    "DEADLINE_EXCEEDED",
    "DataLossError",
    "DeadlineExceededError",
    "FAILED_PRECONDITION",
    "FailedPreconditionError",
    "FrozenStateWarning",
    "INTERNAL",
    "INVALID_ARGUMENT",
    "InaccessibleTensorError",
    "InternalError",
    "InvalidArgumentError",
    "NOT_FOUND",
    "NotFoundError",
    "OK",
    "OUT_OF_RANGE",
    "OpError",
    "OperatorNotAllowedInGraphError",
    "OutOfRangeError",
    "PERMISSION_DENIED",
    "PermissionDeniedError",
    "RESOURCE_EXHAUSTED",
    "ResourceExhaustedError",
    "UNAUTHENTICATED",
    "UNAVAILABLE",
    "UNIMPLEMENTED",
    "UNKNOWN",
    "UnauthenticatedError",
    "UnavailableError",
    "UnimplementedError",
    "UnknownError",
    "error_code_from_exception_type",
    "exception_type_from_error_code",
    "raise_exception_on_not_ok_status",
]
