"""A23: usage by business, suspending and slowing a business, and support access."""

import re
from collections.abc import Callable
from math import ceil
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.business_usage.counter import SLOWED_A_MINUTE, UsageCounter
from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import Mail
from tests.admin.conftest import new_admin
from tests.support.api import Api, booking_body, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock
from tests.support.inbox import Inbox

pytestmark = pytest.mark.either_database

__all__ = ["clock", "new_admin"]

LIST = "/api/admin/businesses"
REASON = "Spam reports"
STRANGER = "customer@example.org"


@pytest.fixture
def admin(new_admin: Callable[[str], Api]) -> Api:
    """An administrator."""
    return new_admin("admin@example.com")


@pytest.fixture
def quiet(new_caller: Callable[[], Api]) -> Api:
    """The owner of another business."""
    return new_caller().register("quiet@example.com")


def _listed(admin: Api, **query: str) -> dict[int, dict[str, Any]]:
    return {row["operatorId"]: row for row in ok_json(admin.get(LIST, params=query))}


def _suspend(admin: Api, business: Api) -> dict[str, Any]:
    return ok_json(admin.post(f"{LIST}/{business.id}/suspend", json={"reason": REASON}))


def _actions(owner: Api, action: str) -> list[dict[str, Any]]:
    return ok_json(owner.get("/api/activity", params={"action": action}))["items"]


def test_requests_and_errors_are_counted_by_business(admin: Api, operator: Api, quiet: Api, visitor: Api):
    before = _listed(admin)
    for _ in range(3):
        operator.get("/api/bookings/424242")
    visitor.get(f"/api/booking-form?userId={operator.key}")
    visitor.post("/api/estimate", json=booking_body(userId=operator.key, message="ZZZZ"))
    visitor.get("/api/bookings")

    after = _listed(admin)

    assert after[operator.id]["requests"] - before[operator.id]["requests"] == 5
    assert after[operator.id]["errors"] - before[operator.id]["errors"] == 3
    assert after[quiet.id]["requests"] == before[quiet.id]["requests"]


def test_old_counts_leave_the_period_and_are_deleted_later(
    admin: Api, operator: Api, clock: Clock, app: FastAPI, database: Database
):
    operator.get("/api/bookings")
    assert _listed(admin, since="hour")[operator.id]["requests"] > 0
    clock.pass_by(hours=3)
    assert _listed(admin, since="hour")[operator.id]["requests"] == 0
    assert _listed(admin, since="day")[operator.id]["requests"] > 0
    clock.pass_by(days=6)
    assert _listed(admin, since="day")[operator.id]["requests"] == 0
    assert _listed(admin, since="week")[operator.id]["requests"] > 0


def test_first_hour_of_a_period_counts_in_proportion(admin: Api, operator: Api, clock: Clock):
    clock.set("2027-03-03T15:00:00")
    for _ in range(9):
        operator.get("/api/bookings/424242")
    before = _listed(admin, since="hour")[operator.id]

    clock.set("2027-03-03T15:59:00")
    assert _listed(admin, since="hour")[operator.id]["errors"] == before["errors"] == 9
    clock.set("2027-03-03T16:20:00")
    after = _listed(admin, since="hour")[operator.id]
    assert (after["requests"], after["errors"]) == (ceil(before["requests"] * 2 / 3), 6)
    clock.set("2027-03-03T17:00:00")
    assert _listed(admin, since="hour")[operator.id]["errors"] == 0


def test_counts_of_several_processes_add_up(admin: Api, operator: Api, database: Database):
    before = _listed(admin)[operator.id]
    for status in (200, 404, 429, 401):
        process = UsageCounter(database, limits_on=False)
        process.count(operator.id, status, 1.5, "/api/day")
        process.write()

    row = _listed(admin)[operator.id]
    details = ok_json(admin.get(f"{LIST}/{operator.id}"))

    assert (row["requests"] - before["requests"], row["errors"] - before["errors"]) == (4, 2)
    assert details["hours"][-1]["limited"] == 1
    assert details["slowCalls"][0] | {"hour": None} == {"hour": None, "route": "/api/day", "ms": 1500, "count": 4}


def test_counts_of_deleted_business_do_not_block_others(admin: Api, operator: Api, database: Database):
    before = _listed(admin)[operator.id]["requests"]
    process = UsageCounter(database, limits_on=False)
    process.count(operator.id, 200, 0.0, "/api/day")
    process.count(424242, 200, 0.0, "/api/day")
    process.write()
    assert _listed(admin)[operator.id]["requests"] == before + 1


