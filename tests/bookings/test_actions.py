"""Bulk actions, duplicating a booking, and operators' own bookings (B1, B4)."""

from typing import Any

from tests.support.api import Api, ok_json


class TestOperatorsOwnBooking:
    def test_operators_booking_is_confirmed_and_holds_its_letters(self, operator: Api, visitor: Api):
        operator.add_letters({"A": 1})

        booking = operator.book(message="A", asRequest=None)

        assert (booking["status"], booking["holdExpiresAt"]) == ("confirmed", None)
        assert operator.get(f"/api/bookings/{booking['id']}").json()["history"][0]["kind"] == "created"

    def test_operators_booking_can_be_created_as_pending(self, operator: Api):
        booking = operator.book(asRequest=True)
        assert (booking["status"], booking["holdExpiresAt"] is not None) == ("pending", True)

    def test_operators_booking_is_confirmed_at_a_venue_or_an_address(self, operator: Api):
        listed = operator.book(venueId=operator.add_venue()["id"], asRequest=False)
        typed = operator.book(venueName="Barn", venueAddress="1 Lane", asRequest=False)
        assert [row["status"] for row in (listed, typed)] == ["confirmed", "confirmed"]
        assert ok_json(operator.get("/api/quotes?limit=10"))["items"] == []

    def test_operators_booking_requires_an_email_address_or_phone_number(self, operator: Api, visitor: Api):
        called = operator.book(customerEmail=None, customerPhone="512 555 0100")
        assert (called["customerEmail"], called["possibleDuplicate"]) == (None, False)
        assert operator.book(customerEmail="", customerPhone="512 555 0199")["possibleDuplicate"] is False
        assert ok_json(operator.set_status(called["id"], "canceled"))["customerEmail"] is None

        nobody = operator.try_to_book(customerEmail=None, customerPhone=None)
        assert nobody.json()["fields"] == {"customerEmail": "Enter an email address or a phone number"}
        for caller in (visitor, operator):
            public = caller.try_to_book(userId=operator.id if caller is visitor else 999_999, customerEmail=None)
            assert (public.status_code, list(public.json()["fields"])) == (422, ["customerEmail"])

    def test_edit_must_keep_an_email_address_or_phone_number(self, operator: Api):
        booking = operator.book(customerPhone="512 555 0100")["id"]

        edited = ok_json(operator.patch(f"/api/bookings/{booking}", json={"customerEmail": None}))
        assert edited["customerEmail"] is None
        assert edited["history"][-1]["changes"]["customerEmail"][1] is None
        refused = operator.patch(f"/api/bookings/{booking}", json={"customerPhone": None})
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["customerEmail"])

    def test_visitors_booking_is_not_confirmed(self, operator: Api, visitor: Api):
        assert visitor.book(userId=operator.id, asRequest=False)["status"] == "pending"


