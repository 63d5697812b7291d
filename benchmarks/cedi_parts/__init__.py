"""Parts of benchmarks/cedi.py."""
