"""Real text from the learner's own disk: docstrings, their words and documents, and their cache."""
