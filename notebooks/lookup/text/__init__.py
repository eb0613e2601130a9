"""Text from the learner's own disk: docstrings, words, documents; learned rows, a real table."""
