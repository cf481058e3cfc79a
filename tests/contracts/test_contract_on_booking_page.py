"""The contract on its booking's page: what waits, what binds, and the signed PDF (K9)."""

from typing import Any

import pytest

from tests.contracts.conftest import BRIDE, Signing
from tests.contracts.test_contracts import MOTHER
from tests.support.api import Api, ok_json


class Page:
    """The customer's page of the signed booking."""

    def __init__(self, signing: Signing) -> None:
        self.signing = signing
        signing.edit(customerEmail="Ada@Example.com")
        self.path = f"/api/public/bookings/{signing.business.booking_token(signing.booking)}"

    def contract(self) -> dict[str, Any]:
        return self.text_and_contract()[1]

    def text_and_contract(self) -> tuple[str, dict[str, Any]]:
        answer = self.signing.visitor.get(self.path)
        return answer.text, ok_json(answer)["contract"]

    def pdf(self) -> Any:
        return self.signing.visitor.get(f"{self.path}/contract.pdf")


@pytest.fixture
def page(signing: Signing) -> Page:
    return Page(signing)


def test_page_has_no_contract_before_one_is_sent(page: Page, operator: Api):
    ok_json(operator.patch("/api/contract-template", json={"signature": "always"}))

    assert page.contract() is None
    assert page.pdf().json()["code"] == "not_signed"


def test_page_links_to_signing_for_the_customers_own_address(signing: Signing, page: Page):
    signing.send()
    link = signing.contract()["signers"][0]["link"]

    assert page.contract()["state"] == "waiting"
    assert page.contract()["signUrl"] == link
    assert page.pdf().status_code == 404


def test_page_never_has_links_of_other_signers(signing: Signing, page: Page):
    signing.send(MOTHER, BRIDE)
    mothers, brides = signing.tokens()
    text, before = page.text_and_contract()
    signing.consent(mothers)
    ok_json(signing.sign(mothers))
    own_turn_text, own_turn = page.text_and_contract()
    signing.consent(brides)
    ok_json(signing.sign(brides))
    signed_text, signed = page.text_and_contract()

    assert before["signUrl"] is None
    assert own_turn["signUrl"].endswith(brides)
    assert signed["signUrl"] is None
    assert signed["signedByYou"]
    for token in (mothers, brides):
        assert token not in text
        assert token not in signed_text
    assert mothers not in own_turn_text
    assert MOTHER["email"] not in own_turn_text


def test_page_has_no_link_for_a_signer_without_an_address(signing: Signing, page: Page):
    signing.edit(customerEmail="", customerPhone="518 555 0100")
    signing.send({"name": "Ada Lovelace", "role": "customer"})

    assert page.contract()["state"] == "waiting"
    assert page.contract()["signUrl"] is None


def test_page_shows_what_binds_while_a_change_waits(signing: Signing, page: Page):
    signing.send()
    signing.sign_all()
    before = page.contract()
    pdf = page.pdf()
    signing.edit(totalPrice=1125)
    changed = page.contract()

    assert before["state"] == "signed"
    assert before["signedAt"]
    assert pdf.content == signing.pdf()
    assert changed["state"] == "waiting"
    assert changed["binding"]["total"] == 1000
    assert changed["waiting"]["total"] == 1125
    assert changed["differences"][-1]["toText"] == "$1,125.00"
    assert changed["signUrl"] == signing.contract()["signers"][0]["link"]
    assert not changed["signedByYou"]
    assert page.pdf().content == pdf.content


def test_canceled_booking_shows_only_a_signed_contract(signing: Signing, page: Page):
    signing.send()
    signing.sign_all()
    signing.edit(totalPrice=1125)
    ok_json(signing.business.set_status(signing.booking, "canceled"))
    contract = page.contract()

    assert contract["state"] == "signed"
    assert contract["binding"]["total"] == 1000
    assert contract["waiting"] is contract["signUrl"] is None


def test_canceled_booking_hides_a_contract_that_was_never_signed(signing: Signing, page: Page):
    signing.send()
    ok_json(signing.business.set_status(signing.booking, "canceled"))

    assert page.contract() is None
