"""A quote's page for its customer: accessible by link only, and showing only customer-visible data."""

from datetime import date
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from marqueedesk.accounts.models import Operator
from marqueedesk.kit.db.database import Database
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.paying import collect_without_cards
from tests.support.rows import content, number, rows

EXTRAS = [{"text": "Setup after 10 pm", "amount": 80}]


def quote_page(visitor: Api, quote: dict[str, Any]) -> dict[str, Any]:
    return ok_json(visitor.get(f"/api/public/quotes/{quote['token']}"))


def post_reply(visitor: Api, quote: dict[str, Any], verb: str, **body: Any) -> Any:
    return visitor.post(f"/api/public/quotes/{quote['token']}/{verb}", json=body)


# --- Viewing --------------------------------------------------------------------------------------------------------


def test_quote_page_lists_the_offer_line_by_line(operator: Api, visitor: Api):
    ok_json(operator.patch("/api/business-details", json={"terms": "Be kind to {message}.", "phone": "555 0100"}))
    quote = operator.sent_quote(
        extraLines=EXTRAS,
        discount={"kind": "percent", "percent": 10},
        addOns={"lighting": True},
        colorOption="premium",
        note="See you there",
    )

    page = quote_page(visitor, quote)

    assert [(line["text"], line["amount"]) for line in page["lines"]] == [
        ("4 letters in 4ft, 2 days", 200),
        ("Color: Premium", 80),
        ("LED Lighting", 50),
        ("Setup after 10 pm", 80),
        ("Discount (10%)", -41),
    ]
    assert (page["total"], page["state"], page["version"], page["number"]) == (369, "open", 1, quote["number"])
    assert sum(line["amount"] for line in page["lines"]) == page["total"]
    assert (page["terms"], page["note"], page["company"]["phone"]) == ("Be kind to LOVE.", "See you there", "555 0100")
    company = operator.user["companyName"]
    assert page["consent"] == f"I accept quote {quote['number']} of {company} for $369.00 and the terms."
    assert (page["needsEmail"], page["booking"], page["acceptedBy"]) == (False, None, None)


def test_quote_page_shows_no_internal_fields(operator: Api, visitor: Api):
    operator.add_letters("LOVE", quantity=7)
    operator.book(customerName="Somebody Else")
    ok_json(operator.patch("/api/business-details", json={"taxId": "TAX-77"}))
    quote = operator.sent_quote(customerPhone="555 0199", notes="Gate code 4711")

    page = visitor.get(f"/api/public/quotes/{quote['token']}").text

    for secret in ("Somebody Else", "TAX-77", "4711", "555 0199", "ada@example.com", '"free"', "quotesHold", "history"):
        assert secret not in page


@pytest.mark.parametrize("token", ["x", "a" * 39, "A" * 39, "%00", "a" * 200, "é" * 39, "0" * 39])
def test_unknown_quote_link_returns_404(operator: Api, visitor: Api, token: str):
    operator.sent_quote()

    found = [
        visitor.get(f"/api/public/quotes/{token}"),
        visitor.post(f"/api/public/quotes/{token}/seen"),
        visitor.accept(token),
        visitor.post(f"/api/public/quotes/{token}/decline", json={}),
        visitor.post(f"/api/public/quotes/{token}/question", json={"text": "?"}),
    ]

    assert {answer.status_code for answer in found} == {404}
    assert {answer.json()["code"] for answer in found} == {"no_quote"}


def test_draft_has_no_link(operator: Api, database: Database):
    operator.quote()

    assert number(database, "links") == 0


def test_database_contains_no_quote_token(operator: Api, database: Database):
    quote = operator.sent_quote()

    assert quote["token"] not in str(content(database))
    assert len(quote["token"]) * 5 >= 160


def test_customers_view_of_a_quote_is_recorded_once(operator: Api, visitor: Api, clock: Clock):
    quote = operator.sent_quote()
    quote_page(visitor, quote)
    before = ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    clock.pass_by(hours=1)
    for _ in range(2):
        assert post_reply(visitor, quote, "seen").status_code == 204

    after = ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    assert (before["status"], before["seenAt"]) == ("sent", None)
    assert (after["status"], [entry["kind"] for entry in after["history"]].count("seen")) == ("seen", 1)
    assert after["seenAt"] == "2027-03-03T11:00:00-05:00"


