"""Grounded video question answering: every sentence of an answer is checked against the video."""
