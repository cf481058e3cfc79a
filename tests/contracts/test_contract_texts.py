"""Contract links by text: only to the number of a customer who agreed to texts (K10)."""

import io
from typing import Any

import pytest
from pypdf import PdfReader

from tests.contracts.conftest import Signing
from tests.conversations.conftest import PHONE, Phones, business, noon, phones, texting_app
from tests.support.api import Api, ok_json

__all__ = ["business", "noon", "phones", "texting_app"]


@pytest.fixture
def texted(business: Api, phones: Phones) -> Signing:
    """A booking whose customer agreed to texts, at a business that texts contract links."""
    ok_json(business.patch("/api/message-settings/contract-to-sign", json={"channel": "text"}))
    signing = Signing(business, phones.caller)
    fields: dict[str, Any] = {"customerName": "Ana", "customerPhone": PHONE, "customerEmail": "ana@x.example"}
    signing.booking = business.book(**fields, asRequest=False, textConsent=True)["id"]
    phones.run()
    phones.mailer.sent.clear()
    return signing


def subjects(phones: Phones, to: str) -> list[str]:
    return [mail.subject for mail in phones.mailer.sent if mail.to == to]


def test_customer_who_agreed_gets_the_link_by_text(texted: Signing, phones: Phones):
    texted.send({"name": "Ana", "email": "ana@x.example", "phone": "(518) 555-0123"})
    (text,) = phones.run()
    (token,) = texted.tokens()

    assert f"/contract/{token}" in text
    assert subjects(phones, "ana@x.example") == []
    texted.consent(token)
    ok_json(texted.sign(token, name="Ana"))
    certificate = PdfReader(io.BytesIO(texted.pdf("certificate.pdf"))).pages[0].extract_text()
    assert "Text to (518) 555-0123" in " ".join(certificate.split())


@pytest.mark.parametrize("phone", ["+1 518 555 0177", None])
def test_signers_other_than_the_customer_are_emailed(texted: Signing, phones: Phones, phone: str | None):
    texted.send({"name": "Grace", "email": "grace@x.example", "phone": phone})

    assert phones.run() == []
    assert len(subjects(phones, "grace@x.example")) == 1


def test_signer_who_replied_stop_is_emailed(texted: Signing, phones: Phones):
    phones.text("STOP")
    phones.run()
    texted.send({"name": "Ana", "email": "ana@x.example", "phone": PHONE})

    assert phones.run() == []
    assert len(subjects(phones, "ana@x.example")) == 1
    assert texted.contract()["signers"][0]["textedAt"] is None
