"""Contracts: the template, signing in order, changes after signing, and verifying files (K1 to K8)."""

import hashlib

import pytest

from tests.contracts.conftest import BRIDE, Signing, drawing
from tests.support.api import Api, booking_body, ok_json
from tests.support.clock import Clock
from tests.support.together import together

MOTHER = {"name": "Annabella Milbanke", "email": "mother@example.com", "role": "mother"}


def test_template_starts_from_terms_and_counts_versions(operator: Api):
    start = ok_json(operator.get("/api/contract-template"))
    changed = ok_json(
        operator.patch(
            "/api/contract-template",
            json={"sections": [{"title": "Care", "text": "{company} owns them.", "when": "waiver"}]},
        )
    )
    same = ok_json(operator.patch("/api/contract-template", json={"signature": "never"}))
    above = ok_json(operator.patch("/api/contract-template", json={"signature": {"above": 500.5}}))

    assert start["signature"] == "never"
    assert start["sections"][0]["title"] == "Delivery and pickup"
    assert changed["sections"] == [{"title": "Care", "text": "{company} owns them.", "when": "waiver"}]
    assert [start["version"], changed["version"], same["version"], above["version"]] == [1, 2, 2, 3]
    assert above["signature"] == {"above": 500.5}


@pytest.mark.parametrize(
    "body, field",
    [
        ({"signature": "sometimes"}, "signature"),
        ({"signature": {"above": -1}}, "signature"),
        ({"sections": [{"title": "", "text": "x"}]}, "sections[0].title"),
        ({"sections": [{"title": "x", "text": "{price}"}]}, "sections[0].text"),
        ({"sections": [{"title": "x", "text": "x", "when": "raining"}]}, "sections[0].when"),
        ({"initials": [-1]}, "initials"),
        ({"countersign": "never"}, "countersign"),
    ],
)
def test_invalid_template_is_refused_by_field(operator: Api, body: dict[str, object], field: str):
    answer = operator.patch("/api/contract-template", json=body)

    assert answer.status_code == 422
    assert field in answer.json()["fields"], answer.text


def test_state_follows_signature_rule(signing: Signing):
    before = signing.contract()
    ok_json(signing.business.patch("/api/contract-template", json={"signature": {"above": 1000}}))
    at_limit = signing.contract()
    ok_json(signing.business.patch("/api/contract-template", json={"signature": "always"}))

    assert before["state"] == at_limit["state"] == "not_needed"
    assert signing.contract()["state"] == "draft"
    assert signing.contract()["binding"] is None


def test_signed_contract_is_frozen_with_hash_and_certificate(signing: Signing):
    sent = signing.send()
    contract = signing.sign_all()
    pdf = signing.pdf()
    ok_json(signing.business.patch("/api/contract-template", json={"sections": []}))

    assert sent["state"] == "waiting"
    assert sent["waiting"] == {"version": 1, "total": 1000}
    assert sent["expiresAt"][:10] == "2027-06-01"
    assert contract["state"] == "signed"
    assert contract["binding"] == {"version": 1, "total": 1000}
    assert contract["waiting"] is None
    assert contract["sha256"] == hashlib.sha256(pdf).hexdigest()
    assert contract["signers"][0]["how"] == "typed"
    assert signing.pdf() == pdf
    assert signing.pdf("certificate.pdf").startswith(b"%PDF-")


def test_added_day_waits_for_signature_while_signed_version_binds(signing: Signing):
    signing.send()
    signing.sign_all()
    pdf = signing.pdf()
    signing.edit(pickupDate="2027-06-04", totalPrice=1125)
    changed = signing.contract()
    (token,) = signing.tokens()
    page = signing.open(token)

    assert changed["state"] == "waiting"
    assert changed["binding"] == {"version": 1, "total": 1000}
    assert changed["waiting"] == {"version": 2, "total": 1125}
    assert [row["field"] for row in changed["differences"]] == ["pickupDate", "totalPrice"]
    assert changed["differences"][-1]["toText"] == "$1,125.00"
    assert page["waiting"] == {"version": 2, "total": 1125}
    assert signing.pdf() == pdf

    ok_json(signing.sign(token))

    assert signing.contract()["binding"] == {"version": 2, "total": 1125}
    assert signing.contract()["differences"] == []
    assert signing.pdf() != pdf


