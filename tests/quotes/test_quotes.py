"""Quotes for their operator: create, send, edit and book."""

from collections.abc import Callable
from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.support.api import Api, booking_body, ok_json
from tests.support.clock import Clock
from tests.support.rows import content, number, rows

EXTRAS = [{"text": "Setup after 10 pm", "amount": 80}]
TEN_PERCENT = {"kind": "percent", "percent": 10}


def kinds(quote: dict[str, Any]) -> list[str]:
    return [entry["kind"] for entry in quote["history"]]


# --- Writing --------------------------------------------------------------------------------------------------------


def test_quote_is_saved_as_a_priced_draft(operator: Api):
    quote = operator.quote(extraLines=EXTRAS, discount=TEN_PERCENT, note="Bring a ladder")

    assert (quote["status"], quote["version"], quote["sentVersion"], quote["number"]) == ("draft", 1, None, None)
    assert (quote["link"], quote["bookingId"], quote["changedSinceSent"]) == (None, None, False)
    assert (quote["totalPrice"], quote["breakdown"]["extras"], quote["breakdown"]["discount"]) == (252, 80, 28)
    assert (quote["extraLines"], quote["discount"], quote["note"]) == (EXTRAS, TEN_PERCENT, "Bring a ladder")
    assert (quote["letterCount"], quote["rentalDays"], quote["letters"]) == (4, 2, ["L", "O", "V", "E"])
    assert (quote["deliveryDate"], quote["pickupDate"]) == ("2027-06-01", "2027-06-03")
    assert kinds(quote) == ["created"]


def test_customer_and_dates_can_be_added_later(operator: Api):
    quote = ok_json(operator.post("/api/quotes", json={"message": "LOVE", "size": "4ft"}))

    assert (quote["customerName"], quote["customerEmail"], quote["deliveryDate"]) == (None, None, None)
    assert (quote["totalPrice"], quote["rentalDays"]) == (100, 1)
    assert quote["fit"] == {"available": None, "shortages": [], "collisions": [], "alternatives": []}


def test_time_is_returned_with_the_operators_offset(operator: Api):
    quote = operator.quote(deliveryDate="2027-06-01T14:00:00", pickupDate="2027-06-03T18:30:00Z")

    assert quote["deliveryDate"] == "2027-06-01T14:00:00-04:00"
    assert quote["pickupDate"] == "2027-06-03T14:30:00-04:00"


def test_venue_is_named_and_its_surcharge_added(operator: Api):
    venue = operator.add_venue(name="Old Barn", difficulty="moderate", surchargeAmount=1000, isVerified=False)

    quote = operator.quote(venueId=venue["id"])

    assert (quote["venueName"], quote["venueSurcharge"], quote["deposit"]) == ("Old Barn", 35, 50)
    assert quote["venueAddress"] == "1 Main Street, Springfield, NY 10001"


def test_read_only_fields_in_the_payload_are_ignored(operator: Api):
    quote = operator.quote(status="accepted", totalPrice=1, number="Q-1", version=9, bookingId=3, userId=77)

    assert (quote["status"], quote["totalPrice"], quote["number"], quote["version"]) == ("draft", 200, None, 1)
    assert (quote["bookingId"], quote["userId"]) == (None, operator.id)


def test_idempotency_key_prevents_a_second_quote(operator: Api, database: Database):
    def post(**fields: Any) -> Any:
        return operator.post("/api/quotes", json=booking_body(**fields), headers={"Idempotency-Key": "draft-1"})

    first, again, other = post(), post(), post(message="EVE")

    assert (first.status_code, again.status_code, other.status_code) == (201, 201, 409)
    assert first.json()["id"] == again.json()["id"]
    assert number(database, "quotes") == 1


