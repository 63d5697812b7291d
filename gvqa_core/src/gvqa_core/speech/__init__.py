"""What is said in a video: transcripts, and claims held against them instead of frames."""
