"""Contracts with two open tabs, late edits, wrong clocks, and files that are too large or manipulated (K3, K7, K13)."""

import io

from pypdf import PdfReader

from tests.contracts.conftest import Signing
from tests.support.api import ok_json

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
