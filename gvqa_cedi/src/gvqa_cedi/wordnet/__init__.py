"""WordNet's nouns: a compact table and a small reader, with no other dependency than numpy."""

from gvqa_cedi.wordnet.nouns import WordNet, wordnet

__all__ = ["WordNet", "wordnet"]