REFUSED = [
    ({"message": ""}, "message"),
    ({"message": "\u200b"}, "message"),
    ({"size": "9ft"}, "size"),
    ({"colorOption": "gold"}, "colorOption"),
    ({"venueId": 987654}, "venueId"),
    ({"customerName": "A\r\nBcc: x@y.z"}, "customerName"),
    ({"customerName": "A\u202eB"}, "customerName"),
    ({"customerName": "A\u0000B"}, "customerName"),
    ({"note": "A\u0000B"}, "note"),
    ({"note": "x" * 5001}, "note"),
    ({"customerEmail": "a@b.c,d@e.f"}, "customerEmail"),
    ({"customerEmail": "a@b.c\nBcc: d@e.f"}, "customerEmail"),
    ({"deliveryDate": "2027-02-29"}, "deliveryDate"),
    ({"deliveryDate": "2027-06-05"}, "pickupDate"),
    ({"pickupDate": "2029-06-05"}, "pickupDate"),
    ({"expiresAt": "2020-01-01"}, "expiresAt"),
    ({"expiresAt": "2029-01-01"}, "expiresAt"),
    ({"expiresAt": "soon"}, "expiresAt"),
    ({"extraLines": [{"text": "Ramp", "amount": -0.01}]}, "extraLines"),
    ({"extraLines": [{"text": "Ramp", "amount": 1_000_000}]}, "extraLines"),
    ({"extraLines": [{"text": "Ramp", "amount": 0.005}]}, "extraLines"),
    ({"extraLines": EXTRAS * 21}, "extraLines"),
    ({"discount": {"kind": "amount", "amount": 200.01}}, "discount"),
    ({"discount": {"kind": "percent", "percent": 100.01}}, "discount"),
    ({"discount": {"kind": "amount", "amount": 0.001}}, "discount"),
]


@pytest.mark.parametrize("fields, field", REFUSED)
def test_invalid_quote_field_is_reported_and_changes_nothing(
    operator: Api, database: Database, fields: dict[str, Any], field: str
):
    quote = operator.quote()
    before = content(database)

    answers = [
        operator.post("/api/quotes", json=booking_body() | fields),
        operator.patch(f"/api/quotes/{quote['id']}", json=fields),
    ]

    assert [answer.status_code for answer in answers] == [422, 422], [answer.text for answer in answers]
    assert all(field in answer.json()["fields"] for answer in answers)
    assert content(database) == before


# --- The list -------------------------------------------------------------------------------------------------------


def test_quotes_are_listed_newest_first_and_searched_literally(operator: Api):
    for name, message in (("Ada", "LOVE"), ("50% off", "MARRY ME"), ("Émilie", "I DO")):
        operator.quote(customerName=name, message=message)

    def found(**query: str) -> list[str]:
        return [row["customerName"] for row in operator.get("/api/quotes", params=query).json()]

    assert found() == ["Émilie", "50% off", "Ada"]
    assert [found(q=text) for text in ("ÉMI", "%", "marry", "zzz", "_")] == [
        ["Émilie"],
        ["50% off"],
        ["50% off"],
        [],
        [],
    ]
    assert operator.get("/api/quotes", params={"status": "lost"}).status_code == 422


def test_quote_list_is_paginated(operator: Api):
    ids = [operator.quote()["id"] for _ in range(5)]
    seen: list[int] = []
    cursor = None
    for _ in range(3):
        page = ok_json(operator.get("/api/quotes", params={"limit": 2} | ({"cursor": cursor} if cursor else {})))
        seen += [row["id"] for row in page["items"]]
        cursor = page["nextCursor"]

    assert (seen, cursor) == (ids[::-1], None)
    assert operator.get("/api/quotes", params={"cursor": "x", "limit": 2}).status_code == 422


def test_status_filter_uses_displayed_statuses(operator: Api, clock: Clock):
    draft = operator.quote()["id"]
    old = operator.sent_quote()["id"]
    clock.pass_by(days=10)
    fresh = operator.sent_quote()["id"]
    clock.pass_by(days=10)

    def found(status: str) -> list[int]:
        return [row["id"] for row in operator.get("/api/quotes", params={"status": status}).json()]

    assert (found("draft"), found("sent"), found("expired"), found("seen")) == ([draft], [fresh], [old], [])
    assert found("draft,expired") == [old, draft]


