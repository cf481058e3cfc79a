"""Strangers who request a business's letters for a whole year cannot block most days (W11)."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from fastapi import FastAPI

from tests.support.api import Api
from tests.support.checked import clock
from tests.support.clock import Clock
from tests.support.strangers import SMTP, FormWorld, days_from

__all__ = ["clock"]

FIRST = date(2027, 4, 1)
MONTHS = [date(2027, month, 1) for month in (4, 5, 6)]


def world_of(app: FastAPI, caller_of: Callable[..., Api], clock: Clock) -> FormWorld:
    """A business with one letter each of LOVE."""
    world = FormWorld(app, caller_of, clock)
    world.owner.add_letters("LOVE", 1)
    return world


@pytest.fixture(params=["mail server", "no mail server"])
def world(
    request: pytest.FixtureRequest, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
) -> FormWorld:
    mail = {"smtp_url": SMTP} if request.param == "mail server" else {}
    return world_of(app_with(rate_limits="on", **mail), caller_of, clock)


@pytest.fixture
def without_limits(app: FastAPI, caller_of: Callable[..., Api], clock: Clock) -> FormWorld:
    return world_of(app, caller_of, clock)


def attack(world: FormWorld) -> None:
    """Send twelve requests of 30 days each, then consecutive requests of three days, from one address."""
    stranger = world.at_form("192.0.2.66")
    for n in range(12):
        stranger.send(
            FIRST + timedelta(days=30 * n), FIRST + timedelta(days=30 * n + 29), customerEmail="x@evil.example"
        )
    for n in range(18):
        stranger.send(FIRST + timedelta(days=3 * n), FIRST + timedelta(days=3 * n + 2))


def most_days_unavailable(world: FormWorld, app: FastAPI) -> int:
    """Return the highest number of days in one month on which LOVE cannot be booked."""
    gone = []
    for month in MONTHS:
        days = days_from(month, 30)
        gone.append(len(days) - len(world.bookable(days, app=app)))
    return max(gone)


def test_one_network_can_block_a_letter_for_at_most_ten_days_a_month(world: FormWorld, app: FastAPI):
    attack(world)
    assert 0 < most_days_unavailable(world, app) <= 10


def test_many_strangers_can_block_a_letter_for_at_most_ten_days_a_month(world: FormWorld, app: FastAPI):
    for n in range(12):
        stranger = world.at_form(f"198.51.100.{n}")
        for m in range(3):
            first = FIRST + timedelta(days=9 * n + 3 * m)
            stranger.send(first, first + timedelta(days=2), customerEmail=f"x{n}@evil{n}.example")
    assert 0 < most_days_unavailable(world, app) <= 10


def test_unconfirmed_requests_release_letters_after_half_an_hour(
    app: FastAPI, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
):
    world = world_of(app_with(rate_limits="on", smtp_url=SMTP), caller_of, clock)
    attack(world)
    clock.pass_by(minutes=31)
    assert most_days_unavailable(world, app) == 0


def test_strangers_can_block_every_day_without_limits(without_limits: FormWorld, app: FastAPI):
    """Negative control: the same requests with limits off."""
    attack(without_limits)
    assert most_days_unavailable(without_limits, app) == 30
