"""A business's payment policy: due dates of bookings and cancellation fees."""

from datetime import date, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, update

from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import Booking
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.quotes.models import QuoteVersion, SentContent
from marqueedesk.reports.due import due_by
from tests.support.api import Api, ok_json
from tests.support.paying import policy

TIERS = [{"daysBefore": 7, "keepPercent": 50}, {"daysBefore": 14, "keepPercent": 0}]


def book(business: Api, total: float = 1000, **fields: Any) -> dict[str, Any]:
    return business.book(totalPrice=total, asRequest=False, **fields)


def pay(business: Api, booking: dict[str, Any], amount: float) -> None:
    ok_json(business.post(f"/api/bookings/{booking['id']}/payments", json={"kind": "cash", "amount": amount}))


def cancel(business: Api, booking: dict[str, Any], **more: Any) -> dict[str, Any]:
    path = f"/api/bookings/{booking['id']}/status"
    return ok_json(business.patch(path, json={"status": "canceled", **more}))


def cancellation_cost(business: Api, booking: dict[str, Any], on: str) -> dict[str, Any]:
    return ok_json(business.get(f"/api/bookings/{booking['id']}/cancellation?on={on}"))


def test_payment_policy_has_defaults_and_updates_only_the_given_fields(business: Api):
    before = ok_json(business.get("/api/payment-policy"))
    assert before == {
        "collectAtBooking": "nothing",
        "depositPercent": None,
        "depositAmount": None,
        "unverifiedVenueDeposit": 50,
        "balanceDueDays": 0,
        "instalments": None,
        "cancellation": [],
        "freeCancellationHours": 48,
        "rescheduleFee": None,
        "lateFee": None,
        "automaticCharge": False,
        "hold": None,
        "damageWaiver": None,
        "tips": None,
        "methods": [
            {"kind": "cash", "name": "Cash"},
            {"kind": "other", "name": "Check"},
            {"kind": "bank_transfer", "name": "Bank transfer"},
            {"kind": "other", "name": "Venmo"},
            {"kind": "other", "name": "Zelle"},
            {"kind": "other", "name": "Cash App"},
        ],
        "howToPay": None,
        "howToPayBesideCards": False,
    }
    assert policy(business, **before) == before, "sending it back unchanged changes nothing"

    policy(business, depositPercent=33.33, balanceDueDays=14)
    changed = policy(business, instalments=3, cancellation=TIERS)

    assert changed == ok_json(business.get("/api/payment-policy"))
    assert (changed["depositPercent"], changed["balanceDueDays"], changed["instalments"]) == (33.33, 14, 3)
    assert [row["daysBefore"] for row in changed["cancellation"]] == [14, 7], "the earliest first"
    assert policy(business, depositAmount=80)["depositPercent"] is None, "a deposit amount replaces the percentage"
    assert ok_json(business.get("/api/price-list"))["depositFlat"] == 80, "the price list has the same deposit"


def test_free_cancellation_is_one_value_in_policy_and_booking_rules(business: Api):
    preview = ok_json(business.post("/api/payment-policy/preview", json={"freeCancellationHours": 72}))
    assert preview["cancellation"][0] == "Free until 3 days before the delivery."
    assert policy(business)["freeCancellationHours"] == 48

    assert policy(business, freeCancellationHours=72)["freeCancellationHours"] == 72
    assert ok_json(business.get("/api/booking-rules"))["freeCancellationHours"] == 72

    business.set_rules(freeCancellationHours=24)
    assert policy(business, balanceDueDays=7)["freeCancellationHours"] == 24
    assert policy(business, freeCancellationHours=None)["freeCancellationHours"] == 48

    refused = business.patch("/api/payment-policy", json={"freeCancellationHours": 8761})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["freeCancellationHours"])


