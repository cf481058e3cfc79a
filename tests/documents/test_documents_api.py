"""Confirmations and invoices over the API (D4 to D6)."""

import io
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
import time_machine
from fastapi import FastAPI
from PIL import Image
from pypdf import PdfReader

from marqueedesk.backup.service import backup, restore
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.http.http import pdf_answer
from tests.support import databases
from tests.support.api import Api, ok_json
from tests.support.databases import Kind
from tests.support.goods import record_handover
from tests.support.rows import number, rows

DETAILS = "/api/business-details"


def text_of(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages).split())


def picture(colour: str) -> bytes:
    packed = io.BytesIO()
    Image.new("RGB", (300, 100), colour).save(packed, "PNG")
    return packed.getvalue()


def set_logo(operator: Api, colour: str) -> None:
    ok_json(operator.put(f"{DETAILS}/logo", content=picture(colour), headers={"Content-Type": "image/png"}))


def booked(operator: Api, **fields: Any) -> int:
    booking = operator.book(**fields)["id"]
    ok_json(operator.set_status(booking, "confirmed"))
    return booking


def number_of(operator: Api, booking: int) -> int:
    return operator.get(f"/api/bookings/{booking}").json()["number"]


def request_booking(operator: Api, visitor: Api) -> int:
    return visitor.book(userId=operator.id)["id"]


class TestConfirmation:
    def test_confirmation_shows_what_was_agreed(self, operator: Api):
        ok_json(
            operator.patch(
                DETAILS,
                json={
                    "address": "1 Main St\nAlbany",
                    "taxId": "12-345",
                    "website": "example.com",
                    "terms": "{customer} pays {total} to {company} for {message}, {delivery} to {pickup} at {venue}.",
                },
            )
        )
        operator.set_prices(salesTaxPercent=8.25, deliveryFee=75, depositPercent=50)
        booking = booked(
            operator,
            deliveryDate="2027-06-01T14:30",
            venueName="Old Barn",
            venueAddress="12 Mill Lane",
            colorOption="premium",
            addOns={"lighting": True},
            eventType="wedding",
            notes="Use the back door",
        )

        answer = operator.get(f"/api/bookings/{booking}/confirmation.pdf")

        found = text_of(answer)
        company = operator.user["companyName"]
        for part in (
            f"Booking confirmation #{number_of(operator, booking)}",
            company,
            "1 Main St",
            "Tax ID 12-345",
            "example.com",
            "Ada Lovelace",
            "Tuesday, June 1, 2027 2:30 PM",
            "Thursday, June 3, 2027",
            "Old Barn 12 Mill Lane",
            "4 letters × $25.00 × 2 days $200.00",
            "Color option Premium $80.00",
            "Add-ons LED Lighting $50.00",
            "Delivery fee $75.00",
            "Sales tax $33.41",
            "Total $438.41",
            "Deposit $219.21",
            "Balance due the total",
            "Use the back door",
            f"Ada Lovelace pays $438.41 to {company} for LOVE,",
            "Tuesday, June 1, 2027 to Thursday, June 3, 2027 at Old Barn, 12 Mill Lane.",
        ):
            assert part in found
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-disposition"].startswith("attachment; ")

    def test_confirmation_shows_the_difference_to_the_computed_price(self, operator: Api):
        booking = booked(operator)
        ok_json(operator.patch(f"/api/bookings/{booking}", json={"totalPrice": 150}))

        found = text_of(operator.get(f"/api/bookings/{booking}/confirmation.pdf"))

        assert "Discount Calculated price $200.00 −$50.00" in found
        assert "Total $150.00" in found

    def test_confirmation_shows_paid_and_due_amounts(self, operator: Api):
        ok_json(operator.patch("/api/payment-policy", json={"depositPercent": 50, "balanceDueDays": 14}))
        booking = operator.book(totalPrice=200, asRequest=False)["id"]
        ok_json(operator.post(f"/api/bookings/{booking}/payments", json={"kind": "cash", "amount": 120}))

        found = text_of(operator.get(f"/api/bookings/{booking}/confirmation.pdf"))

        assert "Due November 21, 2026, paid the deposit Due May 18, 2027 $100.00 Received $120.00" in found

    def test_documents_name_each_sum_once(self, operator: Api, visitor: Api):
        operator.set_prices(salesTaxPercent=8.25, deliveryFee=75, depositPercent=30)
        fields = {"colorOption": "premium", "addOns": {"lighting": True}}
        booking = booked(operator, **fields)
        address = f"/api/bookings/{booking}"
        pages = [text_of(operator.get(f"{address}/confirmation.pdf"))]
        deposit = ok_json(operator.get(address))["deposit"]
        ok_json(operator.post(f"{address}/payments", json={"kind": "cash", "amount": deposit}))
        pages.append(text_of(operator.get(f"{address}/confirmation.pdf")))
        ok_json(operator.post(f"{address}/invoice"))
        pages.append(text_of(operator.get(f"{address}/invoice.pdf")))
        quote = operator.sent_quote(**fields)
        pages.append(text_of(visitor.get(f"/api/public/quotes/{quote['token']}/pdf")))

        for page in pages:
            sums = re.findall(r"\$[\d,]+\.\d\d", page)
            assert len(sums) >= 6
            assert len(sums) == len(set(sums)), page

    def test_confirmation_without_terms_has_no_terms_section(self, operator: Api):
        booking = booked(operator)
        assert "Terms" in text_of(operator.get(f"/api/bookings/{booking}/confirmation.pdf"))

        ok_json(operator.patch(DETAILS, json={"terms": ""}))

        assert "Terms" not in text_of(operator.get(f"/api/bookings/{booking}/confirmation.pdf"))

    @pytest.mark.parametrize("status", ["pending", "canceled"])
    @pytest.mark.parametrize("method, path", [("GET", "confirmation.pdf"), ("POST", "invoice")])
    def test_documents_are_refused_for_requests_and_canceled_bookings(
        self, operator: Api, visitor: Api, database: Database, status: str, method: str, path: str
    ):
        booking = request_booking(operator, visitor)
        if status == "canceled":
            operator.set_status(booking, "canceled")

        answer = operator.http.request(method, f"/api/bookings/{booking}/{path}")

        assert (answer.status_code, answer.json()["code"]) == (409, "not_confirmed")
        assert number(database, "invoices") == 0
        assert rows(database, "document_counters") == []


