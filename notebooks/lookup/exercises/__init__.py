"""The exercises, a file each, named by its number; check.py judges answers, clues/ says why."""
