"""For plugin authors: the conformance kit, stand-ins, deliberately wrong components, clips."""