class TestInvoice:
    def test_invoice_is_issued_once(self, operator: Api):
        booking = booked(operator)
        assert operator.get(f"/api/bookings/{booking}/invoice.pdf").json()["code"] == "no_invoice"
        assert ok_json(operator.get(f"/api/bookings/{booking}/invoice"))["number"] is None

        first = operator.post(f"/api/bookings/{booking}/invoice")
        again = operator.post(f"/api/bookings/{booking}/invoice")

        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json()["number"] == "INV-2026-0001"
        assert first.json() == again.json() == ok_json(operator.get(f"/api/bookings/{booking}/invoice"))
        document = operator.get(f"/api/bookings/{booking}/invoice.pdf")
        assert "Invoice INV-2026-0001 November 21, 2026" in text_of(document)
        assert "INV-2026-0001.pdf" in document.headers["content-disposition"]

    def test_issued_invoice_never_changes(self, operator: Api, present: time_machine.Traveller):
        ok_json(operator.patch(DETAILS, json={"phone": "555 0100", "invoiceNote": "Pay by check"}))
        set_logo(operator, "red")
        booking = booked(operator)
        ok_json(operator.post(f"/api/bookings/{booking}/invoice"))
        before = operator.get(f"/api/bookings/{booking}/invoice.pdf")
        assert "Pay by check" in text_of(before)

        ok_json(operator.patch(DETAILS, json={"phone": "555 0199", "invoiceNote": None, "address": "Elsewhere"}))
        set_logo(operator, "blue")
        operator.delete(f"{DETAILS}/logo")
        ok_json(operator.patch(f"/api/user/{operator.id}", json={"companyName": "Another"}))
        operator.set_prices(colors=[{"code": "standard", "label": "Plain", "price": 5}])
        ok_json(operator.patch(f"/api/bookings/{booking}", json={"totalPrice": 1, "customerName": "Somebody Else"}))
        ok_json(operator.set_status(booking, "canceled"))
        present.move_to(datetime(2028, 2, 2, tzinfo=UTC))
        operator.login(operator.user["email"])

        assert operator.get(f"/api/bookings/{booking}/invoice.pdf").content == before.content
        assert operator.post(f"/api/bookings/{booking}/invoice").status_code == 200

    def test_outdated_invoice_can_be_replaced(self, operator: Api):
        operator.set_prices(salesTaxPercent=10)
        booking = booked(operator)
        path = f"/api/bookings/{booking}"
        first = ok_json(operator.post(f"{path}/invoice"))
        assert (first["kind"], first["outdated"], first["replaced"]) == ("invoice", False, [])
        # The page derives the day from the text, so the text is in the business's time zone, as on the document.
        assert datetime.fromisoformat(first["issuedAt"]).utcoffset() != timedelta()
        total = ok_json(operator.get(path))["totalPrice"]
        paid = ok_json(operator.post(f"{path}/payments", json={"kind": "cash", "amount": total}))["entries"][0]["id"]
        assert operator.post(f"{path}/invoice/replace", json={}).json()["code"] == "invoice_right"

        ok_json(operator.post(f"{path}/payments/{paid}/refund", json={"amount": 22}))
        assert ok_json(operator.get(f"{path}/invoice"))["outdated"] is True
        second = ok_json(operator.post(f"{path}/invoice/replace", json={}))

        assert (second["number"], second["outdated"]) == ("INV-2026-0002", False)
        assert [row["number"] for row in second["replaced"]] == ["INV-2026-0001"]
        assert second["replaced"][0]["issuedAt"] == first["issuedAt"]
        said = text_of(operator.get(f"{path}/invoice.pdf"))
        assert "This replaces INV-2026-0001, which is no longer valid." in said
        assert "No longer owed −$22.00 Sales tax included −$2.00" in said
        old = text_of(operator.get(f"{path}/invoices/INV-2026-0001.pdf"))
        assert "No longer valid. Replaced by INV-2026-0002." in old
        assert "No longer owed" not in old
        assert operator.get(f"{path}/invoices/INV-2026-0002.pdf").json()["code"] == "no_invoice"

    def test_canceled_booking_gets_a_credit_note(self, operator: Api, visitor: Api):
        operator.set_prices(salesTaxPercent=10)
        booking = booked(operator)
        path = f"/api/bookings/{booking}"
        ok_json(operator.post(f"{path}/invoice"))
        token = operator.booking_token(booking)
        ok_json(operator.patch(f"{path}/status", json={"status": "canceled", "fee": 20}))

        note = ok_json(operator.post(f"{path}/invoice/replace", json={}))

        assert (note["number"], note["kind"]) == ("CN-2026-0001", "credit_note")
        assert ok_json(visitor.get(f"/api/public/bookings/{token}"))["invoice"] == "CN-2026-0001"
        said = text_of(visitor.get(f"/api/public/bookings/{token}/invoice.pdf"))
        assert "Credit note CN-2026-0001" in said
        assert "Cancellation fee $20.00 Credited" in said
        ok_json(operator.patch(f"{path}/status", json={"status": "confirmed", "reopen": True}))
        again = ok_json(operator.post(f"{path}/invoice/replace", json={"send": True}))
        assert [row["number"] for row in again["replaced"]] == ["INV-2026-0001", "CN-2026-0001"]
        assert again["number"] == "INV-2026-0002"
        assert operator.post(f"{path}/invoice/replace", json={}).status_code == 409

    def test_logo_shown_on_several_invoices_is_stored_once(self, operator: Api, database: Database):
        for colour in ("red", "red", "blue"):
            set_logo(operator, colour)
            ok_json(operator.post(f"/api/bookings/{booked(operator)}/invoice"))

        assert number(database, "invoices") == 3
        assert number(database, "kept_logos") == 2

    def test_invoice_numbers_restart_each_year_in_the_operators_time_zone(
        self, operator: Api, present: time_machine.Traveller
    ):
        operator.set_rules(timeZone="America/Los_Angeles")
        bookings = [booked(operator) for _ in range(4)]
        numbers: list[str] = []
        for booking, moment in zip(
            bookings,
            (
                datetime(2026, 12, 31, 12, tzinfo=UTC),
                datetime(2027, 1, 1, 7, 59, tzinfo=UTC),
                datetime(2027, 1, 1, 8, 1, tzinfo=UTC),
                datetime(2027, 3, 1, 8, 1, tzinfo=UTC),
            ),
            strict=True,
        ):
            present.move_to(moment)
            operator.login(operator.user["email"])
            numbers.append(ok_json(operator.post(f"/api/bookings/{booking}/invoice"))["number"])

        assert numbers == ["INV-2026-0001", "INV-2026-0002", "INV-2027-0001", "INV-2027-0002"]

    def test_invoice_numbers_follow_the_configured_scheme_without_gaps(
        self, operator: Api, present: time_machine.Traveller
    ):
        def issue() -> str:
            return ok_json(operator.post(f"/api/bookings/{booked(operator)}/invoice"))["number"]

        def scheme(**fields: object) -> dict[str, object]:
            return ok_json(operator.patch(DETAILS, json={"invoiceNumbers": fields}))["invoiceNumbers"]

        assert ok_json(operator.get(DETAILS))["invoiceNumbers"] == {"prefix": "INV-", "yearly": True, "next": 1}
        kept = booked(operator)
        assert ok_json(operator.post(f"/api/bookings/{kept}/invoice"))["number"] == "INV-2026-0001"

        assert scheme(prefix="RE-", next=120) == {"prefix": "RE-", "yearly": True, "next": 120}
        assert [issue(), issue()] == ["RE-2026-0120", "RE-2026-0121"]
        assert scheme(next=500)["next"] == 500
        assert scheme(next=122)["next"] == 122, "no number above 121 is used yet"
        assert issue() == "RE-2026-0122"
        assert scheme(next=900, prefix="")["next"] == 900
        present.move_to(datetime(2027, 1, 5, 12, tzinfo=UTC))
        operator.login(operator.user["email"])
        assert ok_json(operator.get(DETAILS))["invoiceNumbers"]["next"] == 1
        assert issue() == "2027-0001"

        assert scheme(yearly=False, prefix="A", next=7) == {"prefix": "A", "yearly": False, "next": 7}
        assert issue() == "A0007"
        present.move_to(datetime(2028, 1, 5, 12, tzinfo=UTC))
        operator.login(operator.user["email"])
        assert issue() == "A0008"
        assert ok_json(operator.get(f"/api/bookings/{kept}/invoice"))["number"] == "INV-2026-0001"

    def test_next_invoice_number_must_be_above_the_issued_ones(self, operator: Api):
        ok_json(operator.patch(DETAILS, json={"invoiceNumbers": {"next": 40}}))
        ok_json(operator.post(f"/api/bookings/{booked(operator)}/invoice"))
        before = ok_json(operator.get(DETAILS))

        for again in (40, 1):
            refused = operator.patch(DETAILS, json={"phone": "555", "invoiceNumbers": {"next": again, "prefix": "B"}})
            assert refused.status_code == 422
            assert refused.json()["fields"] == {
                "invoiceNumbers.next": "Number 40 is already used. The next invoice number must be at least 41"
            }
        assert ok_json(operator.get(DETAILS)) == before

    @pytest.mark.parametrize(
        "field, value",
        [
            ("prefix", "RE/"),
            ("prefix", "RE 1-"),
            ("prefix", "A1"),
            ("prefix", "2026-"),
            ("prefix", "cn-"),
            ("prefix", "NINECHARS"),
            ("next", 0),
            ("next", 10_000_000),
            ("next", "7"),
        ],
    )
    def test_unusable_invoice_scheme_is_refused(self, operator: Api, field: str, value: object):
        refused = operator.patch(DETAILS, json={"invoiceNumbers": {field: value}})

        assert (refused.status_code, list(refused.json()["fields"])) == (422, [f"invoiceNumbers.{field}"])

    def test_invoice_numbers_are_per_operator(self, operator: Api, other_operator: Api):
        numbers = [
            ok_json(business.post(f"/api/bookings/{booked(business)}/invoice"))["number"]
            for business in (operator, other_operator)
        ]

        assert numbers == ["INV-2026-0001", "INV-2026-0001"]

    def test_invoices_are_listed_latest_first_with_those_they_replaced(
        self, operator: Api, other_operator: Api, present: time_machine.Traveller
    ):
        ids: list[int] = []
        for _ in range(3):
            ids.append(operator.book(asRequest=False)["id"])
            ok_json(operator.post(f"/api/bookings/{ids[-1]}/invoice"))
            present.shift(timedelta(minutes=5))
        ok_json(operator.patch(f"/api/bookings/{ids[0]}", json={"totalPrice": 90.5}))
        ok_json(operator.post(f"/api/bookings/{ids[0]}/invoice/replace", json={"send": False}))
        other_operator.add_letters("LOVE")
        ok_json(other_operator.post(f"/api/bookings/{other_operator.book(asRequest=False)['id']}/invoice"))

        first = ok_json(operator.get("/api/invoices", params={"limit": 2}))
        rest = ok_json(operator.get("/api/invoices", params={"cursor": first["nextCursor"]}))

        rows = [*first["items"], *rest["items"]]
        assert [row["bookingId"] for row in rows] == [ids[0], ids[2], ids[1]]
        assert rest["nextCursor"] is None
        assert (rows[0]["total"], rows[0]["customer"], rows[0]["currency"]) == (90.5, "Ada Lovelace", "USD")
        assert [one["number"] for one in rows[0]["replaced"]] == ["INV-2026-0001"]
        assert operator.get("/api/invoices", params={"cursor": "WyJ4IiwxXQ"}).status_code == 422

    def test_concurrent_invoices_have_consecutive_unique_numbers(self, operator: Api):
        bookings = [booked(operator) for _ in range(6)]
        asked = [booking for booking in bookings for _ in range(3)]

        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda booking: operator.post(f"/api/bookings/{booking}/invoice"), asked))

        by_booking: dict[int, set[str]] = {}
        for booking, answer in zip(asked, answers, strict=True):
            by_booking.setdefault(booking, set()).add(ok_json(answer)["number"])
        assert sorted(answer.status_code for answer in answers) == [200] * 12 + [201] * 6
        assert all(len(numbers) == 1 for numbers in by_booking.values())
        assert {number for numbers in by_booking.values() for number in numbers} == {
            f"INV-2026-{place:04}" for place in range(1, 7)
        }

    def test_invoice_survives_backup_and_restore(
        self, operator: Api, database_kind: Kind, database_url: str, app_with: Callable[..., FastAPI],
        caller_of: Callable[..., Api], tmp_path: Path,
    ):  # fmt: skip
        set_logo(operator, "red")
        booking = booked(operator)
        ok_json(operator.post(f"/api/bookings/{booking}/invoice"))
        before = operator.get(f"/api/bookings/{booking}/invoice.pdf").content
        target = databases.new_unmigrated(database_kind)

        backup(database_url, tmp_path / "data", tmp_path / "a.tar.gz")
        restore(target, tmp_path / "elsewhere", tmp_path / "a.tar.gz")

        restored = caller_of(app_with(database_url=target)).login(operator.user["email"])
        assert restored.get(f"/api/bookings/{booking}/invoice.pdf").content == before
        assert ok_json(restored.get(DETAILS)) == ok_json(operator.get(DETAILS))
        assert ok_json(restored.post(f"/api/bookings/{booked(restored)}/invoice"))["number"] == "INV-2026-0002"