def test_undone_change_needs_no_signature(signing: Signing):
    signing.send()
    signing.sign_all()
    signing.edit(totalPrice=1125)
    signing.open(signing.tokens()[0])
    signing.edit(totalPrice=1000)

    assert signing.contract()["state"] == "signed"
    assert signing.open(signing.tokens()[0])["state"] == "signed"
    assert signing.contract()["binding"] == {"version": 1, "total": 1000}


def test_signing_requires_consent_turn_and_the_opened_version(signing: Signing):
    signing.send(BRIDE, MOTHER)
    first, second = signing.tokens()
    signing.open(first)
    needs_consent = signing.sign(first)
    signing.consent(second)
    too_early = signing.sign(second)
    signing.consent(first)
    signing.edit(totalPrice=900)
    changed = signing.sign(first)
    signing.open(first)
    unread = signing.sign(first, readToEnd=False)

    codes = [answer.json()["code"] for answer in (needs_consent, too_early, changed)]
    assert codes == ["consent_needed", "not_your_turn", "contract_changed"]
    assert {answer.status_code for answer in (needs_consent, too_early, changed)} == {409}
    assert "readToEnd" in unread.json()["fields"]

    ok_json(signing.sign(first))
    assert signing.contract()["state"] == "waiting"
    signing.open(second)
    ok_json(signing.sign(second, name="Annabella"))

    assert signing.contract()["state"] == "signed"
    assert [row["state"] for row in signing.contract()["signers"]] == ["signed", "signed"]


def test_repeated_signature_is_stored_once(signing: Signing):
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)

    answers = together(*[lambda: signing.sign(token).status_code] * 2)
    again = signing.sign(token)

    assert set(answers) == {200}
    assert again.status_code == 200
    assert signing.contract()["version"] == 1
    assert signing.contract()["state"] == "signed"


def test_declined_contract_cannot_be_signed(signing: Signing):
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)
    path = f"/api/public/contracts/{token}/decline"
    empty = signing.visitor.post(path, json={"reason": " "})
    declined = ok_json(signing.visitor.post(path, json={"reason": "Too expensive"}))
    refused = signing.sign(token)

    assert empty.status_code == 422
    assert declined["state"] == signing.contract()["state"] == "declined"
    assert signing.contract()["declineReason"] == "Too expensive"
    assert refused.json()["code"] == "contract_declined"
    assert signing.business.post(f"{signing.path}/remind").status_code == 409


def test_expired_contract_cannot_be_signed(signing: Signing, clock: Clock):
    past = signing.business.post(signing.path, json={"signers": [BRIDE], "expiresAt": "2020-01-01"})
    soon = signing.send(expiresAt="2027-05-01")
    (token,) = signing.tokens()
    signing.consent(token)
    clock.set("2027-05-02T12:00:00")

    assert past.status_code == 422
    assert "expiresAt" in past.json()["fields"]
    assert soon["expiresAt"][:10] == "2027-05-01"
    assert signing.open(token)["state"] == "expired"
    refused = signing.sign(token)
    assert (refused.status_code, refused.json()["code"]) == (409, "contract_expired")


def test_sending_again_replaces_links(signing: Signing):
    signing.send()
    (old,) = signing.tokens()
    signing.send()
    unchanged = signing.tokens()
    signing.send(BRIDE, MOTHER)

    assert unchanged == [old]
    assert signing.visitor.get(f"/api/public/contracts/{old}").status_code == 404
    assert signing.visitor.get(f"/api/public/contracts/{'a' * 39}").status_code == 404
    assert signing.contract()["version"] == 2


