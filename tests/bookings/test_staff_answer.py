"""What staff see of a booking: the fields of their own answer, and no other."""

from marqueedesk.bookings.answers import for_staff


def test_a_field_that_the_staff_answer_lacks_is_hidden():
    line = {"kind": "letters", "text": "LOVE", "price": 100}
    edited = {"kind": "edited", "changes": {"message": ["A", "B"], "totalPrice": [1, 2], "margin": [1, 2]}}
    answer = {"id": 7, "margin": 12, "discountCode": "june", "totalPrice": 3, "lines": [line], "history": [edited]}

    assert for_staff(answer) == {
        "id": 7,
        "lines": [{"kind": "letters", "text": "LOVE"}],
        "history": [{"kind": "edited", "changes": {"message": ["A", "B"]}}],
    }
