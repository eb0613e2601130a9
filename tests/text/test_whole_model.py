"""The model's own package beside what the course made of it: the bits, their cost, the pieces."""

import re

import pytest

import renew_real_table
from lookup import read_real_table
from lookup.text.real_table import FOLDER
from test_real_table import sentences

pytestmark = pytest.mark.long  # it fetches 83 MB


def test_it_is_packed_into_the_file_that_comes_with_the_course(whole):
    packed = (FOLDER / "real_table.npz").read_bytes()
    assert renew_real_table.content(whole) == packed


def test_four_bits_cost_what_the_docstring_says(whole):
    cosine, words, kept = renew_real_table.cost(whole)
    told = " ".join(read_real_table.__doc__.split())
    average, least, of, share = re.search(
        r"a cosine of ([\d.]+) on average, ([\d.]+) at least, "
        r"and of ([\d,]+) whole words ([\d.]+) % keep the nearest",
        told,
    ).groups()
    assert f"{cosine.mean():.3f}" == average
    assert f"{cosine.min():.3f}" == least
    assert f"{words:,}" == of
    assert 100 * kept == pytest.approx(float(share), abs=0.1)  # another processor


def test_pieces_are_those_of_the_models_own_tokenizer(package):
    from tokenizers import Tokenizer

    (path,) = package.glob("*/model/tokenizer.json")
    own = Tokenizer.from_file(str(path))
    own.no_truncation()
    own.no_padding()
    own.encode_special_tokens = True  # a mark that a learner types is text
    table = read_real_table()
    assert [own.id_to_token(row) for row in range(30522)] == table.vocabulary
    for sentence in sentences(table.vocabulary, 10_000):
        said = own.encode(sentence, add_special_tokens=False).tokens
        assert table.pieces(sentence) == said, sentence
