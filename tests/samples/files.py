"""Samples of the ops that read, write and find files."""

from __future__ import annotations

import os

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import text

_FOLDER = os.path.dirname(__file__)
_NOWHERE = os.path.join(_FOLDER, "nowhere")
INVALID = errors.InvalidArgumentError

SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "ReadFile": [
        Sample([text(__file__)]),
        ErrorSample([text(_NOWHERE)], {}, errors.NotFoundError, _NOWHERE),
        ErrorSample([text(_FOLDER)], {}, errors.FailedPreconditionError, "Is a directory"),
        ErrorSample([text("a", "b")], {}, INVALID, "Input filename tensor must be scalar, but had shape: [2]"),
        ErrorSample([text("gs://a/b")], {}, errors.UnimplementedError, "File system scheme 'gs' not implemented"),
    ],
    "WriteFile": [
        Sample([text(os.devnull), text("to nowhere")]),
        ErrorSample([text(_FOLDER), text("")], {}, errors.FailedPreconditionError, "Is a directory"),
        ErrorSample([text(os.devnull), text("a", "b")], {}, INVALID, "Contents tensor must be scalar"),
    ],
    "MatchingFiles": [
        Sample([text(os.path.join(_FOLDER, "f[i-j]les.p?"))]),
        Sample([text(os.path.join(_FOLDER, "host*"), os.path.join(_FOLDER, "files.py"), _NOWHERE)]),
        ErrorSample([text("a", "b").reshape(1, 2)], {}, INVALID, "must be scalar or vector, but had shape: [1, 2]"),
    ],
}