def test_page_counts_quotes_by_status(operator: Api, other_operator: Api, visitor: Api, clock: Clock):
    other_operator.quote()
    operator.sent_quote(message="OLD")
    clock.pass_by(days=20)
    operator.login(operator.user["email"])
    operator.quote()
    operator.quote(message="NEW")
    ok_json(visitor.accept(operator.sent_quote()["token"]))
    ok_json(visitor.post(f"/api/public/quotes/{operator.sent_quote()['token']}/seen"))

    def counted(**query: Any) -> dict[str, int]:
        counts = ok_json(operator.get("/api/quotes", params=query | {"limit": 1}))["counts"]
        return {status: count for status, count in counts.items() if count}

    everything = {"draft": 2, "seen": 1, "accepted": 1, "expired": 1}
    assert (counted(), counted(status="draft"), counted(q="new")) == (everything, everything, {"draft": 1})


# --- Sending --------------------------------------------------------------------------------------------------------


def test_sent_quote_has_number_link_expiry_and_queued_email(operator: Api, database: Database):
    quote = operator.send_quote(operator.quote()["id"])

    assert (quote["status"], quote["sentVersion"], quote["changedSinceSent"]) == ("sent", 1, False)
    assert quote["number"] == "Q-2027-0001"
    assert quote["link"].startswith("http://localhost:8000/q/")
    assert kinds(quote) == ["created", "sent", "mail"]
    assert [job["payload"]["quoteId"] for job in rows(database, "jobs") if job["kind"] == "quote.sent"] == [quote["id"]]
    # Two weeks, until the end of that day in the operator's time zone.
    assert quote["expiresAt"] == "2027-03-17T23:59:59-04:00"


def test_quote_numbers_are_consecutive_and_restart_each_year(operator: Api, clock: Clock):
    operator.quote()
    numbers = [operator.sent_quote()["number"] for _ in range(2)]
    next_year = {"deliveryDate": "2028-06-01", "pickupDate": "2028-06-02"}
    clock.set("2028-01-01T04:59:00")
    operator.login(operator.user["email"])
    last = operator.sent_quote(**next_year)["number"]
    clock.set("2028-01-01T05:00:00")

    assert [*numbers, last, operator.sent_quote(**next_year)["number"]] == [
        "Q-2027-0001",
        "Q-2027-0002",
        "Q-2027-0003",
        "Q-2028-0001",
    ]


def test_quote_without_email_address_is_sent_as_a_link_only(operator: Api, database: Database):
    quote = operator.sent_quote(customerEmail=None)

    assert quote["link"]
    assert kinds(quote) == ["created", "sent"]
    assert not [job for job in rows(database, "jobs") if job["kind"].startswith("quote.")]


def test_quote_can_be_sent_without_an_email(operator: Api):
    quote = operator.send_quote(operator.quote()["id"], email=False)

    assert kinds(quote) == ["created", "sent"]


def test_double_click_sends_once_and_later_sends_email_again(operator: Api, clock: Clock):
    quote = operator.sent_quote()
    again = operator.send_quote(quote["id"])
    clock.pass_by(hours=2)
    later = operator.send_quote(quote["id"])

    assert kinds(again) == ["created", "sent", "mail"]
    assert kinds(later) == ["created", "sent", "mail", "mail"]
    assert (later["version"], later["number"], later["link"]) == (1, quote["number"], quote["link"])


def test_unacceptable_quote_is_not_sent(operator: Api, clock: Clock):
    def send(quote: dict[str, Any], **fields: Any) -> dict[str, Any]:
        answer = operator.post(f"/api/quotes/{quote['id']}/send", json=fields)
        assert answer.status_code == 422
        return answer.json()["fields"]

    assert set(send(operator.quote(deliveryDate=None, pickupDate=None))) == {"deliveryDate", "pickupDate"}
    assert set(send(operator.quote(deliveryDate="2027-03-01", pickupDate="2027-03-02"))) == {"deliveryDate"}
    assert set(send(operator.quote(), expiresAt="2027-06-02")) == {"expiresAt"}
    assert set(send(operator.quote(), expiresAt="2027-03-01")) == {"expiresAt"}
    stale = operator.quote(expiresAt="2027-03-24")
    clock.set("2027-04-02T12:00:00")
    assert set(send(stale)) == {"expiresAt"}