class TestDuplicating:
    def duplicate(self, caller: Api, booking: int, **fields: Any) -> Any:
        body = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-02", **fields}
        return caller.post(f"/api/bookings/{booking}/duplicate", json=body)

    def test_duplicate_books_the_same_rental_on_other_dates(self, operator: Api):
        venue = operator.add_venue(difficulty="moderate")
        source = operator.book(
            venueId=venue["id"], addOns={"lighting": True}, eventType="wedding", notes="Ramp", operatorNotes="VIP"
        )
        ok_json(operator.set_status(source["id"], "canceled"))

        answer = self.duplicate(operator, source["id"])

        again = answer.json()
        assert (answer.status_code, again["status"], again["source"]) == (201, "confirmed", "operator")
        assert again["id"] != source["id"]
        assert again["deliveryDate"].startswith("2027-07-01")
        same = ("message", "size", "venueId", "addOns", "eventType", "notes", "operatorNotes", "customerEmail")
        assert {name: again[name] for name in same} == {name: source[name] for name in same}

    def test_duplicating_a_booking_fails_if_letters_are_unavailable(self, operator: Api):
        operator.add_letters({"A": 1})
        source = operator.book(message="A")
        operator.book(message="A", deliveryDate="2027-07-02", pickupDate="2027-07-03")

        refused = self.duplicate(operator, source["id"])

        assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
        over = ok_json(self.duplicate(operator, source["id"], overbookReason="Lent by Jo"))
        assert over["overbookReason"] == "Lent by Jo"

    def test_duplicate_keeps_the_location_of_a_deleted_venue(self, operator: Api):
        venue = operator.add_venue(name="Barn")
        source = operator.book(venueId=venue["id"])
        ok_json(operator.set_status(source["id"], "canceled"))
        assert operator.delete(f"/api/venues/{venue['id']}").is_success

        again = ok_json(self.duplicate(operator, source["id"]))

        assert (again["venueId"], again["venueName"]) == (None, "Barn")

    def test_duplicate_for_another_customer_has_their_details_and_no_notes(self, operator: Api):
        operator.set_prices(salesTaxPercent=10)
        exempt = {"customers": [{"email": "ada@school.org", "certificate": "EX-7"}]}
        ok_json(operator.put("/api/tax-exemptions", json=exempt))
        source = operator.book(customerEmail="ada@school.org", notes="Ramp", operatorNotes="VIP", customerPhone="1 555")
        assert source["taxExempt"]

        again = ok_json(
            self.duplicate(operator, source["id"], customerName="Grace Hopper", customerEmail="grace@navy.example")
        )

        assert (again["customerName"], again["customerEmail"]) == ("Grace Hopper", "grace@navy.example")
        assert (again["customerPhone"], again["notes"], again["operatorNotes"]) == (None, None, None)
        assert again["breakdown"]["tax"] == round(again["totalPrice"] / 11, 2) > 0, "the exemption was Ada's"
        back = ok_json(self.duplicate(operator, again["id"], customerName="Ada", customerEmail="ada@school.org"))
        assert back["totalPrice"] == round(again["totalPrice"] / 1.1, 2)

    def test_duplicate_for_another_customer_needs_a_name_and_a_way_to_reach_them(self, operator: Api):
        source = operator.book()["id"]
        for fields, refused in (
            ({"customerName": "Grace"}, "customerEmail"),
            ({"customerPhone": "512 555 0100"}, "customerName"),
            ({"customerName": "Grace", "customerEmail": "grace"}, "customerEmail"),
        ):
            answer = self.duplicate(operator, source, **fields)
            assert (answer.status_code, list(answer.json()["fields"])) == (422, [refused])
        assert len(ok_json(operator.get("/api/bookings"))) == 1

    def test_duplicate_reports_invalid_dates(self, operator: Api, other_operator: Api):
        source = operator.book()["id"]
        late = self.duplicate(operator, source, pickupDate="2027-06-30")
        assert (late.status_code, list(late.json()["fields"])) == (422, ["pickupDate"])
        none = operator.post(f"/api/bookings/{source}/duplicate", json={})
        assert (none.status_code, set(none.json()["fields"])) == (422, {"deliveryDate", "pickupDate"})
        assert self.duplicate(other_operator, source).status_code == 404


class TestSeveralAtOnce:
    def bulk(self, caller: Api, action: str, ids: list[int], **fields: Any) -> list[tuple[int, str | None, str | None]]:
        answer = ok_json(caller.post("/api/bookings/bulk", json={"action": action, "ids": ids, **fields}))
        return [(row["id"], row["status"], row["code"]) for row in answer["outcomes"]]

    def test_bulk_action_changes_each_booking_that_allows_it(self, operator: Api, other_operator: Api):
        pending, confirmed, canceled = (operator.book()["id"] for _ in range(3))
        ok_json(operator.set_status(confirmed, "confirmed"))
        ok_json(operator.set_status(canceled, "canceled"))
        foreign = other_operator.book()["id"]

        assert self.bulk(operator, "confirm", [pending, confirmed, canceled, foreign, pending]) == [
            (pending, "confirmed", None),
            (confirmed, "confirmed", None),
            (canceled, "canceled", "invalid_transition"),
            (foreign, None, "not_found"),
        ]
        assert self.bulk(operator, "complete", [pending, confirmed])[0] == (pending, "confirmed", "too_early")
        assert self.bulk(operator, "complete", [pending], early=True) == [(pending, "completed", None)]

    def test_bulk_confirm_gives_the_last_letter_to_the_first_booking(self, operator: Api, visitor: Api, clock: Any):
        operator.add_letters({"A": 1})
        first = visitor.book(userId=operator.id, message="A")["id"]
        clock.pass_by(days=8)
        second = visitor.book(userId=operator.id, message="A")["id"]
        clock.pass_by(days=8)

        assert self.bulk(operator, "confirm", [first, second]) == [
            (first, "confirmed", None),
            (second, "pending", "not_enough_letters"),
        ]

    def test_bulk_cancellation_with_a_reason_can_be_undone(self, operator: Api):
        pending, confirmed = operator.book()["id"], operator.book(asRequest=False)["id"]

        self.bulk(operator, "cancel", [pending, confirmed], reason="Flood")
        history = operator.get(f"/api/bookings/{pending}").json()["history"]
        assert history[-1]["changes"] == {"reason": [None, "Flood"]}

        assert self.bulk(operator, "reopen", [pending, confirmed]) == [
            (pending, "pending", None),
            (confirmed, "confirmed", None),
        ]
