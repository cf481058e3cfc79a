"""G7: announcements to businesses, on their pages and on the status page."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from tests.admin.conftest import new_admin
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock

pytestmark = pytest.mark.either_database

__all__ = ["clock", "new_admin"]

PATH = "/api/admin/announcements"


@pytest.fixture
def site(app_with: Callable[..., FastAPI]) -> FastAPI:
    """An application with its own caches."""
    return app_with()


@pytest.fixture
def chief(new_admin: Callable[[str], Api], site: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """An administrator, signed in to that application."""
    return caller_of(site).login(new_admin("admin@example.com").user["email"])


def body(now: datetime, *, starts: int = -1, ends: int = 1, **fields: object) -> dict[str, Any]:
    """Return an announcement from ``starts`` to ``ends`` hours from now."""
    return {
        "text": "Maintenance on Sunday night.",
        "from": (now + timedelta(hours=starts)).isoformat(),
        "to": (now + timedelta(hours=ends)).isoformat(),
        "audience": "everybody",
        **fields,
    }


def texts(caller: Api) -> list[str]:
    """Return the announcements on the caller's pages."""
    return [row["text"] for row in ok_json(caller.get("/api/user"))["announcements"]]


def test_announcement_is_shown_from_start_to_end(
    chief: Api, site: FastAPI, caller_of: Callable[..., Api], clock: Clock
):
    owner = caller_of(site).register()

    answer = chief.post(PATH, json=body(clock.now, starts=1, ends=3))

    assert answer.status_code == 201
    assert texts(owner) == []
    clock.pass_by(hours=2)
    assert texts(owner) == ["Maintenance on Sunday night."]
    clock.pass_by(hours=2)
    assert texts(owner) == []
    assert [row["id"] for row in ok_json(chief.get(PATH))] == [answer.json()["id"]], "past ones are listed"


def test_staff_see_only_announcements_for_everybody(
    chief: Api, site: FastAPI, caller_of: Callable[..., Api], database: Database, clock: Clock
):
    owner, manager, staff = (caller_of(site).register() for _ in range(3))
    rows.join_team(database, manager.id, owner.id, "manager")
    rows.join_team(database, staff.id, owner.id, "staff")

    ok_json(chief.post(PATH, json=body(clock.now, text="For owners", audience="owners")))
    ok_json(chief.post(PATH, json=body(clock.now, text="For everybody")))

    assert texts(owner) == texts(manager) == ["For owners", "For everybody"]
    assert texts(staff) == ["For everybody"]


def test_deleted_announcement_disappears_and_both_are_recorded(
    chief: Api, site: FastAPI, caller_of: Callable[..., Api], clock: Clock
):
    owner = caller_of(site).register()
    created = ok_json(chief.post(PATH, json=body(clock.now)))
    assert texts(owner) == ["Maintenance on Sunday night."]

    assert chief.delete(f"{PATH}/{created['id']}").status_code == 204

    assert texts(owner) == ok_json(chief.get(PATH)) == []
    assert chief.delete(f"{PATH}/{created['id']}").status_code == 404
    entries = ok_json(chief.get("/api/admin/audit", params={"action": "announcement"}))["items"]
    assert [entry["action"] for entry in entries] == ["announcement.deleted", "announcement.created"]


@pytest.mark.parametrize(
    "change, field",
    [
        ({"text": None}, "text"),
        ({"text": "  "}, "text"),
        ({"text": "x" * 501}, "text"),
        ({"from": None}, "from"),
        ({"from": "2027-06-01T22:00:00"}, "from"),
        ({"from": "0001-01-01T00:00:00+05:00"}, "from"),
        ({"to": "2027-06-01"}, "to"),
        ({"from": "2027-06-01T22:00:00Z", "to": "2027-06-01T18:00:00-04:00"}, "to"),
        ({"audience": "staff"}, "audience"),
    ],
)
def test_invalid_announcement_is_rejected_by_field(chief: Api, clock: Clock, change: dict[str, Any], field: str):
    answer = chief.post(PATH, json=body(clock.now) | change)

    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


def test_status_lists_announcements_for_everybody_without_sign_in(
    chief: Api, site: FastAPI, caller_of: Callable[..., Api], clock: Clock
):
    ok_json(chief.post(PATH, json=body(clock.now, text="For owners", audience="owners")))
    shown = ok_json(chief.post(PATH, json=body(clock.now, text="For everybody")))

    status = ok_json(caller_of(site).get("/status.json"))

    assert status["announcements"] == [{name: shown[name] for name in ("text", "from", "to")}]
    assert (status["status"], status["database"], status["worker"]) == ("ok", "ok", "ok")
    assert status["maintenance"] is None
