"""Wrong answers to 06-c, written before any message was looked at; see test_exercises.py."""
