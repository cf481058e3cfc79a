"""Gzipped size of the public form in the production build until it can be used."""

import re

from tests.support.api import Api

FLOOR = 40_000
GROWN = 30_600
"""The current limit, which must not grow. Check first if new code can be loaded later."""


def packed(visitor: Api, path: str) -> tuple[int, str]:
    """Return a file's transfer size and its text."""
    answer = visitor.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip", path
    return int(answer.headers["content-length"]), answer.text


def needed_first(visitor: Api) -> dict[str, int]:
    """Return each script and style sheet in the page and their static imports, with sizes."""
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


def test_form_is_usable_within_the_size_budget(visitor: Api):
    found = needed_first(visitor)

    assert {path.rpartition(".")[2] for path in found} == {"js", "css"}
    assert sum(found.values()) <= min(FLOOR, GROWN), found


def test_form_loads_two_files_without_further_imports(visitor: Api):
    """A file that is only referenced by another loads a round trip later."""
    assert len(needed_first(visitor)) == 2
