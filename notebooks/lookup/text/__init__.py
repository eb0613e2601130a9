"""Real text from the learner's own disk: docstrings, words, documents, cache; learned rows."""
