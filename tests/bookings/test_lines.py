"""Bookings with several lines: letters by size and finish, items, packages; their price, stock and errors."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.support.api import Api, booking_body, ok_json

PACKAGES = (("Whole", 99), ("Summed", None))
DAY = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-01"}


def letters(text: str, size: str = "4ft", **more: Any) -> dict[str, Any]:
    return {"kind": "letters", "text": text, "size": size, **more}


def item(item_id: int, quantity: int = 1) -> dict[str, Any]:
    return {"kind": "item", "itemId": item_id, "quantity": quantity}


def add_item(operator: Api, **fields: Any) -> int:
    body = {"name": "Balloon arch", "kind": "counted", "quantity": 5, "price": 40, "per": "day", **fields}
    return ok_json(operator.post("/api/items", json=body))["id"]


def add_package(operator: Api, *lines: dict[str, Any], **fields: Any) -> int:
    body = {"name": "Wedding", "lines": list(lines), **fields}
    return ok_json(operator.post("/api/packages", json=body))["id"]


def body_of(*lines: dict[str, Any], **fields: Any) -> dict[str, Any]:
    body = booking_body(**{**DAY, **fields})
    for name in ("message", "size"):
        if name not in fields:
            body.pop(name, None)
    return {**body, "lines": list(lines)}


@pytest.fixture
def stocked(operator: Api) -> Api:
    for size in ("2ft", "4ft"):
        operator.add_letters(dict.fromkeys("ABCDEHILMNOPRSTVY&0123456789", 3), size=size)
    return operator


class TestPrice:
    def test_price_sums_letters_of_two_sizes_and_items(self, stocked: Api, visitor: Api):
        balloons = add_item(stocked)
        lines = [letters("LOVE"), letters("ABC", "2ft"), item(balloons, 2)]
        found = visitor.estimate(userId=stocked.id, lines=lines, **DAY)
        assert [line["price"] for line in found["lines"]] == [100, 45, 80]
        assert (found["breakdown"]["total"], found["breakdown"]["items"]) == (225, 80)
        assert found["breakdown"]["letterCount"] == 7

        booked = ok_json(visitor.post("/api/bookings", json=body_of(*lines, userId=stocked.id)))
        assert booked["totalPrice"] == 225
        assert (booked["message"], booked["size"], booked["letterCount"]) == ("LOVE / ABC", "4ft", 7)
        assert booked["letters"] == list("LOVEABC")
        read = stocked.get(f"/api/bookings/{booked['id']}").json()
        assert [line["price"] for line in read["lines"]] == [100, 45, 80]

    @pytest.mark.parametrize(
        "per, days, total",
        [("day", "2027-06-03", 2 * 100 + 2 * 80), ("event", "2027-06-03", 2 * 100 + 80)],
    )
    def test_item_is_charged_per_day_or_per_event(self, per: str, days: str, total: int, stocked: Api, visitor: Api):
        balloons = add_item(stocked, per=per)
        span = {"deliveryDate": "2027-06-01", "pickupDate": days}
        found = visitor.estimate(userId=stocked.id, lines=[letters("LOVE"), item(balloons, 2)], **span)
        assert found["breakdown"]["total"] == total

    def test_add_ons_and_color_apply_to_their_line(self, stocked: Api, visitor: Api):
        lines = [letters("AB", addOns={"lighting": True}), letters("CD", "2ft", colorOption="premium")]
        found = visitor.estimate(userId=stocked.id, lines=lines, **DAY)
        assert [line["price"] for line in found["lines"]] == [75, 70]
        assert (found["breakdown"]["addons"], found["breakdown"]["colorCost"]) == (25, 40)

    def test_nontaxable_items_are_excluded_from_tax(self, stocked: Api, visitor: Api):
        setup = add_item(stocked, name="Setup", kind="service", per="event", price=50, taxable=False)
        stocked.set_prices(salesTaxPercent=8.875)
        found = visitor.estimate(userId=stocked.id, lines=[letters("LOVE"), item(setup)], **DAY)
        assert (found["breakdown"]["tax"], found["breakdown"]["total"]) == (8.88, 158.88)

    def test_single_line_costs_the_same_as_the_flat_fields(self, stocked: Api, visitor: Api):
        flat = visitor.book(userId=stocked.id, message="LOVE", size="2ft", colorOption="premium", **DAY)
        line = letters("LOVE", "2ft", colorOption="premium")
        by_line = ok_json(visitor.post("/api/bookings", json=body_of(line, userId=stocked.id)))
        different = {"id", "number", "pageUrl", "createdAt"}
        assert {k: v for k, v in flat.items() if k not in different} == {
            k: v for k, v in by_line.items() if k not in different
        }
        assert flat["lines"] == [
            {
                "kind": "letters",
                "text": "LOVE",
                "size": "2ft",
                "finish": "standard",
                "colorOption": "premium",
                "addOns": {"lighting": False, "stand": False},
                "letterCount": 4,
                "price": 140,
            }
        ]


class TestStock:
    def test_letters_are_summed_over_lines_by_size(self, operator: Api, visitor: Api):
        operator.add_letters(dict.fromkeys("HALD", 4) | {"P": 4, "Y": 1})
        found = visitor.estimate(userId=operator.id, lines=[letters("HAPPY"), letters("LADY")], **DAY)
        assert found["shortages"] == [
            {"letter": "Y", "size": "4ft", "finish": "standard", "needed": 2, "day": "2027-06-01"}
        ]
        refused = visitor.post("/api/bookings", json=body_of(letters("HAPPY"), letters("LADY"), userId=operator.id))
        assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
        assert refused.json()["shortages"][0]["needed"] == 2

    def test_letter_in_two_sizes_counts_as_two_pieces(self, operator: Api, visitor: Api):
        operator.add_letters(dict.fromkeys("HAY", 1) | {"P": 2})
        operator.add_letters({"B": 2, "A": 1, "Y": 1}, size="2ft")
        lines = [letters("HAPPY"), letters("BABY", "2ft")]
        ok_json(visitor.post("/api/bookings", json=body_of(*lines, userId=operator.id)))
        assert visitor.estimate(userId=operator.id, message="A", size="2ft", **DAY)["available"] is False
        assert visitor.estimate(userId=operator.id, message="A", size="4ft", **DAY)["available"] is False

    def test_availability_calendar_checks_every_line(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 1, "B": 1})
        hearts = add_item(operator, name="Heart", quantity=1)
        for day, line in (("10", letters("B")), ("12", item(hearts))):
            at = {"deliveryDate": f"2027-06-{day}", "pickupDate": f"2027-06-{day}"}
            ok_json(visitor.post("/api/bookings", json=body_of(line, userId=operator.id, **at)))

        def ask(*lines: Any) -> Any:
            question = {"userId": operator.key, "month": "2027-06", "lines": json.dumps(lines)}
            return visitor.get("/api/availability/calendar", params=question)

        def taken(*lines: Any) -> list[str]:
            return [day["date"][-2:] for day in ask(*lines).json()["days"] if not day["available"]]

        assert taken(letters("A"), letters("B"), item(hearts)) == ["10", "12"]
        assert taken(letters("A"), item(hearts)) == ["12"]
        assert taken() == []
        assert len(taken(letters("AB"), letters("A"))) == 30
        hidden = add_item(operator, public=False)
        assert ask(item(hidden)).status_code == 404
        assert list(ask(letters("A"), item(hearts, 0)).json()["fields"]) == ["lines[1].quantity"]
        for text in ("x", "[", '{"kind": "letters"}'):
            question = {"userId": operator.key, "month": "2027-06", "lines": text}
            refused = visitor.get("/api/availability/calendar", params=question)
            assert (refused.status_code, list(refused.json()["fields"])) == (422, ["lines"])

    def test_items_are_held_like_letters(self, stocked: Api, visitor: Api):
        hearts = add_item(stocked, name="Heart", quantity=2)
        ok_json(visitor.post("/api/bookings", json=body_of(item(hearts, 2), userId=stocked.id)))
        found = visitor.estimate(userId=stocked.id, lines=[letters("LOVE"), item(hearts)], **DAY)
        assert found["shortages"] == [{"itemId": hearts, "name": "Heart", "needed": 1, "day": "2027-06-01"}]
        refused = visitor.post("/api/bookings", json=body_of(item(hearts), userId=stocked.id))
        assert refused.status_code == 409
        assert "Heart" in refused.json()["message"]
        after = {"deliveryDate": "2027-06-02", "pickupDate": "2027-06-02"}
        assert visitor.estimate(userId=stocked.id, lines=[item(hearts, 2)], **after)["available"] is True
        below = stocked.patch(f"/api/items/{hearts}", json={"quantity": 1})
        assert (below.status_code, len(below.json()["bookings"])) == (409, 1)

    def test_letters_in_another_finish_are_separate_pieces(self, stocked: Api, visitor: Api):
        finishes = [{"code": "warm", "label": "Warm white"}, {"code": "red", "label": "Red"}]
        stocked.set_prices(finishes=finishes)
        body = {"letter": "I", "size": "4ft", "quantity": 1, "pricePerDay": 25, "finish": "red"}
        assert ok_json(stocked.post("/api/inventory", json=body))["finish"] == "red"
        red = letters("I", finish="red")
        ok_json(visitor.post("/api/bookings", json=body_of(red, userId=stocked.id)))
        again = visitor.estimate(userId=stocked.id, lines=[red], **DAY)
        assert again["shortages"][0]["finish"] == "red"
        warm = visitor.estimate(userId=stocked.id, lines=[letters("I")], **DAY)
        assert (warm["available"], warm["lines"][0]["finish"]) == (True, "warm")
        kept = stocked.patch("/api/price-list", json={"finishes": finishes[:1]})
        assert (kept.status_code, kept.json()["code"]) == (409, "finish_in_use")

    def test_letters_in_a_custom_size_can_be_booked(self, stocked: Api, visitor: Api):
        sizes = stocked.get("/api/price-list").json()["sizes"]
        stocked.set_prices(sizes=[*sizes, {"code": "3ft", "label": "3 ft", "price": 20}])
        stocked.add_letters({"A": 1}, size="3ft")
        assert visitor.estimate(userId=stocked.id, message="A", size="3ft", **DAY)["breakdown"]["total"] == 20
        refused = stocked.patch("/api/price-list", json={"sizes": sizes})
        assert (refused.status_code, refused.json()["code"], refused.json()["bookings"]) == (409, "size_in_use", [])
        visitor.book(userId=stocked.id, message="A", size="3ft", **DAY)
        assert len(stocked.patch("/api/price-list", json={"sizes": sizes}).json()["bookings"]) == 1


class TestPackages:
    def test_package_words_fill_blanks_and_count_as_letters(self, stocked: Api, visitor: Api):
        balloons = add_item(stocked)
        package = add_package(stocked, letters("____ & ____"), {"kind": "item", "itemId": balloons, "quantity": 2})
        line = {"kind": "package", "packageId": package, "words": ["MO", "AL"]}
        booked = ok_json(visitor.post("/api/bookings", json=body_of(line, userId=stocked.id)))
        assert (booked["message"], booked["letterCount"], booked["totalPrice"]) == ("MO & AL", 5, 205)
        assert booked["lines"][0]["price"] == 205
        found = visitor.estimate(userId=stocked.id, lines=[item(balloons, 4)], **DAY)
        assert found["shortages"][0]["needed"] == 4

    def test_package_price_is_per_booking(self, stocked: Api, visitor: Api):
        package = add_package(stocked, letters("LOVE"), price=150)
        span = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-03"}
        found = visitor.estimate(userId=stocked.id, lines=[{"kind": "package", "packageId": package}], **span)
        assert (found["breakdown"]["total"], found["breakdown"]["letterCount"]) == (150, 4)

    def test_booking_keeps_a_deleted_package(self, stocked: Api):
        package = add_package(stocked, letters("LOVE"), price=150)
        lines = [{"kind": "package", "packageId": package, "words": []}, letters("ABC", "2ft")]
        booked = ok_json(stocked.post("/api/bookings", json=body_of(*lines)))
        assert stocked.delete(f"/api/packages/{package}").status_code == 204
        sent_back = stocked.patch(f"/api/bookings/{booked['id']}", json={"lines": booked["lines"]})
        assert ok_json(sent_back)["totalPrice"] == 195


BAD: list[tuple[Any, str]] = [
    ([], "lines"),
    ([letters("A")] * 21, "lines"),
    ([letters("A"), letters("B"), item(1, 0)], "lines[2].quantity"),
    ([item(1, -1)], "lines[0].quantity"),
    ([{"kind": "item", "itemId": 1, "quantity": 1.5}], "lines[0].quantity"),
    ([item(1, 10**9)], "lines[0].quantity"),
    ([letters("A"), letters("   ")], "lines[1].text"),
    ([letters("A", "9ft")], "lines[0].size"),
    ([letters("A"), letters("B", colorOption="mauve")], "lines[1].colorOption"),
    ([letters("A", finish="red")], "lines[0].finish"),
    ([letters("A" * 61)], "lines[0].text"),
    ([letters("A" * 60), letters("A" * 60), letters("A")], "lines"),
    ([{"kind": "cake"}], "lines[0]"),
    ("AB", "lines"),
]
ENTRANCES = ("form", "form estimate", "own booking", "own estimate", "quote", "edit", "edit of a quote")


class Entrance:
    """The ways in which lines reach a business, each as a function that sends some."""

    def __init__(self, operator: Api, visitor: Api) -> None:
        self.operator, self.visitor = operator, visitor

    def open(self, name: str) -> Callable[[Any], httpx.Response]:
        operator, place = self.operator, {"userId": self.operator.id}
        body = {name: value for name, value in body_of(**place).items() if name != "lines"}
        own = {name: value for name, value in body.items() if name != "userId"}
        match name:
            case "form":
                return lambda lines: self.visitor.post("/api/bookings", json=body | {"lines": lines})
            case "form estimate":
                return lambda lines: self.visitor.post("/api/estimate", json=place | DAY | {"lines": lines})
            case "own booking":
                return lambda lines: operator.post("/api/bookings", json=own | {"lines": lines})
            case "own estimate":
                return lambda lines: operator.post("/api/estimate", json=DAY | {"lines": lines})
            case "quote":
                return lambda lines: operator.post("/api/quotes", json=own | {"lines": lines})
            case "edit":
                booking = operator.book(message="A", **DAY)["id"]
                return lambda lines: operator.patch(f"/api/bookings/{booking}", json={"lines": lines})
            case _:
                quote = operator.quote(message="A", **DAY)["id"]
                return lambda lines: operator.patch(f"/api/quotes/{quote}", json={"lines": lines})


class TestRefused:
    @pytest.mark.parametrize("entrance", ENTRANCES)
    def test_every_route_reports_invalid_lines_on_the_same_field_and_changes_nothing(
        self, entrance: str, operator: Api, visitor: Api
    ):
        package = add_package(operator, letters("____ & ____"))
        send = Entrance(operator, visitor).open(entrance)
        for lines, field in [*BAD, ([letters("A"), {"kind": "package", "packageId": package}], "lines[1].words")]:
            if (lines, entrance.endswith("estimate")) == ([], True):
                continue  # An empty form is valid: it just has no price yet.
            refused = send(lines)
            assert refused.status_code == 422, (lines, refused.text)
            assert list(refused.json()["fields"]) == [field], (lines, refused.text)

    @pytest.mark.parametrize("entrance", ENTRANCES)
    def test_no_route_accepts_items_and_packages_of_another_business(
        self, entrance: str, operator: Api, other_operator: Api, visitor: Api
    ):
        theirs, package = add_item(other_operator), add_package(other_operator, letters("LOVE"))
        send = Entrance(operator, visitor).open(entrance)
        for line in (item(theirs), {"kind": "package", "packageId": package}):
            assert send([letters("A"), line]).status_code == 404

    def test_item_of_another_business_is_not_found(self, operator: Api, other_operator: Api, visitor: Api):
        theirs, hidden = add_item(other_operator), add_item(operator, public=False)
        assert operator.post("/api/bookings", json=body_of(item(theirs))).status_code == 404
        assert operator.post("/api/bookings", json=body_of(item(hidden))).status_code == 201
        assert visitor.post("/api/bookings", json=body_of(item(hidden), userId=operator.id)).status_code == 404
        assert operator.patch(f"/api/items/{theirs}", json={"name": "x"}).status_code == 404
        assert operator.delete(f"/api/items/{theirs}").status_code == 404

    def test_package_requires_a_word_per_blank(self, operator: Api):
        package = add_package(operator, letters("____ & ____"))
        for words in ([], ["MO"], ["MO", ""], ["  ", "  "], ["MO", "AL", "JO"]):
            line = {"kind": "package", "packageId": package, "words": words}
            refused = operator.post("/api/bookings", json=body_of(letters("A"), line))
            assert refused.status_code == 422
            assert refused.json()["fields"] == {"lines[1].words": "Fill in 2 words for this package"}

    def test_missing_lines_and_message_are_rejected(self, operator: Api):
        refused = operator.post("/api/bookings", json=body_of() | {"lines": None})
        assert refused.status_code == 422
        assert set(refused.json()["fields"]) == {"message", "size"}


class TestEdit:
    def test_unchanged_lines_keep_agreed_prices(self, stocked: Api):
        balloons = add_item(stocked)
        booked = ok_json(stocked.post("/api/bookings", json=body_of(letters("LOVE"), item(balloons, 2))))
        stocked.set_prices(
            sizes=[{"code": "4ft", "label": "4ft", "price": 50}, {"code": "2ft", "label": "2ft", "price": 30}]
        )
        ok_json(stocked.patch(f"/api/items/{balloons}", json={"price": 60}))
        lines = [*booked["lines"], letters("ABC", "2ft")]
        edited = ok_json(stocked.patch(f"/api/bookings/{booked['id']}", json={"lines": lines}))
        assert [line["price"] for line in edited["lines"]] == [100, 80, 90]
        assert edited["totalPrice"] == 270
        moved = ok_json(stocked.patch(f"/api/bookings/{booked['id']}", json={"pickupDate": "2027-06-03"}))
        assert [line["price"] for line in moved["lines"]] == [200, 160, 180]

    def test_lines_sent_back_unchanged_change_nothing(self, stocked: Api):
        booked = ok_json(stocked.post("/api/bookings", json=body_of(letters("LOVE"), letters("ABC", "2ft"))))
        read = stocked.get(f"/api/bookings/{booked['id']}").json()
        again = ok_json(stocked.patch(f"/api/bookings/{booked['id']}", json=read))
        assert again["revision"] == read["revision"]

    def test_flat_fields_edit_the_first_line_of_letters(self, stocked: Api):
        booked = ok_json(stocked.post("/api/bookings", json=body_of(letters("LOVE"), letters("ABC", "2ft"))))
        edited = ok_json(
            stocked.patch(f"/api/bookings/{booked['id']}", json={"message": "HELLO", "colorOption": "premium"})
        )
        assert edited["message"] == "HELLO / ABC"
        assert [line["colorOption"] for line in edited["lines"]] == ["premium", "standard"]


class TestDuplicate:
    def test_duplicate_keeps_lines_and_agreed_prices(self, stocked: Api):
        balloons = add_item(stocked)
        booked = ok_json(stocked.post("/api/bookings", json=body_of(letters("LOVE"), item(balloons, 2))))
        ok_json(stocked.patch(f"/api/items/{balloons}", json={"price": 60}))
        days = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-01"}
        again = ok_json(stocked.post(f"/api/bookings/{booked['id']}/duplicate", json=days))
        assert (again["lines"], again["totalPrice"]) == (booked["lines"], 180)


class TestQuotes:
    def test_quote_with_lines_becomes_a_booking_with_lines(self, stocked: Api):
        balloons = add_item(stocked)
        body = body_of(letters("LOVE"), letters("ABC", "2ft"), item(balloons, 2))
        quote = ok_json(stocked.post("/api/quotes", json=body))
        assert (quote["message"], quote["totalPrice"]) == ("LOVE / ABC", 225)
        lines = [*quote["lines"][:2], item(balloons, 3)]
        edited = ok_json(stocked.patch(f"/api/quotes/{quote['id']}", json={"lines": lines}))
        assert [line["price"] for line in edited["lines"]] == [100, 45, 120]
        booked = ok_json(stocked.post(f"/api/quotes/{quote['id']}/book", json={}))
        read = stocked.get(f"/api/bookings/{booked['id']}").json()
        assert [(line["kind"], line["price"]) for line in read["lines"]] == [
            ("letters", 100),
            ("letters", 45),
            ("item", 120),
        ]

    @pytest.mark.parametrize("part", [{"city": "Yonkers"}, {"zipCode": "10701"}, {"street": "12 Oak Street"}])
    def test_quote_accepts_a_partial_address(self, part: dict[str, str], stocked: Api, visitor: Api):
        sent = stocked.sent_quote(message="LOVE", address=part, **DAY)
        assert sent["address"] == dict.fromkeys(sent["address"]) | {"street": "", "city": ""} | part
        booked = stocked.get(f"/api/bookings/{ok_json(visitor.accept(sent['token']))['booking']['id']}").json()
        assert booked["venueAddress"] == next(iter(part.values()))

    def test_quote_with_an_empty_address_is_rejected(self, stocked: Api):
        for address in ({}, {"state": "NY", "accessNotes": "Ring twice"}):
            body = booking_body(**DAY) | {"address": address}
            refused = stocked.post("/api/quotes", json=body)
            assert refused.status_code == 422, refused.text
            assert list(refused.json()["fields"]) == ["address.street"]

    def test_quote_keeps_its_address_until_changed(self, stocked: Api):
        near = {"street": "1 Oak Street", "city": "Austin", "zipCode": "78704", "accessNotes": "Gate 12"}
        zones = [{"name": "Near", "zipCodes": ["787"], "fee": 35}]
        ok_json(stocked.put("/api/delivery-zones", json={"zones": zones, "other": None}))
        body = {"lines": [letters("LOVE")], "address": near, "venueName": "Back yard", **DAY}
        quote = ok_json(stocked.post("/api/quotes", json=body))
        assert (quote["totalPrice"], quote["venueAddress"]) == (135, "1 Oak Street, Austin, 78704")

        def change(**fields: Any) -> dict[str, Any]:
            return ok_json(stocked.patch(f"/api/quotes/{quote['id']}", json=fields))

        kept = change(note="See you", address=quote["address"], venueName="Back yard")
        assert (kept["address"], kept["venueName"], kept["totalPrice"]) == (quote["address"], "Back yard", 135)
        moved = change(address={**near, "zipCode": "90001"})
        assert (moved["address"]["zipCode"], moved["totalPrice"]) == ("90001", 100)
        refused = stocked.patch(f"/api/quotes/{quote['id']}", json={"address": {"accessNotes": "Gate 12"}})
        assert list(refused.json()["fields"]) == ["address.street"]
        gone = change(address=None, venueAddress=None)
        assert (gone["address"], gone["venueAddress"], gone["venueName"]) == (None, None, "Back yard")

    def test_lines_priced_per_booking_show_no_days(self, stocked: Api, visitor: Api):
        arch, setup = add_item(stocked), add_item(stocked, name="Setup", kind="service", per="event")
        whole, summed = (add_package(stocked, letters("ABC"), name=name, price=price) for name, price in PACKAGES)
        lines = [letters("LOVE"), item(arch), item(setup)]
        lines += [{"kind": "package", "packageId": package, "words": []} for package in (whole, summed)]
        quote = stocked.sent_quote(lines=lines, deliveryDate="2027-06-01", pickupDate="2027-06-03")
        page = ok_json(visitor.get(f"/api/public/quotes/{quote['token']}"))
        assert [line["text"] for line in page["lines"]] == [
            "LOVE, 4 letters in 4ft, 2 days",
            "1 × Balloon arch, 2 days",
            "1 × Setup",
            "Whole",
            "Summed, 2 days",
        ]


def test_booking_details_describe_each_line_and_its_sign(stocked: Api):
    stocked.set_prices(
        sizes=[
            {"code": "2ft", "label": "60 cm", "price": 15, "heightInches": 24},
            {"code": "4ft", "label": "120 cm", "price": 25, "heightInches": 48},
        ],
        colors=[
            {"code": "standard", "label": "White", "price": 0},
            {"code": "rose", "label": "Rose gold", "price": 5, "swatch": "#b76e79"},
        ],
    )
    balloons = add_item(stocked)
    lines = [letters("LOVE", colorOption="rose"), letters("2026", "2ft"), item(balloons, 2)]
    booked = ok_json(stocked.post("/api/bookings", json=body_of(*lines)))
    read = stocked.get(f"/api/bookings/{booked['id']}").json()
    assert read["rented"] == [
        {"text": "LOVE", "detail": "4 letters in 120 cm, Rose gold", "finish": None},
        {"text": "2026", "detail": "4 letters in 60 cm", "finish": None},
        {"text": "2 × Balloon arch", "detail": None, "finish": None},
    ]
    assert read["sign"] == [
        {"text": "LOVE", "size": "120 cm", "heightInches": 48, "color": "#b76e79", "finish": "", "exceptions": []},
        {"text": "2026", "size": "60 cm", "heightInches": 24, "color": None, "finish": "", "exceptions": []},
    ]


@pytest.mark.parametrize("count, names", [(1, [None]), (2, ["Warm White", "Cool White"])], ids=["one", "two"])
def test_booking_details_name_the_finish_if_there_are_several(stocked: Api, count: int, names: list[str | None]):
    finishes = [{"code": "standard", "label": "Warm White"}, {"code": "cool", "label": "Cool White"}][:count]
    stocked.set_prices(finishes=finishes)
    lines = [letters("LOVE", finish=row["code"]) for row in finishes]
    for letter in "LOVE" if count > 1 else "":
        body = {"letter": letter, "size": "4ft", "quantity": 1, "pricePerDay": 25, "finish": "cool"}
        ok_json(stocked.post("/api/inventory", json=body))
    booked = ok_json(stocked.post("/api/bookings", json=body_of(*lines)))
    rented = stocked.get(f"/api/bookings/{booked['id']}").json()["rented"]
    assert [row["finish"] for row in rented] == names
    assert [row["detail"] for row in rented] == [", ".join(filter(None, ["4 letters in 4ft", name])) for name in names]


def test_form_requests_the_only_finish_owned_in_a_size(operator: Api, visitor: Api):
    operator.set_prices(finishes=[{"code": "warm", "label": "Warm white"}, {"code": "red", "label": "Red"}])
    body = {"letter": "I", "size": "4ft", "quantity": 1, "pricePerDay": 25, "finish": "red"}
    ok_json(operator.post("/api/inventory", json=body))
    form = visitor.get("/api/booking-form", params={"userId": operator.id}).json()
    assert form["keepsStock"] is True
    assert [size["finishes"] for size in form["sizes"]] == [[], [{"code": "red", "label": "Red"}]]
