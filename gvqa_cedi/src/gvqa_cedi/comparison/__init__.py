"""Comparing a predicted scene graph with the true one: alignment, edit distance, DeltaCon."""
