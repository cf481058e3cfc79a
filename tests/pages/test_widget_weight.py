"""What the public form weighs in the production build until it can be used, as it is sent: gzip."""

import re

from tests.support.api import Api

FLOOR = 40_000
GROWN = 29_400
"""What it weighed once, which is not to grow. Who goes beyond asks whether the form can do without it at first."""


def packed(visitor: Api, path: str) -> tuple[int, str]:
    """A file's size as it is sent, and its text."""
    answer = visitor.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip", path
    return int(answer.headers["content-length"]), answer.text


def needed_first(visitor: Api) -> dict[str, int]:
    """Each script and style sheet that the page names, and what those import at once, with its size."""
    page = visitor.get("/booking-widget?userId=1").text
    waiting = re.findall(r'(?:src|href)="(/widget/assets/[^"]+\.(?:js|css))"', page)
    found: dict[str, int] = {}
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path], text = packed(visitor, path)
            static = re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', text)
            waiting += [f"/widget/assets/{name}" for name in static]
    return found


def test_the_form_can_be_used_after_few_bytes(visitor: Api):
    found = needed_first(visitor)

    assert {path.rpartition(".")[2] for path in found} == {"js", "css"}
    assert sum(found.values()) <= min(FLOOR, GROWN), found


def test_it_comes_in_two_files_that_name_no_other(visitor: Api):
    """A file that is found in another one only comes a round trip later."""
    assert len(needed_first(visitor)) == 2