def test_deposit_at_unverified_venues_is_one_value_in_policy_and_price_list(business: Api):
    preview = ok_json(business.post("/api/payment-policy/preview", json={"unverifiedVenueDeposit": 80}))
    assert preview["payment"][-1].endswith("a deposit of at least $80.00 is due on the day of booking.")
    assert policy(business)["unverifiedVenueDeposit"] == 50

    assert policy(business, unverifiedVenueDeposit=80)["unverifiedVenueDeposit"] == 80
    assert ok_json(business.get("/api/price-list"))["unverifiedVenueDeposit"] == 80

    ok_json(business.patch("/api/price-list", json={"unverifiedVenueDeposit": 0}))
    assert policy(business, depositPercent=20)["unverifiedVenueDeposit"] == 0

    refused = business.patch("/api/payment-policy", json={"unverifiedVenueDeposit": -1})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["unverifiedVenueDeposit"])


def test_payment_policy_preview_describes_the_change_without_saving(business: Api):
    policy(business, balanceDueDays=14)

    said = ok_json(business.post("/api/payment-policy/preview", json={"depositPercent": 50, "cancellation": TIERS}))

    assert said["payment"][0].startswith(
        "A deposit of 50% of the total is due on the day of booking, and the balance 14"
    )
    assert said["payment"][-1] == (
        "At a venue that is not verified yet, a deposit of at least $50.00 is due on the day of booking."
    )
    assert said["cancellation"][0] == "Free until 14 days before the delivery."
    assert [row["amount"] for row in said["example"]["schedule"]] == [500, 500]
    assert ok_json(business.get("/api/payment-policy"))["depositPercent"] is None
    ok_json(business.patch("/api/price-list", json={"unverifiedVenueDeposit": 0}))
    said = ok_json(business.post("/api/payment-policy/preview", json={"balanceDueDays": 0}))
    assert said["payment"] == ["The total is due on the delivery day."]
    both = business.post("/api/payment-policy/preview", json={"depositPercent": 5, "depositAmount": 5})
    assert (both.status_code, list(both.json()["fields"])) == (422, ["depositAmount"])


@pytest.mark.parametrize(
    "body, field",
    [
        ({"collectAtBooking": "some"}, "collectAtBooking"),
        ({"depositPercent": 101}, "depositPercent"),
        ({"depositPercent": 5, "depositAmount": 5}, "depositAmount"),
        ({"balanceDueDays": -1}, "balanceDueDays"),
        ({"instalments": 0}, "instalments"),
        ({"cancellation": [{"daysBefore": 7}]}, "cancellation[0].keepPercent"),
        ({"cancellation": [TIERS[0], {"daysBefore": 7, "keepPercent": 101}]}, "cancellation[1].keepPercent"),
        ({"cancellation": [{"daysBefore": -1, "keepPercent": 10}]}, "cancellation[0].daysBefore"),
        ({"cancellation": [TIERS[0], TIERS[0]]}, "cancellation"),
    ],
)
def test_invalid_payment_policy_field_is_reported(business: Api, body: dict[str, Any], field: str):
    answer = business.patch("/api/payment-policy", json=body)

    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


def test_payment_policy_is_private_to_its_business(business: Api, other_operator: Api, visitor: Api):
    policy(business, balanceDueDays=14)

    assert ok_json(other_operator.get("/api/payment-policy"))["balanceDueDays"] == 0
    assert visitor.get("/api/payment-policy").status_code == 401


def test_booking_shows_its_payment_schedule_everywhere(business: Api):
    policy(business, depositPercent=50, balanceDueDays=14)

    booking = book(business)

    today = booking["createdAt"][:10]
    assert booking["schedule"] == [
        {"due": today, "amount": 500, "paid": 0},
        {"due": "2027-05-18", "amount": 500, "paid": 0},
    ]
    assert booking["deposit"] == 500, "half of the total"
    pay(business, booking, 600)
    read = ok_json(business.get(f"/api/bookings/{booking['id']}"))
    assert [row["paid"] for row in read["schedule"]] == [500, 100]
    assert (read["received"], read["balanceDue"]) == (600, 400)
    listed = ok_json(business.get("/api/bookings?limit=5"))["items"][0]
    assert listed["schedule"] == read["schedule"] == ok_json(business.get("/api/bookings"))[0]["schedule"]
    money = ok_json(business.get(f"/api/bookings/{booking['id']}/payments"))
    assert money["schedule"] == read["schedule"]
    page = ok_json(business.get(f"/api/public/bookings/{business.booking_token(booking['id'])}"))
    assert page["schedule"] == read["schedule"]


