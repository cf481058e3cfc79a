"""A customer changes a booking on its page: at once within the business's rules, or by a request to accept."""

from collections.abc import Callable
from datetime import date
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.paying import notification_titles, sent_emails
from tests.support.strangers import SMTP, FormWorld

LATER = {"deliveryDate": "2027-06-05", "pickupDate": "2027-06-07"}


class CustomersBooking:
    """A confirmed booking of LOVE for $200, with the link to its page."""

    def __init__(self, business: Api, visitor: Api, **fields: Any) -> None:
        self.business, self.visitor = business, visitor
        self.id: int = visitor.book(userId=business.id, **fields)["id"]
        ok_json(business.set_status(self.id, "confirmed", notify=False))
        self.token = business.booking_token(self.id)

    def options(self) -> dict[str, Any]:
        return ok_json(self.visitor.get(f"/api/public/bookings/{self.token}/change-options"))

    def change(self, **fields: Any) -> httpx.Response:
        return self.visitor.post(f"/api/public/bookings/{self.token}/change", json=fields)

    def preview(self, **fields: Any) -> dict[str, Any]:
        return ok_json(self.change(**fields, dryRun=True))

    def request(self, **fields: Any) -> int:
        answer = self.change(**fields)
        assert answer.status_code == 202, answer.text
        return answer.json()["requestId"]

    def accept(self, request_id: int) -> httpx.Response:
        return self.business.post(f"/api/bookings/{self.id}/change-requests/{request_id}/accept")

    def read(self) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{self.id}"))

    def requests(self) -> list[dict[str, Any]]:
        return ok_json(self.business.get(f"/api/bookings/{self.id}/customer"))["changeRequests"]

    def days(self) -> tuple[str, str]:
        booking = self.read()
        return booking["deliveryDate"][:10], booking["pickupDate"][:10]


@pytest.fixture
def mine(operator: Api, visitor: Api) -> CustomersBooking:
    operator.add_letters("LOVE")
    operator.set_rules(customerChanges="at_once", minimumNoticeHours=24)
    return CustomersBooking(operator, visitor)


def events(database: Database) -> list[str]:
    with database.read() as db:
        return [job.kind for job in db.scalars(select(Job).order_by(Job.id))]


def test_changes_are_requested_by_default(operator: Api):
    rules = ok_json(operator.get("/api/booking-rules"))

    assert rules["customerChanges"] == "asked"
    refused = operator.patch("/api/booking-rules", json={"customerChanges": "never"})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["customerChanges"])


def test_options_name_the_end_of_changes_at_once(mine: CustomersBooking, clock: Clock):
    mine = CustomersBooking(mine.business, mine.visitor, deliveryDate="2027-03-25", pickupDate="2027-03-26")
    options = mine.options()

    assert (options["by"], options["what"]) == ("at_once", ["time", "days", "place", "lines"])
    # The notice of 24 hours counts to the start of the delivery day, because no time was chosen.
    assert options["allowedUntil"] == "2027-03-24T00:00:00-04:00"
    assert options["current"]["lines"][0]["text"] == "LOVE"
    clock.set("2027-03-24T04:00:00+00:00")
    assert mine.options()["by"] == "asked"


def test_dry_run_returns_price_and_availability_and_changes_nothing(mine: CustomersBooking, database: Database):
    before, jobs = mine.read(), events(database)

    dearer = mine.preview(message="LOVE LOVE")
    missing = mine.preview(message="LOVE EEEEE")

    assert (dearer["total"], dearer["difference"], dearer["available"], dearer["due"]) == (400, 200, True, 400)
    assert dearer["by"] == "at_once"
    assert missing["available"] is False
    assert (mine.read(), events(database)) == (before, jobs)


def test_change_of_days_and_place_is_made_at_once(mine: CustomersBooking, app: FastAPI):
    answer = mine.change(**LATER, address={"street": "2 Elm St", "city": "Troy"}, preferredInstallTime="afternoon")

    assert answer.status_code == 200
    assert answer.json() == {"total": 200, "difference": 0, "available": True, "by": "at_once", "due": 200}
    assert mine.days() == ("2027-06-05", "2027-06-07")
    booking = mine.read()
    assert (booking["address"]["street"], booking["preferredInstallTime"]) == ("2 Elm St", "afternoon")
    change = booking["history"][-1]
    assert (change["who"], change["kind"]) == ("Ada Lovelace", "edited")
    assert len(sent_emails(app, mine.business, "rescheduled")) == 1, "the customer"
    (to_business,) = sent_emails(app, mine.business, "customer-changed")
    assert "June 5, 2027" in to_business
    assert "Ada Lovelace changed their booking" in notification_titles(mine.business)
    assert mine.requests() == []


