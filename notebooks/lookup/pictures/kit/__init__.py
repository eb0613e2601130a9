"""What pictures share: tables, words and steps in Python; cells, chips and a player in the page."""
