"""Components in threads of their own: one owner each, the next item made while this one is used."""
