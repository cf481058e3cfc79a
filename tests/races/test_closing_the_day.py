"""Two people who close the same day at the same time: the later amount replaces the earlier one."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from tests.races.racing import AtOnce, codes, held_back, without_the_lock
from tests.support.api import Api, ok_json
from tests.support.together import all_together

PATH = "/api/day/cash?date=2027-06-05"


def closing_at_once(owner: Api, at_once: AtOnce) -> None:
    answers = codes(*at_once([lambda cents=cents: owner.put(PATH, json={"handedOver": cents}) for cents in (100, 120)]))

    assert answers == (200, 200)
    assert ok_json(owner.get(PATH))["handedOver"]["amount"] in {100, 120}


@pytest.mark.seeds(3, 30)
def test_simultaneous_closings_both_succeed(caller: Callable[[], Api], seed: int):
    closing_at_once(caller().register(), all_together)


def test_lock_serializes_closings_in_the_worst_interleaving(new_caller: Callable[[], Api], database: Database):
    closing_at_once(new_caller().register(), held_back(database))


def test_without_the_lock_a_closing_fails(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]):
    """Negative control."""
    app = app_with()
    owner = caller_of(app).register()

    with without_the_lock(app) as at_once, pytest.raises(AssertionError):
        closing_at_once(owner, at_once)
