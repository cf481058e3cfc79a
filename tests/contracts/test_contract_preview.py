"""The preview of the contract template as a PDF (K12)."""

import io

from pypdf import PdfReader

from tests.contracts.conftest import Signing
from tests.support.api import Api, ok_json

PATH = "/api/contract-template/preview"


def words(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


def test_preview_has_an_example_booking_and_unsaved_sections(signing: Signing):
    business = signing.business
    sections = [
        {"title": "Care", "text": "{customer} keeps the letters dry."},
        {"title": "Waiver", "text": "Covers {total}.", "when": "waiver"},
    ]
    before = ok_json(business.get("/api/contract-template"))
    answer = business.post(PATH, json={"sections": sections})
    text = words(answer.content)

    assert answer.headers["content-type"] == "application/pdf"
    for part in ("Example", "MARRY ME", "Ada Lovelace keeps the letters dry.", "Waiver (only with the damage waiver)"):
        assert part in text, part
    assert ok_json(business.get("/api/contract-template")) == before
    assert [row["id"] for row in ok_json(business.get("/api/bookings"))] == [signing.booking]
    assert signing.verify(answer.content)["known"] is False


def test_preview_refuses_unknown_fields(operator: Api):
    answer = operator.post(PATH, json={"sections": [{"title": "A", "text": "{nothing}"}]})

    assert answer.status_code == 422
    assert "sections[0].text" in answer.json()["fields"]


def test_preview_of_60_long_sections_is_compiled(operator: Api):
    sections = [{"title": f"Section {number}", "text": "Keep the letters dry. " * 150} for number in range(60)]
    answer = operator.post(PATH, json={"sections": sections})

    assert answer.status_code == 200, answer.text
    assert len(PdfReader(io.BytesIO(answer.content)).pages) > 30
