"""Fourier transforms, frames and spectra, bands of pitch, window functions.

fft      FFT, IFFT, RFFT, IRFFT in one to three dimensions
mel      bands of pitch, cepstral coefficients
stft     frames, overlap-add, short-time Fourier transforms
windows  Hann, Hamming, Kaiser and other window functions
"""
