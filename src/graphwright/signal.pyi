# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.signal`: Fourier transforms, frames, windows."""

from graphwright.ops.fourier import fft as fft
from graphwright.ops.fourier import fft2d as fft2d
from graphwright.ops.fourier import fft3d as fft3d
from graphwright.ops.fourier import fftshift as fftshift
from graphwright.ops.fourier import ifft as ifft
from graphwright.ops.fourier import ifft2d as ifft2d
from graphwright.ops.fourier import ifft3d as ifft3d
from graphwright.ops.fourier import ifftshift as ifftshift
from graphwright.ops.fourier import irfft as irfft
from graphwright.ops.fourier import irfft2d as irfft2d
from graphwright.ops.fourier import irfft3d as irfft3d
from graphwright.ops.fourier import rfft as rfft
from graphwright.ops.fourier import rfft2d as rfft2d
from graphwright.ops.fourier import rfft3d as rfft3d
from graphwright.ops.spectra import frame as frame
from graphwright.ops.spectra import inverse_stft as inverse_stft
from graphwright.ops.spectra import inverse_stft_window_fn as inverse_stft_window_fn
from graphwright.ops.spectra import overlap_and_add as overlap_and_add
from graphwright.ops.spectra import stft as stft
from graphwright.ops.windows import hamming_window as hamming_window
from graphwright.ops.windows import hann_window as hann_window
from graphwright.ops.windows import kaiser_bessel_derived_window as kaiser_bessel_derived_window
from graphwright.ops.windows import kaiser_window as kaiser_window
from graphwright.ops.windows import vorbis_window as vorbis_window

__all__ = [
    "fft",
    "fft2d",
    "fft3d",
    "fftshift",
    "frame",
    "hamming_window",
    "hann_window",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftshift",
    "inverse_stft",
    "inverse_stft_window_fn",
    "irfft",
    "irfft2d",
    "irfft3d",
    "kaiser_bessel_derived_window",
    "kaiser_window",
    "overlap_and_add",
    "rfft",
    "rfft2d",
    "rfft3d",
    "stft",
    "vorbis_window",
]
