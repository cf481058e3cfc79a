"""Charges for damaged and lost pieces: proposed, charged by a team member, and owed in addition to the agreed price."""

from typing import Any

import pytest

from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.goods import confirmed, record_handover, set_june_clock

TAX = 10


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    set_june_clock(clock, 1, 9)


@pytest.fixture
def damaged(operator: Api) -> dict[str, Any]:
    """A booking of which one E came back damaged and one is missing; a new one costs 180."""
    operator.set_rules(timeZone="UTC")
    operator.set_prices(salesTaxPercent=TAX)
    letter = operator.add_letter("E", 3)
    ok_json(operator.patch(f"/api/inventory/{letter['id']}", json={"replacementPrice": 180}))
    booking = confirmed(operator, "EEE", 1)
    ok_json(record_handover(operator, booking, "out", "EEE"))
    ok_json(record_handover(operator, booking, "in", "E", outcome="damaged", note="Two bulbs", clientId="damaged"))
    ok_json(record_handover(operator, booking, "in", "E", outcome="missing", clientId="missing"))
    return booking


def charges(operator: Api, booking: dict[str, Any]) -> list[dict[str, Any]]:
    return ok_json(operator.get(f"/api/bookings/{booking['id']}/charges"))["charges"]


def decide(operator: Api, booking: dict[str, Any], charge: dict[str, Any], state: str, **more: Any) -> Any:
    path = f"/api/bookings/{booking['id']}/charges/{charge['id']}"
    return operator.patch(path, json={"state": state} | more)


def balance(operator: Api, booking: dict[str, Any]) -> float:
    return ok_json(operator.get(f"/api/bookings/{booking['id']}"))["balanceDue"]


def test_damage_is_proposed_as_a_charge_but_not_charged(operator: Api, damaged: dict[str, Any]):
    repair, loss = charges(operator, damaged)
    assert [(row["state"], row["kind"], row["amount"], row["basis"], row["tax"]) for row in (repair, loss)] == [
        ("proposed", "repair", 180, "replacement", 18),
        ("proposed", "missing", 180, "replacement", 18),
    ]
    assert (repair["name"], repair["size"], repair["count"], repair["note"]) == ("E", "4ft", 1, "Two bulbs")
    assert balance(operator, damaged) == damaged["totalPrice"]


def test_repair_cost_takes_precedence_over_replacement_price(operator: Api, damaged: dict[str, Any]):
    (repair,) = [row for row in ok_json(operator.get("/api/outages")) if row["kind"] == "repair"]
    path = f"/api/inventory/{repair['inventoryId']}/outages/{repair['id']}"
    ok_json(operator.patch(path, json={"cost": 42.5}))
    for over in (False, True):
        if over:
            # Back in service: the cost is known anyway.
            assert operator.delete(path).status_code == 204
        proposed = charges(operator, damaged)[0]
        assert (proposed["amount"], proposed["basis"], proposed["tax"]) == (42.5, "repair", 4.25)


def test_lost_piece_that_is_found_is_not_charged(operator: Api, damaged: dict[str, Any]):
    (loss,) = [row for row in ok_json(operator.get("/api/outages")) if row["kind"] == "missing"]
    assert operator.delete(f"/api/inventory/{loss['inventoryId']}/outages/{loss['id']}").status_code == 204
    assert [row["kind"] for row in charges(operator, damaged)] == ["repair"]


