"""What people say of transcripts: spans by error family, relevance, realism; and what follows."""
