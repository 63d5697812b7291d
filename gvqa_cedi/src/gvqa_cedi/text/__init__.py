"""Reading descriptions without a model: sentences, words, noun phrases, polarity."""
