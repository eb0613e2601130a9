"""What a call costs: time, memory, pages of a file, a wait; and runs recorded on named devices."""