def test_booking_keeps_its_agreed_terms_when_the_policy_changes(business: Api):
    policy(business, depositPercent=50, balanceDueDays=14, cancellation=TIERS)
    booking = book(business)
    before = booking["schedule"]

    policy(business, balanceDueDays=30, cancellation=[])
    moved = ok_json(
        business.patch(
            f"/api/bookings/{booking['id']}",
            json={
                "deliveryDate": "2027-06-11T08:00",
                "pickupDate": "2027-06-12T10:00",
                "totalPrice": 1000,
                "ownTotal": True,
            },
        )
    )

    assert ok_json(business.get(f"/api/bookings/{booking['id']}"))["schedule"] != before
    assert moved["schedule"][1]["due"] == "2027-05-28", "two weeks before the new day"
    assert cancellation_cost(business, booking, "2027-05-30")["fee"] == 500


def test_cancellation_cost_follows_the_tiers(business: Api):
    policy(business, cancellation=TIERS)
    booking = book(business)
    pay(business, booking, 600)

    assert cancellation_cost(business, booking, "2027-05-18") == {
        "fee": 0,
        "refund": 600,
        "tier": {"daysBefore": 14, "keepPercent": 0},
    }
    assert cancellation_cost(business, booking, "2027-05-20") == {
        "fee": 500,
        "refund": 100,
        "tier": {"daysBefore": 7, "keepPercent": 50},
    }
    assert cancellation_cost(business, booking, "2027-05-31")["fee"] == 1000
    assert cancellation_cost(business, booking, "2027-05-31")["refund"] == 0
    token = business.booking_token(booking["id"])
    public = ok_json(business.get(f"/api/public/bookings/{token}/cancellation?on=2027-05-20"))
    assert public == cancellation_cost(business, booking, "2027-05-20")
    assert ok_json(business.get(f"/api/public/bookings/{token}"))["canceling"]["tiers"][0].startswith("Free until")
    assert business.get(f"/api/bookings/{booking['id']}/cancellation?on=soon").status_code == 422


def test_business_can_cancel_with_a_reason_fee_and_refund(business: Api):
    policy(business, cancellation=TIERS)
    booking = book(business)
    pay(business, booking, 600)

    canceled = cancel(business, booking, reason="Storm", fee=150, refund=True)

    assert (canceled["status"], canceled["received"], canceled["balanceDue"]) == ("canceled", 150, 0)
    assert canceled["history"][-1]["changes"] == {"reason": [None, "Storm"]}
    money = ok_json(business.get(f"/api/bookings/{booking['id']}/payments"))
    assert (money["cancelFee"], money["refunded"], money["overpaid"], money["state"]) == (150, 450, 0, "paid")
    assert [row["amount"] for row in canceled["schedule"]] == [150]


def test_cancellation_fee_is_due_if_nothing_was_paid(business: Api, visitor: Api):
    policy(business, cancellation=[{"daysBefore": 0, "keepPercent": 15}])
    booking = book(business)
    token = business.booking_token(booking["id"])

    canceled = cancel(business, booking, refund=True)

    assert (canceled["received"], canceled["balanceDue"]) == (0, 150), "the fee by the terms, and nothing to refund"
    assert [(row["amount"], row["paid"]) for row in canceled["schedule"]] == [(150, 0)]
    money = ok_json(business.get(f"/api/bookings/{booking['id']}/payments"))
    assert (money["cancelFee"], money["refunded"], money["state"]) == (150, 0, "unpaid")
    page = ok_json(visitor.get(f"/api/public/bookings/{token}"))
    assert (page["status"], page["balanceDue"], page["paying"]["toReturn"]) == ("canceled", 150, 0)
    pay(business, booking, 150)
    paid = ok_json(business.get(f"/api/bookings/{booking['id']}"))
    assert (paid["balanceDue"], paid["received"]) == (0, 150)