def test_pdf_file_name_is_sanitized():
    for name in ('a"b', "a\r\nX-Evil: 1", "../../etc/passwd", "Жанна 王", "a%00b", "." * 5, "x" * 300, ""):
        header = pdf_answer(name, b"").headers["content-disposition"]
        plain, encoded = header.removeprefix("attachment; ").split("; ")
        file = unquote(encoded.removeprefix("filename*=UTF-8''"))
        assert not set(file) & set('"\\/\r\n%*:<>?|')
        assert file.endswith(".pdf")
        assert len(file) <= 104
        assert plain == f'filename="{file.encode("ascii", "replace").decode().replace("?", "_")}"'


NOW = "2026-11-01T12:00:00Z"


class TestInvoiceLines:
    """What an invoice states line by line adds up to the total, and has the same tax as the report."""

    def lines_of(self, operator: Api, booking: int) -> list[dict[str, Any]]:
        lines = ok_json(operator.get(f"/api/bookings/{booking}/invoice"))["lines"]
        for line in lines:
            assert round(line["net"] + line["tax"], 2) == line["gross"]
        return lines

    def sum_of(self, lines: list[dict[str, Any]], name: str) -> float:
        return round(sum(line[name] for line in lines), 2)

    @pytest.mark.parametrize("total", [0, 33.33, 100, 200, 216.5, 999.99])
    def test_custom_total_is_split_into_net_and_tax_everywhere(self, operator: Api, visitor: Api, total: float):
        operator.set_prices(salesTaxPercent=8.25, deliveryFee=30)
        booking = booked(operator, totalPrice=total)
        path, token = f"/api/bookings/{booking}", operator.booking_token(booking)

        lines = self.lines_of(operator, booking)
        ok_json(operator.post(f"{path}/invoice"))

        assert self.lines_of(operator, booking) == lines, "as issued"
        assert self.sum_of(lines, "gross") == total
        tax = self.sum_of(lines, "tax")
        price = ok_json(operator.get(path))["breakdown"]
        assert abs(tax - total * price["tax"] / price["total"]) <= 0.005 + 1e-9
        rows = ok_json(visitor.get(f"/api/public/bookings/{token}"))["lines"]
        on_page = [row["amount"] for row in rows if row["text"] == "Sales tax"]
        assert on_page == ([f"${tax:,.2f}"] if tax else [])
        said = text_of(operator.get(f"{path}/invoice.pdf"))
        assert f"Sales tax ${tax:,.2f}" in said if tax else "Sales tax" not in said
        ok_json(operator.complete(booking))
        report = ok_json(operator.get("/api/reports/tax?from=2026-01-01&to=2027-12-31"))
        assert (report["bookings"], report["tax"]) == (1, tax)

    def test_untaxed_kinds_and_discount_add_up(self, operator: Api):
        operator.set_prices(salesTaxPercent=8.25, deliveryFee=30)
        taxable = {"delivery": False, "addOns": False}
        ok_json(operator.put("/api/sales-tax", json={"places": [], "other": {"percent": 8.25}, "taxable": taxable}))
        ok_json(operator.post("/api/discount-codes", json={"code": "seven", "percent": 7}))
        booking = booked(
            operator,
            addOns={"lighting": True, "stand": True},
            discountCode="seven",
            address={"street": "1 Main St", "city": "Austin", "state": "TX", "zipCode": "78701"},
        )
        breakdown = ok_json(operator.get(f"/api/bookings/{booking}"))["breakdown"]

        lines = self.lines_of(operator, booking)

        assert self.sum_of(lines, "gross") == breakdown["total"]
        assert self.sum_of(lines, "tax") == breakdown["tax"]
        by_text = {line["text"]: line for line in lines}
        assert (by_text["Delivery fee"]["tax"], by_text["Delivery fee"]["taxPercent"]) == (0, 0)
        assert by_text["Letters"]["taxPercent"] == 8.25
        assert by_text["Discount"]["net"] < 0 > by_text["Discount"]["tax"]

    def test_charge_is_shown_with_its_reason_and_tax(self, operator: Api):
        operator.set_prices(salesTaxPercent=10)
        operator.add_letters("LOVE", quantity=9)
        booking = booked(operator)
        path = f"/api/bookings/{booking}"
        ok_json(record_handover(operator, {"id": booking}, "out", "LOVE", at=NOW))
        back = {"outcome": "damaged", "clientId": "damaged", "at": NOW}
        ok_json(record_handover(operator, {"id": booking}, "in", "L", **back))
        (charge,) = ok_json(operator.get(f"{path}/charges"))["charges"]
        ok_json(operator.patch(f"{path}/charges/{charge['id']}", json={"state": "charged", "amount": 40}))

        lines = self.lines_of(operator, booking)
        ok_json(operator.post(f"{path}/invoice"))

        assert lines[-1] == {"text": "1 × L (4ft), damaged", "net": 40, "taxPercent": 10, "tax": 4, "gross": 44}
        total = ok_json(operator.get(path))["totalPrice"]
        assert self.sum_of(lines, "gross") == total + 44
        said = text_of(operator.get(f"{path}/invoice.pdf"))
        assert "Additional charges $44.00 1 × L (4ft), damaged Sales tax included $4.00" in said
