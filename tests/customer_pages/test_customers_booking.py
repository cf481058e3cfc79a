"""A booking's page for its customer: content, actions and access."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from icalendar import Calendar
from sqlalchemy import select

from marqueedesk.bookings.models import Booking
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.db.tenancy import own, set_operator
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.together import together

CREW = {
    "power": "By the stage",
    "access": "Two steps",
    "contactName": "Bob",
    "contactPhone": "555 0199",
    "notes": "Dog!",
}


class Page:
    """A customer with the link to their booking."""

    def __init__(self, business: Api, visitor: Api, **fields: Any) -> None:
        self.visitor = visitor
        self.business = business
        self.id: int = visitor.book(userId=business.id, **fields)["id"]
        self.token = business.booking_token(self.id)

    def read(self) -> dict[str, Any]:
        return ok_json(self.visitor.get(f"/api/public/bookings/{self.token}"))

    def post(self, verb: str, **body: Any) -> httpx.Response:
        return self.visitor.post(f"/api/public/bookings/{self.token}/{verb}", json=body)

    def customer_side(self) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{self.id}/customer"))

    def change(self, **fields: Any) -> None:
        ok_json(self.business.patch(f"/api/bookings/{self.id}", json=fields))

    def confirm(self) -> "Page":
        ok_json(self.business.set_status(self.id, "confirmed"))
        return self


@pytest.fixture
def page(operator: Api, visitor: Api) -> Page:
    operator.add_letters("LOVE")
    return Page(operator, visitor)


def test_placing_a_booking_returns_its_page_url(operator: Api, visitor: Api):
    wish = {"userId": operator.id, "message": "LOVE"}
    first = ok_json(visitor.try_to_book(key="one-form", **wish))["pageUrl"]

    token = first.rpartition("/b/")[2]
    assert ok_json(visitor.get(f"/api/public/bookings/{token}"))["message"] == "LOVE"
    again = ok_json(visitor.try_to_book(key="one-form", **wish))
    assert again["pageUrl"] == first, "a retry"
    assert operator.booking_token(again["id"]) == token, "the link that the operator passes on"
    renewed = operator.booking_token(again["id"], renew=True)
    assert ok_json(visitor.try_to_book(key="one-form", **wish))["pageUrl"].endswith(renewed)
    assert "pageUrl" not in operator.book(message="LOVE"), "an operator's own"


def jobs_of(database: Database) -> list[str]:
    with database.read() as db:
        return [job.kind for job in db.scalars(select(Job).order_by(Job.id))]


class TestWhatItShows:
    def test_booking_page_shows_price_and_contact(self, operator: Api, visitor: Api):
        operator.patch("/api/business-details", json={"phone": "555 0100", "taxId": "12-345"})
        venue = operator.add_venue(isVerified=False, name="Town Hall")
        page = Page(
            operator, visitor, venueId=venue["id"], addOns={"lighting": True, "stand": False}, notes="Ring twice"
        )

        shown = page.read()

        assert {name: shown[name] for name in ("id", "status", "message", "size", "letterCount", "notes")} == {
            "id": page.id,
            "status": "pending",
            "message": "LOVE",
            "size": "4ft",
            "letterCount": 4,
            "notes": "Ring twice",
        }
        assert shown["venueName"] == "Town Hall"
        assert shown["deliveryDate"] == "2027-06-01T08:00:00-04:00"
        assert [(line["text"], line["amount"]) for line in shown["lines"]] == [
            ("Letters", "$200.00"),
            ("Add-ons", "$50.00"),
        ]
        assert (shown["total"], shown["deposit"], shown["balanceDue"]) == (250, 50, 250)
        assert shown["company"]["phone"] == "555 0100"
        assert "12-345" not in str(shown)

    def test_booking_page_shows_no_internal_fields(self, page: Page):
        ok_json(page.business.patch(f"/api/bookings/{page.id}", json={"operatorNotes": "Secret sauce"}))

        shown = page.read()

        assert "Secret sauce" not in str(shown)
        assert not {"operatorNotes", "overbookReason", "possibleDuplicate", "history", "userId", "venueId"} & set(shown)

    def test_guessed_replaced_and_quote_links_do_not_open_a_booking_page(
        self, page: Page, operator: Api, other_operator: Api, visitor: Api, database: Database
    ):
        quote = operator.sent_quote()["token"]
        old = page.token
        page.token = operator.booking_token(page.id, renew=True)

        assert page.read()["id"] == page.id
        for token in ("a" * 39, "x", "%00", old, quote, other_operator.booking_token(other_operator.book()["id"])[:-1]):
            answer = visitor.get(f"/api/public/bookings/{token}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no_booking"), token
        assert visitor.get(f"/api/public/quotes/{page.token}").status_code == 404
        # The database contains no tokens.
        assert page.token not in str(rows.content(database))

    def test_booking_link_is_stable_until_renewed(self, page: Page):
        assert page.business.booking_token(page.id) == page.token
        assert page.customer_side()["link"].endswith(f"/b/{page.token}")


class TestTheCalendarFile:
    def test_calendar_file_is_correct_in_summer_and_winter(self, operator: Api, visitor: Api):
        page = Page(
            operator, visitor, deliveryDate="2027-11-06T08:00", pickupDate="2027-11-08T10:00", message="LOVE, “YOU”"
        )
        ok_json(operator.set_status(page.id, "confirmed"))

        answer = visitor.get(f"/api/public/bookings/{page.token}/calendar.ics")

        assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
        assert "attachment" in answer.headers["content-disposition"]
        events = list(Calendar.from_ical(answer.content).walk("VEVENT"))
        assert [str(event["summary"]) for event in events] == ["Delivery: “LOVE, “YOU””", "Pickup: “LOVE, “YOU””"]
        # Daylight saving time ends in between: 8:00 EDT is 12:00 UTC, 10:00 EST is 15:00.
        assert [event.decoded("dtstart").isoformat() for event in events] == [
            "2027-11-06T12:00:00+00:00",
            "2027-11-08T15:00:00+00:00",
        ]
        assert {str(event["status"]) for event in events} == {"CONFIRMED"}
        assert str(events[0]["description"]).startswith("Booking #1: LOVE, “YOU”: 10 letters in 4ft. ")
        link = f"/b/{page.token}"
        assert all(str(event["url"]).endswith(link) and link in str(event["description"]) for event in events)

    def test_only_agreed_bookings_have_a_calendar_file(self, page: Page, operator: Api, visitor: Api):
        address = f"/api/public/bookings/{page.token}/calendar.ics"

        def answered() -> tuple[int, str | None]:
            answer = visitor.get(address)
            is_json = answer.headers["content-type"] == "application/json"
            return answer.status_code, answer.json()["code"] if is_json else None

        assert answered() == (409, "not_confirmed"), "a request"
        ok_json(operator.set_status(page.id, "confirmed"))
        assert answered() == (200, None)
        ok_json(operator.set_status(page.id, "canceled"))
        assert answered() == (409, "not_confirmed"), "a canceled booking"
        ok_json(operator.set_status(page.id, "confirmed", reopen=True))
        ok_json(operator.set_status(page.id, "completed", early=True))
        assert answered() == (200, None), "a completed booking"


class TestTheCrewsNotes:
    def test_crew_notes_reach_the_operator_and_can_be_edited(self, page: Page, database: Database):
        assert ok_json(page.post("crew-notes", **CREW))["crewNotes"]["power"] == "By the stage"
        ok_json(page.post("crew-notes", **CREW))
        ok_json(page.post("crew-notes", **{**CREW, "power": " ", "notes": "x\ny"}))

        kept = page.customer_side()["crewNotes"]
        assert {name: kept[name] for name in CREW} == {**CREW, "power": None, "notes": "x\ny"}
        # Several corrections within a short time cause a single notification.
        assert jobs_of(database).count("booking.crew_notes") == 1

    @pytest.mark.parametrize(
        "body",
        [
            {"power": "x" * 501},
            {"notes": "a\u202eb"},
            {"contactName": "A\r\nBcc: x@y.z"},
            {"access": 5},
            {"notes": "\x00"},
        ],
        ids=str,
    )
    def test_crew_notes_are_validated(self, body: dict[str, Any], page: Page):
        answer = page.post("crew-notes", **body)

        assert answer.status_code == 422
        assert list(answer.json()["fields"]) == list(body)
        assert page.customer_side()["crewNotes"] is None


class TestAChange:
    def test_customer_can_request_a_change_and_sees_the_answer(self, page: Page, database: Database):
        ok_json(page.post("change-request", text="An hour later, please"))

        (asked,) = page.customer_side()["changeRequests"]
        assert (asked["text"], asked["doneAt"]) == ("An hour later, please", None)
        answer = f"/api/bookings/{page.id}/change-requests/{asked['id']}/answer"
        for body, field in (
            ({}, "outcome"),
            ({"outcome": "maybe"}, "outcome"),
            ({"outcome": "made", "answer": 5}, "answer"),
        ):
            assert list(page.business.post(answer, json=body).json()["fields"]) == [field]
        (first,) = ok_json(page.business.post(answer, json={"outcome": "made", "answer": "Gladly"}))["changeRequests"]
        assert ok_json(page.business.post(answer, json={"outcome": "declined"}))["changeRequests"] == [first]
        assert (first["doneBy"], first["outcome"]) == (page.business.user["username"], "made")
        (shown,) = page.read()["changeRequests"]
        assert shown["doneAt"] is not None
        assert (shown["doneBy"], shown["outcome"], shown["answer"]) == (None, "made", "Gladly")
        assert jobs_of(database).count("booking.change_answered") == 1
        assert "booking.change_asked" in jobs_of(database)

    def test_change_needs_text_and_is_limited_in_number(self, page: Page):
        assert page.post("change-request", text="  ").json()["fields"] == {"text": "Describe the change you’d like"}
        for _ in range(30):
            ok_json(page.post("change-request", text="more"))
        assert page.post("change-request", text="more").json()["code"] == "too_many_requests"

    def test_change_request_of_another_booking_cannot_be_answered(self, page: Page, visitor: Api, operator: Api):
        other = Page(operator, visitor)
        ok_json(other.post("change-request", text="Mine"))
        asked = other.customer_side()["changeRequests"][0]["id"]

        answer = {"outcome": "made"}
        assert operator.post(f"/api/bookings/{page.id}/change-requests/{asked}/answer", json=answer).status_code == 404


class TestAnAgreement:
    @pytest.fixture
    def asked(self, page: Page) -> Page:
        page.change(message="LOVE LOVE", totalPrice=310, askAgreement=True)
        return page

    def test_agreement_to_a_change_is_requested_and_given_once(self, asked: Page, database: Database):
        assert asked.read()["agreement"] == asked.customer_side()["agreement"]
        question = asked.read()["agreement"]
        assert question["before"] == {
            "message": "LOVE",
            "size": None,
            "deliveryDate": None,
            "pickupDate": None,
            "totalPrice": 200,
        }
        for body, field in (({"agreed": True}, "number"), ({"number": 1}, "agreed"), ({"number": 0}, "number")):
            assert field in asked.post("agreement", **body).json()["fields"]
        answer = ok_json(asked.post("agreement", number=1, agreed=True, text="Lovely"))["agreement"]
        assert (answer["agreed"], answer["text"], answer["answeredAt"] is not None) == (True, "Lovely", True)

        assert ok_json(asked.post("agreement", number=1, agreed=True))["agreement"] == answer, "a second tap"
        assert asked.post("agreement", number=1, agreed=False).json()["code"] == "already_answered"
        assert jobs_of(database).count("booking.agreement_answered") == 1
        # Later changes without a request leave the answer unchanged.
        asked.change(message="LOVE")
        assert asked.read()["agreement"] == answer

    def test_agreement_applies_only_to_the_change_shown_to_the_customer(self, asked: Page):
        asked.change(message="LOVE VOLE", totalPrice=320)

        assert asked.post("agreement", number=1, agreed=True).json()["code"] == "changed_since"
        question = asked.read()["agreement"]
        # The comparison is still with the original values.
        assert (question["number"], question["before"]["message"], question["before"]["totalPrice"]) == (2, "LOVE", 200)
        refused = ok_json(asked.post("agreement", number=2, agreed=False, text="Too dear"))["agreement"]
        assert (refused["agreed"], asked.customer_side()["agreement"]["text"]) == (False, "Too dear")

    def test_agreement_is_requested_only_for_changes_visible_to_customers(self, page: Page):
        page.change(operatorNotes="Call first", askAgreement=True)
        assert page.read()["agreement"] is None
        assert page.post("agreement", number=1, agreed=True).json()["code"] == "nothing_to_agree"

    def test_agreement_cannot_be_given_once_the_booking_is_closed(self, asked: Page):
        ok_json(asked.business.set_status(asked.id, "canceled"))
        assert asked.post("agreement", number=1, agreed=True).json()["code"] == "booking_closed"


class TestCanceling:
    @pytest.fixture
    def with_deposit(self, operator: Api, visitor: Api) -> Page:
        operator.add_letters("LOVE")
        return Page(operator, visitor, venueId=operator.add_venue(isVerified=False)["id"])

    def test_canceling_a_request_is_free_and_releases_the_letters(self, with_deposit: Page, database: Database):
        assert with_deposit.read()["canceling"] == {
            "possible": True,
            "fee": 0,
            "refund": 0,
            "toCard": 0,
            "freeUntil": "2027-05-30T08:00:00-04:00",
            "tiers": [],
        }

        shown = ok_json(with_deposit.post("cancel", fee=0, reason="Rain"))

        assert shown["status"] == "canceled"
        assert shown["canceling"]["possible"] is False
        history = ok_json(with_deposit.business.get(f"/api/bookings/{with_deposit.id}"))["history"]
        assert (history[-1]["who"], history[-1]["toStatus"]) == ("Ada Lovelace", "canceled")
        canceled = with_deposit.customer_side()["cancellation"]
        assert (canceled["fee"], canceled["reason"]) == (0, "Rain")
        assert rows.number(database, "letter_holds") == 0
        assert jobs_of(database).count("booking.canceled") == 1
        # A second press has no effect.
        assert ok_json(with_deposit.post("cancel", fee=0))["status"] == "canceled"
        assert jobs_of(database).count("booking.canceled") == 1

    def test_canceling_costs_the_deposit_after_the_free_period(self, with_deposit: Page, clock: Clock):
        page = with_deposit.confirm()
        clock.set("2027-05-30T11:59:00+00:00")
        assert page.read()["canceling"]["fee"] == 0
        clock.set("2027-05-30T12:01:00+00:00")
        page.business.login(page.business.user["email"])

        assert page.read()["canceling"]["fee"] == 50
        refused = page.post("cancel", fee=0)
        assert (refused.status_code, refused.json()["code"], refused.json()["fee"]) == (409, "fee_changed", 50)
        assert page.read()["status"] == "confirmed"
        assert page.read()["cancelFee"] is None
        canceled = ok_json(page.post("cancel", fee=50))
        assert (canceled["cancellation"]["fee"], canceled["cancelFee"]) == (50, 50)

    def test_booking_keeps_its_free_cancellation_hours(self, with_deposit: Page, clock: Clock):
        page = with_deposit.confirm()
        business = page.business
        rules = business.set_rules(freeCancellationHours=72)
        assert (rules["freeCancellationHours"], rules["defaultFreeCancellationHours"]) == (72, 48)
        days = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-02"}
        venue = ok_json(business.get(f"/api/bookings/{page.id}"))["venueId"]
        later = business.book(message="L", venueId=venue, asRequest=False, **days)
        assert business.set_rules(freeCancellationHours=None)["freeCancellationHours"] is None

        assert page.read()["canceling"]["freeUntil"] == "2027-05-30T08:00:00-04:00"
        fees = [
            ok_json(business.get(f"/api/bookings/{booking_id}/cancellation?on=2027-05-29"))["fee"]
            for booking_id in (page.id, later["id"])
        ]
        assert fees == [0, 25]

    def test_older_booking_uses_the_current_free_hours(self, with_deposit: Page, database: Database, clock: Clock):
        page = with_deposit.confirm()
        with database.write() as db:
            set_operator(db, page.business.id)
            booking = own(db, Booking, page.id)
            assert booking is not None
            booking.free_cancellation_hours = None

        page.business.set_rules(freeCancellationHours=72)
        assert page.read()["canceling"]["freeUntil"] == "2027-05-29T08:00:00-04:00"

    def test_free_hours_out_of_range_are_rejected(self, with_deposit: Page):
        page = with_deposit
        for wrong in (-1, 100_000, "48", 1.5, True):
            answer = page.business.patch("/api/booking-rules", json={"freeCancellationHours": wrong})
            assert answer.status_code == 422, wrong

    def test_booking_page_shows_the_refund_of_a_cancellation(
        self, with_deposit: Page, database: Database, clock: Clock
    ):
        page = with_deposit.confirm()
        with database.write() as db:
            set_operator(db, page.business.id)
            booking = own(db, Booking, page.id)
            assert booking is not None
            booking.received_cents = 12_000
        clock.set("2027-05-31T12:00:00+00:00")

        assert page.read()["canceling"]["refund"] == 70

    def test_customer_cannot_cancel_after_delivery_or_completion(self, page: Page, clock: Clock):
        page.confirm()
        clock.set("2027-06-01T12:00:01+00:00")
        page.business.login(page.business.user["email"])
        assert page.read()["canceling"]["possible"] is False
        assert page.post("cancel", fee=0).json()["code"] == "too_late"

        ok_json(page.business.complete(page.id))
        for verb, body in (("cancel", {"fee": 0}), ("crew-notes", {}), ("change-request", {"text": "x"})):
            assert page.post(verb, **body).json()["code"] == "booking_closed", verb

    @pytest.mark.parametrize("fee", [None, "0", True, 0.001, 1e12], ids=str)
    def test_cancellation_is_rejected_if_its_cost_differs_from_the_one_displayed(self, fee: Any, page: Page):
        assert page.post("cancel", fee=fee).status_code == 422
        assert page.read()["status"] == "pending"

    def test_concurrent_cancel_and_confirm_end_in_a_valid_order(self, page: Page):
        canceled, confirmed = together(
            lambda: page.post("cancel", fee=0), lambda: page.business.set_status(page.id, "confirmed")
        )

        assert canceled.status_code == 200
        assert confirmed.status_code in {200, 409}
        assert page.read()["status"] == "canceled"


def test_booking_page_actions_are_rate_limited_per_address(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
):
    app = app_with(rate_limits="on")
    page = Page(caller_of(app).register(), caller_of(app, "192.0.2.7"))

    answers = [page.post("crew-notes", power=str(number)).status_code for number in range(41)]

    assert answers == [200] * 40 + [429]
    clock.pass_by(hours=1)
    assert page.post("crew-notes", power="again").status_code == 200


def test_other_sites_cannot_act_on_a_booking_page(page: Page):
    answer = page.visitor.post(
        f"/api/public/bookings/{page.token}/cancel",
        json={"fee": 0},
        headers={"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "cross_origin")


def test_customer_downloads_confirmation_and_invoice_once_available(operator: Api, visitor: Api):
    booking = operator.book(asRequest=True)["id"]
    page = f"/api/public/bookings/{operator.booking_token(booking)}"
    assert ok_json(visitor.get(page))["invoice"] is None
    assert visitor.get(f"{page}/confirmation.pdf").json()["code"] == "not_confirmed"
    assert visitor.get(f"{page}/invoice.pdf").json()["code"] == "no_invoice"

    ok_json(operator.set_status(booking, "confirmed"))
    number = ok_json(operator.post(f"/api/bookings/{booking}/invoice"))["number"]

    assert ok_json(visitor.get(page))["invoice"] == number
    for name in ("confirmation.pdf", "invoice.pdf"):
        answer = visitor.get(f"{page}/{name}")
        assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")
    assert f'"{number}.pdf"' in visitor.get(f"{page}/invoice.pdf").headers["content-disposition"]
    unknown = f"/api/public/bookings/{'a' * 39}/invoice.pdf"
    assert visitor.get(unknown).status_code == 404


def test_booking_again_fills_in_everything_but_days_and_price(page: Page, operator: Api):
    page.change(
        customerPhone="555 0100",
        address={"street": "2 Elm St", "city": "Troy", "accessNotes": "Gate code 12"},
        venueName="Elm House",
        eventType="wedding",
        preferredInstallTime="morning",
        notes="By the pool",
    )
    ok_json(operator.set_status(page.id, "canceled"))

    again = ok_json(page.visitor.get(f"/api/public/bookings/{page.token}/again"))

    form = ok_json(page.visitor.get("/api/booking-form", params={"key": again["key"]}))
    assert (form["userId"], again["url"]) == (operator.id, f"/booking?key={again['key']}")
    assert [line["text"] for line in again["lines"]] == ["LOVE"]
    assert (again["customerName"], again["customerEmail"]) == ("Ada Lovelace", "ada@example.com")
    assert (again["customerPhone"], again["eventType"]) == ("555 0100", "wedding")
    assert (again["venueId"], again["venueName"], again["address"]["street"]) == (None, "Elm House", "2 Elm St")
    assert (again["address"]["accessNotes"], again["preferredInstallTime"]) == ("Gate code 12", "morning")
    assert again["notes"] == "By the pool"
    assert not again.keys() & {"deliveryDate", "pickupDate", "total", "price", "id", "number"}
    assert "price" not in again["lines"][0]


def test_rental_booked_again_costs_todays_price(page: Page, operator: Api):
    operator.set_prices(sizes=[{"code": "4ft", "label": "4 ft", "price": 100}])
    again = ok_json(page.visitor.get(f"/api/public/bookings/{page.token}/again"))

    form = ok_json(page.visitor.get("/api/booking-form", params={"key": again["key"]}))
    booked = page.visitor.book(
        userId=again["key"],
        message=None,
        size=None,
        lines=[{"kind": "letters", "text": again["lines"][0]["text"], "size": again["lines"][0]["size"]}],
        deliveryDate="2028-06-01",
        pickupDate="2028-06-02",
        customerEmail=again["customerEmail"],
    )

    assert form["userId"] == operator.id
    assert booked["totalPrice"] == 4 * 100


def test_unknown_and_replaced_links_cannot_book_again(page: Page, visitor: Api):
    assert visitor.get(f"/api/public/bookings/{'x' * 39}/again").json()["code"] == "no_booking"
    page.business.booking_token(page.id, renew=True)
    assert visitor.get(f"/api/public/bookings/{page.token}/again").status_code == 404
