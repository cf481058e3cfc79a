"""Bookings at risk: where they are shown, and how a resolution is applied and undone."""

from typing import Any

import pytest

from tests.support.api import Api, booking_body, ok_json
from tests.support.clock import Clock

FINISHES = [{"code": "warm", "label": "Warm white"}, {"code": "rgb", "label": "RGB"}]
JUNE = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-03"}


@pytest.fixture
def shop(operator: Api) -> Api:
    """A business with one L, O, V and E in warm white, and one O in RGB."""
    operator.set_prices(finishes=FINISHES)
    operator.add_letters({"L": 1, "O": 1, "V": 1, "E": 1})
    add(operator, "O", "rgb")
    return operator


def add(owner: Api, letter: str, finish: str, size: str = "4ft") -> None:
    body = {"letter": letter, "size": size, "quantity": 1, "pricePerDay": 25, "finish": finish}
    ok_json(owner.post("/api/inventory", json=body))


def break_letter(owner: Api, letter: str, finish: str = "warm", count: int = 1) -> None:
    rows = owner.get("/api/inventory").json()
    row = next(row for row in rows if (row["letter"], row["finish"]) == (letter, finish))
    body = {"count": count, "firstDay": "2027-05-30", "lastDay": "2027-07-30"}
    ok_json(owner.post(f"/api/inventory/{row['id']}/outages", json=body))


def details(owner: Api, booking: Any) -> Any:
    return owner.get(f"/api/bookings/{booking['id']}").json()


def option(owner: Api, booking: Any, kind: str) -> str:
    return next(row["id"] for row in details(owner, booking)["risk"]["options"] if row["kind"] == kind)


def resolve(owner: Api, booking: Any, chosen: str, **more: Any) -> Any:
    return owner.post(f"/api/bookings/{booking['id']}/resolve", json={"option": chosen, **more})


def undo(owner: Api, booking: Any) -> Any:
    return owner.post(f"/api/bookings/{booking['id']}/resolve/undo")


@pytest.fixture
def at_risk(shop: Api) -> Any:
    """A confirmed booking whose O broke."""
    booking = shop.book(message="LOVE", **JUNE)
    shop.set_status(booking["id"], "confirmed")
    break_letter(shop, "O")
    return booking


def test_drafts_order_all_missing_pieces_and_write_to_the_customer(shop: Api, at_risk: Any):
    ok_json(shop.patch(f"/api/user/{shop.id}", json={"companyName": "Glow Co.", "phoneNumber": "512 555 0100"}))
    break_letter(shop, "V")

    options = details(shop, at_risk)["risk"]["options"]

    drafts = {row["kind"]: row["draft"] for row in options}
    orders = [row["draft"] for row in options if row["kind"] == "borrow"]
    assert drafts["finish"] is None
    assert len(orders) == 2
    assert orders[0] == orders[1]
    assert orders[0] == {
        "subject": "Borrowing 1 × O (4ft, Warm white) and 1 × V (4ft, Warm white)",
        "text": "Hello,\n\nCould we borrow these pieces from you?\n\n"
        "1 × O (4ft, Warm white): June 1, 2027 to June 3, 2027\n"
        "1 × V (4ft, Warm white): June 1, 2027 to June 3, 2027\n\n"
        "We pick them up before the first day and return them after the last. Please let us know if you have them and "
        "what you charge.\n\nGlow Co.\n512 555 0100",
        "phone": None,
        "email": None,
    }
    assert drafts["call"] == {
        "subject": "Your sign “LOVE” on Tuesday, June 1, 2027",
        "text": f"Hello {at_risk['customerName']},\n\nWe're preparing your sign “LOVE” for Tuesday, June 1, 2027, and "
        "we're short of 1 × O (4ft) and 1 × V (4ft). We'd like to find a good solution with you. When can we reach "
        "you?\n\nGlow Co.\n512 555 0100",
        "phone": at_risk["customerPhone"],
        "email": at_risk["customerEmail"],
    }


