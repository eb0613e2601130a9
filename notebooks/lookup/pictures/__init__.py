"""The Python half of each picture: input checked, numbers formatted, words chosen."""
