"""What a conversation claimed, asked again as plain yes/no questions (the paper's Table 1)."""
