"""Two people who report the last piece at the same time: stock never goes below zero."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from tests.races.racing import AtOnce, codes, held_back, without_the_lock
from tests.support.api import Api, ok_json
from tests.support.together import all_together

ATTEMPTS = 10


def reporting_the_last_piece(owner: Api, at_once: AtOnce) -> None:
    """Two team members each report the only O as broken."""
    body = {"letter": "O", "size": "4ft"}

    answers = codes(*at_once([lambda: owner.post("/api/repairs", json=body) for _ in range(2)]))

    assert (sorted(answers), len(ok_json(owner.get("/api/repairs")))) == ([201, 409], 1)


def retrying_at_once(owner: Api, at_once: AtOnce) -> None:
    """A phone sends the same report twice."""
    body = {"letter": "E", "size": "4ft", "clientId": "phone"}

    answers = codes(*at_once([lambda: owner.post("/api/repairs", json=body) for _ in range(2)]))

    assert (sorted(answers), len(ok_json(owner.get("/api/repairs")))) == ([200, 201], 1)


def business(owner: Api) -> Api:
    owner.register().add_letters({"O": 1, "E": 5})
    return owner


@pytest.mark.seeds(3, 30)
@pytest.mark.parametrize("race", [reporting_the_last_piece, retrying_at_once])
def test_simultaneous_reports_count_each_piece_once(
    caller: Callable[[], Api], race: Callable[[Api, AtOnce], None], seed: int
):
    race(business(caller()), all_together)


def test_lock_protects_the_last_piece_in_the_worst_interleaving(new_caller: Callable[[], Api], database: Database):
    reporting_the_last_piece(business(new_caller()), held_back(database))


def test_without_the_lock_more_pieces_are_reported_than_owned(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    """Negative control."""
    app = app_with()
    with without_the_lock(app) as at_once:
        for _ in range(ATTEMPTS):
            owner = business(caller_of(app))
            try:
                reporting_the_last_piece(owner, at_once)
            except AssertionError:
                return
    pytest.fail(f"{ATTEMPTS} races without a lock ended well: this test would not notice a missing lock")
