# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.spectral`: Fourier and cosine transforms, under their older name."""

from graphwright.signal import dct as dct
from graphwright.signal import fft as fft
from graphwright.signal import fft2d as fft2d
from graphwright.signal import fft3d as fft3d
from graphwright.signal import idct as idct
from graphwright.signal import ifft as ifft
from graphwright.signal import ifft2d as ifft2d
from graphwright.signal import ifft3d as ifft3d
from graphwright.signal import irfft as irfft
from graphwright.signal import irfft2d as irfft2d
from graphwright.signal import irfft3d as irfft3d
from graphwright.signal import rfft as rfft
from graphwright.signal import rfft2d as rfft2d
from graphwright.signal import rfft3d as rfft3d

__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "irfft",
    "irfft2d",
    "irfft3d",
    "rfft",
    "rfft2d",
    "rfft3d",
]
