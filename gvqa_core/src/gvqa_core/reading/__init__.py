"""What a model wrote → values: tolerant in reading, strict in what is taken."""
