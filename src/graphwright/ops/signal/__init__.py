"""Signals: Fourier transforms, frames and spectra, windows."""
