"""The extras of the public form by days: what is taken is marked, and counts stay secret (L6)."""

import pytest

from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database
DAYS = {"deliveryDate": "2027-06-05", "pickupDate": "2027-06-05"}


@pytest.fixture
def shop(operator: Api) -> Api:
    """A business with one arch, a service, and packages: of an arch, of owned letters, and of one it does not own."""
    operator.add_letters("LOVE", quantity=1)
    arch = ok_json(operator.post("/api/items", json={"name": "Arch", "quantity": 1, "price": 50}))["id"]
    ok_json(operator.post("/api/items", json={"name": "Late pickup", "kind": "service", "price": 50}))
    parts = {
        "With arch": {"kind": "item", "itemId": arch, "quantity": 1},
        "Letters": {"kind": "letters", "text": "LOVE ____", "size": "4ft"},
        "Not owned": {"kind": "letters", "text": "ZZ", "size": "4ft"},
    }
    for name, line in parts.items():
        ok_json(operator.post("/api/packages", json={"name": name, "lines": [line], "price": 300}))
    return operator


def available(visitor: Api, shop: Api, **days: str) -> dict[str, bool | None]:
    answer = ok_json(visitor.get("/api/public/catalog", params={"key": shop.key, **days}))
    return {row["name"]: row.get("available") for row in [*answer["items"], *answer["packages"]]}


def test_extras_taken_on_the_days_are_marked(shop: Api, visitor: Api):
    everything = ["Arch", "Late pickup", "With arch", "Letters", "Not owned"]
    assert available(visitor, shop) == dict.fromkeys(everything)
    assert available(visitor, shop, **DAYS) == dict.fromkeys(everything, True)

    arch = ok_json(shop.get("/api/items"))[0]["id"]
    lines = [
        {"kind": "letters", "text": "LOVE", "size": "4ft", "colorOption": "standard", "addOns": {}},
        {"kind": "item", "itemId": arch, "quantity": 1},
    ]
    shop.book(lines=lines, **DAYS)

    taken = {"Arch", "With arch", "Letters"}
    assert available(visitor, shop, **DAYS) == {name: name not in taken for name in everything}
    later = {"deliveryDate": "2027-07-05", "pickupDate": "2027-07-05"}
    assert all(available(visitor, shop, **later).values())


@pytest.mark.parametrize(
    "days, field",
    [
        ({"deliveryDate": "2027-06-05", "pickupDate": "2027-06-01"}, "pickupDate"),
        ({"deliveryDate": "2001-06-05", "pickupDate": "2001-06-05"}, "deliveryDate"),
        ({"deliveryDate": "soon", "pickupDate": "2027-06-05"}, "deliveryDate"),
    ],
)
def test_days_that_cannot_be_booked_are_refused(days: dict[str, str], field: str, shop: Api, visitor: Api):
    answer = visitor.get("/api/public/catalog", params={"key": shop.key, **days})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
