"""Business details on the form: logo, contact, and the terms that a visitor accepts (W10)."""

from typing import Any

from tests.laws.route_world import PICTURE
from tests.support.api import Api, ok_json


def form(visitor: Api, operator: Api) -> dict[str, Any]:
    return ok_json(visitor.get(f"/api/booking-form?userId={operator.key}"))


def test_form_shows_contact_and_logo_if_enabled(operator: Api, visitor: Api):
    quiet = form(visitor, operator)
    assert (quiet["logo"], quiet["contact"], quiet["terms"]) == (None, None, None)
    assert ok_json(operator.get("/api/booking-rules"))["contactOnForm"] is False
    assert "555 0100" not in visitor.get(f"/booking-widget?userId={operator.key}").text

    ok_json(operator.patch("/api/business-details", json={"phone": "555 0100", "email": "hello@example.com"}))
    ok_json(operator.http.put("/api/business-details/logo", content=PICTURE, headers={"content-type": "image/png"}))
    assert operator.set_rules(contactOnForm=True)["contactOnForm"] is True

    shown = form(visitor, operator)
    assert shown["contact"] == {"phone": "555 0100", "email": "hello@example.com"}
    assert visitor.get(shown["logo"]["url"]).headers["content-type"] == "image/png"
    # They are also in the page itself, for when its script doesn't load.
    page = visitor.get(f"/booking-widget?userId={operator.key}").text
    assert "555 0100" in page.partition("<noscript>")[2]
    assert 'name="contact"' in page


def test_accepted_terms_are_stored_with_their_version(operator: Api, visitor: Api):
    booked = visitor.book(userId=operator.id)
    ok_json(operator.patch("/api/business-details", json={"terms": "Keep {company}'s letters dry on {delivery}."}))
    operator.set_rules(termsOnForm=True)
    terms = form(visitor, operator)["terms"]
    text = ok_json(visitor.get(terms["url"]))["text"]
    assert text.endswith("letters dry on your delivery date.")

    for version, said in ((None, "Read and accept"), ("0" * 12, "have changed")):
        refused = visitor.try_to_book(userId=operator.id, message="A", termsVersion=version)
        assert refused.status_code == 422
        assert said in refused.json()["fields"]["termsVersion"]
    accepted = visitor.book(userId=operator.id, message="A", termsVersion=terms["version"])
    ok_json(operator.patch("/api/business-details", json={"terms": "Other words"}))

    kept = ok_json(operator.get(f"/api/bookings/{accepted['id']}/customer"))["acceptedTerms"]
    assert (kept["version"], kept["text"]) == (terms["version"], text)
    assert ok_json(operator.get(f"/api/bookings/{booked['id']}/customer"))["acceptedTerms"] is None
    # Operators don't have to accept their own terms.
    operator.book(message="B")
    assert form(visitor, operator)["terms"]["version"] != terms["version"]


def test_retry_returns_the_first_booking_after_the_terms_changed(operator: Api, visitor: Api):
    operator.set_rules(termsOnForm=True)
    version = form(visitor, operator)["terms"]["version"]
    first = ok_json(visitor.try_to_book(key="once", userId=operator.id, termsVersion=version))
    ok_json(operator.patch("/api/business-details", json={"terms": "Other words"}))
    again = ok_json(visitor.try_to_book(key="once", userId=operator.id, termsVersion=version))
    assert again["id"] == first["id"]
    ok_json(operator.patch("/api/business-details", json={"terms": ""}))
    assert form(visitor, operator)["terms"] is None
    visitor.book(userId=operator.id, message="C")