def test_same_change_sent_twice_is_made_once(mine: CustomersBooking, database: Database):
    ok_json(mine.change(**LATER))
    revision, jobs = mine.read()["revision"], events(database)

    again = ok_json(mine.change(**LATER))

    assert (again["difference"], again["total"]) == (0, 200)
    assert (mine.read()["revision"], events(database)) == (revision, jobs)


def test_customer_cannot_change_price_names_or_internal_notes(mine: CustomersBooking):
    before = mine.read()

    ok_json(mine.change(totalPrice=1, ownTotal=True, customerName="Eve", operatorNotes="x", taxExempt={}, discount=5))

    assert mine.read() == before


@pytest.mark.parametrize(
    "change, field",
    [
        ({"deliveryDate": "2020-01-01", "pickupDate": "2020-01-02"}, "deliveryDate"),
        ({"pickupDate": "2027-05-01"}, "pickupDate"),
        ({"pickupDate": "2027-07-30"}, "pickupDate"),
        ({"preferredInstallTime": "midnight"}, "preferredInstallTime"),
        ({"address": {"street": "2 Elm St"}}, "address.city"),
        ({"address": None}, "venueId"),
        ({"venueId": 999999}, "venueId"),
        ({"size": "40ft"}, "size"),
        ({"lines": []}, "lines"),
        ({"lines": [{"kind": "item", "itemId": 1, "quantity": 0}]}, "lines[0].quantity"),
    ],
    ids=str,
)
def test_change_is_validated_like_the_form(change: dict[str, Any], field: str, mine: CustomersBooking):
    mine.business.set_rules(maxRentalDays=30)
    for dry_run in (True, False):
        refused = mine.change(**change, dryRun=dry_run)
        assert (refused.status_code, list(refused.json().get("fields", {}))) == (422, [field]), refused.text


def test_items_that_visitors_cannot_order_are_refused(mine: CustomersBooking):
    arch = {"name": "Arch", "kind": "counted", "quantity": 1, "price": 9, "public": False}
    private = ok_json(mine.business.post("/api/items", json=arch))

    lines = [*mine.read()["lines"], {"kind": "item", "itemId": private["id"], "quantity": 1}]

    assert not mine.change(lines=lines).is_success


def test_change_without_free_letters_is_refused_without_stock_figures(mine: CustomersBooking, visitor: Api):
    visitor.book(userId=mine.business.id, message="LLLLL", customerEmail="x@example.com", **LATER)

    refused = mine.change(**LATER)

    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
    assert "free" not in refused.json()["shortages"][0]
    assert mine.days() == ("2027-06-01", "2027-06-03")


@pytest.mark.parametrize(
    "prepare",
    [
        lambda mine: mine.business.set_rules(customerChanges="asked"),
        lambda mine: mine.business.set_rules(closedDays=[{"from": "2027-06-05", "to": "2027-06-05"}]),
        lambda mine: mine.business.set_rules(minimumNoticeHours=24 * 200),
        lambda mine: ok_json(mine.business.patch(f"/api/bookings/{mine.id}", json={"totalPrice": 150})),
        lambda mine: ok_json(
            mine.business.patch(f"/api/bookings/{mine.id}", json={"notes": "x", "askAgreement": True, "tip": 5})
        ),
    ],
    ids=["asked", "closed day", "too late", "custom total", "open agreement"],
)
def test_change_outside_the_rules_becomes_a_request(
    prepare: Callable[[CustomersBooking], object], mine: CustomersBooking
):
    prepare(mine)

    first = mine.request(**LATER)

    assert mine.days() == ("2027-06-01", "2027-06-03")
    assert mine.request(**LATER) == first, "the same request again"
    (shown,) = mine.requests()
    assert "Delivery: Tuesday, June 1, 2027 → Saturday, June 5, 2027" in shown["text"]
    assert shown["change"]["changes"]["deliveryDate"] == ["2027-06-01", "2027-06-05"]
    assert (shown["change"]["available"], shown["change"]["problem"]) == (True, None)


def test_pending_booking_is_changed_by_request_only(operator: Api, visitor: Api):
    operator.add_letters("LOVE")
    operator.set_rules(customerChanges="at_once")
    booking = CustomersBooking(operator, visitor, customerEmail="b@example.com")
    pending = visitor.book(userId=operator.id)
    booking.id, booking.token = pending["id"], operator.booking_token(pending["id"])

    assert booking.options()["by"] == "asked"
    booking.request(message="LOVE LOVE")


