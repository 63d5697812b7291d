"""The `cuda` plugin of gvqa; it registers nothing yet."""

GVQA_HOOK_API = 1
