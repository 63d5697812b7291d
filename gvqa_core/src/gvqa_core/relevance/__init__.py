"""Does a claim answer the question that was asked? A second label, apart from its verdict."""