def test_default_expiry_follows_the_business_and_ends_on_the_delivery_day(operator: Api):
    ok_json(operator.patch("/api/business-details", json={"quoteDays": 30}))

    usual, soon = operator.sent_quote(), operator.sent_quote(deliveryDate="2027-03-08", pickupDate="2027-03-09")

    assert usual["expiresAt"] == "2027-04-02T23:59:59-04:00"
    assert soon["expiresAt"] == "2027-03-08T23:59:59-05:00"


def test_expired_quote_can_be_sent_again(operator: Api, clock: Clock):
    quote = operator.sent_quote(expiresAt="2027-03-10")
    clock.pass_by(days=12)
    expired = ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    anew = operator.send_quote(quote["id"])

    assert (expired["status"], anew["status"], anew["version"]) == ("expired", "sent", 2)
    assert (anew["number"], anew["link"]) == (quote["number"], quote["link"])


# --- Versions -------------------------------------------------------------------------------------------------------


def test_edit_after_sending_creates_a_new_version(operator: Api):
    quote = operator.sent_quote(note="First")
    changed = ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"note": "Second", "message": "EVE"}))
    first = ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/1"))
    sent = operator.send_quote(quote["id"])

    assert (changed["status"], changed["version"], changed["sentVersion"], changed["changedSinceSent"]) == (
        "draft",
        2,
        1,
        True,
    )
    assert (first["note"], first["message"], first["totalPrice"]) == ("First", "LOVE", 200)
    assert (sent["version"], sent["sentVersion"], sent["status"], sent["totalPrice"]) == (2, 2, "sent", 150)
    assert sent["link"] == quote["link"]
    assert kinds(sent) == ["created", "sent", "mail", "edited", "sent", "mail"]
    assert operator.get(f"/api/quotes/{quote['id']}/versions/3").status_code == 404


def test_unchanged_quote_sent_back_changes_nothing(operator: Api):
    venue = operator.add_venue()
    quote = operator.sent_quote(
        venueId=venue["id"],
        deliveryDate="2027-06-01T14:00:00",
        extraLines=EXTRAS,
        discount=TEN_PERCENT,
        addOns={"stand": True},
        colorOption="premium",
        expiresAt="2027-03-24",
    )
    read = ok_json(operator.get(f"/api/quotes/{quote['id']}"))

    again = ok_json(operator.patch(f"/api/quotes/{quote['id']}", json=read))

    assert again == read


def test_edit_of_an_outdated_revision_is_rejected(operator: Api, visitor: Api):
    quote = operator.sent_quote()
    path = f"/api/quotes/{quote['id']}"
    ok_json(visitor.post(f"/api/public/quotes/{quote['token']}/seen"))
    first = operator.patch(path, json={"note": "Mine", "expectedRevision": quote["revision"]})
    second = operator.patch(path, json={"note": "Yours", "expectedRevision": quote["revision"]})

    assert (first.status_code, second.status_code, second.json()["code"]) == (200, 409, "changed_meanwhile")
    assert second.json()["revision"] == first.json()["revision"]
    assert ok_json(operator.get(path))["note"] == "Mine"


def test_draft_edit_keeps_version_and_agreed_prices(operator: Api):
    quote = operator.quote()
    operator.set_prices(sizes=[{"code": "4ft", "label": "4ft", "price": 30}])

    def total(**change: Any) -> tuple[int, float]:
        changed = ok_json(operator.patch(f"/api/quotes/{quote['id']}", json=change))
        return changed["version"], changed["totalPrice"]

    assert total(customerName="Grace") == (1, 200)
    assert total(pickupDate="2027-06-04") == (1, 300)
    # A changed message uses today's price list, and so does a duplicate.
    assert total(message="LOV") == (1, 270)
    assert total(message="LOVE") == (1, 360)
    assert ok_json(operator.post(f"/api/quotes/{quote['id']}/duplicate"))["totalPrice"] == 360


def test_sent_version_keeps_its_price(operator: Api):
    quote = operator.sent_quote()
    operator.set_prices(sizes=[{"code": "4ft", "label": "4ft", "price": 30}])

    assert ok_json(operator.get(f"/api/quotes/{quote['id']}"))["totalPrice"] == 200
    assert ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/1"))["totalPrice"] == 200


