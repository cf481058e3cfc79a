"""The main journey over the API: a word becomes a booking, and a second customer for its letters is rejected."""

from tests.support.api import Api

HAPPY = {"H": 2, "A": 2, "P": 2, "Y": 1, "3": 1, "0": 1, "T": 1}


def test_message_becomes_a_booking_and_no_letter_is_booked_twice(operator: Api, visitor: Api):
    operator.add_letters(HAPPY)
    operator.add_letters({"H": 2, "A": 2, "P": 2, "Y": 1, "3": 1, "0": 1, "T": 1}, size="2ft")
    venue = operator.add_venue(difficulty="moderate", isVerified=False)
    wish = {
        "userId": operator.key,
        "message": "Happy 30th",
        "venueId": venue["id"],
        "deliveryDate": "2027-06-04",
        "pickupDate": "2027-06-06",
    }

    seen = visitor.post("/api/estimate", json=wish).json()
    assert seen["letters"] == list("HAPPY30TH")
    assert (seen["breakdown"], seen["available"]) == (None, None), "the size is not chosen yet"

    seen = visitor.estimate(**wish)
    assert seen["breakdown"] == {
        "basePrice": 450,
        "surcharge": 25,
        "deposit": 50,
        "addons": 0,
        "colorCost": 0,
        "total": 475,
        "letterCount": 9,
        "pricePerLetter": 25,
        "days": 2,
    }
    assert "free" not in seen

    placed = visitor.book(**wish, totalPrice=475)
    assert placed["status"] == "pending"
    assert placed["deliveryDate"] == "2027-06-04T08:00:00-04:00"

    listed = operator.get("/api/bookings?status=pending").json()
    assert [row["id"] for row in listed] == [placed["id"]]
    confirmed = operator.set_status(placed["id"], "confirmed")
    assert confirmed.status_code == 200
    assert [entry["kind"] for entry in confirmed.json()["history"]] == ["created", "status"]

    refused = visitor.try_to_book(
        **{**wish, "message": "YAY", "deliveryDate": "2027-06-06", "pickupDate": "2027-06-07"}
    )
    assert refused.status_code == 409
    answer = refused.json()
    assert answer["code"] == "not_enough_letters"
    assert {"letter": "Y", "size": "4ft", "finish": "standard", "needed": 2, "day": "2027-06-06"} in answer["shortages"]
    assert "Y" in answer["message"]

    refused = visitor.try_to_book(**{**wish, "message": "HAT"})
    ways = refused.json()["alternatives"]
    assert [way["kind"] for way in ways] == ["size", "dates", "dates"]
    for way in ways:
        taken = {**wish, "message": "HAT", "size": way["size"]}
        again = visitor.estimate(**{**taken, "deliveryDate": way["deliveryDate"], "pickupDate": way["pickupDate"]})
        assert again["available"] is True
        assert again["breakdown"]["total"] == way["total"]


def test_unavailable_message_is_offered_in_the_other_size_and_on_other_days(operator: Api, visitor: Api):
    operator.add_letters({"A": 1})
    operator.add_letters({"A": 2}, size="2ft")
    operator.book(message="A", size="2ft", deliveryDate="2027-06-04", pickupDate="2027-06-06")
    wish = {"userId": operator.key, "message": "AA", "deliveryDate": "2027-06-05", "pickupDate": "2027-06-05"}

    ways = visitor.estimate(**wish)["alternatives"]

    assert [(way["kind"], way["size"], way["deliveryDate"]) for way in ways] == [
        ("size", "2ft", "2027-06-07"),
        ("size", "2ft", "2027-06-03"),
        ("size", "2ft", "2027-06-08"),
    ]


def test_form_suggests_only_messages_possible_with_the_stock(operator: Api, visitor: Api):
    def suggested() -> dict[str, list[str]]:
        return visitor.get(f"/api/booking-form?userId={operator.key}").json()["suggestions"]

    assert suggested()["4ft"] == ["LOVE", "MR & MRS", "HAPPY BIRTHDAY", "BABY", "CONGRATS"], "nothing is checked yet"

    operator.add_letters({"B": 2, "A": 1, "Y": 1, "O": 1, "X": 1})
    assert suggested() == {"2ft": [], "4ft": ["BABY", "XO"]}
    operator.book(message="ELENA & MARC", overbookReason="borrowed", deliveryDate="2027-06-01", pickupDate="2027-06-01")
    assert suggested() == {"2ft": [], "4ft": ["BABY", "XO"]}, "what customers book is theirs"


def test_lowering_a_quantity_lists_the_bookings_that_would_be_short(operator: Api):
    operator.add_letters({"L": 3, "O": 3})
    operator.book(message="L", deliveryDate="2027-06-01", pickupDate="2027-06-01")
    first = operator.book(message="LOL", deliveryDate="2027-06-10", pickupDate="2027-06-12")
    second = operator.book(message="L", deliveryDate="2027-06-12", pickupDate="2027-06-14")
    item = next(row for row in operator.get("/api/inventory").json() if row["letter"] == "L")

    refused = operator.patch(f"/api/inventory/{item['id']}", json={"quantity": 2})

    assert refused.status_code == 409
    assert refused.json()["message"] == "3 × L are taken on June 12, 2027, 1 more than the 2 you would own."
    assert [row["id"] for row in refused.json()["bookings"]] == [first["id"], second["id"]]