def test_details_lists_calendar_and_day_show_what_is_short(shop: Api, at_risk: Any):
    other = shop.book(message="LE", deliveryDate="2027-08-01", pickupDate="2027-08-02")

    risk = details(shop, at_risk)["risk"]
    short = {"letter": "O", "size": "4ft", "finish": "warm", "itemId": None, "name": None, "needed": 1, "missing": 1}
    assert risk["short"] == [short]
    assert [row["kind"] for row in risk["options"]] == ["finish", "borrow", "call"]
    assert risk["options"][0]["text"] == "Use 1 × O (RGB): 1 available."
    assert [row["result"] for row in risk["options"]] == ["LOVE (4ft, O in RGB)", None, None]
    assert details(shop, other)["risk"] is None
    everything = {row["id"]: row["risk"] for row in shop.get("/api/bookings").json()}
    page = {row["id"]: row["risk"] for row in shop.get("/api/bookings", params={"limit": 10}).json()["items"]}
    assert everything == page == {at_risk["id"]: True, other["id"]: False}
    month = shop.get("/api/bookings/calendar", params={"from": "2027-05-30", "to": "2027-08-10"}).json()
    assert {row["id"]: row["risk"] for row in month} == page
    day = shop.get("/api/day", params={"date": "2027-06-01"}).json()
    assert day["stops"][0]["risk"] == risk
    assert {row["letter"]: row["short"] for row in day["packing"]} == {"L": 0, "O": 1, "V": 0, "E": 0}
    pickup = shop.get("/api/day", params={"date": "2027-06-03"}).json()["stops"][0]
    assert (pickup["kind"], pickup["risk"]) == ("pickup", None)
    assert shop.get("/api/at-risk").json()[0]["options"] == risk["options"]


def test_another_finish_replaces_single_letters_at_the_agreed_price(shop: Api, at_risk: Any):
    chosen = option(shop, at_risk, "finish")

    preview = ok_json(resolve(shop, at_risk, chosen, dryRun=True))
    assert (preview["risk"], preview["booking"]["revision"]) == (None, details(shop, at_risk)["revision"] + 1)
    assert details(shop, at_risk)["risk"] is not None

    resolved = ok_json(resolve(shop, at_risk, chosen))
    assert resolved["booking"]["lines"][0]["exceptions"] == [{"index": 1, "finish": "rgb"}]
    assert resolved["booking"]["totalPrice"] == at_risk["totalPrice"]
    assert resolved["booking"]["history"][-1]["changes"]["lines"] == ["LOVE (4ft)", "LOVE (4ft, O in RGB)"]
    assert "O in RGB" in resolved["booking"]["rented"][0]["detail"]
    assert resolved["booking"]["sign"][0]["exceptions"] == [{"index": 1, "finish": "RGB"}]
    taken = shop.get("/api/day", params={"date": "2027-06-01"}).json()["packing"]
    assert [(row["letter"], row["finish"], row["short"]) for row in taken] == [
        ("E", "warm", 0),
        ("L", "warm", 0),
        ("O", "rgb", 0),
        ("V", "warm", 0),
    ]
    assert shop.get("/api/at-risk").json() == []
    # The RGB letter is held now.
    refused = shop.try_to_book(
        message="O", **JUNE, lines=[{"kind": "letters", "text": "O", "size": "4ft", "finish": "rgb"}]
    )
    assert refused.status_code == 409


def test_editing_other_fields_keeps_letters_in_another_finish(shop: Api, at_risk: Any):
    resolved = ok_json(resolve(shop, at_risk, option(shop, at_risk, "finish")))["booking"]
    sent = {
        "lines": [{"kind": "letters", "text": "LOVE", "size": "4ft"}],
        "notes": "By the lake",
        "pickupDate": "2027-06-04",
    }
    edited = ok_json(shop.patch(f"/api/bookings/{at_risk['id']}", json=sent))
    assert edited["lines"][0]["exceptions"] == resolved["lines"][0]["exceptions"]
    sent["lines"] = [{"kind": "letters", "text": "LOVE", "size": "4ft", "exceptions": []}]
    assert (
        "exceptions"
        not in ok_json(shop.patch(f"/api/bookings/{at_risk['id']}", json=sent | {"overbookReason": "x"}))["lines"][0]
    )


def test_resolution_is_undone_within_ten_minutes(shop: Api, at_risk: Any, clock: Clock):
    chosen = option(shop, at_risk, "finish")
    ok_json(resolve(shop, at_risk, chosen))
    restored = ok_json(undo(shop, at_risk))
    assert "exceptions" not in restored["booking"]["lines"][0]
    assert restored["risk"]["short"][0]["letter"] == "O"
    assert undo(shop, at_risk).status_code == 404

    ok_json(resolve(shop, at_risk, chosen))
    clock.pass_by(minutes=10, seconds=1)
    assert undo(shop, at_risk).json()["code"] == "nothing_to_undo"


def test_booking_changed_since_is_not_undone(shop: Api, at_risk: Any):
    ok_json(resolve(shop, at_risk, option(shop, at_risk, "finish")))
    ok_json(shop.patch(f"/api/bookings/{at_risk['id']}", json={"notes": "By the lake"}))
    refused = undo(shop, at_risk)
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_since")