def test_repeated_charge_counts_once_and_keeps_the_agreed_price(operator: Api, damaged: dict[str, Any]):
    repair, loss = charges(operator, damaged)
    first = ok_json(decide(operator, damaged, loss, "charged"))
    assert (first["charged"], first["charges"][1]["state"]) == (198, "charged")
    assert ok_json(decide(operator, damaged, loss, "charged")) == first
    money = ok_json(operator.get(f"/api/bookings/{damaged['id']}/payments"))
    assert (money["total"], money["charges"], money["balanceDue"]) == (
        damaged["totalPrice"],
        198,
        damaged["totalPrice"] + 198,
    )
    read = ok_json(operator.get(f"/api/bookings/{damaged['id']}"))
    assert (read["totalPrice"], read["breakdown"]) == (damaged["totalPrice"], damaged["breakdown"])
    assert read["schedule"][-1] == {"due": "2027-06-01", "amount": damaged["totalPrice"] + 198, "paid": 0}
    assert [row["changes"] for row in read["history"] if "damageCharge" in row["changes"]] == [
        {"damageCharge": [None, 198]}
    ]
    # An edit of the rental only changes the rental's price.
    edited = ok_json(operator.patch(f"/api/bookings/{damaged['id']}", json={"pickupDate": "2027-06-03"}))
    assert edited["balanceDue"] == edited["totalPrice"] + 198
    ok_json(decide(operator, damaged, repair, "waived"))
    ok_json(decide(operator, damaged, loss, "proposed"))
    assert balance(operator, damaged) == edited["totalPrice"]


def test_business_decides_amount_and_tax_of_a_charge(operator: Api, damaged: dict[str, Any]):
    repair, loss = charges(operator, damaged)
    ok_json(decide(operator, damaged, repair, "charged", amount=33.33))
    answer = ok_json(decide(operator, damaged, loss, "charged", amount=20, taxed=False))
    assert [(row["amount"], row["tax"]) for row in answer["charges"]] == [(33.33, 3.33), (20, 0)]
    assert answer["charged"] == 56.66
    report = ok_json(operator.get("/api/reports/tax", params={"from": "2027-06-01", "to": "2027-06-01"}))
    assert report["bookings"] == 1
    assert report["tax"] == round(damaged["breakdown"]["tax"] + 3.33, 2)
    journal = operator.get("/api/journal.csv").text
    assert journal.count("Damage charges") == 2


def test_customer_sees_and_pays_the_charge(operator: Api, visitor: Api, damaged: dict[str, Any]):
    loss = charges(operator, damaged)[1]
    ok_json(decide(operator, damaged, loss, "charged"))
    link = ok_json(operator.post(f"/api/bookings/{damaged['id']}/customer-link", json={}))["link"]
    page = ok_json(visitor.get(f"/api/public/bookings/{link.rpartition('/')[2]}"))
    assert page["charges"] == [
        {"text": "1 × E (4ft), lost", "detail": "Includes $18.00 sales tax", "amount": "$198.00"}
    ]
    assert (page["total"], page["balanceDue"]) == (damaged["totalPrice"], damaged["totalPrice"] + 198)
    ok_json(
        operator.post(
            f"/api/bookings/{damaged['id']}/payments",
            json={"kind": "cash", "amount": page["balanceDue"], "receivedOn": "2027-06-01"},
        )
    )
    assert [row["id"] for row in ok_json(operator.get("/api/bookings", params={"paid": "paid"}))] == [damaged["id"]]


def test_damage_is_owed_on_a_canceled_booking(operator: Api, damaged: dict[str, Any]):
    ok_json(decide(operator, damaged, charges(operator, damaged)[1], "charged"))
    ok_json(operator.set_status(damaged["id"], "canceled"))
    assert balance(operator, damaged) == 198


@pytest.mark.parametrize(
    "body, field", [({"state": "paid"}, "state"), ({"amount": -1}, "amount"), ({"amount": 1e9}, "amount")]
)
def test_invalid_charge_is_rejected(operator: Api, damaged: dict[str, Any], body: dict[str, Any], field: str):
    refused = decide(operator, damaged, charges(operator, damaged)[0], **({"state": "charged"} | body))
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])
    assert balance(operator, damaged) == damaged["totalPrice"]


def test_charge_without_a_known_price_requires_an_amount(operator: Api):
    operator.add_letters({"Q": 1})
    booking = confirmed(operator, "Q", 1)
    ok_json(record_handover(operator, booking, "out", "Q"))
    ok_json(record_handover(operator, booking, "in", "Q", outcome="missing"))
    (loss,) = charges(operator, booking)
    assert (loss["amount"], loss["basis"]) == (None, None)
    refused = decide(operator, booking, loss, "charged")
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["amount"])
    ok_json(decide(operator, booking, loss, "charged", amount=75))


