"""What a call costs: its time, its memory, the pages of a file that it reads; and runs recorded on named devices."""
