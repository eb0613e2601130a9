"""Right answers to 04-c in other idioms than the notebook's."""


def in_turn(batches, V, name):
    moved = set()
    for batch in batches:
        moved = (moved if name == "Adam" else set()) | set(batch)
    return list(range(V)) if name == "AdamW" else sorted(moved)