@pytest.mark.parametrize("sort", ["requests", "errors", "jobs", "emails", "storage"])
def test_list_is_sorted_by_use(sort: str, admin: Api, operator: Api, quiet: Api):
    operator.add_letters("LOVE")
    operator.book()
    for _ in range(20):
        operator.get("/api/bookings/424242")

    listed = ok_json(admin.get(LIST, params={"sort": sort}))

    def used(row: dict[str, Any]) -> int:
        names = {"jobs": ("jobsWaiting", "jobsFailing"), "storage": ("storageBytes",)}
        return sum(row[name] for name in names.get(sort, (sort,)))

    assert [used(row) for row in listed] == sorted(map(used, listed), reverse=True)
    assert {row["operatorId"] for row in listed} >= {operator.id, quiet.id}


@pytest.mark.parametrize("query", [{"sort": "name"}, {"since": "year"}, {"sort": ""}])
def test_unknown_sort_or_period_is_rejected(query: dict[str, str], admin: Api):
    assert admin.get(LIST, params=query).status_code == 422


def test_unknown_business_is_not_found(admin: Api):
    paths = [f"{LIST}/{admin.user['id']}", f"{LIST}/424242"]
    for path in paths:
        assert admin.get(path).status_code == 404
        assert admin.post(f"{path}/suspend", json={"reason": REASON}).status_code == 404
        assert admin.get(f"{path}/support/bookings").status_code == 404
        for action in ("slow", "resume", "sign-out"):
            assert admin.post(f"{path}/{action}").status_code == 404


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "  "}, {"reason": "x" * 301}, {"reason": None}])
def test_suspending_requires_a_reason(body: dict[str, Any], admin: Api, operator: Api):
    answer = admin.post(f"{LIST}/{operator.id}/suspend", json=body)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["reason"])
    assert operator.get("/api/bookings").status_code == 200


def test_members_of_suspended_business_see_the_reason_and_keep_their_data(admin: Api, operator: Api):
    operator.add_letters("LOVE")
    booking = operator.book()

    details = _suspend(admin, operator)
    refused = operator.get("/api/bookings")

    assert (details["state"], details["suspended"]["reason"]) == ("suspended", REASON)
    assert (refused.status_code, refused.json()["code"]) == (403, "business_suspended")
    assert REASON in refused.json()["message"]
    assert operator.post("/api/bookings", json=booking_body()).status_code == 403
    assert operator.post("/api/estimate", json=booking_body()).status_code == 403
    user = ok_json(operator.get("/api/user"))
    assert user["team"]["suspended"]["reason"] == REASON
    ok_json(admin.post(f"{LIST}/{operator.id}/resume"))
    assert ok_json(operator.get(f"/api/bookings/{booking['id']}"))["id"] == booking["id"]
    assert ok_json(operator.get("/api/user"))["team"]["suspended"] is None
    assert [row["action"] for row in _actions(operator, "business.")] == ["business.resumed", "business.suspended"]


def test_form_of_suspended_business_rejects_bookings(admin: Api, operator: Api, visitor: Api):
    operator.add_letters("LOVE")
    _suspend(admin, operator)

    form = visitor.get(f"/api/booking-form?userId={operator.key}")
    booking = visitor.post("/api/bookings", json=booking_body(userId=operator.key))
    place = visitor.post("/api/public/waiting-list", json=booking_body(userId=operator.key, consent=True))

    for answer in (form, booking, place):
        assert (answer.status_code, answer.json()["code"]) == (404, "form_suspended")
    ok_json(admin.post(f"{LIST}/{operator.id}/resume"))
    assert visitor.post("/api/bookings", json=booking_body(userId=operator.key)).status_code == 201


def test_customers_of_suspended_business_can_read_but_not_change(admin: Api, operator: Api, visitor: Api):
    operator.add_letters("LOVE")
    booking = operator.book()
    path = f"/api/public/bookings/{operator.booking_token(booking['id'])}"
    quote = operator.sent_quote(message="LO")
    _suspend(admin, operator)

    assert ok_json(visitor.get(path))["message"] == "LOVE"
    assert visitor.get(f"/api/public/quotes/{quote['token']}").status_code == 200
    pay = visitor.post(f"{path}/pay", json={"part": "deposit", "amount": 10})
    accept = operator.accept(quote["token"])
    for answer in (pay, accept):
        assert (answer.status_code, answer.json()["code"]) == (403, "business_unavailable")
    ok_json(admin.post(f"{LIST}/{operator.id}/resume"))
    assert operator.accept(quote["token"]).status_code == 201


