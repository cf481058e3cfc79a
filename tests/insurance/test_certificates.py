"""Certificates of insurance: their files, the state at bookings, and the emails to the insurer and the venue."""

import base64
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from tests.messages.conftest import Letterbox
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

PDF = b"%PDF-1.7\n1 0 obj\nendobj\n%%EOF"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
JPEG = b"\xff\xd8\xff\xe0" + bytes(20)
WEBP = b"RIFF\x10\x00\x00\x00WEBPVP8 "
LIMITS = {"eachOccurrence": 1_000_000, "aggregate": 2_000_000}
TERMS = {"required": True, "limits": LIMITS, "holder": "The Old Barn LLC", "additionalInsured": "Barn Holdings"}
INSURER, VENUE = "agent@acme.example", "office@barn.example"


def data_url(content: bytes, kind: str = "application/pdf") -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def body(**fields: Any) -> dict[str, Any]:
    certificate = {"file": data_url(PDF), "insurer": "Acme Mutual", "limits": LIMITS, "expiresOn": "2027-12-31"}
    return certificate | fields


def add(business: Api, **fields: Any) -> dict[str, Any]:
    return ok_json(business.post("/api/certificates", json=body(**fields)))


def book_at(business: Api, terms: dict[str, Any] | None = None, **fields: Any) -> int:
    """Book at a new venue with these requirements."""
    venue = business.add_venue(name="The Old Barn", contactEmail=VENUE, certificate=TERMS if terms is None else terms)
    return business.book(venueId=venue["id"], **fields)["id"]


def details(business: Api, booking: int) -> dict[str, Any]:
    return ok_json(business.get(f"/api/bookings/{booking}"))


def state(business: Api, booking: int) -> str:
    return details(business, booking)["certificate"]


def request(business: Api, booking: int, email: str = INSURER) -> Any:
    return ok_json(business.post(f"/api/bookings/{booking}/certificate/request", json={"email": email}))


def send(business: Api, booking: int, certificate: int, **fields: Any) -> Any:
    sending = {"certificateId": certificate} | fields
    return ok_json(business.post(f"/api/bookings/{booking}/certificate/send", json=sending))


@pytest.fixture
def business(operator: Api) -> Api:
    operator.add_letters("LOVE", quantity=50)
    return operator


# --- Certificates -----------------------------------------------------------------------------------------------------


def test_certificate_is_listed_with_limits_and_expiry(business: Api):
    certificate = add(business)
    later = add(business, expiresOn="2028-12-31")

    assert certificate == {
        "id": certificate["id"],
        "file": f"/api/certificates/{certificate['id']}/file",
        "fileName": "Certificate of insurance 2027-12-31.pdf",
        "sizeBytes": len(PDF),
        "insurer": "Acme Mutual",
        "limits": LIMITS,
        "expiresOn": "2027-12-31",
    }
    assert ok_json(business.get("/api/certificates")) == [later, certificate]


@pytest.mark.parametrize(
    "content, kind, ending",
    [
        (PDF, "application/pdf", "pdf"),
        (PNG, "image/png", "png"),
        (JPEG, "image/jpeg", "jpg"),
        (WEBP, "image/webp", "webp"),
    ],
    ids=["pdf", "png", "jpeg", "webp"],
)
def test_file_is_downloaded_with_the_type_of_its_content(business: Api, content: bytes, kind: str, ending: str):
    certificate = add(business, file=data_url(content, "text/html"))

    answer = business.get(certificate["file"])

    assert (answer.content, answer.headers["Content-Type"]) == (content, kind)
    assert answer.headers["Content-Disposition"].startswith("attachment; ")
    assert f"2027-12-31.{ending}" in answer.headers["Content-Disposition"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_certificate_is_added_while_uploads_are_limited(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    """Counting the upload must not wait for the transaction that stores it."""
    owner = caller_of(app_with(rate_limits="on")).register()

    assert add(owner)["insurer"] == "Acme Mutual"


def test_deleted_certificate_is_gone(business: Api):
    certificate = add(business)

    assert business.delete(f"/api/certificates/{certificate['id']}").status_code == 204

    assert ok_json(business.get("/api/certificates")) == []
    assert business.get(certificate["file"]).status_code == 404
    assert business.delete(f"/api/certificates/{certificate['id']}").status_code == 404


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"file": data_url(b"<html><script>alert(1)</script>")}, "file"),
        ({"file": data_url(b"MZ" + PDF)}, "file"),
        ({"file": data_url(b"")}, "file"),
        ({"file": "data:application/pdf;base64,%%%"}, "file"),
        ({"file": "è"}, "file"),
        ({"file": data_url(PDF + bytes(5_000_000))}, "file"),
        ({"file": None}, "file"),
        ({"insurer": " "}, "insurer"),
        ({"insurer": "x" * 201}, "insurer"),
        ({"limits": None}, "limits"),
        ({"limits": LIMITS | {"aggregate": -1}}, "limits.aggregate"),
        ({"limits": LIMITS | {"eachOccurrence": 1.5}}, "limits.eachOccurrence"),
        ({"expiresOn": "2027-02-30"}, "expiresOn"),
        ({"expiresOn": None}, "expiresOn"),
    ],
)
def test_invalid_certificate_is_refused_by_field(business: Api, fields: dict[str, Any], field: str):
    refused = business.post("/api/certificates", json=body(**fields))

    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])
    assert ok_json(business.get("/api/certificates")) == []


