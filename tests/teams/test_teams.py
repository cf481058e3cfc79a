"""Team members (A5): invited by email, joining with a new or existing account, leaving, and being removed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from marqueedesk.accounts.rights import RIGHTS
from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.watch import audit
from marqueedesk.mail.mail import Mail
from tests.support import rows
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.clock import Clock
from tests.support.together import together
from tests.teams.conftest import Invite, accept, join_new, token_in

pytestmark = pytest.mark.either_database

Mails = Callable[[], list[Any]]


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def people(business: Api) -> list[tuple[str, str]]:
    return [(row["email"], row["part"]) for row in ok_json(business.get("/api/team"))["people"]]


@pytest.mark.parametrize("way", ["removed", "left", "made staff", "deactivated", "deleted"])
def test_calendar_feed_url_changes_when_manager_loses_access(
    way: str, operator: Api, admin: Api, new_caller: Callable[[], Api], invite: Invite, mails: Mails
):
    manager = join_new(new_caller(), invite(operator, "grace@example.com", part="manager"))
    ok_json(operator.post("/api/calendar-feed"))
    known = ok_json(manager.get("/api/calendar-feed"))["url"]
    if way == "removed":
        assert operator.delete(f"/api/team/members/{manager.user['id']}").status_code == 204
    elif way == "deactivated":
        ok_json(admin.patch(f"/api/admin/users/{manager.user['id']}/status", json={"isActive": False}))
    elif way == "deleted":
        assert admin.delete(f"/api/admin/users/{manager.user['id']}").status_code == 204
    elif way == "left":
        assert manager.post("/api/team/leave").status_code in {200, 204}
    else:
        ok_json(operator.patch(f"/api/team/members/{manager.user['id']}", json={"part": "staff"}))
    mails()
    now = ok_json(operator.get("/api/calendar-feed"))["url"]
    assert now not in {None, known}
    assert [operator.get(httpx.URL(url).path).status_code for url in (known, now)] == [404, 200]
    told = ok_json(operator.get("/api/notifications"))["items"][0]
    assert told["title"] == "Your calendar feed has a new address"
    assert "Grace" in told["text"]


def test_calendar_feed_url_stays_when_staff_are_removed(
    operator: Api, new_caller: Callable[[], Api], invite: Invite, mails: Mails
):
    staff = join_new(new_caller(), invite(operator, "grace@example.com"))
    known = ok_json(operator.post("/api/calendar-feed"))["url"]
    assert operator.delete(f"/api/team/members/{staff.user['id']}").status_code == 204
    mails()
    assert ok_json(operator.get("/api/calendar-feed"))["url"] == known


def test_removing_manager_creates_no_calendar_feed(
    operator: Api, new_caller: Callable[[], Api], invite: Invite, mails: Mails
):
    manager = join_new(new_caller(), invite(operator, "grace@example.com", part="manager"))
    assert operator.delete(f"/api/team/members/{manager.user['id']}").status_code == 204
    mails()
    assert ok_json(operator.get("/api/calendar-feed"))["url"] is None


def test_new_member_can_be_invited_work_within_role_and_be_removed(
    operator: Api, new_caller: Callable[[], Api], visitor: Api, invite: Invite, mails: Mails, database: Database
):
    operator.add_letters("LOVE", quantity=9)
    booking = operator.book(notes="Back door")["id"]
    token = invite(operator, "Grace@example.com")
    (waiting,) = ok_json(operator.get("/api/team"))["invitations"]
    assert (waiting["email"], waiting["part"], waiting["state"]) == ("Grace@example.com", "staff", "open")
    # Without a mail server the owner passes the link on; with one, only the email contains it.
    assert waiting["link"].endswith(f"/invitation?token={token}")
    assert token not in repr(rows.rows(database, "invitations") + rows.rows(database, "outbox"))
    seen = ok_json(visitor.get(f"/api/public/invitations/{token}"))
    assert (seen["company"], seen["state"], seen["hasAccount"]) == (operator.user["companyName"], "open", False)
    assert seen["may"] == [right.does for right in RIGHTS if "staff" in right.roles]

    grace = join_new(new_caller(), token)

    assert (grace.user["operatorId"], grace.user["part"], grace.user["username"]) == (operator.id, "staff", "Grace")
    assert grace.user["team"]["name"] == operator.user["companyName"]
    assert people(operator) == [(operator.user["email"], "owner"), ("Grace@example.com", "staff")]
    assert ok_json(operator.get("/api/team"))["invitations"] == []
    mails()
    (told,) = ok_json(operator.get("/api/notifications"))["items"]
    assert told["title"] == "Grace has joined your team"
    # Staff see the bookings without amounts, and can change only notes.
    shown = ok_json(grace.get(f"/api/bookings/{booking}"))
    assert shown["notes"] == "Back door"
    text = repr(
        [
            shown,
            ok_json(grace.get("/api/bookings")),
            ok_json(grace.get("/api/inventory")),
            ok_json(grace.get("/api/venues")),
        ]
    )
    for money in ("totalPrice", "deposit", "balanceDue", "breakdown", "pricePerDay", "urcharge", "quoteId"):
        assert money not in text
    for params in ({"paid": "unpaid"}, {"sort": "total"}, {"sort": "-balance"}):
        assert grace.get("/api/bookings", params=params).status_code == 403
    assert grace.get("/api/bookings/counts", params={"paid": "paid"}).status_code == 403
    assert len(ok_json(grace.get("/api/bookings", params={"sort": "-createdAt", "q": "back door"}))) == 1
    path = f"/api/bookings/{booking}"
    assert ok_json(grace.patch(path, json={"operatorNotes": "Two ladders"}))["operatorNotes"] == "Two ladders"
    for change in ({"totalPrice": 1}, {"message": "LOVE", "size": "2ft"}, {"customerName": "X"}):
        assert grace.patch(path, json=change).status_code == 403
    ok_json(operator.set_status(booking, "confirmed"))
    (stop, *_) = ok_json(grace.get("/api/day", params={"date": shown["deliveryDate"][:10]}))["stops"]
    assert stop["booking"]["id"] == booking
    assert not {"toCollect", "balanceDue", "totalPrice"} & {*stop, *stop["booking"]}
    assert grace.set_status(booking, "canceled").status_code == 403
    early = grace.set_status(booking, "completed", early=True)
    assert (early.status_code, early.json()["code"]) == (403, "forbidden")
    assert "free" not in ok_json(grace.post("/api/estimate", json={"message": "LOVE", "size": "4ft"}))

    ok_json(operator.patch(f"/api/team/members/{grace.id}", json={"part": "manager"}))
    assert ok_json(grace.get(f"/api/bookings/{booking}"))["totalPrice"] > 0
    mails()
    ok_json(operator.delete(f"/api/team/members/{grace.id}"))
    (mail,) = mails()
    company = operator.user["companyName"]
    assert (mail.to, mail.subject) == ("Grace@example.com", f"You are no longer on the team of {company}")
    # Removal ends every session immediately; she still has her own business.
    assert grace.get("/api/user").status_code == 401
    grace.login("grace@example.com")
    assert (grace.user["operatorId"], grace.user["part"]) == (grace.id, "owner")
    assert ok_json(grace.get("/api/bookings")) == []
    assert code(operator.delete(f"/api/team/members/{grace.id}")) == (404, "no_member")


def test_owner_joining_another_team_pauses_own_business_until_leaving(
    operator: Api, other_operator: Api, visitor: Api, invite: Invite
):
    other_operator.add_letters("HI", quantity=3)
    booked = other_operator.book(message="HI")["id"]
    token = invite(operator, other_operator.user["email"], "manager")
    # An owner with upcoming bookings cannot join another team.
    refused = accept(other_operator, token)
    assert code(refused) == (409, "cannot_join")
    assert refused.json()["reason"] == "bookings"
    assert ok_json(other_operator.get(f"/api/public/invitations/{token}"))["obstacle"] == refused.json()["message"]
    ok_json(other_operator.set_status(booked, "canceled"))
    assert ok_json(visitor.get(f"/api/public/invitations/{token}"))["hasAccount"] is True
    assert code(accept(visitor, token)) == (409, "has_account")
    own_name = other_operator.user["companyName"]
    assert ok_json(other_operator.get(f"/api/public/invitations/{token}"))["ownBusiness"] == own_name
    before = other_operator.http.cookies["marqueedesk_session"]

    joined = ok_json(accept(other_operator, token))

    assert (joined["operatorId"], joined["part"]) == (operator.id, "manager")
    assert other_operator.http.cookies["marqueedesk_session"] != before
    assert visitor.get("/api/booking-form", params={"userId": other_operator.id}).status_code == 404
    # A manager can do everything except billing and closing the business.
    assert other_operator.get("/api/subscription/plans").status_code == 403
    assert ok_json(other_operator.get("/api/price-list"))
    for path in (f"/api/team/members/{operator.id}", f"/api/team/members/{other_operator.id}"):
        assert other_operator.delete(path).status_code == 409
        assert other_operator.patch(path, json={"part": "staff"}).status_code == 409
    assert code(operator.post("/api/team/leave")) == (409, "owner_stays")

    home = ok_json(other_operator.post("/api/team/leave"))

    assert (home["operatorId"], home["part"]) == (other_operator.id, "owner")
    assert {row["letter"] for row in ok_json(other_operator.get("/api/inventory"))} == {"H", "I"}
    assert visitor.get("/api/booking-form", params={"userId": other_operator.id}).status_code == 200
    assert people(operator) == [(operator.user["email"], "owner")]


def test_invitation_works_once_before_expiry_for_one_email(
    operator: Api,
    other_operator: Api,
    new_caller: Callable[[], Api],
    invite: Invite,
    mails: Mails,
    clock: Clock,
):
    email = "grace@example.com"
    first = invite(operator, email)
    path = "/api/team/invitations"
    assert code(operator.post(path, json={"email": email.upper(), "part": "staff"})) == (409, "already_invited")
    assert code(operator.post(path, json={"email": operator.user["email"], "part": "staff"})) == (409, "already_member")
    for body in (
        {"email": "x", "part": "staff"},
        {"email": email, "part": "owner"},
        {"email": email, "part": None},
        {},
    ):
        assert operator.post(path, json=body).status_code == 422
    stranger = accept(other_operator, first)
    assert code(stranger) == (409, "anothers_invitation")
    assert email in stranger.json()["message"]
    # Resending the invitation invalidates the earlier link.
    (row,) = ok_json(operator.get("/api/team"))["invitations"]
    ok_json(operator.post(f"{path}/{row['id']}/resend"))
    second = token_in(mails(), email)
    assert code(new_caller().get(f"/api/public/invitations/{first}")) == (404, "no_invitation")
    bad = accept(new_caller(), second, username=" ", password="short", confirmPassword="x")
    assert set(bad.json()["fields"]) == {"username", "password"}
    clock.pass_by(days=7)
    assert ok_json(new_caller().get(f"/api/public/invitations/{second}"))["state"] == "expired"
    late = accept(new_caller(), second, username="Grace", password=PASSWORD, confirmPassword=PASSWORD)
    assert (late.status_code, late.json()["state"]) == (409, "expired")
    operator.login(operator.user["email"])
    third = invite(operator, email)
    grace = join_new(new_caller(), third)
    assert accept(grace, third).json()["state"] == "accepted"
    # Revoking an invitation twice has no further effect.
    fourth = invite(operator, "late@example.com")
    (row,) = ok_json(operator.get("/api/team"))["invitations"]
    for _ in range(2):
        ok_json(operator.delete(f"{path}/{row['id']}"))
    assert ok_json(grace.get(f"/api/public/invitations/{fourth}"))["state"] == "revoked"
    assert code(operator.post(f"{path}/{row['id']}/resend")) == (409, "invitation_closed")
    assert other_operator.login(other_operator.user["email"]).delete(f"{path}/{row['id']}").status_code == 404


def test_declined_invitation_notifies_owner_once_and_can_be_resent(
    operator: Api,
    other_operator: Api,
    admin: Api,
    new_caller: Callable[[], Api],
    visitor: Api,
    invite: Invite,
    mails: Mails,
):
    token = invite(operator, "grace@example.com")
    no = f"/api/public/invitations/{token}/decline"
    assert code(other_operator.post(no)) == (409, "anothers_invitation")

    for _ in range(2):
        ok_json(visitor.post(no))

    assert ok_json(visitor.get(f"/api/public/invitations/{token}"))["state"] == "declined"
    refused = accept(new_caller(), token, username="Grace", password=PASSWORD, confirmPassword=PASSWORD)
    assert (refused.status_code, refused.json()["state"]) == (409, "declined")
    mails()
    (told,) = ok_json(operator.get("/api/notifications"))["items"]
    assert told["title"] == "grace@example.com has declined your invitation"
    noted = ok_json(operator.get("/api/activity"))["items"][0]
    assert (noted["action"], noted["actor"]) == ("team.declined", "grace@example.com")
    (row,) = ok_json(operator.get("/api/team"))["invitations"]
    assert (row["state"], row["link"]) == ("declined", None)
    # Resent without and then with a mail server: with one, only the email contains the link.
    again = ok_json(operator.post(f"/api/team/invitations/{row['id']}/resend"))
    assert (again["state"], again["link"] is None) == ("open", False)
    ok_json(
        admin.patch(
            "/api/admin/settings/email",
            json={"smtpHost": "mail.example", "smtpUser": "me", "smtpPassword": "x", "emailFrom": "desk@example.com"},
        )
    )
    team = ok_json(operator.get("/api/team"))
    assert (team["mailServer"], [row["link"] for row in team["invitations"]]) == (True, [None])
    sent = ok_json(operator.post(f"/api/team/invitations/{row['id']}/resend"))
    assert (sent["state"], sent["link"]) == ("open", None)
    grace = join_new(new_caller(), token_in(mails(), "grace@example.com"))
    assert accept(grace, token).status_code == 404
    assert grace.post(no).status_code == 404
    ok_json(grace.post("/api/team/leave"))
    mails()
    assert ok_json(operator.get("/api/notifications"))["items"][0]["title"] == "Grace has left your team"


def test_invitation_accepted_concurrently_adds_one_member(operator: Api, new_caller: Callable[[], Api], invite: Invite):
    token = invite(operator, "grace@example.com")
    callers = [new_caller(), new_caller()]
    body = {"username": "Grace", "password": PASSWORD, "confirmPassword": PASSWORD}

    answers = together(*(lambda caller=caller: accept(caller, token, **body) for caller in callers))

    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert people(operator)[1:] == [("grace@example.com", "staff")]


def test_deleting_owner_returns_members_to_their_own_business(
    operator: Api, admin: Api, new_caller: Callable[[], Api], invite: Invite, mails: Mails, database: Database
):
    grace = join_new(new_caller(), invite(operator, "grace@example.com"))
    ok_json(operator.post("/api/team/invitations", json={"email": "late@example.com", "part": "staff"}))

    ok_json(admin.delete(f"/api/admin/users/{operator.id}"))

    assert grace.get("/api/user").status_code == 401
    told = [mail.subject for mail in mails() if mail.to == "grace@example.com"]
    assert told[-1] == f"{operator.user['companyName']} has been deleted"
    assert grace.login("grace@example.com").user["operatorId"] == grace.id
    assert rows.rows(database, "invitations") == []
    ok_json(admin.delete(f"/api/admin/users/{grace.id}"))
    assert rows.rows(database, "memberships") == rows.rows(database, "operators") == []


def test_activity_log_is_visible_only_to_its_business(
    operator: Api, other_operator: Api, new_caller: Callable[[], Api], invite: Invite
):
    grace = join_new(new_caller(), invite(operator, "grace@example.com", "manager"))
    operator.set_rules(holdDays=5)
    venue = operator.add_venue(name="Great Hall")
    ok_json(grace.delete(f"/api/venues/{venue['id']}"))
    booking = operator.book()["id"]
    ok_json(grace.set_status(booking, "confirmed"))
    ok_json(operator.patch(f"/api/team/members/{grace.id}", json={"part": "staff"}))
    assert grace.get("/api/activity").status_code == 403

    page = ok_json(operator.get("/api/activity", params={"limit": 4}))
    rest = ok_json(operator.get("/api/activity", params={"cursor": page["nextCursor"]}))

    deeds = [(line["action"], line["actor"], line["subject"]) for line in page["items"] + rest["items"]]
    owner, manager = operator.user["email"], "grace@example.com"
    assert deeds[:6] == [
        ("team.part", owner, manager),
        ("booking.status", manager, "Ada Lovelace"),
        ("venue.deleted", manager, "Great Hall"),
        ("settings.changed", owner, "booking rules"),
        ("account.registered", manager, manager),
        ("team.joined", manager, manager),
    ]
    assert page["items"][3]["details"] == {"changed": ["holdDays"]}
    assert ok_json(operator.get("/api/activity", params={"q": "great h"}))["items"] == [page["items"][2]]
    assert ok_json(operator.get("/api/activity", params={"q": "%"}))["items"] == []
    assert [line["actor"] for line in ok_json(other_operator.get("/api/activity"))["items"]] == [
        other_operator.user["email"]
    ]
    # Date filters use the business's time zone.
    seen = [ok_json(operator.get("/api/activity", params=days))["items"] for days in ({"to": "2027-03-02"}, {})]
    assert (
        seen[0],
        ok_json(operator.get("/api/activity", params={"from": "2027-03-03", "to": "2027-03-03"}))["items"],
    ) == (
        [],
        seen[1],
    )
    # The actor is logged under the email they had when they acted.
    ok_json(operator.post("/api/reauthenticate", json={"password": PASSWORD}))
    ok_json(operator.patch(f"/api/user/{operator.id}", json={"email": "new@example.com", "phoneNumber": "555 0100"}))
    ok_json(operator.patch(f"/api/user/{operator.id}", json={"email": "new@example.com"}))
    (changed,) = ok_json(operator.get("/api/activity", params={"action": "profile"}))["items"]
    assert (changed["actor"], changed["subject"]) == (owner, "new@example.com")
    assert changed["details"] == {"changed": ["email", "phoneNumber"]}
    for params in ({"q": "\0"}, {"limit": 0}, {"cursor": "x"}, {"from": "now"}, {"action": "\0"}):
        assert operator.get("/api/activity", params=params).status_code == 422


def test_team_times_use_the_business_time_zone(operator: Api, invite: Invite, clock: Clock):
    clock.set("2027-03-04T03:30:00+00:00")
    operator.login(operator.user["email"])
    operator.set_rules(timeZone="America/New_York")
    invite(operator, "grace@example.com")
    assert ok_json(operator.get("/api/activity"))["items"][0]["at"] == "2027-03-03T22:30:00-05:00"
    (open_one,) = ok_json(operator.get("/api/team"))["invitations"]
    assert open_one["expiresAt"] == "2027-03-10T22:30:00-05:00"


def test_activity_is_sorted_newest_first_across_pages(operator: Api, database: Database):
    noon = kit_clock.now()
    with database.write() as db:
        for hours in (3, 1, 2):
            at = noon + timedelta(hours=hours)
            audit.record(db, f"booking.{hours}", by=None, now=at, operator_id=operator.id)
    found: list[str] = []
    cursor = None
    for _ in range(3):
        params = {"limit": 1, "action": "booking."} | ({"cursor": cursor} if cursor else {})
        page = ok_json(operator.get("/api/activity", params=params))
        found += [line["action"] for line in page["items"]]
        cursor = page["nextCursor"]
    assert (found, cursor) == (["booking.3", "booking.2", "booking.1"], None)


def test_damage_reported_by_staff_while_packing_creates_repair(
    operator: Api, new_caller: Callable[[], Api], invite: Invite, mails: Callable[[], list[Mail]]
):
    staff = join_new(new_caller(), invite(operator, "grace@example.com"))
    operator.add_letters({"L": 1})
    booking = operator.book(message="L", asRequest=False)
    line = {"letter": "L", "size": "4ft", "count": 1, "outcome": "damaged", "note": "One bulb is dead"}
    body = {"clientId": "dead", "kind": "pack", "at": kit_clock.now().isoformat(), "lines": [line]}
    ok_json(staff.post(f"/api/bookings/{booking['id']}/handovers", json=body))
    (repair,) = ok_json(operator.get("/api/outages"))
    assert (repair["reason"], repair["reportedBy"]) == ("One bulb is dead", "Grace")
    # The owner is notified about the booking that is now at risk.
    mails()
    note = ok_json(operator.get("/api/notifications"))["items"][0]
    assert note["kind"] == "at_risk"


def test_staff_cannot_send_out_more_than_booked(operator: Api, new_caller: Callable[[], Api], invite: Invite):
    staff = join_new(new_caller(), invite(operator, "grace@example.com"))
    operator.add_letters({"L": 2})
    booking = operator.book(message="L", asRequest=False)
    path = f"/api/bookings/{booking['id']}/handovers"
    line = {"letter": "L", "size": "4ft", "count": 2}
    more = {"clientId": "two", "kind": "out", "at": kit_clock.now().isoformat(), "lines": [line]}
    assert code(staff.post(path, json=more)) == (409, "more_than_booked")
    assert staff.post(path, json=more | {"reason": "A spare one"}).status_code == 403
    assert ok_json(operator.get(path)) == []
    kept = ok_json(operator.post(path, json=more | {"reason": "A spare one"}))["handover"]
    assert (kept["reason"], kept["lines"][0]["count"]) == ("A spare one", 2)
