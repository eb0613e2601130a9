"""A picture without a browser: its answers to what is typed, its still, how much it sends."""

import html
import json
import re


def typed(picture, text, key="typed"):
    """The refusal, "" for none, that a text typed in the page is answered with."""
    answers = []
    picture.send = answers.append
    picture._on_typed(picture, {key: text}, [])
    (answer,) = answers
    return answer["refused"]


def untouched(picture, text):
    """The refusal of a text that must leave spec and step as they were."""
    before = picture.spec, picture.step, json.dumps(picture.spec)
    refused = typed(picture, text)
    assert (picture.spec, picture.step) == before[:2]
    assert json.dumps(picture.spec) == before[2]
    assert refused
    return refused


def lines(page, part):
    """The texts of one part of the still, row by row; escaped texts as they read."""
    inner = re.search(f"<{part}>(.*)</{part}>", page, re.DOTALL)[1]
    rows = [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)
        for row in re.findall("<tr>(.*?)</tr>", inner)
    ]
    return [
        [html.unescape(re.sub("</?(?:b|bdi)>", "", cell)) for cell in row]
        for row in rows
    ]


def size(value):
    """The bytes of a value as it is sent."""
    return len(json.dumps(value, ensure_ascii=False).encode())
