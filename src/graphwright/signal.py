"""`tf.signal`: Fourier transforms, frames, windows."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.signal.cosine": "dct idct",
        "ops.signal.fft": (
            "fft fft2d fft3d fftshift ifft ifft2d ifft3d ifftshift irfft irfft2d irfft3d rfft rfft2d rfft3d"
        ),
        "ops.signal.fft_axes": "fftnd ifftnd irfftnd rfftnd",
        "ops.signal.mdct": "inverse_mdct mdct",
        "ops.signal.mel": "linear_to_mel_weight_matrix mfccs_from_log_mel_spectrograms",
        "ops.signal.stft": "frame inverse_stft inverse_stft_window_fn overlap_and_add stft",
        "ops.signal.windows": ("hamming_window hann_window kaiser_bessel_derived_window kaiser_window vorbis_window"),
    },
)