def test_customer_sees_the_sent_version_while_a_new_one_is_drafted(operator: Api, visitor: Api):
    quote = operator.sent_quote(note="First")
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"note": "Second"}))
    meanwhile = quote_page(visitor, quote)
    operator.send_quote(quote["id"])
    after = quote_page(visitor, quote)

    assert (meanwhile["note"], meanwhile["version"], meanwhile["state"]) == ("First", 1, "open")
    assert (after["note"], after["version"]) == ("Second", 2)


# --- Accepting ------------------------------------------------------------------------------------------------------


def test_accepting_creates_the_booking(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE", quantity=1)
    quote = operator.sent_quote(extraLines=EXTRAS, notes="Back door")
    operator.set_prices(sizes=[{"code": "4ft", "label": "4ft", "price": 99}])
    consent = quote_page(visitor, quote)["consent"]

    yes = visitor.accept(quote["token"], name="Ada L.")

    booking = yes.json()["booking"]
    assert (yes.status_code, booking["status"], booking["totalPrice"]) == (201, "confirmed", 280)
    assert "operatorNotes" not in booking
    stored = ok_json(operator.get(f"/api/bookings/{booking['id']}"))
    created = stored["history"][0]
    assert (stored["quoteId"], stored["customerName"], stored["source"]) == (quote["id"], "Ada Lovelace", "operator")
    assert (created["who"], created["changes"]) == ("Ada L.", {"quoteId": [None, quote["id"]]})
    after = ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    assert (after["status"], after["bookingId"]) == ("accepted", booking["id"])
    assert (after["history"][-1]["who"], after["history"][-1]["text"]) == ("Ada L.", consent)
    page = quote_page(visitor, quote)
    assert (page["state"], page["acceptedBy"]) == ("accepted", "Ada L.")
    assert page["booking"] == {"id": booking["id"], "number": booking["number"], "status": "confirmed"}
    assert [job["kind"] for job in rows(database, "jobs")] == [
        "account.welcome",
        "quote.sent",
        "booking.placed",
        "quote.accepted",
    ]


def test_proof_of_acceptance_is_stored(operator: Api, visitor: Api, database: Database):
    quote = operator.sent_quote()
    visitor.http.headers["User-Agent"] = "Browser 7"

    ok_json(visitor.accept(quote["token"]))

    shown = ok_json(operator.get(f"/api/quotes/{quote['id']}"))["history"][-1]
    assert (shown["address"], shown["agent"]) == ("127.0.0.1", "Browser 7")
    (event,) = [row for row in rows(database, "quote_events") if row["kind"] == "accepted"]
    assert (event["version"], event["details"]["address"], event["details"]["agent"]) == (1, "127.0.0.1", "Browser 7")
    assert (
        event["details"]["text"] == f"I accept quote {quote['number']} of {operator.user['companyName']} for "
        "$200.00 and the terms."
    )


def test_second_acceptance_returns_the_same_booking(operator: Api, visitor: Api, database: Database):
    quote = operator.sent_quote()
    first, second = visitor.accept(quote["token"]), visitor.accept(quote["token"], version=9)

    assert (first.status_code, second.status_code) == (201, 200)
    assert "/b/" in first.json()["pageUrl"], "only whoever has just accepted gets the way to the booking"
    assert second.json() == {**first.json(), "pageUrl": None}
    assert number(database, "bookings") == 1


def test_acceptance_requires_an_email_if_none_is_on_file(operator: Api, visitor: Api):
    quote = operator.sent_quote(customerEmail=None, customerName=None)

    missing = visitor.accept(quote["token"], name="Grace")
    wrong = visitor.accept(quote["token"], name="Grace", email="grace@")
    given = visitor.accept(quote["token"], name="Grace", email="grace@example.com")

    assert quote_page(visitor, quote)["needsEmail"]
    assert [set(refused.json()["fields"]) for refused in (missing, wrong)] == [{"email"}, {"email"}]
    booking = given.json()["booking"]
    assert (booking["customerName"], booking["customerEmail"]) == ("Grace", "grace@example.com")


def test_quote_holds_move_to_the_booking(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE", quantity=1)
    quote = operator.quote()
    sent = operator.send_quote(quote["id"], holdLetters=True)
    assert operator.try_to_book().status_code == 409

    ok_json(visitor.accept(sent["link"].rpartition("/")[2]))

    assert {(row["kind"], row["expires_at"]) for row in rows(database, "letter_holds")} == {("booking", None)}


@pytest.mark.parametrize(
    "body, field",
    [
        ({"name": ""}, "name"),
        ({"name": None}, "name"),
        ({"name": "A\u202eB"}, "name"),
        ({"name": "A\u0000B"}, "name"),
        ({"name": "A\r\nB"}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"consent": False}, "consent"),
        ({"consent": None}, "consent"),
        ({"consent": "true"}, "consent"),
        ({"version": 0}, "version"),
        ({"version": "1"}, "version"),
        ({"email": "a@b.c,d@e.f"}, "email"),
    ],
)
def test_invalid_acceptance_names_the_field(
    operator: Api, visitor: Api, database: Database, body: dict[str, Any], field: str
):
    quote = operator.sent_quote()
    before = content(database)

    refused = visitor.accept(quote["token"], **body)

    assert refused.status_code == 422
    assert set(refused.json()["fields"]) == {field}
    assert content(database) == before


def test_older_version_cannot_be_accepted(operator: Api, visitor: Api):
    quote = operator.sent_quote()
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"message": "EVE"}))
    operator.send_quote(quote["id"])

    refused = visitor.accept(quote["token"], version=1)

    assert (refused.status_code, refused.json()["code"], refused.json()["version"]) == (409, "quote_changed", 2)
    assert visitor.accept(quote["token"], version=2).json()["booking"]["message"] == "EVE"


