"""Whose the real model's rows are: what shows some says so once, and nothing else does."""

import dataclasses
import json
import re

import pytest

import decks
import plan_deck
import rights
import website
from conftest import lacking
from course import CORE, NOTEBOOKS, code_cells, read
from lesson_decks import LESSONS, STORED

SENTENCE = rights.sentence()


def test_the_sentence_names_the_model_its_authors_its_licence_and_the_change():
    assert SENTENCE.count(".") == len(re.findall(r"2\.0|\.$", SENTENCE)), "one sentence"
    for said in (
        "all-MiniLM-L6-v2, by the authors of sentence-transformers,",
        "under the Apache License, Version 2.0;",
        "rounded to four bits.",
    ):
        assert said in SENTENCE
    assert len(SENTENCE.split()) < 40


def test_a_notice_that_does_not_say_it_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(rights, "NOTICE", tmp_path / "NOTICE")
    rights.NOTICE.write_text("the model all-MiniLM-L6-v2, by its authors")
    with pytest.raises(ValueError, match="NOTICE must name the model, by whom it is"):
        rights.sentence()


@pytest.mark.long
@pytest.mark.parametrize("name", LESSONS)
def test_a_plans_deck_says_it_on_its_last_slide_and_its_handout_at_its_head(name):
    lesson = LESSONS[name]
    deck = plan_deck.deck_of(lesson, STORED, decks.deck_assets)
    handout = plan_deck.handout_of(lesson, STORED, decks.deck_assets)
    assert deck.count(SENTENCE) == handout.count(SENTENCE) == 1
    assert deck.count("4. Redistribution. You may reproduce") == 1
    assert deck.index(SENTENCE) > deck.rindex("<section")
    assert handout.index("<p>Needs") < handout.index(SENTENCE) < handout.index("<h2>")


def test_a_plan_without_the_real_table_says_nothing():
    lesson = LESSONS["90"]
    own = [part for part in lesson.parts if part.notebook in ("01", "02")]
    without = dataclasses.replace(lesson, parts=own)
    assert len(without.slides) > 5
    for made in (plan_deck.deck_of, plan_deck.handout_of):
        assert "MiniLM" not in made(without, STORED, decks.deck_assets)


@pytest.mark.long
def test_the_deck_of_a_notebook_says_it_where_its_slides_show_such_rows():
    """Notebooks 02 and 04 have a wall of them, which is no slide."""
    decks.find_spec(decks.REVEAL) or lacking("no reveal.js to test the slides with")
    found = {path.name[:2]: decks.deck(path, read) for path in CORE}
    counts = {name: text.count(SENTENCE) for name, text in found.items()}
    assert {name for name, count in counts.items() if count} == {"00", "05"}
    for name in ("00", "05"):
        assert counts[name] == 1
        assert found[name].count("4. Redistribution. You may reproduce") == 1
        assert found[name].index(SENTENCE) > found[name].rindex("<section")


def test_the_page_of_a_notebook_ends_with_it_where_it_reads_the_table():
    for path in NOTEBOOKS:
        reads = any(
            "read_real_table(" in cell.source for cell in code_cells(read(path))
        )
        page = website.readable(read(path))
        said = [SENTENCE in cell.source for cell in page.cells]
        assert said == [False] * (len(said) - 1) + [reads], path.name


def test_the_first_page_of_the_site_has_it_beside_its_wall(tmp_path):
    website.first_page(tmp_path, [], "")
    shown = json.loads((tmp_path / "landing.json").read_text(encoding="utf-8"))
    assert shown["rights"] == SENTENCE


def test_a_slide_of_a_cell_says_it_where_the_cell_before_read_the_table():
    for name in ("05-real-chart", "05-real-mean", "00-five-close"):
        cells = [STORED[name]] if name in STORED else []
        assert bool(rights.of_cells(cells)) == name.startswith("05-real")
