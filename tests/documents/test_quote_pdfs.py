"""Quotes as PDF: drafts, versions as sent, and the customer's copy by link."""

import io
from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest
import time_machine
from fastapi import FastAPI
from pypdf import PdfReader

from tests.support.api import Api, ok_json
from tests.support.databases import Kind

pytestmark = pytest.mark.either_database

EXTRAS = [{"text": "Setup after 10 pm", "amount": 80}]
TEN_PERCENT = {"kind": "percent", "percent": 10}


def text_of(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages).split())


def links_in(answer: httpx.Response) -> list[str]:
    pages = PdfReader(io.BytesIO(answer.content)).pages
    notes = [note.get_object() for page in pages for note in page.get("/Annots", [])]
    return [str(note["/A"]["/URI"]) for note in notes if "/A" in note]


def test_draft_pdf_is_marked_as_draft(operator: Api):
    quote = operator.quote(extraLines=EXTRAS, discount=TEN_PERCENT, note="Bring a ladder", venueName="Old Barn")

    answer = operator.get(f"/api/quotes/{quote['id']}/pdf")

    found = text_of(answer)
    for part in (
        "Quote Draft",
        "Draft. This quote has not been sent.",
        "Setup after 10 pm $80.00",
        "Discount (10%) −$28.00",
        "Total $252.00",
        "Tuesday, June 1, 2027",
        "Old Barn",
        "Bring a ladder",
        "Terms",
    ):
        assert part in found
    assert links_in(answer) == []
    assert f"Quote draft {quote['id']}.pdf" in answer.headers["content-disposition"]


def test_undecided_parts_are_marked_in_the_pdf(operator: Api):
    quote = ok_json(operator.post("/api/quotes", json={"message": "LOVE", "size": "4ft"}))

    found = text_of(operator.get(f"/api/quotes/{quote['id']}/pdf"))

    assert found.count("To be determined") == 3
    assert "Delivery: to be determined. Pickup: to be determined. Place: to be determined." in found


def test_sent_pdf_links_to_the_quote_page(operator: Api, visitor: Api):
    quote = operator.sent_quote()

    own = operator.get(f"/api/quotes/{quote['id']}/pdf")
    theirs = visitor.get(f"/api/public/quotes/{quote['token']}/pdf")

    assert own.content == theirs.content
    assert f"Quote {quote['number']}" in text_of(own)
    assert "VALID UNTIL December 5, 2026" in text_of(own)
    assert links_in(own) == [quote["link"]]
    assert quote["link"] in text_of(own), "for whoever has it printed"
    assert theirs.headers["cache-control"] == "no-store"
    assert theirs.headers["content-disposition"].startswith("attachment; ")


def test_version_pdf_is_kept_as_sent(operator: Api, visitor: Api):
    quote = operator.sent_quote(note="The first")
    path = f"/api/quotes/{quote['id']}"
    ok_json(operator.patch(path, json={"note": "The second", "message": "LOVELY"}))
    ok_json(operator.patch("/api/business-details", json={"terms": "New terms", "address": "New address"}))

    assert "The second" in text_of(operator.get(f"{path}/pdf"))
    assert "Draft." in text_of(operator.get(f"{path}/pdf"))
    first = text_of(operator.get(f"{path}/pdf?version=1"))
    assert "The first" in first
    assert "New" not in first
    assert "The first" in text_of(visitor.get(f"/api/public/quotes/{quote['token']}/pdf"))

    operator.send_quote(quote["id"])
    assert f"{quote['number']} · version 2" in text_of(operator.get(f"{path}/pdf"))
    older = operator.get(f"{path}/pdf?version=1")
    assert "A newer version of this quote has been sent." in text_of(older)
    assert links_in(older) == []
    assert operator.get(f"{path}/pdf?version=3").status_code == 404


def test_pdf_shows_the_quotes_status(operator: Api, visitor: Api, present: time_machine.Traveller):
    accepted, declined, withdrawn, expired = (operator.sent_quote() for _ in range(4))
    ok_json(visitor.accept(accepted["token"]))
    ok_json(visitor.post(f"/api/public/quotes/{declined['token']}/decline", json={}))
    ok_json(operator.post(f"/api/quotes/{withdrawn['id']}/withdraw"))
    present.shift(timedelta(days=20))

    found = {
        name: visitor.get(f"/api/public/quotes/{quote['token']}/pdf")
        for name, quote in (
            ("Accepted by Ada Lovelace on November 21, 2026.", accepted),
            ("This quote was declined.", declined),
            ("This quote was withdrawn.", withdrawn),
            ("This quote has expired.", expired),
        )
    }

    for sentence, answer in found.items():
        assert sentence in text_of(answer)
        assert links_in(answer) == []


def test_custom_lines_appear_on_the_bookings_documents(operator: Api, visitor: Api):
    quote = operator.sent_quote(extraLines=EXTRAS, discount=TEN_PERCENT)
    booking = ok_json(visitor.accept(quote["token"]))["booking"]["id"]
    ok_json(operator.post(f"/api/bookings/{booking}/invoice"))

    for paper in ("confirmation", "invoice"):
        found = text_of(operator.get(f"/api/bookings/{booking}/{paper}.pdf"))
        assert "Setup after 10 pm $80.00" in found
        assert "Discount 10% −$28.00" in found
        assert "Total $252.00" in found


@pytest.mark.parametrize("token", ["x", "a" * 39, "%00", "-" * 200])
def test_unknown_pdf_link_returns_404(operator: Api, visitor: Api, token: str):
    operator.sent_quote()

    answer = visitor.get(f"/api/public/quotes/{token}/pdf")

    assert (answer.status_code, answer.json()["code"]) == (404, "no_quote")


def test_pdf_requests_are_rate_limited_per_address(
    operator: Api, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], database_kind: Kind
):
    quote = operator.sent_quote()
    limited = app_with(rate_limits="on")
    # Counted per process, whichever database a test uses.
    network = {"sqlite": "192.0.2", "postgresql": "198.51.100"}[database_kind]
    somebody, other = caller_of(limited, f"{network}.1"), caller_of(limited, f"{network}.2")
    path = f"/api/public/quotes/{quote['token']}/pdf"

    statuses = [somebody.get(path).status_code for _ in range(40)]

    assert statuses[:20] == [200] * 20
    assert 429 in statuses
    assert other.get(path).status_code == 200
