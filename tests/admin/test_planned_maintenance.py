"""G8: maintenance with a planned start and an expected end."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock

pytestmark = pytest.mark.either_database

__all__ = ["clock"]

PATH = "/api/admin/settings/general"
Change = Callable[..., Any]


@pytest.fixture
def site(app_with: Callable[..., FastAPI]) -> FastAPI:
    """An application with its own settings cache."""
    return app_with()


@pytest.fixture
def chief(admin: Api, site: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """The administrator, signed in to that application."""
    return caller_of(site).login(admin.user["email"])


@pytest.fixture
def change(chief: Api) -> Change:
    """Save general settings."""
    return lambda **fields: ok_json(chief.patch(PATH, json={"siteName": "Bright", **fields}))


def _at(now: datetime, **later: float) -> str:
    return (now + timedelta(**later)).isoformat()


def test_answers_during_maintenance_have_its_expected_end(
    change: Change, site: FastAPI, caller_of: Callable[..., Api], clock: Clock
):
    clock.set("2027-01-05T15:00")
    visitor = caller_of(site)
    change(maintenanceMode=True, maintenanceUntil=_at(clock.now, minutes=40))

    form = visitor.get("/api/booking-form?userId=1")
    page = visitor.get("/dashboard")

    assert (form.status_code, form.headers["retry-after"]) == (503, "2400")
    assert form.json()["until"] == "2027-01-05T15:40:00+00:00"
    assert form.json()["message"] == (
        "Bright is down for maintenance and will be back at 10:40 AM EST. Your entries are kept."
    )
    assert "will be back at 10:40 AM EST" in page.text
    assert page.headers["retry-after"] == "2400"
    status = ok_json(visitor.get("/status.json"))
    assert (status["status"], status["maintenance"]["until"]) == ("maintenance", "2027-01-05T15:40:00Z")


def test_clients_retry_within_an_hour_and_after_the_expected_end(
    change: Change, site: FastAPI, caller_of: Callable[..., Api], clock: Clock
):
    visitor = caller_of(site)
    change(maintenanceMode=True, maintenanceUntil=_at(clock.now, days=2))
    assert visitor.get("/api/booking-form?userId=1").headers["retry-after"] == "3600"
    clock.pass_by(days=3)
    late = visitor.get("/api/booking-form?userId=1")
    assert late.headers["retry-after"] == "300"
    assert "in a few minutes" in late.json()["message"]


def test_pages_count_down_to_planned_maintenance(
    change: Change, site: FastAPI, caller_of: Callable[..., Api], clock: Clock
):
    owner = caller_of(site).register()
    starts = _at(clock.now, hours=30)
    change(maintenanceFrom=starts, maintenanceUntil=_at(clock.now, hours=31))
    assert ok_json(owner.get("/api/user"))["announcements"] == []

    clock.pass_by(hours=7)
    (row,) = ok_json(owner.get("/api/user"))["announcements"]

    assert datetime.fromisoformat(row["countdownTo"]) == datetime.fromisoformat(starts)
    assert row["text"].startswith("Maintenance starts at ")
    clock.pass_by(hours=24)
    assert ok_json(owner.get("/api/user"))["announcements"] == []
    assert owner.get("/api/inventory").status_code == 200, "the planned start does not switch maintenance on"


@pytest.mark.parametrize("text", ["tomorrow", "2027-06-01", "2027-06-01T10:00", "9999-12-31T23:59:59-12:00", "x" * 60])
@pytest.mark.parametrize("field", ["maintenanceFrom", "maintenanceUntil"])
def test_invalid_times_are_rejected(field: str, text: str, chief: Api):
    answer = chief.patch(PATH, json={"siteName": "Bright", field: text})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


def test_maintenance_must_end_after_its_start(chief: Api, clock: Clock):
    times = {"maintenanceFrom": _at(clock.now, hours=2), "maintenanceUntil": _at(clock.now, hours=1)}
    answer = chief.patch(PATH, json={"siteName": "Bright", **times})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["maintenanceUntil"])


def test_times_can_be_cleared(change: Change, clock: Clock):
    change(maintenanceUntil=_at(clock.now, hours=1))
    assert change(maintenanceUntil=None)["general"]["maintenanceUntil"] is None