def test_file_may_have_5_megabytes(business: Api):
    largest = PDF + bytes(5_000_000 - len(PDF))

    assert add(business, file=data_url(largest))["sizeBytes"] == len(largest)


@pytest.mark.parametrize(
    "terms, field",
    [
        ({"required": "yes"}, "certificate.required"),
        ({"limits": {"eachOccurrence": 5}}, "certificate.limits.aggregate"),
        ({"holder": "x" * 1001}, "certificate.holder"),
    ],
)
def test_invalid_venue_requirement_is_refused_by_field(business: Api, terms: dict[str, Any], field: str):
    venue = business.add_venue()

    refused = business.patch(f"/api/venues/{venue['id']}", json={"certificate": terms})

    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])


# --- Bookings ---------------------------------------------------------------------------------------------------------


def test_booking_needs_a_certificate_only_at_a_venue_that_requires_one(business: Api):
    add(business)
    elsewhere = business.book()["id"]

    assert state(business, elsewhere) == "not_needed"
    assert state(business, book_at(business, {"required": False})) == "not_needed"
    assert state(business, book_at(business)) == "missing"
    for action, sent in (("request", {"email": INSURER}), ("send", {"certificateId": add(business)["id"]})):
        refused = business.post(f"/api/bookings/{elsewhere}/certificate/{action}", json=sent)
        assert (refused.status_code, refused.json()["code"]) == (409, "certificate_not_needed")


def test_policy_has_to_cover_the_last_day(business: Api):
    booking = book_at(business, deliveryDate="2027-06-01", pickupDate="2027-06-03")
    ending = add(business, expiresOn="2027-06-02")

    assert state(business, booking) == "expires"
    assert send(business, booking, ending["id"])["certificate"] == "expires"

    until = add(business, expiresOn="2027-06-03")
    assert send(business, booking, until["id"])["certificate"] == "sent"


def test_request_emails_the_insurer_what_the_venue_requires(business: Api, letterbox: Letterbox):
    booking = book_at(business)
    letterbox.send_due()

    assert request(business, booking)["certificate"] == "requested"

    (mail,) = letterbox.send_due()
    assert (mail.to, mail.subject) == (INSURER, "Certificate of insurance for The Old Barn")
    for words in ("The Old Barn LLC", "Barn Holdings", "$1,000,000", "$2,000,000", "June 1, 2027", "June 3, 2027"):
        assert words in mail.text
    assert "Ada" not in mail.text
    assert state(business, booking) == "requested"


def test_sending_emails_the_venue_with_the_file(business: Api, letterbox: Letterbox):
    booking, certificate = book_at(business), add(business)
    letterbox.send_due()

    assert send(business, booking, certificate["id"])["certificate"] == "sent"

    (mail,) = letterbox.send_due()
    (attached,) = mail.attachments
    assert mail.to == VENUE
    assert (attached.name, attached.kind, attached.content) == (certificate["fileName"], "application/pdf", PDF)
    assert business.delete(f"/api/certificates/{certificate['id']}").status_code == 204
    assert state(business, booking) == "sent"


def test_typed_address_takes_precedence_over_the_venues_contact(business: Api, letterbox: Letterbox):
    booking, certificate = book_at(business), add(business)
    letterbox.send_due()

    send(business, booking, certificate["id"], email="events@barn.example")

    assert [mail.to for mail in letterbox.send_due()] == ["events@barn.example"]


def test_sending_needs_an_address_and_an_own_certificate(business: Api, other_operator: Api):
    venue = business.add_venue(certificate=TERMS)
    path = f"/api/bookings/{business.book(venueId=venue['id'])['id']}/certificate/send"
    foreign, own = add(other_operator)["id"], add(business)["id"]

    assert business.post(path, json={"certificateId": own}).json()["fields"] == {"email": "Enter the venue's email"}
    assert business.post(path, json={"certificateId": foreign, "email": VENUE}).status_code == 404
    assert business.post(path, json={"certificateId": own, "email": "barn"}).status_code == 422
    assert business.get(f"/api/certificates/{foreign}/file").status_code == 404


def test_email_fails_if_the_certificate_was_deleted_before_it_was_sent(business: Api, letterbox: Letterbox):
    booking, certificate = book_at(business), add(business)
    letterbox.send_due()
    send(business, booking, certificate["id"])
    business.delete(f"/api/certificates/{certificate['id']}")

    assert letterbox.send_due() == []


