"""Verifiers for gvqa: natural language inference, guards, calibration, and the judges one cannot trust."""
