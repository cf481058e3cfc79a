"""Location of a rental: a venue or any address, and the delivery fee there."""

from typing import Any

import pytest

from tests.support.api import YARD, Api, ok_json

LAKE = {**YARD, "street": "9 Lake Road", "zipCode": "78750", "accessNotes": "Gate code 12"}
ZONES = {
    "zones": [
        {"name": "Downtown", "zipCodes": ["78701-78705"], "fee": 20},
        {"name": "Austin", "zipCodes": ["787"], "fee": 45.5, "minimumOrder": 300, "freeAbove": 600},
        {"name": "Far", "zipCodes": ["788"], "fee": 120, "quoteOnly": True},
    ],
    "other": None,
}


def set_zones(operator: Api, **zones: Any) -> dict[str, Any]:
    return ok_json(operator.put("/api/delivery-zones", json={**ZONES, **zones}))


class TestAnyAddress:
    def test_visitor_sends_a_venue_or_an_address(self, operator: Api, visitor: Api):
        venue = operator.add_venue()
        cases: tuple[tuple[dict[str, Any], dict[str, str]], ...] = (
            ({"venueId": None}, {"venueId": "Choose a venue or enter the address"}),
            ({"venueId": None, "venueName": "Barn"}, {"venueId": "Choose a venue or enter the address"}),
            ({"venueId": venue["id"], "address": YARD}, {"address": "Send a venue or an address, not both"}),
            ({"address": {**YARD, "city": " "}}, {"address.city": "City is required"}),
            ({"address": {"city": "Austin"}}, {"address.street": "Street is required"}),
            (
                {"address": {**YARD, "zipCode": "x" * 21}},
                {"address.zipCode": "Zip code can have at most 20 characters"},
            ),
            ({"address": "12 Oak Street"}, {"address": "Address must be an object"}),
        )
        for place, sentence in cases:
            refused = visitor.try_to_book(userId=operator.id, **place)
            assert (refused.status_code, refused.json()["fields"]) == (422, sentence)
        assert operator.get("/api/bookings").json() == []

        booking = visitor.book(userId=operator.id, address=LAKE, venueName="Lake house")

        assert booking["address"] == {**LAKE, "country": None}
        assert (booking["venueId"], booking["venueName"]) == (None, "Lake house")
        assert booking["venueAddress"] == "9 Lake Road, Springfield, NY 78750"
        assert (
            visitor.book(userId=operator.id, address={"street": "1 High St", "city": "York"})["address"]["state"]
            is None
        )
        assert visitor.book(userId=operator.id, venueId=venue["id"])["address"] is None
        assert operator.book()["venueAddress"] is None

    def test_business_can_disable_venues_or_addresses(self, operator: Api, visitor: Api):
        venue = operator.add_venue()
        operator.set_rules(anyAddress=False)
        refused = visitor.try_to_book(userId=operator.id, address=YARD)
        sentence = "Please choose one of the venues. Other addresses aren't available"
        assert refused.json()["fields"] == {"address": sentence}
        assert visitor.try_to_book(userId=operator.id, venueId=venue["id"]).status_code == 201
        operator.set_rules(anyAddress=True, listedVenues=False)
        refused = visitor.try_to_book(userId=operator.id, venueId=venue["id"])
        assert list(refused.json()["fields"]) == ["venueId"]
        assert visitor.try_to_book(userId=operator.id, address=YARD).status_code == 201
        places: tuple[dict[str, Any], ...] = ({"venueId": venue["id"]}, {"address": YARD}, {})
        for place in places:
            assert operator.try_to_book(**place).status_code == 201

    def test_edit_changes_the_location(self, operator: Api):
        venue = operator.add_venue(name="Hall", difficulty="difficult")
        booking = operator.book(address=YARD, venueName="Yard")
        path = f"/api/bookings/{booking['id']}"

        def edited(**change: Any) -> tuple[Any, ...]:
            found = ok_json(operator.patch(path, json=change))
            return found["venueId"], found["venueName"], found["venueAddress"], found["totalPrice"]

        yard = (None, "Yard", "12 Oak Street, Springfield, NY 10001", 200)
        hall = (venue["id"], "Hall", "1 Main Street, Springfield, NY 10001", 250)
        record = operator.get(path).json()
        assert edited(**{name: record[name] for name in ("venueId", "venueName", "venueAddress", "address")}) == yard
        assert len(operator.get(path).json()["history"]) == 1
        assert edited(venueName="Back yard")[:2] == (None, "Back yard")
        # A whole booking sent back with another venue: its address is still the old one.
        assert edited(venueId=venue["id"], address=record["address"]) == hall
        assert operator.get(path).json()["address"] is None
        assert edited(address=LAKE) == (None, None, "9 Lake Road, Springfield, NY 78750", 200)
        both = operator.patch(path, json={"venueId": venue["id"], "address": YARD})
        assert both.json()["fields"] == {"address": "Send a venue or an address, not both"}
        assert edited(address=None)[:3] == (None, None, None)
        changes = [entry["changes"] for entry in operator.get(path).json()["history"][1:]]
        assert changes[0] == {
            "address": ["Yard, 12 Oak Street, Springfield, NY 10001", "Back yard, 12 Oak Street, Springfield, NY 10001"]
        }

    def test_address_is_searchable_and_kept_by_copies_and_quotes(self, operator: Api):
        booking = operator.book(address=LAKE, venueName="Lake house")
        for q in ("lake road", "house", "78750", "springfield"):
            assert [row["id"] for row in operator.get("/api/bookings", params={"q": q}).json()] == [booking["id"]]
        days = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}
        again = ok_json(operator.post(f"/api/bookings/{booking['id']}/duplicate", json=days))
        assert (again["address"], again["venueName"]) == (booking["address"], "Lake house")
        venue = operator.add_venue()
        quote = operator.quote(venueId=venue["id"])
        path = f"/api/quotes/{quote['id']}"
        moved = ok_json(operator.patch(path, json={"address": LAKE}))
        assert (moved["venueId"], moved["venueName"], moved["address"]["zipCode"]) == (None, None, "78750")
        assert ok_json(operator.patch(path, json=moved))["revision"] == moved["revision"]
        sent = operator.send_quote(quote["id"])
        accepted = operator.accept(sent["link"].rpartition("/")[2], version=sent["version"])
        assert accepted.status_code == 201, accepted.text
        booked = operator.get("/api/bookings", params={"sort": "-createdAt"}).json()[0]
        assert (booked["address"], booked["venueAddress"]) == (moved["address"], "9 Lake Road, Springfield, NY 78750")