def test_refund_without_an_explicit_fee_follows_the_terms(business: Api):
    policy(business, cancellation=[{"daysBefore": 0, "keepPercent": 20}])
    booking = book(business)
    pay(business, booking, 600)

    assert cancel(business, booking, refund=True)["received"] == 200


def test_cancellation_by_the_business_is_free_by_default(business: Api):
    policy(business, cancellation=TIERS)
    booking = book(business)
    pay(business, booking, 600)

    assert cancel(business, booking)["balanceDue"] == 0
    assert ok_json(business.get(f"/api/bookings/{booking['id']}/payments"))["overpaid"] == 600


def test_invalid_cancellation_fee_changes_nothing(business: Api):
    booking = book(business)
    path = f"/api/bookings/{booking['id']}/status"

    for body in (
        {"status": "canceled", "fee": 1000.01},
        {"status": "canceled", "fee": -1},
        {"status": "completed", "fee": 5},
    ):
        answer = business.patch(path, json=body)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["fee"]), body
    assert ok_json(business.get(f"/api/bookings/{booking['id']}"))["status"] == "confirmed"


def test_declined_request_can_be_refunded(business: Api, visitor: Api):
    request = visitor.book(userId=business.id)
    pay(business, request, 50)

    done = ok_json(
        business.post("/api/bookings/cancel", json={"ids": [request["id"]], "reason": "Full", "refund": True})
    )

    assert done == {"canceled": [request["id"]]}
    assert ok_json(business.get(f"/api/bookings/{request['id']}"))["received"] == 0


def test_late_cancellation_without_tiers_costs_the_deposit(business: Api, visitor: Api):
    business.set_prices(depositFlat=50)
    booking = book(business, total=200)

    assert cancellation_cost(business, booking, "2027-05-20") == {"fee": 0, "refund": 0, "tier": None}
    assert cancellation_cost(business, booking, "2027-06-01")["fee"] == 50


def test_accepted_quote_keeps_the_terms_it_was_sent_with(business: Api, visitor: Api):
    policy(business, depositPercent=50, balanceDueDays=14, cancellation=TIERS)
    quote = business.sent_quote()
    policy(business, balanceDueDays=0, cancellation=[])
    shown = ok_json(visitor.get(f"/api/public/quotes/{quote['token']}"))
    assert "Free until 14 days before the delivery." in shown["terms"]

    accepted = ok_json(visitor.accept(quote["token"]))["booking"]

    assert [row["due"] for row in accepted["schedule"]][1:] == ["2027-05-18"]


KEEPS_ALL = [{"daysBefore": 365, "keepPercent": 100}]


def version(business: Api, quote: dict[str, Any], number: int = 1) -> dict[str, Any]:
    return ok_json(business.get(f"/api/quotes/{quote['id']}/versions/{number}"))


def accept(business: Api, visitor: Api, quote: dict[str, Any], number: int = 1) -> dict[str, Any]:
    answer = ok_json(visitor.accept(quote["token"], version=number))
    return ok_json(business.get(f"/api/bookings/{answer['booking']['id']}"))


def by_hand(business: Api, _visitor: Api, quote: dict[str, Any], _number: int = 1) -> dict[str, Any]:
    return ok_json(business.post(f"/api/quotes/{quote['id']}/book", json={}))


BOTH_WAYS_TO_BOOK = pytest.mark.parametrize("become_booking", [accept, by_hand])


