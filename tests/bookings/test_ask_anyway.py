""" "Ask us anyway" requests of visitors, despite unavailable letters or closed days: stored, marked, and without
letters.
"""

from typing import Any

import pytest

from tests.support.api import Api, ok_json

JUNE_1 = "2027-06-01"
DAYS = {"deliveryDate": JUNE_1, "pickupDate": "2027-06-02"}


@pytest.fixture
def scarce(operator: Api) -> Api:
    """A business with one of each letter of LOVE, whose E is booked on June 1."""
    operator.add_letters({"L": 2, "O": 2, "V": 2, "E": 1})
    operator.book(**DAYS, message="E", asRequest=False)
    return operator


def send_ask_anyway(visitor: Api, operator: Api, **fields: Any) -> dict[str, Any]:
    return ok_json(visitor.try_to_book(userId=operator.id, askAnyway=True, **{**DAYS, **fields}))


class TestShortLetters:
    def test_request_is_stored_without_a_hold_and_lists_its_shortages(self, scarce: Api, visitor: Api):
        assert visitor.try_to_book(userId=scarce.id, **DAYS).status_code == 409

        asked = send_ask_anyway(visitor, scarce)
        assert (asked["status"], asked["held"]) == ("pending", False)
        short = {"letter": "E", "size": "4ft", "finish": "standard", "needed": 1, "day": JUNE_1}
        assert asked["shortages"] == [short]
        read = ok_json(scarce.get(f"/api/bookings/{asked['id']}"))
        assert (read["held"], read["shortages"]) == (False, [short | {"free": 0}])
        # L, O and V are still available.
        assert visitor.try_to_book(userId=scarce.id, message="LLOOVV", **DAYS).status_code == 201

    def test_request_stays_pending_even_without_approval_rule(self, scarce: Api, visitor: Api):
        scarce.set_rules(approvalRequired=False)
        assert send_ask_anyway(visitor, scarce)["status"] == "pending"

    def test_available_rental_is_booked_normally(self, scarce: Api, visitor: Api):
        asked = send_ask_anyway(visitor, scarce, message="LOV")
        assert (asked["held"], asked["shortages"]) == (True, [])

    def test_request_for_a_letter_the_business_does_not_own(self, scarce: Api, visitor: Api):
        assert send_ask_anyway(visitor, scarce, message="Ñ")["shortages"][0]["letter"] == "Ñ"

    def test_confirming_checks_the_stock_again(self, scarce: Api, visitor: Api):
        asked = send_ask_anyway(visitor, scarce)["id"]
        refused = scarce.set_status(asked, "confirmed")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
        assert ok_json(scarce.get(f"/api/bookings/{asked}"))["held"] is False

        scarce.add_letter("E", size="2ft")
        (row,) = [row for row in ok_json(scarce.get("/api/inventory")) if (row["letter"], row["size"]) == ("E", "4ft")]
        ok_json(scarce.patch(f"/api/inventory/{row['id']}", json={"quantity": 2}))
        confirmed = ok_json(scarce.set_status(asked, "confirmed"))
        assert (confirmed["held"], confirmed["shortages"]) == (True, [])
        assert visitor.try_to_book(userId=scarce.id, message="E", **DAYS).status_code == 409

    def test_operator_may_overbook_when_confirming(self, scarce: Api, visitor: Api):
        asked = send_ask_anyway(visitor, scarce)["id"]
        confirmed = ok_json(scarce.set_status(asked, "confirmed", overbookReason="Borrowed"))
        assert (confirmed["held"], confirmed["overbookReason"]) == (True, "Borrowed")

    def test_moving_to_available_days_holds_its_letters(self, scarce: Api, visitor: Api):
        asked = send_ask_anyway(visitor, scarce)["id"]
        moved = {"deliveryDate": "2027-06-10", "pickupDate": "2027-06-11"}
        edited = ok_json(scarce.patch(f"/api/bookings/{asked}", json=moved))
        assert (edited["held"], edited["shortages"]) == (True, [])

    def test_moving_to_unavailable_days_keeps_it_without_a_hold(self, scarce: Api, visitor: Api):
        asked = send_ask_anyway(visitor, scarce)["id"]
        edited = ok_json(scarce.patch(f"/api/bookings/{asked}", json={"message": "LOVEE"}))
        assert (edited["held"], edited["shortages"][0]["needed"]) == (False, 2)

    def test_request_can_be_declined(self, scarce: Api, visitor: Api):
        assert ok_json(scarce.set_status(send_ask_anyway(visitor, scarce)["id"], "canceled"))["held"] is False

    def test_repeated_request_is_stored_once(self, scarce: Api, visitor: Api):
        first = ok_json(visitor.try_to_book(userId=scarce.id, askAnyway=True, key="a-form-of-hers", **DAYS))
        again = ok_json(visitor.try_to_book(userId=scarce.id, askAnyway=True, key="a-form-of-hers", **DAYS))
        assert (again["id"], again["held"]) == (first["id"], False)

    def test_request_counts_as_missed_until_confirmed(self, scarce: Api, visitor: Api):
        key = "a-form-of-hers"
        assert visitor.try_to_book(userId=scarce.id, key=key, **DAYS).status_code == 409
        asked = ok_json(visitor.try_to_book(userId=scarce.id, askAnyway=True, key=key, **DAYS))["id"]
        report = "/api/reports/missed-letters"
        assert ok_json(scarce.get(report, params={"from": "2026-01-01"}))["wishes"] == 1
        ok_json(scarce.set_status(asked, "confirmed", overbookReason="Borrowed"))
        assert ok_json(scarce.get(report, params={"from": "2026-01-01"}))["wishes"] == 0