@pytest.mark.parametrize(
    "image",
    [
        drawing(strokes=False),
        drawing(strokes=False, dot=8),
        drawing(size=(40, 20), strokes=False, dot=5),
        "data:image/png;base64," + "A" * 500_000,
        "data:image/png;base64,AAAA",
        "data:image/jpeg;base64,AAAA",
        "nothing",
    ],
    ids=["empty", "dot", "small dot", "large", "not a PNG", "JPEG", "text"],
)
def test_image_without_signature_is_refused(signing: Signing, image: str):
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)
    answer = signing.sign(token, image=image)

    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == ["image"]
    assert signing.contract()["state"] == "waiting"


def scripts_of(pdf: bytes) -> set[str]:
    """Return the scripts that a PDF has fonts for. Without its font, a name would be a row of boxes."""
    return {name for name in ("Arabic", "CJK") if f"NotoSans{name}".encode() in pdf}


def test_drawn_signature_and_names_in_other_scripts_are_typeset(signing: Signing):
    signing.send({"name": "آدا لوفليس", "role": "bride"}, {"name": "王小明", "role": "venue"})
    for token, name in zip(signing.tokens(), ("آدا لوفليس", "王小明"), strict=True):
        signing.consent(token)
        ok_json(signing.sign(token, name=name, image=drawing()))

    assert signing.contract()["state"] == "signed"
    assert {row["how"] for row in signing.contract()["signers"]} == {"drawn"}
    for name in ("contract.pdf", "certificate.pdf"):
        assert {"Arabic", "CJK"} <= scripts_of(signing.pdf(name)), name


def test_initials_are_required_in_sections_that_ask_for_them(signing: Signing):
    template = {"sections": [{"title": "A", "text": "a"}, {"title": "B", "text": "b"}], "initials": [1]}
    ok_json(signing.business.patch("/api/contract-template", json=template))
    signing.send()
    (token,) = signing.tokens()
    signing.consent(token)
    missing = signing.sign(token)
    page = signing.open(token)

    assert missing.status_code == 422
    assert "initials" in missing.json()["fields"]
    assert [row["initials"] for row in page["document"]["sections"]] == [False, True]
    ok_json(signing.sign(token, initials={"1": "AL"}))
    assert signing.contract()["state"] == "signed"


def test_contract_countersigned_by_hand_binds_after_business_signs(signing: Signing):
    ok_json(signing.business.patch("/api/contract-template", json={"countersign": "by_hand"}))
    signing.send()
    early = signing.business.post(f"{signing.path}/countersign")
    waiting = signing.sign_all()
    done = ok_json(signing.business.post(f"{signing.path}/countersign"))
    again = signing.business.post(f"{signing.path}/countersign")

    assert early.json()["code"] == "nothing_to_countersign"
    assert waiting["state"] == "waiting"
    assert waiting["awaitsCountersignature"] is True
    assert done["state"] == "signed"
    assert again.status_code == 409


def test_altered_file_is_recognized_but_reported_as_changed(signing: Signing):
    signing.send()
    signing.sign_all()
    pdf = signing.pdf()
    middle = len(pdf) // 2
    altered = pdf[:middle] + bytes([pdf[middle] ^ 1]) + pdf[middle + 1 :]
    by_digest = ok_json(signing.visitor.post("/api/public/verify", json={"sha256": hashlib.sha256(pdf).hexdigest()}))

    same = signing.verify(pdf)
    assert same == by_digest
    assert same["known"] is same["unchanged"] is True
    assert set(same) == {"known", "unchanged", "signedAt"}
    assert signing.verify(altered) == {"known": True, "unchanged": False, "signedAt": None}
    assert signing.verify(pdf + b"\n1 0 obj\n<<>>\nendobj\n%%EOF\n")["unchanged"] is False
    assert signing.verify(b"%PDF-1.7 another")["known"] is False


def test_empty_and_malformed_verifications_are_refused(visitor: Api):
    empty = visitor.http.post("/api/public/verify", content=b"", headers={"Content-Type": "application/pdf"})
    malformed = visitor.post("/api/public/verify", json={"sha256": "abc"})

    assert empty.status_code == 422
    assert malformed.status_code == 422