def test_accepting_the_sent_version_keeps_the_newer_draft(operator: Api, visitor: Api):
    quote = operator.sent_quote()
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"message": "EVE"}))

    booking = visitor.accept(quote["token"], version=1).json()["booking"]

    after = ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    assert (booking["message"], after["message"], after["version"], after["status"]) == ("LOVE", "LOVE", 1, "accepted")
    unsent = ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/2"))
    assert (unsent["message"], unsent["sentAt"]) == ("EVE", None)


def test_closed_quote_cannot_be_accepted(operator: Api, visitor: Api, clock: Clock, database: Database):
    expired, declined, withdrawn = (operator.sent_quote() for _ in range(3))
    ok_json(post_reply(visitor, declined, "decline"))
    ok_json(operator.post(f"/api/quotes/{withdrawn['id']}/withdraw"))
    clock.pass_by(days=15)

    refused = [visitor.accept(quote["token"]) for quote in (expired, declined, withdrawn)]

    assert [answer.status_code for answer in refused] == [409, 409, 409]
    assert [answer.json()["code"] for answer in refused] == ["quote_expired", "quote_declined", "quote_withdrawn"]
    assert [quote_page(visitor, quote)["state"] for quote in (expired, declined, withdrawn)] == [
        "expired",
        "declined",
        "withdrawn",
    ]
    assert number(database, "bookings") == 0


def test_quote_is_valid_until_its_last_second(operator: Api, visitor: Api, clock: Clock):
    first, second = operator.sent_quote(expiresAt="2027-03-10"), operator.sent_quote(expiresAt="2027-03-10")
    clock.set("2027-03-11T04:59:58")
    in_time = visitor.accept(first["token"])
    clock.set("2027-03-11T04:59:59")

    assert (in_time.status_code, visitor.accept(second["token"]).status_code) == (201, 409)


