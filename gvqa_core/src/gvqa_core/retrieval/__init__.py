"""Reading a question's time language, and ranking captions by meaning, words and time."""
