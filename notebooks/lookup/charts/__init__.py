"""Charts in the course's colours, each with its numbers as text."""
