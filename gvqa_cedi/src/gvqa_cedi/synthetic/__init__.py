"""A small set of our own: pictures drawn from scene graphs, so that CEDI runs anywhere.

96 pictures of 112 × 112 pixels in four series of 24: one square (as the tiny vision
model of our tests was trained on), things in a row, things on a table, outdoors. The
graphs come first, so they are complete: what is not in the graph is not in the picture.
"""

from gvqa_cedi.synthetic.shipped import graphs, image

__all__ = ["graphs", "image"]
