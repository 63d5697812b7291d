"""Parts of `benchmarks/video.py`."""
