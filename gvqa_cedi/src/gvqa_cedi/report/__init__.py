"""Graded runs beside each other: tables, curves and the radar, as one page, Markdown and CSV."""
