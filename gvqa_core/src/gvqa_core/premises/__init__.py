"""What a question takes for granted, checked before anything is drafted."""