def book_with_waiver(operator: Api, text: str) -> dict[str, Any]:
    """A booking with a damage waiver, with all of its pieces out."""
    ok_json(operator.patch("/api/payment-policy", json={"damageWaiver": {"percent": 10, "optOut": False}}))
    booking = operator.book(
        message=text, asRequest=False, deliveryDate="2027-06-01", pickupDate="2027-06-01", damageWaiver=True
    )
    ok_json(record_handover(operator, booking, "out", text))
    return booking


def test_damage_waiver_covers_damage_but_not_losses(operator: Api):
    letter = operator.add_letter("E", 2)
    ok_json(operator.patch(f"/api/inventory/{letter['id']}", json={"replacementPrice": 180}))
    booking = book_with_waiver(operator, "EE")
    ok_json(record_handover(operator, booking, "in", "E", outcome="damaged", clientId="damaged"))
    ok_json(record_handover(operator, booking, "in", "E", outcome="missing", clientId="missing"))
    repair, loss = charges(operator, booking)
    assert [(row["kind"], row["state"], row["covered"]) for row in (repair, loss)] == [
        ("repair", "waived", True),
        ("missing", "proposed", False),
    ]
    # The business can still charge for it: a waiver does not cover everything.
    charged = ok_json(decide(operator, booking, repair, "charged"))["charges"][0]
    assert (charged["state"], charged["amount"], charged["covered"]) == ("charged", 180, True)


def report(operator: Api, letter: dict[str, Any], **more: Any) -> Any:
    body = {"count": 1, "firstDay": "2027-06-01", "lastDay": None, "reason": "Bent"} | more
    return operator.post(f"/api/inventory/{letter['id']}/outages", json=body)


def test_damage_found_later_is_proposed_on_its_booking(operator: Api, other_operator: Api):
    letter, other = operator.add_letter("E", 3), operator.add_letter("F", 1)
    ok_json(operator.patch(f"/api/inventory/{letter['id']}", json={"replacementPrice": 180}))
    booking = confirmed(operator, "EE", 1)
    ok_json(operator.complete(booking["id"]))
    ok_json(report(operator, letter, bookingId=booking["id"]))
    ok_json(report(operator, letter, bookingId=booking["id"], kind="missing", count=2))
    assert [(row["kind"], row["count"], row["amount"], row["note"]) for row in charges(operator, booking)] == [
        ("repair", 1, 180, "Bent"),
        ("missing", 2, 360, "Bent"),
    ]
    assert {row["bookingNumber"] for row in ok_json(operator.get("/api/outages"))} == {booking["number"]}
    refused = report(operator, other, bookingId=booking["id"])
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["bookingId"])
    foreign = other_operator.add_letter("E", 1)
    assert report(other_operator, foreign, bookingId=booking["id"]).status_code == 404
    assert ok_json(other_operator.get("/api/outages")) == []


FEE = {"rescheduleFee": {"percent": 10, "freeDaysBefore": 14}}


def moved(operator: Api, booking: dict[str, Any], day: str) -> None:
    ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"deliveryDate": day, "pickupDate": day}))


def test_moving_a_booking_late_proposes_the_agreed_fee(operator: Api, clock: Clock):
    operator.set_rules(timeZone="UTC")
    ok_json(operator.patch("/api/payment-policy", json=FEE))
    operator.add_letter("E", 9)
    early, late = confirmed(operator, "EEE", 20), confirmed(operator, "EE", 10)
    # The booking keeps the terms it was made with.
    ok_json(operator.patch("/api/payment-policy", json={"rescheduleFee": {"amount": 500}}))

    moved(operator, early, "2027-06-25")
    assert charges(operator, early) == [], "19 days before the delivery it is free"
    moved(operator, late, "2027-06-28")
    (fee,) = charges(operator, late)
    assert (fee["state"], fee["kind"], fee["name"], fee["amount"]) == ("proposed", "reschedule", "Rescheduling fee", 5)
    assert (fee["letter"], fee["size"], fee["itemId"]) == (None, None, None)
    assert fee["note"] == "From June 10, 2027 to June 28, 2027"
    assert balance(operator, late) == late["totalPrice"], "nobody has charged it"

    moved(operator, late, "2027-06-29")
    assert [row["id"] for row in charges(operator, late)] == [fee["id"]], "one proposal at most"
    ok_json(decide(operator, late, fee, "charged"))
    assert balance(operator, late) == late["totalPrice"] + 5
    ok_json(decide(operator, late, fee, "proposed"))
    ok_json(decide(operator, late, fee, "charged", amount=3))
    assert balance(operator, late) == late["totalPrice"] + 3