@BOTH_WAYS_TO_BOOK
def test_quote_sent_without_a_policy_keeps_the_default_terms(business: Api, visitor: Api, become_booking: Any):
    business.set_prices(depositFlat=50)
    quote = business.sent_quote()
    policy(business, balanceDueDays=90, cancellation=KEEPS_ALL, instalments=4)

    terms = version(business, quote)["paymentTerms"]
    assert terms == {
        "collectAtBooking": "nothing",
        "balanceDueDays": 0,
        "instalments": None,
        "cancellation": [],
        "rescheduleFee": None,
        "lateFee": None,
        "automaticCharge": False,
        "hold": None,
    }
    booking = become_booking(business, visitor, quote)

    assert cancellation_cost(business, booking, "2027-05-20") == {"fee": 0, "refund": 0, "tier": None}
    assert [row["due"] for row in booking["schedule"]][1:] == ["2027-06-01"]


@BOTH_WAYS_TO_BOOK
def test_quote_keeps_its_terms_whether_accepted_or_booked_manually(business: Api, visitor: Api, become_booking: Any):
    policy(business, depositPercent=50, balanceDueDays=14, cancellation=TIERS)
    quote = business.sent_quote()
    policy(business, depositPercent=50, balanceDueDays=60, cancellation=KEEPS_ALL)

    booking = become_booking(business, visitor, quote)

    assert [row["due"] for row in booking["schedule"]][1:] == ["2027-05-18"]
    assert cancellation_cost(business, booking, "2027-05-18")["fee"] == 0
    assert version(business, quote)["paymentTerms"]["cancellation"][0] == {"daysBefore": 14, "keepPercent": 0}


def test_quote_booked_with_an_unsent_change_keeps_the_sent_terms(business: Api, visitor: Api):
    quote = business.sent_quote()
    policy(business, balanceDueDays=60, cancellation=KEEPS_ALL)
    ok_json(business.patch(f"/api/quotes/{quote['id']}", json={"note": "With a ribbon"}))

    booking = by_hand(business, visitor, quote)

    assert cancellation_cost(business, booking, "2027-05-20")["fee"] == 0
    assert version(business, quote, 2)["paymentTerms"]["cancellation"] == []


def test_resent_quote_uses_the_current_terms(business: Api, visitor: Api):
    quote = business.sent_quote()
    policy(business, balanceDueDays=14, cancellation=TIERS)
    ok_json(business.patch(f"/api/quotes/{quote['id']}", json={"note": "With a ribbon"}))
    business.send_quote(quote["id"])

    booking = accept(business, visitor, quote, 2)

    assert cancellation_cost(business, booking, "2027-05-26")["fee"] == booking["totalPrice"]


def test_quote_booked_without_being_sent_uses_the_current_terms(business: Api, visitor: Api):
    quote = business.quote()
    policy(business, balanceDueDays=14, cancellation=TIERS)

    booking = by_hand(business, visitor, quote)

    assert cancellation_cost(business, booking, "2027-05-26")["fee"] == booking["totalPrice"]


@BOTH_WAYS_TO_BOOK
@pytest.mark.parametrize("stored", ["null", "absent"])
def test_quote_stored_without_terms_keeps_the_default_terms(
    business: Api, visitor: Api, database: Database, become_booking: Any, stored: str
):
    quote = business.sent_quote()
    with database.write() as db:
        set_operator(db, business.id)
        row = db.scalars(select(QuoteVersion).where(QuoteVersion.quote_id == quote["id"])).one()
        content = {name: value for name, value in row.content.items() if name != "payment_terms"}
        row.content = cast("SentContent", content | ({"payment_terms": None} if stored == "null" else {}))
    policy(business, balanceDueDays=60, cancellation=KEEPS_ALL)

    assert version(business, quote)["paymentTerms"]["cancellation"] == []
    booking = become_booking(business, visitor, quote)

    assert cancellation_cost(business, booking, "2027-05-20")["fee"] == 0


