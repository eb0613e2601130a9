"""Wrong answers to 01-b; each docstring is a part of what its author must be told."""


def by_zero(B, V, D):
    """the first number is the share by 0; the share by 1 is wanted."""
    return (V - 1) / V, V / 2


def numbers_not_bytes(B, V, D):
    """the second number compares how many numbers; a float32 takes 4 bytes, an id 8."""
    return 1 / V, V


def upside_down(B, V, D):
    """the second number is upside down: the one-hot matrix is the larger one."""
    return 1 / V, 8 * B / (4 * B * V)


def the_table(B, V, D):
    """the second number is the table's; the one-hot matrix is B rows of V."""
    return 1 / V, 4 * V * D / (8 * B)


def first_only(B, V, D):
    """yours is the first part alone; return all of them, with commas between them."""
    return 1 / V


def half_dropped(B, V, D):
    """// drops the half of an odd V; divide with /."""
    return 1 / V, V // 2


def without_D_above(B, V, D):
    """what is wanted is D times yours."""
    return B / (B * V * D), B * V * 4 / (B * 8)


def rounded(B, V, D):
    """yours is rounded to 3 digits; give it as it comes."""
    return round(1 / V, 3), round(V / 2, 3)


def percent(B, V, D):
    """yours is 100 times what is wanted."""
    return 100 / V, V / 2


def numbers_instead(B, V, D):
    """the first number says how many are by 1; divide by how many there are in all."""
    ones = B * D
    total = B * V * D
    return ones, total


def changed_places(B, V, D):
    """the parts are right, but in another order."""
    return V / 2, 1 / V


def D_too_often(B, V, D):
    """yours is D times what is wanted."""
    return D / V, V / 2


def B_forgotten(B, V, D):
    """what is wanted is B times yours."""
    return 1 / (B * V), (B * V * 4) / (B * 8)


def brackets_forgotten(B, V, D):
    """yours is B * B times what is wanted."""
    share = 1 / V
    ratio = 4 * B * V / 8 * B
    return share, ratio


def texts(B, V, D):
    """yours is a piece of text; return the number itself."""
    return f"{1 / V}", f"{V / 2}"


def floored(B, V, D):
    """// drops the half of an odd V; divide with /."""
    share = B // (B * V)
    ratio = (B * V * 4) // (B * 8)
    return share, ratio


def times_D(B, V, D):
    """yours is D times what is wanted."""
    return 1 / V, 4 * B * V * D / (8 * B)


def bits(B, V, D):
    """yours is 8 times what is wanted."""
    return 1 / V, 32 * B * V / (8 * B)


def inverse_both(B, V, D):
    """the second number is upside down: the one-hot matrix is the larger one."""
    return V, 2 / V


def mixed(B, V, D):
    """wanted is"""
    return B * D / (B * V + V * D), V / 2


def list_of_text(B, V, D):
    """yours is a piece of text; return the number itself."""
    return [1 / V, f"{V / 2} times"]


def forgot_half(B, V, D):
    """yours is 8 times what is wanted."""
    return 1 / V, V * 4


def per_id_bytes(B, V, D):
    """yours is B times what is wanted."""
    return B / V, V / 2


def integer(B, V, D):
    """what stands behind the decimal point is lost: by // or int?"""
    return 1 // V, V / 2


def ids_of_one(B, V, D):
    """yours is B times what is wanted."""
    return 1 / V, 4 * B * V / 8


def floor_share(B, V, D):
    """what stands behind the decimal point is lost: by // or int?"""
    return (B * D) // (B * V * D), V / 2


def counts(B, V, D):
    """the first number says how many are by 1; divide by how many there are in all."""
    return B * D, 4 * B * V


def four_eight(B, V, D):
    """yours is 4 times what is wanted."""
    return 1 / V, 8 * B * V / (4 * B)


def table_too(B, V, D):
    """wanted is"""
    return 1 / V, (4 * B * V + 4 * V * D) / (8 * B)


def a_dict(B, V, D):
    """yours is a dict, which holds each key once."""
    return {"share": 1 / V, "times": V / 2}


def two_shares(B, V, D):
    """wanted is"""
    return 1 / V, 1 - 1 / V


def inverted_share(B, V, D):
    """yours is upside down: it is 1 divided by what is wanted."""
    return V, V / 2


def mb(B, V, D):
    """wanted is"""
    return 1 / V, 4 * B * V / 1e6


def with_int8(B, V, D):
    """what is wanted is 4 times yours."""
    return 1 / V, B * V / (8 * B)


def plus(B, V, D):
    """wanted is"""
    return 1 / V, 4 * B * V + 8 * B


def all_multiplications(B, V, D):
    """the first number says how many multiplications there are"""
    return B * V * D, V / 2


def bytes_more(B, V, D):
    """the second number says how many bytes more"""
    return 1 / V, 4 * B * V - 8 * B


def bytes_alone(B, V, D):
    """the second number is the bytes of the one-hot matrix"""
    return 1 / V, 4 * B * V
