"""The words that a business gives its mails (N5)."""

from typing import Any

from tests.messages.conftest import Letterbox
from tests.support.api import Api, made

CONFIRMED = "/api/message-settings/confirmed"


def words(operator: Api) -> dict[str, Any]:
    """What stands for the mail that confirms a booking."""
    messages = made(operator.get("/api/message-settings"))["messages"]
    (found,) = [row for row in messages if row["kind"] == "confirmed"]
    return found


def test_own_words_are_used_until_they_are_taken_back(operator: Api, other_operator: Api, letterbox: Letterbox):
    own = {"subject": "Yes, {customer}: {message}", "greeting": "Dear <b>{customer}</b>,", "signOff": "{company}\nxoxo"}
    made(operator.patch(CONFIRMED, json=own))
    assert (words(operator)["texts"], words(operator)["changed"]) == (own, True)
    assert words(other_operator)["changed"] is False
    letterbox.come()

    # What is filled in is never read again.
    made(operator.set_status(operator.book(customerName="{company}")["id"], "confirmed"))
    (mail,) = letterbox.come()
    assert mail.subject == "Yes, {company}: LOVE"
    assert "Dear <b>{company}</b>," in mail.text
    assert "Dear &lt;b&gt;{company}&lt;/b&gt;," in mail.html

    made(operator.patch(CONFIRMED, json=dict.fromkeys(own)))
    assert words(operator)["changed"] is False
    made(operator.set_status(operator.book()["id"], "confirmed"))
    assert letterbox.subjects() == ["Booked: LOVE on Tuesday, June 1, 2027"]


REFUSED: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"subject": "For {nobody} and {total}"}, {"subject": "{nobody}"}),
    ({"greeting": "{ customer }", "signOff": "{number}"}, {"greeting": "{ customer }", "signOff": "{number}"}),
    ({"subject": " "}, {"subject": "required"}),
    ({"subject": "Hi\r\nBcc: everybody@example.com"}, {"subject": ""}),
    ({"subject": "x" * 151}, {"subject": "150"}),
    ({"signOff": "x" * 1001}, {"signOff": "1000"}),
    ({"greeting": 5}, {"greeting": ""}),
]


def test_what_cannot_be_sent_is_named_and_neither_saved_nor_sent(operator: Api, letterbox: Letterbox):
    letterbox.come()
    for body, named in REFUSED:
        for refused in (operator.patch(CONFIRMED, json=body), operator.post(f"{CONFIRMED}/preview", json=body)):
            assert refused.status_code == 422, body
            fields = refused.json()["fields"]
            assert set(fields) == set(named)
            assert all(part in fields[field] for field, part in named.items()), fields
    assert words(operator)["changed"] is False

    made(operator.set_status(operator.book()["id"], "confirmed"))
    assert letterbox.subjects() == ["Booked: LOVE on Tuesday, June 1, 2027"]


def test_a_template_of_ten_megabytes_is_turned_away_and_ours_cannot_be_rewritten(operator: Api):
    assert operator.patch(CONFIRMED, json={"signOff": "x" * 10_000_000}).status_code == 413
    assert words(operator)["changed"] is False
    assert operator.patch("/api/message-settings/run-sheet", json={"subject": "Mine"}).status_code == 409
    # Mails about accounts are the installation's.
    for unknown in ("nothing", "password-reset"):
        assert operator.patch(f"/api/message-settings/{unknown}", json={"subject": "Mine"}).status_code == 404


def test_a_preview_shows_every_message_and_saves_nothing(operator: Api):
    for row in made(operator.get("/api/message-settings"))["messages"]:
        shown = made(operator.post(f"/api/message-settings/{row['kind']}/preview", json={}))
        assert shown["subject"], row["kind"]
        assert "{" not in shown["text"], f"{row['kind']} is filled in"
        assert "<script" not in shown["html"]
    shown = made(operator.post(f"{CONFIRMED}/preview", json={"greeting": "Ahoy {customer}!"}))
    assert "Ahoy Ada Lovelace!" in shown["text"]
    assert words(operator)["changed"] is False


def test_days_and_hours_have_bounds(operator: Api):
    for body in ({"reminderDays": 31}, {"reminderDays": -1}, {"runSheetHour": 24}, {"runSheetHour": "x"}):
        refused = operator.patch("/api/message-settings", json=body)
        assert (refused.status_code, list(refused.json()["fields"])) == (422, list(body))
