"""What every model backend shares: weights, conversations, batches, constrained decoding."""
