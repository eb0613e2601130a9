"""Right answers to 06-a in other idioms than the notebook's."""


def by_bool(room, D, states, sparse):
    return room // (4 * D * (2 + states - sparse))


def row_by_row(room, D, states, sparse):
    if not sparse:
        states += 1
    row = 4 * D * (1 + states)
    return int(room / row)


def table_by_table(room, D, states, sparse):
    return room // 4 // D // (1 + states + (not sparse))
