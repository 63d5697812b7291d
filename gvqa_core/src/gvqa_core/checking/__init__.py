"""The parts of Algorithm 1: looking at the video again, judging, keeping the evidence."""