def test_sent_version_keeps_company_and_terms(operator: Api):
    terms = "{company} rents {message} to {customer} for {total}, until {expires}."
    ok_json(operator.patch("/api/business-details", json={"terms": terms, "address": "5 Lamp Lane"}))
    quote = operator.sent_quote(expiresAt="2027-03-24")
    ok_json(operator.patch("/api/business-details", json={"terms": "None.", "address": "6 Dark Row"}))

    version = ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/1"))

    company = operator.user["companyName"]
    assert version["terms"] == f"{company} rents LOVE to Ada Lovelace for $200.00, until March 24, 2027."
    assert (version["company"]["name"], version["company"]["address"]) == (company, "5 Lamp Lane")


# --- Withdrawing, duplicating, deleting ----------------------------------------------------------------------------


def test_withdrawn_quote_is_a_draft_again(operator: Api):
    quote = operator.sent_quote()
    withdrawn = ok_json(operator.post(f"/api/quotes/{quote['id']}/withdraw"))
    again = ok_json(operator.post(f"/api/quotes/{quote['id']}/withdraw"))
    sent = operator.send_quote(quote["id"])

    assert (withdrawn["status"], kinds(withdrawn)[-1]) == ("draft", "withdrawn")
    assert again == withdrawn
    assert (sent["status"], sent["version"]) == ("sent", 2)


def test_duplicate_is_an_independent_draft(operator: Api):
    venue = operator.add_venue()
    quote = operator.sent_quote(venueId=venue["id"], extraLines=EXTRAS)
    ok_json(operator.delete(f"/api/venues/{venue['id']}"))

    copy = ok_json(operator.post(f"/api/quotes/{quote['id']}/duplicate"))

    assert (copy["status"], copy["version"], copy["number"], copy["link"]) == ("draft", 1, None, None)
    assert (copy["extraLines"], copy["venueId"], copy["venueName"]) == (EXTRAS, None, venue["name"])
    assert kinds(ok_json(operator.get(f"/api/quotes/{quote['id']}")))[-1] == "duplicated"


def test_deleted_quote_leaves_only_audit_entries_and_its_customer(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE")
    # The customer stays.
    customers = ["customers", "customer_keys", "customer_updates"]
    others = ["document_counters", "jobs", "events", "sign_ins", "audit_entries", *customers]
    before = content(database, but=others)
    quote = operator.quote()
    sent = operator.send_quote(quote["id"], holdLetters=True)

    assert operator.delete(f"/api/quotes/{quote['id']}").status_code == 204

    assert content(database, but=others) == before
    assert operator.delete(f"/api/quotes/{quote['id']}").status_code == 404
    assert visitor.get(f"/api/public/quotes/{sent['link'].rpartition('/')[2]}").status_code == 404


# --- Booking at once ------------------------------------------------------------------------------------------------


def test_quote_is_booked_at_its_price(operator: Api, database: Database):
    operator.add_letters("LOVE")
    quote = operator.quote(extraLines=EXTRAS, discount=TEN_PERCENT, notes="Back door")
    operator.set_prices(sizes=[{"code": "4ft", "label": "4ft", "price": 99}])

    booking = ok_json(operator.post(f"/api/quotes/{quote['id']}/book", json={}))

    assert (booking["status"], booking["source"], booking["quoteId"]) == ("confirmed", "operator", quote["id"])
    assert (booking["totalPrice"], booking["breakdown"]["extras"], booking["notes"]) == (252, 80, "Back door")
    after = ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    assert (after["status"], after["bookingId"], kinds(after)[-1]) == ("accepted", booking["id"], "booked")
    story = ok_json(operator.get(f"/api/bookings/{booking['id']}"))["history"]
    assert story[0]["changes"] == {"quoteId": [None, quote["id"]]}
    assert [job["kind"] for job in rows(database, "jobs")] == ["account.welcome", "booking.placed"]


def test_booking_a_quote_requires_customer_and_dates(operator: Api):
    quote = ok_json(operator.post("/api/quotes", json={"message": "LOVE", "size": "4ft"}))

    answer = operator.post(f"/api/quotes/{quote['id']}/book", json={})

    assert answer.status_code == 422
    assert set(answer.json()["fields"]) == {"customerName", "customerEmail", "deliveryDate", "pickupDate"}


def test_overbooking_a_quote_requires_a_reason(operator: Api):
    operator.add_letters("LOVE", quantity=1)
    operator.book()
    quote = operator.quote()

    refused = operator.post(f"/api/quotes/{quote['id']}/book", json={})
    booked = operator.post(f"/api/quotes/{quote['id']}/book", json={"overbookReason": "Borrowed from Carl"})

    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
    assert refused.json()["shortages"][0]["free"] == 0
    assert refused.json()["alternatives"]
    assert booked.json()["overbookReason"] == "Borrowed from Carl"


CLOSED: list[Callable[[Api, int], Any]] = [
    lambda api, id_: api.patch(f"/api/quotes/{id_}", json={"note": "x"}),
    lambda api, id_: api.delete(f"/api/quotes/{id_}"),
    lambda api, id_: api.post(f"/api/quotes/{id_}/send", json={}),
    lambda api, id_: api.post(f"/api/quotes/{id_}/withdraw"),
    lambda api, id_: api.post(f"/api/quotes/{id_}/book", json={}),
]


def test_accepted_quote_is_closed(operator: Api, database: Database):
    quote = operator.quote()
    ok_json(operator.post(f"/api/quotes/{quote['id']}/book", json={}))
    before = content(database)

    answers = [act(operator, quote["id"]) for act in CLOSED]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(409, "quote_closed")}
    assert content(database) == before


