"""Every fixed text of the screens: the rows of texts.csv, checked on the real server.

A walk goes through the states of one screen and yields each state's name when reached; all rows of that state are then
checked. Failures that a server does not produce on request are mocked.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.browser import walks, walks_admin, walks_billing
from tests.browser.stage import WALKS, Stage
from tests.browser.texts import expect_text, rows
from tests.support.server import LiveServer

TABLE = rows()
# Each module registers the screens of its walks.
MODULES = (walks, walks_admin, walks_billing)


def missing_texts(stage: Stage, screen: str, state: str) -> list[str]:
    """Return the rows of a state that are missing on the page."""
    missing: list[str] = []
    for row in TABLE:
        if (row.screen, row.state) != (screen, state):
            continue
        text = re.sub(r"{(\w+)}", lambda name: str(stage.names[name[1]]), row.text)
        where = re.sub(r"{(\w+)}", lambda name: str(stage.names[name[1]]), row.where)
        try:
            if where == "confirmation":
                assert text in stage.names["asked"]
            else:
                expect_text(stage.page, where, text)
        except AssertionError as reason:
            missing.append(f"{state}: {where} {text!r}: {str(reason).splitlines()[0]}")
    return missing


@pytest.mark.parametrize("screen", sorted({row.screen for row in TABLE}))
def test_fixed_texts_are_shown(demo: LiveServer, profile: Callable[..., BrowserContext], screen: str):
    stage = Stage(demo, profile())
    missing: list[str] = []
    reached: set[str] = set()

    for state in WALKS[screen](stage):
        reached.add(state)
        missing += missing_texts(stage, screen, state)

    assert missing == []
    assert reached == {row.state for row in TABLE if row.screen == screen}, "a state without rows, or out of reach"


def test_text_table_has_no_duplicates():
    assert len(set(TABLE)) == len(TABLE)
    assert {row.screen for row in TABLE} == set(WALKS)
    assert all(re.fullmatch(r"[1-9]|[AWGP]\d+", row.section) for row in TABLE)