def test_moving_a_request_or_only_the_pickup_proposes_no_fee(operator: Api):
    operator.set_rules(timeZone="UTC")
    ok_json(operator.patch("/api/payment-policy", json={"rescheduleFee": {"amount": 40}}))
    operator.add_letter("E", 9)
    request = operator.book(message="E", asRequest=True, deliveryDate="2027-06-10", pickupDate="2027-06-10")
    moved(operator, request, "2027-06-12")
    longer = confirmed(operator, "EE", 10)
    ok_json(operator.patch(f"/api/bookings/{longer['id']}", json={"pickupDate": "2027-06-11"}))

    assert charges(operator, request) == charges(operator, longer) == []


@pytest.mark.parametrize(
    "fee", [{"percent": 10, "amount": 5}, {"percent": 101}, {"amount": -1}, {"amount": 5, "freeDaysBefore": 366}]
)
def test_invalid_rescheduling_fee_is_rejected_on_its_field(operator: Api, fee: dict[str, int]):
    refused = operator.patch("/api/payment-policy", json={"rescheduleFee": fee})

    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["rescheduleFee"])


def test_customer_sees_the_rescheduling_fee(operator: Api):
    said = ok_json(operator.post("/api/payment-policy/preview", json=FEE))["cancellation"]

    free, cost = "Rescheduling to another delivery day is free until 14 days before", "10% of the total"
    assert said[-1] == f"{free} the delivery. After that, it costs {cost}."


def sales_tax(operator: Api) -> float:
    rows = ok_json(operator.get("/api/trial-balance"))["accounts"]
    return next(row["credit"] - row["debit"] for row in rows if row["account"] == "sales_tax_payable")


@pytest.mark.parametrize("named", [True, False])
def test_refunding_a_charge_takes_its_income_and_tax_back(operator: Api, damaged: dict[str, Any], named: bool):
    before = sales_tax(operator)
    repair = charges(operator, damaged)[0]
    ok_json(decide(operator, damaged, repair, "charged"))
    assert sales_tax(operator) == before + 18
    path = f"/api/bookings/{damaged['id']}/payments"
    whole = damaged["totalPrice"] + 198
    body = {"kind": "cash", "amount": whole, "receivedOn": "2027-06-01"}
    payment = ok_json(operator.post(path, json=body))["entries"][0]["id"]

    refund = {"amount": 198} | ({"chargeId": repair["id"]} if named else {})
    ok_json(operator.post(f"{path}/{payment}/refund", json=refund))

    assert sales_tax(operator) == before
    entries = ok_json(operator.get("/api/ledger", params={"bookingId": damaged["id"]}))["entries"]
    charge = next(entry for entry in entries if entry["kind"] == "charged")
    (reduced,) = [entry for entry in entries if entry["kind"] == "reduced"]
    assert reduced["corrects"] == charge["id"]
    amounts = {line["account"]: line["debit"] for line in reduced["lines"] if line["debit"]}
    assert amounts == {"damage_income": 180, "sales_tax_payable": 18}
    assert balance(operator, damaged) == 0


def test_refund_for_a_charge_is_at_most_what_is_left_of_it(operator: Api, damaged: dict[str, Any]):
    repair, loss = charges(operator, damaged)
    ok_json(decide(operator, damaged, repair, "charged"))
    path = f"/api/bookings/{damaged['id']}/payments"
    body = {"kind": "cash", "amount": damaged["totalPrice"] + 198, "receivedOn": "2027-06-01"}
    payment = ok_json(operator.post(path, json=body))["entries"][0]["id"]
    for amount, charge in ((198.01, repair["id"]), (1, loss["id"])):
        refused = operator.post(f"{path}/{payment}/refund", json={"amount": amount, "chargeId": charge})
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["chargeId"])
