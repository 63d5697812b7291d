"""CUDA backend for gvqa: transformers and bitsandbytes, 4-bit."""