def test_acceptance_that_no_longer_fits_lists_alternatives(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE", quantity=1)
    operator.add_letters("LOVE", quantity=1, size="2ft")
    quote = operator.sent_quote(extraLines=EXTRAS)
    operator.book()
    before = content(database)

    refused = visitor.accept(quote["token"])

    body = refused.json()
    assert (refused.status_code, body["code"]) == (409, "not_enough_letters")
    assert [set(row) for row in body["shortages"]] == [{"letter", "size", "finish", "needed", "day"}] * 4
    # The same dates in the other size with the custom line; then the nearest available dates.
    assert (body["alternatives"][0]["size"], body["alternatives"][0]["total"]) == ("2ft", 200)
    assert [date.fromisoformat(way["deliveryDate"]) for way in body["alternatives"][1:]]
    assert content(database) == before


def test_quote_of_a_deactivated_operator_returns_404(operator: Api, visitor: Api, database: Database):
    quote = operator.sent_quote()
    with database.write() as db:
        db.execute(update(Operator).where(Operator.id == operator.id).values(is_active=False))

    assert visitor.get(f"/api/public/quotes/{quote['token']}").json()["code"] == "no_quote"
    assert visitor.accept(quote["token"]).json()["code"] == "no_quote"


# --- Declining, and asking a question -------------------------------------------------------------------------------


def test_declining_releases_the_letters_and_stores_the_reason(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE", quantity=1)
    quote = operator.quote()
    token = operator.send_quote(quote["id"], holdLetters=True)["link"].rpartition("/")[2]

    for _ in range(2):
        ok_json(visitor.post(f"/api/public/quotes/{token}/decline", json={"reason": "Too dear"}))

    after = ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    assert (after["status"], after["history"][-1]["text"]) == ("declined", "Too dear")
    assert [entry["kind"] for entry in after["history"]].count("declined") == 1
    assert number(database, "letter_holds") == 0
    assert [job["kind"] for job in rows(database, "jobs")].count("quote.declined") == 1


def test_accepted_quote_cannot_be_declined(operator: Api, visitor: Api):
    quote = operator.sent_quote()
    booking = visitor.accept(quote["token"]).json()["booking"]

    refused = post_reply(visitor, quote, "decline")

    assert (refused.status_code, refused.json()["code"]) == (409, "quote_accepted")
    assert refused.json()["booking"] == {"id": booking["id"], "number": booking["number"], "status": "confirmed"}


def test_quote_keeps_the_payment_schedule_it_was_sent_with(
    operator: Api, visitor: Api, clock: Clock, database: Database
):
    clock.set("2027-03-01T12:00:00+00:00")
    operator.add_letters("LOVE")
    tiers = [{"daysBefore": 14, "keepPercent": 0}]
    policy = {"depositPercent": 50, "balanceDueDays": 14, "cancellation": tiers}
    ok_json(operator.patch("/api/payment-policy", json=policy))
    collect_without_cards(database, operator, "deposit")
    quote = operator.sent_quote(expiresAt="2027-05-30")
    ok_json(operator.patch("/api/payment-policy", json={"balanceDueDays": 0, "cancellation": []}))

    page = quote_page(visitor, quote)

    assert [(part["due"], part["amount"]) for part in page["schedule"]] == [("2027-03-01", 100), ("2027-05-18", 100)]
    assert page["policy"][0].startswith(
        "A deposit of 50% of the total is due on the day of booking, and the balance 14"
    )
    assert page["policy"][-1].startswith("Cancellation: Free until 14 days before the delivery.")
    assert "by card" not in " ".join(page["policy"]), "that is the booking form's: accepting charges nothing"
    clock.set("2027-05-20T12:00:00+00:00")
    late = quote_page(visitor, quote)["schedule"]
    assert [(part["due"], part["amount"]) for part in late] == [("2027-05-20", 200)], "late: everything at once"
    accepted = ok_json(visitor.accept(quote["token"]))
    assert not accepted["paysNow"], "no card payments here"
    assert visitor.get(f"/api/public/bookings/{accepted['pageUrl'].rpartition('/')[2]}").status_code == 200
    assert quote_page(visitor, quote)["schedule"] == []
    assert ok_json(visitor.accept(quote["token"]))["pageUrl"] is None, "the booking's page is for who said yes"


@pytest.mark.parametrize("door", ["customer", "business", "business, revised"])
def test_quote_keeps_the_free_cancellation_hours_it_was_sent_with(door: str, operator: Api, visitor: Api, clock: Clock):
    clock.set("2027-03-01T12:00:00+00:00")
    operator.add_letters("LOVE")
    operator.set_prices(depositPercent=50)
    operator.set_rules(freeCancellationHours=24)
    quote = operator.sent_quote(expiresAt="2027-05-30")
    operator.set_rules(freeCancellationHours=240)

    if door == "business, revised":
        ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"notes": "Ring twice"}))
    if door == "customer":
        booking = ok_json(visitor.accept(quote["token"]))["booking"]
    else:
        booking = ok_json(operator.post(f"/api/quotes/{quote['id']}/book", json={}))
    other = operator.book(deliveryDate="2027-06-01", pickupDate="2027-06-03", asRequest=False)

    def fee(one: dict[str, Any], on: str) -> int:
        return ok_json(operator.get(f"/api/bookings/{one['id']}/cancellation?on={on}"))["fee"]

    assert "Free until 24 hours before the delivery." in quote_page(visitor, quote)["policy"][-1]
    assert (fee(booking, "2027-05-30"), fee(booking, "2027-06-01")) == (0, 100)
    assert fee(other, "2027-05-30") == 100, "a booking that has no quote has the hours of the day it is made"
    operator.set_rules(freeCancellationHours=24)
    assert fee(other, "2027-05-30") == 100, "and keeps them"


