"""`tf.errors`: the exception classes and their codes."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.errors": (
            "OpError CancelledError UnknownError InvalidArgumentError DeadlineExceededError NotFoundError "
            "AlreadyExistsError PermissionDeniedError ResourceExhaustedError FailedPreconditionError AbortedError "
            "OutOfRangeError UnimplementedError InternalError UnavailableError DataLossError UnauthenticatedError "
            "InaccessibleTensorError OperatorNotAllowedInGraphError "
            "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED "
            "RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS "
            "UNAUTHENTICATED"
        ),
        "functions.guards.guard_policy": "FrozenStateWarning",
    },
)
