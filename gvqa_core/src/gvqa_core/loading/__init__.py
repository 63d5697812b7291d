"""Which plugins are here, what they must keep to, and which component a stage takes."""