def test_business_accepts_a_request_in_one_step(mine: CustomersBooking, app: FastAPI):
    mine.business.set_rules(customerChanges="asked")
    asked = mine.request(**LATER, message="LOVE LOVE")
    (shown,) = mine.requests()
    assert (shown["change"]["difference"], shown["change"]["total"]) == (200, 400)

    (done,) = ok_json(mine.accept(asked))["changeRequests"]

    assert (done["outcome"], done["doneBy"], done["change"]) == ("made", mine.business.user["username"], None)
    booking = mine.read()
    assert (booking["totalPrice"], booking["message"], mine.days()) == (400, "LOVE LOVE", ("2027-06-05", "2027-06-07"))
    ok_json(mine.accept(asked))
    assert mine.read()["revision"] == booking["revision"], "accepted twice"
    assert len(sent_emails(app, mine.business, "change-answered")) == 1
    assert sent_emails(app, mine.business, "rescheduled") == []


def test_request_cannot_be_accepted_once_its_letters_are_gone(mine: CustomersBooking, visitor: Api):
    mine.business.set_rules(customerChanges="asked")
    asked = mine.request(**LATER)
    visitor.book(userId=mine.business.id, message="LLLLL", customerEmail="x@example.com", **LATER)

    refused = mine.accept(asked)

    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
    (shown,) = mine.requests()
    assert (shown["doneAt"], shown["change"]["available"]) == (None, False)
    assert mine.days() == ("2027-06-01", "2027-06-03")


def test_declined_and_free_text_requests_cannot_be_accepted(mine: CustomersBooking, other_operator: Api):
    mine.business.set_rules(customerChanges="asked")
    asked = mine.request(**LATER)
    foreign = other_operator.post(f"/api/bookings/{mine.id}/change-requests/{asked}/accept")
    assert foreign.status_code == 404
    ok_json(mine.business.post(f"/api/bookings/{mine.id}/change-requests/{asked}/answer", json={"outcome": "declined"}))
    assert mine.accept(asked).json()["code"] == "already_declined"
    ok_json(mine.visitor.post(f"/api/public/bookings/{mine.token}/change-request", json={"text": "Later, please"}))
    assert mine.accept(mine.requests()[-1]["id"]).json()["code"] == "not_structured"


def test_agreed_prices_and_discount_stay_and_the_difference_is_settled(operator: Api, visitor: Api):
    operator.add_letters("LOVE", quantity=9)
    operator.set_rules(customerChanges="at_once")
    code = {"code": "JUNE", "percent": 10}
    ok_json(operator.post("/api/discount-codes", json=code))
    mine = CustomersBooking(operator, visitor, message="LOVE LOVE", discountCode="JUNE")
    ok_json(operator.post(f"/api/bookings/{mine.id}/payments", json={"kind": "cash", "amount": 360}))
    sizes = [{"code": "4ft", "label": "4 ft", "price": 80}]
    operator.set_prices(sizes=sizes)

    assert mine.preview(**LATER)["difference"] == 0, "the agreed rates"
    # A changed line takes today's price: two letters for two days at $80, less 10%.
    shorter = ok_json(mine.change(message="LO"))

    assert shorter == {
        "total": 288,
        "difference": -72,
        "available": True,
        "by": "at_once",
        "due": 0,
        "toReturn": 72,
    }
    assert mine.read()["balanceDue"] == 0


def test_rescheduling_fee_is_shown_and_charged(operator: Api, visitor: Api, clock: Clock):
    ok_json(operator.patch("/api/payment-policy", json={"rescheduleFee": {"percent": 10, "freeDaysBefore": 14}}))
    operator.add_letters("LOVE")
    operator.set_rules(customerChanges="at_once", minimumNoticeHours=0)
    mine = CustomersBooking(operator, visitor, deliveryDate="2027-03-20", pickupDate="2027-03-22")
    assert "reschedulingFee" not in mine.preview(**LATER)
    clock.set("2027-03-11T12:00:00+00:00")

    shown = mine.preview(**LATER)
    made = ok_json(mine.change(**LATER))

    assert (shown["reschedulingFee"], shown["difference"], shown["due"]) == (20, 0, 220)
    assert made == shown
    assert mine.read()["balanceDue"] == 220


def test_change_at_another_total_than_displayed_is_refused(mine: CustomersBooking):
    refused = mine.change(message="LOVE LOVE", expectedTotal=300)

    assert (refused.status_code, refused.json()["code"]) == (409, "price_changed")
    assert ok_json(mine.change(message="LOVE LOVE", expectedTotal=400))["total"] == 400


