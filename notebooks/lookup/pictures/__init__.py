"""The Python half of each picture: its input checked, its numbers formatted, its words chosen. browser/ draws it."""