def test_emails_of_suspended_business_wait_until_it_resumes(
    admin: Api, operator: Api, app_with: Callable[..., FastAPI], database: Database, clock: Clock
):
    app = app_with(smtp_url="smtp://127.0.0.1:9?security=none")
    new_emails: Callable[[], list[Mail]] = Inbox(database, app.state.settings).send_due
    operator.add_letters("LOVE")
    booking = operator.book(customerEmail=STRANGER)
    ok_json(operator.set_status(booking["id"], "confirmed"))
    _suspend(admin, operator)

    assert STRANGER not in {mail.to for mail in new_emails()}
    clock.pass_by(hours=2)
    assert STRANGER not in {mail.to for mail in new_emails()}
    ok_json(admin.post(f"{LIST}/{operator.id}/resume"))
    clock.pass_by(hours=2)
    assert STRANGER in {mail.to for mail in new_emails()}


def test_slowed_business_gets_429_and_others_do_not(admin: Api, operator: Api, quiet: Api):
    details = ok_json(admin.post(f"{LIST}/{operator.id}/slow"))
    refused = operator.get("/api/bookings/counts")
    for _ in range(10 * SLOWED_A_MINUTE):
        # The limit refills by one a second, so a busy machine needs more requests.
        if refused.status_code == 429:
            break
        refused = operator.get("/api/bookings/counts")

    assert (details["state"], details["limits"][0]["allowed"]) == ("slowed", SLOWED_A_MINUTE)
    assert (refused.status_code, refused.json()["code"]) == (429, "business_limit")
    assert int(refused.headers["Retry-After"]) >= 1
    assert all(quiet.get("/api/bookings/counts").status_code == 200 for _ in range(5))
    ok_json(admin.post(f"{LIST}/{operator.id}/resume"))
    assert operator.get("/api/bookings/counts").status_code == 200
    assert ok_json(operator.get("/api/usage"))["slowed"] is False


def test_signing_out_ends_the_sessions_of_all_members(admin: Api, operator: Api, quiet: Api):
    details = ok_json(admin.get(f"{LIST}/{operator.id}"))
    assert [row["signIns"] for row in details["members"]] == [1]

    after = ok_json(admin.post(f"{LIST}/{operator.id}/sign-out"))

    assert [row["signIns"] for row in after["members"]] == [0]
    assert operator.get("/api/bookings").status_code == 401
    assert quiet.get("/api/bookings").status_code == 200
    assert ok_json(operator.login(operator.user["email"]).get("/api/bookings")) == []


def test_repeated_actions_are_recorded_once(admin: Api, operator: Api):
    for _ in range(2):
        _suspend(admin, operator)
        ok_json(admin.post(f"{LIST}/{operator.id}/slow"))
    for _ in range(2):
        ok_json(admin.post(f"{LIST}/{operator.id}/resume"))
    actions = [row["action"] for row in _actions(operator, "business.")]
    assert actions == ["business.resumed", "business.slowed", "business.suspended"]


def test_support_access_needs_the_owner_and_is_recorded(admin: Api, operator: Api, clock: Clock):
    operator.add_letters("LOVE")
    operator.book()
    path = f"{LIST}/{operator.id}/support/bookings"
    assert admin.get(path).json()["code"] == "no_support_access"

    until = ok_json(operator.post("/api/support-access"))["until"]
    page = ok_json(admin.get(path))

    assert until is not None
    assert [row["message"] for row in page["items"]] == ["LOVE"]
    (reading,) = _actions(operator, "support.read")
    assert reading["actor"] == admin.user["email"]
    assert [row["by"] for row in ok_json(operator.get("/api/support-access"))["readings"]] == [admin.user["email"]]
    clock.pass_by(minutes=61)
    assert admin.get(path).status_code == 403
    assert ok_json(operator.get("/api/support-access"))["until"] is None
    assert len(_actions(operator, "support.read")) == 1


def test_owner_can_end_support_access_early(admin: Api, operator: Api, quiet: Api):
    ok_json(operator.post("/api/support-access"))
    assert admin.get(f"{LIST}/{quiet.id}/support/bookings").status_code == 403

    operator.delete("/api/support-access")
    again = operator.delete("/api/support-access")

    assert again.status_code == 204
    assert admin.get(f"{LIST}/{operator.id}/support/bookings").status_code == 403
    assert [row["action"] for row in _actions(operator, "support.")] == ["support.ended", "support.allowed"]


def test_owner_sees_the_same_limits_as_administrators(admin: Api, operator: Api):
    own, seen = ok_json(operator.get("/api/usage")), ok_json(admin.get(f"{LIST}/{operator.id}"))
    assert own["limits"] == seen["limits"]
    assert [row["kind"] for row in own["limits"]] == ["requests", "emails", "exports", "streams", "storage"]


def test_request_log_lines_include_the_business(operator: Api, capfd: pytest.CaptureFixture[str]):
    operator.get("/api/bookings/counts")
    assert f"operator_id={operator.id}" in capfd.readouterr().out


def test_metrics_omit_the_business(operator: Api, visitor: Api):
    operator.get("/api/bookings/counts")
    assert not re.search(r'[{,]operator\w*="', visitor.get("/metrics").text)