def test_quote_contract_carries_over_to_the_booking(operator: Api, visitor: Api):
    operator.add_letters("LOVE", quantity=5)
    quote = operator.sent_quote()
    path = f"/api/quotes/{quote['id']}/contract"
    assert operator.post(path, json={"signers": [BRIDE]}).status_code == 201
    (signer,) = ok_json(operator.get(path))["signers"]
    token = signer["link"].rpartition("/")[2]
    version = ok_json(visitor.get(f"/api/public/contracts/{token}"))["consent"]["version"]
    ok_json(visitor.post(f"/api/public/contracts/{token}/consent", json={"version": version}))
    body = {"name": "Ada", "readToEnd": True}
    ok_json(visitor.post(f"/api/public/contracts/{token}/sign", json=body))
    accepted = operator.accept(quote["token"])
    booking = accepted.json()["booking"]["id"] if "booking" in accepted.json() else accepted.json()["id"]

    contract = ok_json(operator.get(f"/api/bookings/{booking}/contract"))
    assert contract["state"] == "signed", contract["differences"]
    assert contract["binding"]["version"] == 1


def test_canceled_booking_cannot_get_a_contract(signing: Signing):
    ok_json(signing.business.set_status(signing.booking, "canceled"))
    answer = signing.business.post(signing.path, json={"signers": [BRIDE]})

    assert answer.status_code == 409
    assert answer.json()["code"] == "booking_over"


def test_erasing_keeps_signed_contracts_without_contact_details(signing: Signing):
    signing.send()
    signing.sign_all()
    customer = ok_json(signing.business.get(f"/api/bookings/{signing.booking}"))["customerId"]
    ok_json(signing.business.set_status(signing.booking, "canceled"))
    erased = signing.business.post(f"/api/customers/{customer}/erase", json={"confirm": "Ada Lovelace"})
    assert erased.status_code == 200, erased.text

    (signer,) = signing.contract()["signers"]
    assert signing.pdf().startswith(b"%PDF-")
    assert signer["name"] == "Ada Lovelace"
    assert signer["email"] is None
    assert signing.visitor.get(f"/api/public/contracts/{signer['link'].rpartition('/')[2]}").status_code == 404


def test_erasing_deletes_unsigned_contracts(signing: Signing):
    signing.send()
    customer = ok_json(signing.business.get(f"/api/bookings/{signing.booking}"))["customerId"]
    ok_json(signing.business.set_status(signing.booking, "canceled"))
    erased = signing.business.post(f"/api/customers/{customer}/erase", json={"confirm": "Ada Lovelace"})
    assert erased.status_code == 200, erased.text

    assert signing.contract()["state"] == "not_needed"
    assert signing.contract()["signers"] == []


def test_request_waits_for_signature_and_is_confirmed_by_it(signing: Signing):
    business = signing.business
    business.set_rules(approvalRequired=False)
    template = {"signature": "always", "waitBeforeConfirming": True}
    ok_json(business.patch("/api/contract-template", json=template))
    placed = signing.visitor.post("/api/bookings", json=booking_body(userId=business.id))
    assert placed.status_code == 201, placed.text
    signing.booking = placed.json()["id"]
    signing.send()
    before = ok_json(business.get(f"/api/bookings/{signing.booking}"))["status"]
    signing.sign_all()

    assert before == "pending"
    assert ok_json(business.get(f"/api/bookings/{signing.booking}"))["status"] == "confirmed"


def test_request_stays_pending_after_signature_if_business_approves_requests(signing: Signing):
    business = signing.business
    business.set_rules(approvalRequired=True)
    template = {"signature": "always", "waitBeforeConfirming": True}
    ok_json(business.patch("/api/contract-template", json=template))
    signing.booking = signing.visitor.post("/api/bookings", json=booking_body(userId=business.id)).json()["id"]
    signing.send()
    signing.sign_all()

    assert ok_json(business.get(f"/api/bookings/{signing.booking}"))["status"] == "pending"