def test_goodwill_refund_is_not_due_again(business: Api):
    booking = book(business, total=100)
    pay(business, booking, 100)
    path = f"/api/bookings/{booking['id']}/payments"
    payment = ok_json(business.get(path))["entries"][0]["id"]

    reduced = ok_json(business.post(f"{path}/{payment}/refund", json={"amount": 10}))
    assert (reduced["received"], reduced["balanceDue"], reduced["state"]) == (90, 0, "paid")
    again = ok_json(business.post(f"{path}/{payment}/refund", json={"amount": 20, "meaning": "repay"}))
    assert (again["received"], again["balanceDue"], again["state"]) == (70, 20, "partly_paid")
    read = ok_json(business.get(f"/api/bookings/{booking['id']}"))
    assert (read["balanceDue"], sum(row["amount"] for row in read["schedule"])) == (20, 90)
    assert len(ok_json(business.get("/api/bookings?paid=partly"))) == 1
    assert business.post(f"{path}/{payment}/refund", json={"amount": 1, "meaning": "x"}).status_code == 422


def test_due_report_lists_overdue_payments_and_payments_due_this_week(business: Api, visitor: Api, database: Database):
    policy(business, depositPercent=50, balanceDueDays=14)
    today = date.fromisoformat(book(business)["createdAt"][:10])
    soon = book(business, 300, deliveryDate=str(today + timedelta(days=17)), pickupDate=str(today + timedelta(days=17)))
    pay(business, soon, 150)
    visitor.book(userId=business.id)

    due = ok_json(business.get("/api/reports/due"))

    assert due["overdue"] == []
    assert [(row["number"], row["due"], row["amount"]) for row in due["thisWeek"]] == [
        (1, str(today), 500),
        (2, str(today + timedelta(days=3)), 150),
    ], "a request owes nothing yet"
    with database.read() as db:
        set_operator(db, business.id)
        found = due_by(db, ZoneInfo("America/New_York"), today + timedelta(days=4))
    assert [(row.number, row.cents) for row in found.overdue] == [(1, 50_000), (2, 15_000)]
    assert found.this_week == []


def test_next_due_day_follows_payments_edits_and_cancellation(business: Api, database: Database):
    policy(business, depositPercent=50, balanceDueDays=14)
    today = date.fromisoformat(book(business)["createdAt"][:10])
    delivery = today + timedelta(days=30)
    booking = book(business, 300, deliveryDate=str(delivery), pickupDate=str(delivery))

    def stored() -> date | None:
        with database.read() as db:
            set_operator(db, business.id)
            return db.scalars(select(Booking.next_due_day).where(Booking.id == booking["id"])).one()

    assert stored() == today, "the deposit"
    pay(business, booking, 150)
    assert stored() == delivery - timedelta(days=14), "the balance"
    later = delivery + timedelta(days=10)
    ok_json(
        business.patch(f"/api/bookings/{booking['id']}", json={"deliveryDate": str(later), "pickupDate": str(later)})
    )
    assert stored() == later - timedelta(days=14)
    pay(business, booking, 150)
    assert stored() is None
    cancel(business, booking, fee=300)
    assert stored() is None


def test_booking_without_a_stored_due_day_is_in_the_due_report(business: Api, database: Database):
    booking = book(business, 300)
    with database.write() as db:
        set_operator(db, business.id)
        db.execute(update(Booking).values(next_due_day=None))

    with database.read() as db:
        set_operator(db, business.id)
        due = due_by(db, ZoneInfo("America/New_York"), date.fromisoformat(booking["deliveryDate"][:10]))

    assert [row.number for row in due.this_week] == [1]


def test_due_report_reads_only_bookings_that_are_due(business: Api, database: Database):
    policy(business, depositPercent=50, balanceDueDays=14)
    paid = book(business, 300)
    pay(business, paid, 150)
    book(business, 200)

    with database.read() as db:
        set_operator(db, business.id)
        numbers = [row.number for row in bookings.owing(db, date.fromisoformat(paid["createdAt"][:10]))]

    assert numbers == [2], "the balance of the first is due in weeks"