def test_swap_changes_both_bookings_and_is_undone_in_one_step(shop: Api):
    # A is delivered first, and so gets the only warm V; it can use the RGB one, and B cannot on its days.
    add(shop, "V", "rgb")
    add(shop, "V", "warm", size="2ft")
    first = shop.book(message="V", deliveryDate="2027-06-01", pickupDate="2027-06-04")
    later = {"kind": "letters", "text": "V", "size": "4ft", "finish": "rgb"}
    shop.book(message="V", lines=[later], deliveryDate="2027-06-06", pickupDate="2027-06-08")
    late = {"deliveryDate": "2027-06-03", "pickupDate": "2027-06-07", "overbookReason": "a friend lends one"}
    second = ok_json(shop.try_to_book(message="V", **late))
    chosen = option(shop, second, "swap")

    swapped = ok_json(resolve(shop, second, chosen))

    assert swapped["risk"] is None
    assert swapped["other"]["id"] == first["id"]
    assert swapped["other"]["lines"][0]["exceptions"] == [{"index": 0, "finish": "rgb"}]
    assert shop.get("/api/at-risk").json() == []
    back = ok_json(undo(shop, second))
    assert "exceptions" not in back["other"]["lines"][0]
    assert back["risk"] is not None


def test_another_size_is_offered_last_and_for_the_whole_text_only(shop: Api, at_risk: Any):
    add(shop, "O", "warm", size="2ft")
    assert "size" not in [row["kind"] for row in details(shop, at_risk)["risk"]["options"]]
    for letter in "LVE":
        add(shop, letter, "warm", size="2ft")

    options = details(shop, at_risk)["risk"]["options"]
    assert [row["kind"] for row in options] == ["finish", "borrow", "call", "size"]
    assert options[-1]["text"] == "Use 2ft for all of LOVE, another size than ordered."
    resolved = ok_json(resolve(shop, at_risk, options[-1]["id"]))
    assert (resolved["booking"]["size"], resolved["booking"]["totalPrice"]) == ("2ft", at_risk["totalPrice"])
    assert resolved["risk"] is None


@pytest.mark.parametrize("kind", ["borrow", "call"])
def test_resolutions_that_change_no_booking_are_not_applied(kind: str, shop: Api, at_risk: Any):
    refused = resolve(shop, at_risk, option(shop, at_risk, kind))
    assert (refused.status_code, refused.json()["code"]) == (409, "not_offered")


def test_resolution_is_refused_once_its_letters_are_taken(shop: Api, at_risk: Any):
    chosen = option(shop, at_risk, "finish")
    shop.book(message="O", lines=[{"kind": "letters", "text": "O", "size": "4ft", "finish": "rgb"}], **JUNE)
    refused = resolve(shop, at_risk, chosen)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_offered")
    assert details(shop, at_risk)["lines"] == at_risk["lines"]


def test_visitors_cannot_choose_finishes_of_single_letters(shop: Api, visitor: Api):
    line = {"kind": "letters", "text": "O", "size": "4ft", "exceptions": [{"index": 0, "finish": "rgb"}]}
    refused = visitor.post("/api/bookings", json=booking_body(userId=shop.id, lines=[line], **JUNE))
    assert refused.status_code == 422
    assert "lines[0].exceptions" in refused.json()["fields"]


def test_exceptions_name_letters_of_the_text_and_finishes_of_the_list(shop: Api):
    def send(**exception: Any) -> Any:
        line = {"kind": "letters", "text": "L O", "size": "4ft", "exceptions": [exception]}
        return shop.try_to_book(message="LO", lines=[line], **JUNE)

    assert "lines[0].exceptions" in send(index=2, finish="rgb").json()["fields"]
    assert "lines[0].exceptions[0].finish" in send(index=1, finish="gold").json()["fields"]
    booked = ok_json(send(index=1, finish="rgb"))
    assert booked["lines"][0]["exceptions"] == [{"index": 1, "finish": "rgb"}]


def test_day_lists_goods_that_are_not_back(shop: Api, clock: Clock):
    booking = shop.book(message="LOVE", **JUNE)
    shop.set_status(booking["id"], "confirmed")
    assert shop.get("/api/day").json()["notBack"] == []
    clock.set("2027-06-06T12:00")
    shop.login(shop.user["email"])
    late = shop.get("/api/day", params={"date": "2027-06-07"}).json()["notBack"]
    assert [(row["bookingId"], row["number"]) for row in late] == [(booking["id"], booking["number"])]
    assert {row["letter"]: row["count"] for row in late[0]["pieces"]} == {"L": 1, "O": 1, "V": 1, "E": 1}