def test_same_email_within_a_minute_is_sent_once(business: Api, letterbox: Letterbox, clock: Clock):
    booking, certificate = book_at(business), add(business)
    letterbox.send_due()
    for _ in range(3):
        request(business, booking)
        send(business, booking, certificate["id"])
    assert sorted(mail.to for mail in letterbox.send_due()) == [INSURER, VENUE]

    clock.pass_by(minutes=2)
    request(business, booking)

    assert [mail.to for mail in letterbox.send_due()] == [INSURER]


def test_emails_are_in_the_bookings_history(business: Api):
    booking, certificate = book_at(business), add(business)

    request(business, booking)
    send(business, booking, certificate["id"])

    changes = [row["changes"] for row in details(business, booking)["history"]][1:]
    assert changes == [{"certificateRequested": [None, INSURER]}, {"certificateSent": [None, VENUE]}]


def test_another_venue_starts_over(business: Api):
    booking, certificate = book_at(business), add(business)
    send(business, booking, certificate["id"])
    other = business.add_venue(certificate=TERMS)

    ok_json(business.patch(f"/api/bookings/{booking}", json={"venueId": other["id"]}))
    assert state(business, booking) == "missing"

    assert request(business, booking)["certificate"] == "requested"


def test_due_are_bookings_of_the_next_14_days_nearest_first(business: Api, clock: Clock):
    today = clock.now.date()

    def days(delivery: int, pickup: int) -> dict[str, Any]:
        first, last = (today + timedelta(days=number) for number in (delivery, pickup))
        return {"deliveryDate": first.isoformat(), "pickupDate": last.isoformat()}

    far = book_at(business, **days(15, 16))
    second = book_at(business, **days(14, 15))
    first = book_at(business, **days(3, 4))
    done, requested, canceled = (book_at(business, **days(5, 6)) for _ in range(3))
    send(business, done, add(business)["id"])
    request(business, requested)
    ok_json(business.set_status(canceled, "canceled"))
    book_at(business, {"required": False}, **days(5, 6))

    due = ok_json(business.get("/api/certificates/due"))

    assert [(row["bookingId"], row["certificate"]) for row in due] == [(first, "missing"), (second, "missing")]
    assert far not in {row["bookingId"] for row in due}


def test_staff_see_the_state_and_no_limits(business: Api, database: Database, new_caller: Callable[[], Api]):
    staff = new_caller().register()
    rows.join_team(database, staff.id, business.id, "staff")
    booking = book_at(business)

    assert details(staff, booking)["certificate"] == "missing"
    assert "eachOccurrence" not in staff.get("/api/venues").text
    assert staff.get("/api/certificates").status_code == 403


# --- Progress and previews --------------------------------------------------------------------------------------------


def progress(business: Api, booking: int) -> dict[str, Any]:
    return ok_json(business.get(f"/api/bookings/{booking}/certificate"))


def preview(business: Api, booking: int, **query: Any) -> dict[str, Any]:
    return ok_json(business.get(f"/api/bookings/{booking}/certificate/preview", params=query))


def test_progress_has_the_terms_and_what_was_requested_and_sent(business: Api, clock: Clock):
    booking = book_at(business)
    before = progress(business, booking)
    request(business, booking)
    clock.pass_by(minutes=5)
    send(business, booking, add(business)["id"])

    after = progress(business, booking)

    unsent = {"requestedAt": None, "requestedFrom": None, "sentAt": None, "sentTo": None, "insurerEmail": None}
    place = {"terms": TERMS, "venueName": "The Old Barn", "venueEmail": VENUE}
    assert before == {"certificate": "missing", **place, **unsent}
    assert after["certificate"] == "sent"
    assert (after["requestedFrom"], after["sentTo"], after["insurerEmail"]) == (INSURER, VENUE, INSURER)
    assert after["requestedAt"] < after["sentAt"]


def test_insurer_of_the_latest_request_is_offered_for_other_bookings(business: Api):
    request(business, book_at(business))

    assert progress(business, book_at(business))["insurerEmail"] == INSURER


def test_preview_is_the_email_that_is_sent(business: Api, letterbox: Letterbox):
    booking = book_at(business)
    certificate = add(business)["id"]
    letterbox.send_due()
    shown = [preview(business, booking), preview(business, booking, certificateId=certificate)]
    assert letterbox.send_due() == []
    request(business, booking)
    send(business, booking, certificate)

    sent = letterbox.send_due()

    assert {mail["subject"]: mail["text"] for mail in shown} == {mail.subject: mail.text for mail in sent}
    assert len(sent) == len(shown)


def test_preview_needs_a_venue_that_requires_a_certificate(business: Api):
    booking = book_at(business, {"required": False})

    refused = business.get(f"/api/bookings/{booking}/certificate/preview")

    assert (refused.status_code, refused.json()["code"]) == (409, "certificate_not_needed")
    assert progress(business, booking)["certificate"] == "not_needed"
