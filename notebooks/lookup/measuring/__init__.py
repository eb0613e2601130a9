"""What a call costs: time, memory, pages of a file; and runs recorded on named devices."""
