"""One checker for each kind of component."""
