"""What the deterministic checks know of English: closed word classes and word forms."""
