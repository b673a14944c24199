# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.signal`: Fourier transforms, frames, windows."""

from graphwright.ops.signal.cosine import dct as dct
from graphwright.ops.signal.cosine import idct as idct
from graphwright.ops.signal.fft import fft as fft
from graphwright.ops.signal.fft import fft2d as fft2d
from graphwright.ops.signal.fft import fft3d as fft3d
from graphwright.ops.signal.fft import fftshift as fftshift
from graphwright.ops.signal.fft import ifft as ifft
from graphwright.ops.signal.fft import ifft2d as ifft2d
from graphwright.ops.signal.fft import ifft3d as ifft3d
from graphwright.ops.signal.fft import ifftshift as ifftshift
from graphwright.ops.signal.fft import irfft as irfft
from graphwright.ops.signal.fft import irfft2d as irfft2d
from graphwright.ops.signal.fft import irfft3d as irfft3d
from graphwright.ops.signal.fft import rfft as rfft
from graphwright.ops.signal.fft import rfft2d as rfft2d
from graphwright.ops.signal.fft import rfft3d as rfft3d
from graphwright.ops.signal.fft_axes import fftnd as fftnd
from graphwright.ops.signal.fft_axes import ifftnd as ifftnd
from graphwright.ops.signal.fft_axes import irfftnd as irfftnd
from graphwright.ops.signal.fft_axes import rfftnd as rfftnd
from graphwright.ops.signal.mdct import inverse_mdct as inverse_mdct
from graphwright.ops.signal.mdct import mdct as mdct
from graphwright.ops.signal.mel import linear_to_mel_weight_matrix as linear_to_mel_weight_matrix
from graphwright.ops.signal.mel import mfccs_from_log_mel_spectrograms as mfccs_from_log_mel_spectrograms
from graphwright.ops.signal.stft import frame as frame
from graphwright.ops.signal.stft import inverse_stft as inverse_stft
from graphwright.ops.signal.stft import inverse_stft_window_fn as inverse_stft_window_fn
from graphwright.ops.signal.stft import overlap_and_add as overlap_and_add
from graphwright.ops.signal.stft import stft as stft
from graphwright.ops.signal.windows import hamming_window as hamming_window
from graphwright.ops.signal.windows import hann_window as hann_window
from graphwright.ops.signal.windows import kaiser_bessel_derived_window as kaiser_bessel_derived_window
from graphwright.ops.signal.windows import kaiser_window as kaiser_window
from graphwright.ops.signal.windows import vorbis_window as vorbis_window

__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "fftnd",
    "fftshift",
    "frame",
    "hamming_window",
    "hann_window",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftnd",
    "ifftshift",
    "inverse_mdct",
    "inverse_stft",
    "inverse_stft_window_fn",
    "irfft",
    "irfft2d",
    "irfft3d",
    "irfftnd",
    "kaiser_bessel_derived_window",
    "kaiser_window",
    "linear_to_mel_weight_matrix",
    "mdct",
    "mfccs_from_log_mel_spectrograms",
    "overlap_and_add",
    "rfft",
    "rfft2d",
    "rfft3d",
    "rfftnd",
    "stft",
    "vorbis_window",
]