class TestClosedDays:
    @pytest.mark.parametrize(
        "rules, reason",
        [
            ({"closedWeekdays": [1]}, "closed"),
            ({"maxDeliveriesPerDay": 1}, "full"),
            ({"minimumNoticeHours": 8000}, "notice"),
        ],
    )
    def test_request_for_a_closed_day_is_stored(self, rules: dict[str, Any], reason: str, operator: Api, visitor: Api):
        operator.book(**DAYS, asRequest=False)
        operator.set_rules(**rules)
        assert visitor.try_to_book(userId=operator.id, **DAYS).json()["code"] == "closed_day"
        asked = send_ask_anyway(visitor, operator)
        assert (asked["status"], asked["held"], asked["shortages"]) == ("pending", False, [])
        assert asked["closed"] == {"day": JUNE_1, "reason": reason}
        assert ok_json(operator.set_status(asked["id"], "confirmed"))["held"] is True

    def test_request_does_not_count_towards_a_full_day(self, operator: Api, visitor: Api):
        operator.set_rules(maxDeliveriesPerDay=1, closedWeekdays=[1])
        send_ask_anyway(visitor, operator)
        operator.set_rules(closedWeekdays=[])
        assert visitor.try_to_book(userId=operator.id, **DAYS).status_code == 201

    def test_request_for_a_past_day_is_rejected(self, operator: Api, visitor: Api):
        past = {"deliveryDate": "2020-01-01", "pickupDate": "2020-01-02"}
        answer = visitor.try_to_book(userId=operator.id, askAnyway=True, **past)
        assert answer.status_code == 422


def test_letters_not_owned_are_reported_without_dates(scarce: Api, visitor: Api):
    found = visitor.estimate(userId=scarce.id, message="LOVÉ", deliveryDate=None, pickupDate=None)
    assert [row["letter"] for row in found["shortages"]] == ["É"]
    assert found["available"] is False


def test_operators_own_booking_ignores_ask_anyway(scarce: Api):
    assert scarce.try_to_book(askAnyway=True, **DAYS).status_code == 409
