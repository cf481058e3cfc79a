"""The evidence for a disputed payment as one PDF (K11)."""

import io
import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI
from PIL import Image
from pypdf import PdfReader, PdfWriter

from marqueedesk.accounts import queries as accounts
from marqueedesk.dispute_packs.pack import MOST_BYTES, dispute_pack
from marqueedesk.dispute_packs.source import PackSource, SignedPapers, StoredMessage, load
from marqueedesk.documents.stored_document import DocumentContent
from marqueedesk.kit import clock
from tests.cards_on_file.support import MASTERCARD, charge, keep
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer

MADE_AT = datetime(2027, 1, 4, tzinfo=UTC)


def picture(seed: int = 1, side: int = 300) -> bytes:
    """A photo that compresses badly."""
    noise = random.Random(seed).randbytes(side * side * 3)
    file = io.BytesIO()
    Image.frombytes("RGB", (side, side), noise).save(file, "JPEG", quality=90)
    return file.getvalue()


def pack(customer: Customer, query: str = "") -> httpx.Response:
    return customer.business.get(f"/api/bookings/{customer.id}/dispute-pack.pdf{query}")


def words(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


def dispute_charge(customer: Customer, deliver: Deliverer, card: str = "4242424242424242") -> None:
    """Charge the card on file, and dispute the payment."""
    keep(customer, card)
    assert charge(customer, 250).status_code == 201
    intent = customer.provider.objects("payment_intent")[-1]["id"]
    customer.provider.dispute(f"{intent}_secret_x")
    deliver()


def deliver_goods(customer: Customer) -> None:
    """Record the delivery with a photo and the recipient's signature."""
    business = customer.business
    stored = ok_json(business.post("/api/photos", content=picture(), headers={"Content-Type": "image/jpeg"}))
    line = {"letter": "L", "size": "4ft", "count": 1, "photo": stored["photo"]}
    body = {
        "clientId": "out",
        "kind": "out",
        "at": clock.now().isoformat(),
        "lines": [line],
        "lightsTested": True,
        "signedBy": "Grace Hopper",
        "signature": "M10 80 L120 20 L200 80 L290 30",
    }
    answer = business.post(f"/api/bookings/{customer.id}/handovers", json=body)
    assert answer.status_code == 201, answer.text


def sign_contract(customer: Customer) -> None:
    path = f"/api/bookings/{customer.id}/contract"
    ok_json(customer.business.post(path, json={"signers": [{"name": "Ada Lovelace", "role": "customer"}]}))
    (signer,) = ok_json(customer.business.get(path))["signers"]
    page = f"/api/public/contracts/{signer['link'].rpartition('/')[2]}"
    version = ok_json(customer.visitor.get(page))["consent"]["version"]
    ok_json(customer.visitor.post(f"{page}/consent", json={"version": version}))
    ok_json(customer.visitor.post(f"{page}/sign", json={"name": "Ada Lovelace", "readToEnd": True}))


def test_pack_of_an_automatic_charge_has_all_evidence(customer: Customer, deliver: Deliverer):
    sign_contract(customer)
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/invoice"))
    deliver_goods(customer)
    dispute_charge(customer, deliver)
    answer = pack(customer)

    assert answer.status_code == 200, answer.text
    assert "Dispute evidence" in answer.headers["content-disposition"]
    text = words(answer.content)
    for part in (
        "Disputed amount $250.00",
        "By us, to the card on file",
        "You allow",
        "Signed by Grace Hopper",
        "Photos 1 included",
        "Visa ending in 4242",
        "Rental contract",
        "Certificate of signature",
        "Invoice",
    ):
        assert part in text, part
    assert "Missing" not in text.replace("Missing: none", "")
    assert len(answer.content) < MOST_BYTES


def test_missing_parts_are_named(customer: Customer, deliver: Deliverer):
    secret = customer.pay("balance", 250)
    customer.provider.dispute(secret)
    deliver()
    text = words(pack(customer).content)

    for part in (
        "Not needed: the customer entered the card",
        "Missing: no contract was signed for this booking",
        "Missing: no invoice was issued",
        "Missing: none was recorded",
        "Missing: none were taken",
    ):
        assert part in text, part


def test_only_disputed_payments_have_a_pack(customer: Customer, deliver: Deliverer, other_operator: Api):
    paid = customer.pay("deposit", 50)
    before = pack(customer)
    customer.provider.dispute(paid)
    deliver()
    (entry,) = customer.money()["entries"]

    assert (before.status_code, before.json()["code"]) == (404, "no_dispute")
    assert pack(customer, f"?payment={entry['id']}").status_code == 200
    assert pack(customer, f"?payment={entry['id'] + 1}").json()["code"] == "no_dispute"
    assert pack(customer, "?payment=x").status_code == 422
    assert other_operator.get(f"/api/bookings/{customer.id}/dispute-pack.pdf").status_code == 404


def blank(pages: int) -> bytes:
    writer: Any = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(612, 792)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def source_of(customer: Customer, app: FastAPI) -> PackSource:
    with app.state.database.read() as db:
        operator = accounts.active_operator(db, customer.business.id)
        assert operator is not None
        return load(db, operator, customer.id, None, MADE_AT)


@pytest.fixture
def evidence(customer: Customer, deliver: Deliverer, with_keys: FastAPI) -> PackSource:
    """The evidence for a disputed charge, to enlarge."""
    dispute_charge(customer, deliver)
    return source_of(customer, with_keys)


def test_many_photos_and_messages_fit_the_size_limit(evidence: PackSource):
    photos = [picture(seed, 1600) for seed in range(8)]
    messages = [StoredMessage("May 1, 2027", "Email", "Ada", "Long text. " * 140)] * 120
    content = dispute_pack(replace(evidence, photos=photos, messages=messages, brand="mastercard"), MADE_AT)

    assert len(content) <= MOST_BYTES
    assert len(PdfReader(io.BytesIO(content)).pages) <= 18
    assert "left out to stay within the size limit" in words(content)


@pytest.mark.parametrize("brand, most", [("visa", 49), ("mastercard", 18)])
def test_contract_of_60_pages_is_cut_to_the_networks_page_limit(evidence: PackSource, brand: str, most: int):
    papers = SignedPapers(blank(60), blank(1), "0" * 64, "May 1, 2027", "$1,000.00")
    content = dispute_pack(replace(evidence, contract=papers, brand=brand), MADE_AT)

    assert len(PdfReader(io.BytesIO(content)).pages) == most
    assert "of 60 pages" in words(content)


def test_contract_of_many_megabytes_is_cut_to_the_size_limit(evidence: PackSource):
    photos = [Image.open(io.BytesIO(picture(seed, 1200))) for seed in range(8)]
    file = io.BytesIO()
    photos[0].save(file, "PDF", save_all=True, append_images=photos[1:])
    papers = SignedPapers(file.getvalue(), blank(1), "0" * 64, "May 1, 2027", "$1,000.00")
    content = dispute_pack(replace(evidence, contract=papers), MADE_AT)

    assert len(file.getvalue()) > MOST_BYTES
    assert len(content) <= MOST_BYTES
    assert "of 8 pages, to stay within the provider’s limit" in words(content)


def test_invoice_of_many_pages_leaves_room_for_the_contract(customer: Customer, deliver: Deliverer, with_keys: FastAPI):
    dispute_charge(customer, deliver)
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/invoice"))
    source = source_of(customer, with_keys)
    assert source.invoice is not None
    content = {**source.invoice.content, "prices": [*source.invoice.content["prices"]] * 250}
    invoice = replace(source.invoice, content=cast("DocumentContent", content))
    papers = SignedPapers(blank(6), blank(2), "0" * 64, "May 1, 2027", "$1,000.00")
    pdf = dispute_pack(replace(source, contract=papers, invoice=invoice, brand="mastercard"), MADE_AT)

    assert len(PdfReader(io.BytesIO(pdf)).pages) == 18
    assert "Signed contract Signed May 1, 2027" in words(pdf)
    assert "Invoice The first" in words(pdf)


def test_brand_of_the_charged_card_sets_the_limit(customer: Customer, deliver: Deliverer, with_keys: FastAPI):
    dispute_charge(customer, deliver, MASTERCARD)

    assert source_of(customer, with_keys).brand == "mastercard"
