"""Verifiers for gvqa: inference, guards, calibration, and the judges one cannot trust."""
