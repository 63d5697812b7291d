"""Measuring answers and verifiers: question sets, runs, statistics, tables."""
