"""The embedded defaults: a whole pipeline that needs no model hub, registered like any plugin."""
