"""The pairs of words by which notebook 05 judges a table, fixed before any table was trained."""

PAIRS = """
red blue, left right, row column, rows columns, minimum maximum, min max, first last, upper lower,
mean median, sin cos, sine cosine, width height, train test, input output, true false, cpu cuda,
int float, horizontal vertical, matrix vector, eigenvalues eigenvectors, forward backward,
encoder decoder, real imaginary, list tuple, key value, raises error, bottom top,
positive negative, start stop, before after, sparse dense, classifier regressor, precision recall,
mu sigma, exception raised, font text, linear quadratic, clusters clustering, gradient hessian,
variance covariance, weights bias, optimizer learning, png pdf, poisson binomial, numpy scipy
"""


def word_pairs() -> list[tuple[str, str]]:
    """45 pairs of words that belong together in texts on numerical software, chosen by hand.

    They come with the course, so nothing is read and nothing can be raised.

    >>> word_pairs()[:2]
    [('red', 'blue'), ('left', 'right')]
    """
    return [tuple(pair.split()) for pair in PAIRS.split(",")]
