"""`gvqa app`: ask a video in the browser, and see each claim beside its frame."""
