"""G7: announcements emailed to the owners of active businesses, once each, without delaying other emails."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.admin.announcement_emails import AT_ONCE, EVERY
from marqueedesk.announcements.service import KEPT
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.jobs.job_runner import Task
from marqueedesk.mail.mail import Mail
from marqueedesk.worker import keep_house
from tests.admin.conftest import new_admin
from tests.support import rows
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock
from tests.support.inbox import Inbox
from tests.support.together import all_together
from tests.teams.conftest import accept, token_in

pytestmark = pytest.mark.either_database

__all__ = ["clock", "new_admin"]

PATH = "/api/admin/announcements"
TEXT = "Maintenance on Sunday night.\nThe form stays open."


@pytest.fixture
def site(app_with: Callable[..., FastAPI]) -> FastAPI:
    """An application with a mail server."""
    return app_with(smtp_url="smtp://127.0.0.1:9?security=none")


@pytest.fixture
def chief(new_admin: Callable[[str], Api], site: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """An administrator, signed in to that application."""
    return caller_of(site).login(new_admin("admin@example.com").user["email"])


@pytest.fixture
def new_emails(site: FastAPI, database: Database) -> Callable[[], list[Mail]]:
    """Return the emails sent since the last call, in order."""
    return Inbox(database, site.state.settings).send_due


@pytest.fixture
def new_owner(site: FastAPI, caller_of: Callable[..., Api]) -> Callable[[], Api]:
    """Register another business."""
    return lambda: caller_of(site).register()


def announce(chief: Api, clock: Clock, *, hours: int = 24, text: str = TEXT) -> str:
    """Create an announcement and return the path of its emails."""
    period = {"from": clock.now.isoformat(), "to": (clock.now + timedelta(hours=hours)).isoformat()}
    return f"{PATH}/{ok_json(chief.post(PATH, json={'text': text, 'audience': 'owners', **period}))['id']}/email"


def counts(answer: dict[str, Any]) -> tuple[int, int, int, int]:
    return answer["recipients"], answer["waiting"], answer["sent"], answer["failed"]


def recipients(mails: list[Mail]) -> list[str]:
    return sorted(mail.to for mail in mails)


def test_every_owner_gets_the_announcement_once(
    chief: Api, new_owner: Callable[[], Api], new_emails: Callable[[], list[Mail]], clock: Clock
):
    owners = [new_owner(), new_owner()]
    new_emails()
    path = announce(chief, clock)
    before = ok_json(chief.get(path))
    assert (counts(before), before["emailedAt"]) == ((2, 0, 0, 0), None)
    assert new_emails() == [], "nothing is sent before the administrator does"

    first = chief.post(path)

    assert (first.status_code, counts(first.json())) == (202, (2, 2, 0, 0))
    sent = new_emails()
    assert recipients(sent) == sorted(owner.user["email"] for owner in owners)
    assert {mail.subject for mail in sent} == {"Announcement from MarqueeDesk"}
    assert all("Maintenance on Sunday night." in mail.text and "The form stays open." in mail.text for mail in sent)
    again = chief.post(path)
    assert (again.status_code, counts(again.json())) == (202, (2, 0, 2, 0))
    clock.pass_by(hours=1)
    assert new_emails() == []
    (listed,) = ok_json(chief.get(PATH))
    assert (listed["emailedAt"], listed["emailedTo"]) == (again.json()["emailedAt"], 2)
    audit = ok_json(chief.get("/api/admin/audit", params={"action": "announcement.emailed"}))["items"]
    assert [entry["details"] for entry in audit] == [{"owners": 2}]


def test_two_administrators_at_once_email_every_owner_once(
    chief: Api, new_owner: Callable[[], Api], new_emails: Callable[[], list[Mail]], clock: Clock
):
    new_owner()
    new_emails()
    path = announce(chief, clock)

    answers = all_together([lambda: chief.post(path).status_code] * 3)

    assert set(answers) == {202}
    assert len(new_emails()) == 1


def test_members_and_owners_of_inactive_businesses_get_no_email(
    chief: Api, new_owner: Callable[[], Api], new_emails: Callable[[], list[Mail]], clock: Clock
):
    owner, member, suspended, deactivated, closing = (new_owner() for _ in range(5))
    new_emails()
    ok_json(owner.post("/api/team/invitations", json={"email": member.user["email"], "part": "manager"}))
    ok_json(accept(member, token_in(new_emails(), member.user["email"])))
    ok_json(chief.post(f"/api/admin/businesses/{suspended.id}/suspend", json={"reason": "Spam"}))
    ok_json(chief.patch(f"/api/admin/users/{deactivated.id}/status", json={"isActive": False}))
    ok_json(closing.post("/api/account/close", json={"password": PASSWORD}))
    new_emails()

    path = announce(chief, clock)

    assert counts(ok_json(chief.post(path)))[0] == 1
    assert recipients(new_emails()) == [owner.user["email"]]


def test_emails_of_an_announcement_do_not_delay_others(
    chief: Api, new_owner: Callable[[], Api], new_emails: Callable[[], list[Mail]], clock: Clock
):
    owners = [new_owner() for _ in range(AT_ONCE + 2)]
    new_emails()
    ok_json(chief.post(announce(chief, clock)))
    owners[0].add_letters("LOVE")
    owners[0].set_status(owners[0].book(customerEmail="customer@example.org")["id"], "confirmed")

    sent = new_emails()

    assert (len(sent), "customer@example.org" in recipients(sent)) == (AT_ONCE + 1, True)
    clock.pass_by(seconds=EVERY.total_seconds())
    sent += new_emails()
    everybody = [*(owner.user["email"] for owner in owners), "customer@example.org"]
    assert recipients(sent) == sorted(everybody)


def test_rest_of_the_emails_is_not_sent_after_announcement_is_over_or_deleted(
    chief: Api, new_owner: Callable[[], Api], new_emails: Callable[[], list[Mail]], clock: Clock
):
    for _ in range(AT_ONCE + 1):
        new_owner()
    new_emails()
    ends, deleted = announce(chief, clock, hours=1), announce(chief, clock, text="Deleted")
    for path in (ends, deleted):
        assert counts(ok_json(chief.post(path)))[:2] == (AT_ONCE + 1, AT_ONCE + 1)
    assert len(new_emails()) == 2 * AT_ONCE

    assert chief.delete(deleted.removesuffix("/email")).status_code == 204
    clock.pass_by(hours=2)

    assert new_emails() == []
    assert counts(ok_json(chief.get(ends))) == (AT_ONCE, 0, AT_ONCE, 0)


def test_only_current_and_upcoming_announcements_can_be_emailed(chief: Api, clock: Clock):
    path = announce(chief, clock, hours=1)
    clock.pass_by(hours=2)

    over = chief.post(path)

    assert (over.status_code, over.json()["code"]) == (409, "announcement_over")
    assert chief.post(f"{PATH}/424242/email").status_code == 404
    assert chief.get(f"{PATH}/424242/email").status_code == 404


def test_announcement_is_not_emailed_without_mail_server(
    new_admin: Callable[[str], Api], operator: Api, database: Database, clock: Clock
):
    chief = new_admin("admin@example.com")
    path = announce(chief, clock)

    refused = chief.post(path)

    assert (refused.status_code, refused.json()["code"]) == (409, "no_mail_server")
    assert [row["emailed_at"] for row in rows.rows(database, "announcements")] == [None]


def test_announcements_are_deleted_a_year_after_their_end(chief: Api, database: Database, clock: Clock):
    announce(chief, clock, hours=1)

    def keep(after: timedelta) -> int:
        now = clock.now + timedelta(hours=1) + KEPT + after
        with database.write() as db:
            keep_house(db, Task(1, "housekeeping", {}, now, 1), now)
        return rows.number(database, "announcements")

    assert keep(-timedelta(minutes=1)) == 1
    assert keep(timedelta(minutes=1)) == 0
