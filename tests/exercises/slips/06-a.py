"""Wrong answers to 06-a, written before any message was looked at; see test_exercises.py."""
