"""What an exercise wants beside what a learner gave, numbers that differ ringed."""

from .picture import two_answers

__all__ = ["two_answers"]
