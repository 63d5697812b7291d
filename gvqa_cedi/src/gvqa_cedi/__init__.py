"""CEDI for gvqa: evaluate vision-language models for hallucination by interview."""
