"""Processes that each run a function of a notebook, started by torchrun; and what they measured."""