def test_booking_keeps_quoted_prices_when_its_rental_changes(operator: Api):
    quote = operator.quote(extraLines=EXTRAS, discount={"kind": "amount", "amount": 30})
    booking = ok_json(operator.post(f"/api/quotes/{quote['id']}/book", json={}))

    longer = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-04"}
    foreseen = operator.estimate(bookingId=booking["id"], **longer)["breakdown"]
    changed = ok_json(operator.patch(f"/api/bookings/{booking['id']}", json=longer))

    assert (changed["breakdown"]["extras"], changed["breakdown"]["discount"]) == (80, 30)
    assert changed["totalPrice"] == foreseen["total"] == 350


def test_version_lists_what_changed_since_the_version_sent_before(operator: Api, visitor: Api):
    quote = operator.sent_quote(extraLines=[{"text": "Setup", "amount": 20}])
    first = ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/1"))
    page = ok_json(visitor.get(f"/api/public/quotes/{quote['token']}"))
    assert (first["changed"], page["changed"], page["changedSince"]) == ([], [], None)

    change = {"pickupDate": "2027-06-04", "extraLines": [], "message": "LOVE YOU"}
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json=change))
    operator.send_quote(quote["id"])

    second = ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/2"))
    page = ok_json(visitor.get(f"/api/public/quotes/{quote['token']}"))
    rows = {row["field"]: row for row in second["changed"]}
    assert rows["message"] == {
        "field": "message",
        "label": "Message",
        "from": "LOVE",
        "to": "LOVE YOU",
        "fromText": "LOVE",
        "toText": "LOVE YOU",
    }
    assert (rows["pickupDate"]["from"], rows["pickupDate"]["to"]) == ("2027-06-03", "2027-06-04")
    assert (rows["extraLines"]["fromText"], rows["extraLines"]["toText"]) == ("Setup ($20.00)", "none")
    assert (rows["totalPrice"]["from"], rows["totalPrice"]["to"]) == (first["totalPrice"], second["totalPrice"])
    assert second["changed"][-1] == rows["totalPrice"]
    assert "deliveryDate" not in rows
    assert (page["changed"], page["changedSince"]) == (second["changed"], 1)


def test_version_with_more_lines_lists_them_without_repeating_the_message(operator: Api):
    quote = operator.sent_quote()
    lines = [{"kind": "letters", "text": "LOVE", "size": "4ft"}, {"kind": "letters", "text": "YOU", "size": "4ft"}]
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"lines": lines}))
    operator.send_quote(quote["id"])

    changed = ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/2"))["changed"]

    assert [(row["label"], row["fromText"], row["toText"]) for row in changed[:1]] == [
        ("Lines", "LOVE (4ft)", "LOVE (4ft), YOU (4ft)")
    ]
    assert not {"message", "size"} & {row["field"] for row in changed}
