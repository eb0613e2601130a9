"""The exercises, one file a notebook: their truth, their inputs and the wrong answers that have a hint."""
