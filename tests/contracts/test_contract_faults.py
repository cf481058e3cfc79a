"""Contracts with two open tabs, late edits, wrong clocks, and files that are too large or manipulated (K3, K7, K13)."""

import io
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from tests.contracts.conftest import BRIDE, Signing
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

MOTHER = {"name": "Annabella Milbanke", "email": "mother@example.com", "role": "mother"}


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def test_tab_with_an_older_version_cannot_sign_or_decline(signing: Signing):
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)
    older = signing.open(token)["version"]
    signing.edit(totalPrice=1125)
    newer = signing.open(token)["version"]
    refused = signing.sign(token, version=older)
    path = f"/api/public/contracts/{token}/decline"
    not_declined = signing.visitor.post(path, json={"reason": "Too expensive", "version": older})

    assert (older, newer) == (1, 2)
    assert (refused.status_code, refused.json()["code"]) == (409, "contract_changed")
    assert (not_declined.status_code, not_declined.json()["code"]) == (409, "contract_changed")
    assert signing.contract()["state"] == "waiting"
    ok_json(signing.sign(token, version=newer))
    assert signing.contract()["binding"] == {"version": 2, "total": 1125}


def test_second_tab_shows_that_the_first_one_signed(signing: Signing):
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)
    ok_json(signing.sign(token, version=1))
    second = ok_json(signing.sign(token, name="Someone Else", version=1))

    assert (second["state"], second["signed"]) == ("signed", True)
    assert "Someone Else" not in text_of(signing.pdf())


def test_link_of_a_canceled_booking_cannot_sign(signing: Signing):
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)
    ok_json(signing.business.set_status(signing.booking, "canceled"))
    refused = signing.sign(token)

    assert (refused.status_code, refused.json()["code"]) == (409, "booking_over")


def test_template_edited_during_signing_leaves_the_contract_unchanged(signing: Signing):
    ok_json(
        signing.business.patch("/api/contract-template", json={"sections": [{"title": "Care", "text": "Stay dry."}]})
    )
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)
    changed = {"sections": [{"title": "Care", "text": "Pay double."}], "initials": True, "countersign": "by_hand"}
    ok_json(signing.business.patch("/api/contract-template", json=changed))
    ok_json(signing.sign(token, version=1))
    text = text_of(signing.pdf())

    assert signing.contract()["state"] == "signed"
    assert signing.contract()["templateVersion"] == 2
    assert "Stay dry." in text
    assert "Pay double." not in text


def test_clock_set_back_an_hour_keeps_the_order_of_signatures(signing: Signing, clock: Clock):
    signing.send(BRIDE, MOTHER)
    first, second = signing.tokens()
    signing.consent(first)
    ok_json(signing.sign(first))
    clock.pass_by(hours=-1)
    signing.consent(second)
    ok_json(signing.sign(second, name="Annabella Milbanke"))
    certificate = text_of(signing.pdf("certificate.pdf"))

    assert signing.contract()["state"] == "signed"
    assert certificate.index("Signed as Ada Lovelace") < certificate.index("Signed as Annabella Milbanke")
    assert "2027-03-03 14:00:00 UTC" in certificate


def test_drawing_of_5_megabytes_is_rejected_and_the_error_has_the_limit(signing: Signing):
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)
    answer = signing.sign(token, image="data:image/png;base64," + "A" * (5_000_000 * 4 // 3))

    assert answer.status_code == 422
    assert answer.json()["fields"] == {"image": "The signature image is too large: at most 300 KB"}


def test_contract_of_60_pages_is_signed_in_full(signing: Signing):
    text = "\n".join(["Keep the letters dry."] * 70)
    sections = [{"title": f"Rule {index + 1}", "text": text} for index in range(60)]
    ok_json(signing.business.patch("/api/contract-template", json={"sections": sections}))
    signing.send()
    signing.sign_all()
    pages = PdfReader(io.BytesIO(signing.pdf())).pages

    assert len(pages) >= 60
    assert "Ada Lovelace" in pages[-1].extract_text()


def test_verification_rejects_a_300_megabyte_file_before_reading_it(visitor: Api):
    headers = {"Content-Type": "application/pdf", "Content-Length": "300000000"}
    answer = visitor.http.post("/api/public/verify", content=b"%PDF-1.7", headers=headers)

    assert answer.status_code == 413
    assert "12 MB" in answer.json()["message"]


def with_script(writer: Any) -> bytes:
    """Return the writer's PDF with a script that runs when it is opened."""
    action = {"/S": NameObject("/JavaScript"), "/JS": TextStringObject("app.alert('Signed!');")}
    writer.root_object[NameObject("/OpenAction")] = DictionaryObject({NameObject(key): action[key] for key in action})
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def test_pdf_with_a_script_is_never_reported_as_unchanged(signing: Signing):
    signing.send()
    signing.sign_all()
    foreign: Any = PdfWriter()
    foreign.add_blank_page(612, 792)
    copied: Any = PdfWriter(clone_from=io.BytesIO(signing.pdf()))

    assert signing.verify(with_script(foreign)) == {"known": False, "unchanged": False, "signedAt": None}
    assert signing.verify(with_script(copied)) == {"known": True, "unchanged": False, "signedAt": None}