def test_closed_booking_cannot_be_changed(mine: CustomersBooking):
    ok_json(mine.business.set_status(mine.id, "canceled"))

    assert mine.options()["what"] == []
    for dry_run in (True, False):
        assert mine.change(**LATER, dryRun=dry_run).json()["code"] == "booking_closed"


def test_stranger_cannot_grow_an_unpaid_booking_that_was_confirmed_automatically(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
):
    world = FormWorld(app_with(smtp_url=SMTP, rate_limits="on"), caller_of, clock)
    world.owner.set_rules(customerChanges="at_once", approvalRequired=False, minimumNoticeHours=0)
    world.owner.add_letters("LOVE", quantity=4)
    booking = world.at_form("198.51.100.7").request(date(2027, 6, 1), message="L")
    token = world.owner.booking_token(booking["id"])

    def change(**fields: Any) -> int:
        return world.owner.post(f"/api/public/bookings/{token}/change", json=fields).status_code

    assert change(message="LO") == 202
    assert change(preferredInstallTime="afternoon") == 200


class Catalog:
    """A business with two sizes and finishes, an item, a package and a listed venue."""

    def __init__(self, business: Api) -> None:
        finishes = [{"code": "warm", "label": "Warm white"}, {"code": "red", "label": "Red"}]
        business.set_prices(finishes=finishes)
        business.add_letters("LOVE2026", quantity=9)
        business.add_letters("LOVE2026", quantity=9, size="2ft")
        for letter in "LOVE":
            red = {"letter": letter, "size": "4ft", "quantity": 2, "pricePerDay": 25, "finish": "red"}
            ok_json(business.post("/api/inventory", json=red))
        arch = {"name": "Arch", "kind": "counted", "quantity": 2, "price": 50, "per": "event", "public": True}
        self.item: int = ok_json(business.post("/api/items", json=arch))["id"]
        bundle = {"name": "Birthday", "price": 90, "public": True, "lines": [letters("____")]}
        self.package: int = ok_json(business.post("/api/packages", json=bundle))["id"]
        self.venue: int = business.add_venue(name="Old Mill", surchargeAmount=4000, difficulty="moderate")["id"]
        business.set_rules(customerChanges="at_once", minimumNoticeHours=24)


def letters(text: str = "LOVE", size: str = "4ft", **fields: Any) -> dict[str, Any]:
    return {"kind": "letters", "text": text, "size": size, **fields}


FIELDS: dict[str, Callable[[Catalog], dict[str, Any]]] = {
    "text": lambda _: {"lines": [letters("LOVE LO")]},
    "size": lambda _: {"lines": [letters(size="2ft")]},
    "finish": lambda _: {"lines": [letters(finish="red")]},
    "color": lambda _: {"lines": [letters(colorOption="premium")]},
    "add-on": lambda _: {"lines": [letters(addOns={"lighting": True})]},
    "item": lambda catalog: {"lines": [letters(), {"kind": "item", "itemId": catalog.item, "quantity": 2}]},
    "package": lambda catalog: {
        "lines": [letters(), {"kind": "package", "packageId": catalog.package, "words": ["2026"]}]
    },
    "second line": lambda _: {"lines": [letters(), letters("2026", size="2ft", colorOption="premium")]},
    "listed venue": lambda catalog: {"venueId": catalog.venue},
    "address": lambda _: {"address": {"street": "2 Elm St", "city": "Troy"}, "venueName": "Elm House"},
    "window": lambda _: {"preferredInstallTime": "afternoon"},
}


def rental(booking: dict[str, Any]) -> dict[str, Any]:
    names = ("lines", "venueId", "address", "venueName", "preferredInstallTime", "totalPrice")
    return {name: booking[name] for name in names}


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_is_priced_then_changed_at_once(field: str, operator: Api, visitor: Api, app: FastAPI):
    change = FIELDS[field](Catalog(operator))
    mine = CustomersBooking(operator, visitor)
    before = mine.read()

    shown = mine.preview(**change)
    made = ok_json(mine.change(**change, expectedTotal=shown["total"]))

    after = mine.read()
    assert (shown["available"], shown["by"], made) == (True, "at_once", shown)
    assert rental(after) != rental(before)
    assert after["totalPrice"] == shown["total"] == before["totalPrice"] + shown["difference"]
    assert after["revision"] == before["revision"] + 1
    assert after["history"][-1]["changes"]
    assert len(sent_emails(app, operator, "changed")) == 1, "the customer has the new details in writing"
    repeated = ok_json(mine.change(**change))
    assert (repeated["difference"], mine.read()["revision"]) == (0, after["revision"])


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_is_requested_and_made_whole_by_accepting(field: str, operator: Api, visitor: Api):
    change = FIELDS[field](Catalog(operator))
    operator.set_rules(customerChanges="asked")
    mine = CustomersBooking(operator, visitor)
    shown = mine.preview(**change)

    request_id = mine.request(**change)
    (waiting,) = mine.requests()
    ok_json(mine.accept(request_id))

    assert (waiting["change"]["total"], waiting["change"]["problem"]) == (shown["total"], None)
    _, _, values = waiting["text"].partition(": ")
    first, _, second = values.partition(" → ")
    assert first != second, "the text names what changes"
    assert mine.read()["totalPrice"] == shown["total"]
    assert mine.preview(**change)["difference"] == 0