def test_declined_quote_can_be_revised_and_sent_again(operator: Api, visitor: Api):
    quote = operator.sent_quote()
    ok_json(post_reply(visitor, quote, "decline", reason="Too dear"))
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"discount": {"kind": "percent", "percent": 20}}))
    operator.send_quote(quote["id"])

    assert visitor.accept(quote["token"], version=2).json()["booking"]["totalPrice"] == 160


def test_customers_question_appears_in_the_quote_history(operator: Api, visitor: Api, database: Database):
    quote = operator.sent_quote()

    ok_json(post_reply(visitor, quote, "question", text="Is there\na ramp?", email="ada@example.com"))
    refused = [post_reply(visitor, quote, "question", text=text) for text in ("", "x" * 2001, "a\u0000b", None)]

    last = ok_json(operator.get(f"/api/quotes/{quote['id']}"))["history"][-1]
    assert (last["kind"], last["who"], last["text"]) == ("question", "Ada Lovelace", "Is there\na ramp?")
    assert last["email"] == "ada@example.com", "where the answer goes"
    assert {(answer.status_code, *answer.json()["fields"]) for answer in refused} == {(422, "text")}
    (job,) = [job for job in rows(database, "jobs") if job["kind"] == "quote.question"]
    assert job["payload"]["email"] == "ada@example.com"


# --- Security -------------------------------------------------------------------------------------------------------


def test_other_sites_cannot_answer_a_quote(operator: Api, visitor: Api, database: Database):
    quote = operator.sent_quote()
    before = content(database)

    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        refused = visitor.post(f"/api/public/quotes/{quote['token']}/decline", json={}, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "cross_origin")

    assert content(database) == before


def test_quote_answers_are_rate_limited_per_address(app_with: Any, caller_of: Any):
    app: FastAPI = app_with(rate_limits="on")
    operator = caller_of(app, address="192.0.2.1").register()
    quote = operator.sent_quote()
    visitor = caller_of(app, address="192.0.2.2")

    statuses = [post_reply(visitor, quote, "question", text="Are you there?").status_code for _ in range(11)]

    assert statuses == [204] * 10 + [429]
    assert post_reply(caller_of(app, address="192.0.2.3"), quote, "question", text="Hello").status_code == 204


def test_quote_page_sends_no_referrer(visitor: Api):
    page = visitor.get("/q/abcdefgh")

    assert page.headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in page.headers.get("content-security-policy", "frame-ancestors 'none'")
    assert page.headers["cache-control"] == "no-store"
