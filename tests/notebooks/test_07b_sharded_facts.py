"""What the companion of notebook 07 says of DTensor and FSDP2."""

import pytest

from cells_of_07b import CELLS, left_by, section

pytestmark = pytest.mark.long  # they start processes, as nbval has just done

TRIED = """
def after_a_step(W, ids):
    plain = nn.Embedding.from_pretrained(W.clone(), freeze=False)
    tables = [plain]
    for by_rows in (True, False):
        tables.append(cut(nn.Embedding.from_pretrained(W.clone(), freeze=False), by_rows))
    for emb in tables:
        adam = torch.optim.Adam(emb.parameters())
        emb(ids).sum().backward()
        adam.step()
    return [torch.equal(emb.weight.full_tensor(), plain.weight) for emb in tables[1:]]

def left_alone(ids):
    emb = nn.Embedding(1000, 16)
    model = nn.Sequential(emb, nn.Linear(16, 4))
    fully_shard(model, ignored_params={emb.weight})
    model(ids).sum().backward()
    return rows_of(emb.weight), isinstance(model[1].weight, DTensor)

def outermost(ids):
    emb = fully_shard(Noting(1000, 16))
    emb(ids)
    return rows_of(emb.weight)

def not_gathered(ids):
    mesh = init_device_mesh("cpu", (dist.get_world_size(),))
    emb = parallelize_module(nn.Embedding(1000, 16), mesh, ColwiseParallel())
    return tuple(emb(ids).shape)

def trials(W, ids):
    return [after_a_step(W, ids), left_alone(ids), outermost(ids), not_gathered(ids)]

tried = launch(trials, weights, ids, timeout=300, limit=600)
"""


@pytest.fixture(scope="module")
def names():
    """What both sections leave behind, and trials of our own, in one launch."""
    CELLS["07b-tried"] = TRIED
    found = left_by(*section("dtensor"), *section("fsdp"), "07b-tried")
    del CELLS["07b-tried"]
    return found


def test_what_dtensor_shards_is_stored_and_compared(names):
    assert names["rank_0"] == names["rank_1"]
    by_rows, by_columns = names["rank_0"]
    assert by_rows[:4] == [True, (500, 16), (1000, 16), (500, 16)]
    assert by_columns[:4] == [True, (1000, 8), (1000, 8), (1000, 8)]
    assert by_rows[4:] == ["2 rows of zeros", "NotImplementedError"]
    assert by_columns[4].startswith("IndexError")


def test_a_table_cut_by_dtensor_makes_the_step_of_a_whole_one(names):
    """Of "07b-dtensor-shapes-read"."""
    assert [same for same, *_ in names["tried"]] == [[True, True]] * 2


def test_by_columns_a_rank_gets_its_part_of_each_row_unless_it_asks_for_all(names):
    """Of "07b-dtensor-ahead"."""
    assert [shape for *_, shape in names["tried"]] == [(64, 8)] * 2


def test_fsdp_gathers_the_whole_table_twice_and_makes_the_whole_gradient(names):
    assert names["first"] == names["second"]
    weight, gradient = names["first"]
    assert weight == [500, 1000, 500, 1000, 500]
    assert gradient[3:] == [1000, 500]


def test_fsdp_leaves_a_table_alone_that_is_named(names):
    """Of "07b-fsdp-bargain"."""
    assert [alone for _, alone, *_ in names["tried"]] == [(1000, True)] * 2


def test_fsdp_keeps_the_outermost_module_whole_between_the_passes(names):
    assert [rows for *_, rows, _ in names["tried"]] == [1000, 1000]