class TestZones:
    def test_delivery_fee_depends_on_the_zip_code(self, operator: Api, visitor: Api):
        assert set_zones(operator)["zones"][1] == {**ZONES["zones"][1], "quoteOnly": False}
        far = operator.add_venue(zipCode="78799")
        for place, zone, fee, total in (
            ({"address": {"zipCode": "78704"}}, "Downtown", 20, 220),
            ({"venueId": far["id"]}, "Austin", 45.5, 345.5),
            ({"address": {**YARD, "zipCode": "78704-0001"}}, "Downtown", 20, 220),
        ):
            for api in (operator, visitor):
                found = api.estimate(userId=operator.id, **place)
                assert found["delivery"] == {"zone": zone, "fee": fee, "toConfirm": False}
                assert (found["breakdown"]["deliveryFee"], found["breakdown"]["total"]) == (fee, total)
        assert visitor.book(userId=operator.id, venueId=far["id"])["totalPrice"] == 345.5
        # As soon as the ZIP code is entered, before there is anything to price.
        typed = visitor.estimate(userId=operator.id, message=None, address={"zipCode": "78704"})
        assert typed["delivery"] == {"zone": "Downtown", "fee": 20, "toConfirm": False}

    def test_request_with_an_open_price_stays_pending(self, operator: Api, visitor: Api):
        operator.set_prices(deliveryFee=15)
        operator.set_rules(approvalRequired=False)
        set_zones(operator)
        for zip_code, zone, fee in (("78801", "Far", 120), ("10001", None, 15), (None, None, 15)):
            address = {**YARD, "zipCode": zip_code}
            found = visitor.estimate(userId=operator.id, address=address)
            assert found["delivery"] == {"zone": zone, "fee": fee, "toConfirm": True}
            booking = visitor.book(userId=operator.id, address=address)
            assert (booking["status"], booking["deliveryToConfirm"]) == ("pending", True)
        known = visitor.book(userId=operator.id, address={**YARD, "zipCode": "78701"})
        assert (known["status"], known["deliveryToConfirm"]) == ("confirmed", False)
        set_zones(operator, other={"fee": 99})
        other = visitor.book(userId=operator.id, address=YARD)
        assert (other["status"], other["totalPrice"], other["deliveryToConfirm"]) == ("confirmed", 299, False)

    def test_agreed_fee_is_kept_until_the_location_changes(self, operator: Api):
        set_zones(operator)
        booking = operator.book(address={**YARD, "zipCode": "78701"})
        set_zones(operator, zones=[{"name": "All", "zipCodes": ["7"], "fee": 70}])
        path = f"/api/bookings/{booking['id']}"
        assert ok_json(operator.patch(path, json={"message": "LOVER"}))["totalPrice"] == 270
        other_street = {**YARD, "street": "13 Oak Street", "zipCode": "78701"}
        assert ok_json(operator.patch(path, json={"address": other_street}))["totalPrice"] == 270
        assert (
            operator.estimate(message="LOVER", address={"zipCode": "79"}, bookingId=booking["id"])["delivery"]["fee"]
            == 70
        )
        assert ok_json(operator.patch(path, json={"address": LAKE}))["totalPrice"] == 320

    def test_price_list_change_keeps_zones_and_can_remove_them(self, operator: Api, visitor: Api):
        set_zones(operator, other={"fee": 10})
        operator.set_prices(deliveryFee=5)
        assert ok_json(operator.get("/api/delivery-zones"))["other"] == {"fee": 10}
        assert set_zones(operator, zones=[]) == {"zones": [], "other": None}
        found = visitor.estimate(userId=operator.id, address=YARD)
        assert found["delivery"] == {"zone": None, "fee": 5, "toConfirm": False}

    @pytest.mark.parametrize(
        "zone, field",
        [
            ({"name": ""}, "zones[0].name"),
            ({"zipCodes": []}, "zones[0].zipCodes"),
            ({"zipCodes": ["787", "78799-78701"]}, "zones[0].zipCodes[1]"),
            ({"zipCodes": ["787-78799"]}, "zones[0].zipCodes[0]"),
            ({"zipCodes": [78701]}, "zones[0].zipCodes[0]"),
            ({"zipCodes": ["1"] * 501}, "zones[0].zipCodes"),
            ({"fee": -1}, "zones[0].fee"),
            ({"fee": None}, "zones[0].fee"),
            ({"fee": 1.234}, "zones[0].fee"),
            ({"minimumOrder": "100"}, "zones[0].minimumOrder"),
            ({"freeAbove": -5}, "zones[0].freeAbove"),
            ({"quoteOnly": "yes"}, "zones[0].quoteOnly"),
        ],
        ids=str,
    )
    def test_invalid_zones_are_rejected(self, zone: dict[str, Any], field: str, operator: Api):
        before = set_zones(operator)
        answer = operator.put("/api/delivery-zones", json={"zones": [{**ZONES["zones"][0], **zone}], "other": None})
        assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
        assert len(answer.json()["fields"][field]) > 10
        assert ok_json(operator.get("/api/delivery-zones")) == before

    def test_zone_names_and_count_are_limited(self, operator: Api):
        zone = {"zipCodes": ["787"], "fee": 1}
        twice = operator.put("/api/delivery-zones", json={"zones": [{"name": "A", **zone}, {"name": "a", **zone}]})
        assert twice.json()["fields"] == {"zones[1].name": "“a” appears twice"}
        names = ["San José", "SAN JOSE\u0301", "Zone 1-2", "Zone 12"]
        accented = operator.put("/api/delivery-zones", json={"zones": [{"name": name, **zone} for name in names]})
        assert list(accented.json()["fields"]) == ["zones[1].name"]
        many = [{"name": str(number), **zone} for number in range(101)]
        refused = operator.put("/api/delivery-zones", json={"zones": many})
        assert refused.json()["fields"] == {"zones": "You can have at most 100 zones"}
        bad = operator.put("/api/delivery-zones", json={"zones": [], "other": {"fee": -1}})
        assert list(bad.json()["fields"]) == ["other.fee"]


@pytest.mark.parametrize(
    "address, line",
    [({"city": "Austin"}, "Austin"), ({"zipCode": "78704"}, "78704"), ({"street": "1 Oak St"}, "1 Oak St")],
)
def test_operator_may_send_a_partial_address(operator: Api, address: dict[str, str], line: str):
    booking = operator.book(venueId=None, address=address)
    assert booking["venueAddress"] == line
    empty = operator.try_to_book(venueId=None, address={"accessNotes": "Gate"})
    assert (empty.status_code, list(empty.json()["fields"])) == (422, ["address.street"])
    path = f"/api/bookings/{booking['id']}"
    assert list(operator.patch(path, json={"address": {"street": " "}}).json()["fields"]) == ["address.street"]
    assert ok_json(operator.patch(path, json={"address": {"city": "Waco", "zipCode": "76701"}}))["venueAddress"] == (
        "Waco, 76701"
    )
