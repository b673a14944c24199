"""The functions that random programs call: ordinary ones of any tensor, and families with leaves of their own kind."""

from __future__ import annotations

from tests.compare.catalogue import (
    control,
    data,
    images,
    linalg,
    nn,
    numpy_api,
    ragged,
    random_numbers,
    signal,
    sparse,
    text,
)

_MODULES = [images, nn, linalg, signal, ragged, sparse, random_numbers, numpy_api, text, data, control]
FAMILIES = {module.__name__.rpartition(".")[2]: module.FAMILY for module in _MODULES}