def test_second_line_in_another_color_is_named_before_and_after(operator: Api, visitor: Api):
    Catalog(operator)
    operator.set_rules(customerChanges="asked")
    lines = [letters(), letters("2026", size="2ft")]
    mine = CustomersBooking(operator, visitor, message=None, size=None, lines=lines)

    mine.request(lines=[lines[0], letters("2026", size="2ft", colorOption="premium", addOns={"lighting": True})])

    (waiting,) = mine.requests()
    assert waiting["text"].endswith("2026, 4 letters in 2ft, Warm white, Premium, LED Lighting")


def test_change_options_match_those_of_the_form(operator: Api, visitor: Api):
    catalog = Catalog(operator)
    private = {"name": "Truck", "kind": "counted", "quantity": 1, "price": 9, "public": False}
    ok_json(operator.post("/api/items", json=private))
    mine = CustomersBooking(operator, visitor)

    current = mine.options()["current"]

    assert [row["code"] for row in current["sizes"]] == ["2ft", "4ft"]
    assert [row["code"] for row in current["sizes"][1]["finishes"]] == ["warm", "red"]
    assert {row["code"] for row in current["addOns"]} >= {"lighting"}
    assert ([row["name"] for row in current["items"]], current["packages"][0]["id"]) == (["Arch"], catalog.package)
    (venue,) = current["venues"]
    assert (venue["name"], "contactEmail" in venue) == ("Old Mill", False)
    operator.set_rules(listedVenues=False, timeZone="Europe/Berlin")
    current = mine.options()["current"]
    assert (current["venues"], current["hasStates"], current["addressNames"]["zipCode"]) == ([], False, "Postal Code")


@pytest.mark.parametrize(
    "change, field",
    [
        (lambda catalog: {"lines": [letters(), letters("", size="2ft")]}, "lines[1].text"),
        (lambda catalog: {"lines": [letters(), letters("2026", size="9ft")]}, "lines[1].size"),
        (lambda catalog: {"lines": [letters(finish="gold")]}, "lines[0].finish"),
        (lambda catalog: {"lines": [letters(colorOption="plaid")]}, "lines[0].colorOption"),
        (lambda catalog: {"lines": [{"kind": "package", "packageId": catalog.package}]}, "lines[0].words"),
        (lambda catalog: {"venueId": catalog.venue, "address": {"street": "2 Elm St", "city": "Troy"}}, "address"),
    ],
    ids=["no text", "size", "finish", "color", "blank", "two places"],
)
def test_invalid_part_of_a_line_is_named(
    change: Callable[[Catalog], dict[str, Any]], field: str, operator: Api, visitor: Api
):
    catalog = Catalog(operator)
    mine = CustomersBooking(operator, visitor)

    refused = mine.change(**change(catalog), dryRun=True)

    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])


def test_items_that_are_taken_are_not_available(operator: Api, visitor: Api):
    catalog = Catalog(operator)
    taken = [letters("V"), {"kind": "item", "itemId": catalog.item, "quantity": 2}]
    CustomersBooking(operator, visitor, message=None, size=None, lines=taken, customerEmail="x@example.com")
    mine = CustomersBooking(operator, visitor)

    change = {"lines": [letters(), {"kind": "item", "itemId": catalog.item, "quantity": 1}]}

    assert mine.preview(**change)["available"] is False
    assert mine.change(**change).json()["code"] == "not_enough_letters"


def test_venue_of_another_business_is_refused(operator: Api, visitor: Api, other_operator: Api):
    Catalog(operator)
    mine = CustomersBooking(operator, visitor)

    refused = mine.change(venueId=other_operator.add_venue()["id"], dryRun=True)

    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["venueId"])
