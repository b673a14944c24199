"""Fourier transforms, frames and spectra, window functions.

fft      FFT, IFFT, RFFT, IRFFT in one to three dimensions
stft     frames, overlap-add, short-time Fourier transforms
windows  Hann, Hamming, Kaiser and other window functions
"""
