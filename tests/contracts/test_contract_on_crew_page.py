"""The contract on the crew page: its state for everyone, and the link to sign for owners and managers (K14)."""

from typing import Any

from marqueedesk.kit.db.database import Database
from tests.contracts.conftest import BRIDE, Signing
from tests.support import rows
from tests.support.api import Api, ok_json

MOTHER = {"name": "Annabella Milbanke", "email": "mother@example.com", "role": "mother"}


def on_crew_page(caller: Api) -> list[dict[str, Any]]:
    return ok_json(caller.get("/api/crew"))["contracts"]


def test_owner_gets_the_link_of_the_next_signer(signing: Signing):
    signing.edit(deliveryDate="2027-03-04", pickupDate="2027-03-05")
    nothing_sent = on_crew_page(signing.business)
    signing.send(BRIDE, MOTHER)
    first, second = (signer["link"] for signer in signing.contract()["signers"])
    before = on_crew_page(signing.business)
    (token, _) = signing.tokens()
    signing.consent(token)
    ok_json(signing.sign(token))
    between = on_crew_page(signing.business)
    signing.consent(signing.tokens()[1])
    ok_json(signing.sign(signing.tokens()[1]))

    assert nothing_sent == []
    assert before == [{"bookingId": signing.booking, "signed": False, "signUrl": first}]
    assert between == [{"bookingId": signing.booking, "signed": False, "signUrl": second}]
    assert on_crew_page(signing.business) == [{"bookingId": signing.booking, "signed": True, "signUrl": None}]


def test_staff_only_see_whether_it_is_signed(signing: Signing, other_operator: Api, database: Database):
    signing.edit(deliveryDate="2027-03-04", pickupDate="2027-03-05")
    signing.send()
    rows.join_team(database, other_operator.id, signing.business.id, "staff")

    assert on_crew_page(other_operator) == [{"bookingId": signing.booking, "signed": False, "signUrl": None}]
