"""The pictures, a folder each: picture.py checks and counts, draw.js draws, words.js speaks."""
