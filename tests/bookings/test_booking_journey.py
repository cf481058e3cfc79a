"""The journey of the product over its API: a word becomes a booking, and who needs its letters then is refused."""

from tests.support.api import Api

HAPPY = {"H": 2, "A": 2, "P": 2, "Y": 1, "3": 1, "0": 1, "T": 1}


def test_a_word_becomes_a_booking_and_no_letter_is_promised_twice(operator: Api, visitor: Api):
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
    assert {"letter": "Y", "needed": 2, "day": "2027-06-06"} in answer["shortages"]
    assert "Y" in answer["message"]

    refused = visitor.try_to_book(**{**wish, "message": "HAT"})
    ways = refused.json()["alternatives"]
    assert [way["kind"] for way in ways] == ["size", "dates", "dates"]
    for way in ways:
        taken = {**wish, "message": "HAT", "size": way["size"]}
        again = visitor.estimate(**{**taken, "deliveryDate": way["deliveryDate"], "pickupDate": way["pickupDate"]})
        assert again["available"] is True
        assert again["breakdown"]["total"] == way["total"]
