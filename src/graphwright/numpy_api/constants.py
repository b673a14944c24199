"""NumPy's names of numbers and dtypes."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from graphwright.core.tensor import Tensor

e: Final = math.e
inf: Final = math.inf
pi: Final = math.pi
newaxis: Final = None
ndarray = Tensor
iinfo = np.iinfo

bool_, int_, float_, complex_ = np.bool_, np.int_, np.float64, np.complex128
object_, string_, unicode_, inexact = np.object_, np.bytes_, np.str_, np.inexact
int8, int16, int32, int64 = np.int8, np.int16, np.int32, np.int64
uint8, uint16, uint32, uint64 = np.uint8, np.uint16, np.uint32, np.uint64
float16, float32, float64, complex64, complex128 = np.float16, np.float32, np.float64, np.complex64, np.complex128
