"""Follow-up of open quotes: when, how often, and what ends it (Q13)."""

import re

import pytest
from fastapi import FastAPI

from marqueedesk.conversations import service
from marqueedesk.conversations.models import ConversationEntry
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

_STOP = re.compile(r"/api/public/follow-ups/([a-z2-7]{39})/unsubscribe")
HEADING = "Your quote is still open"


class QuoteWorld:
    """A business that follows up on quotes after three days, and the emails."""

    def __init__(self, app: FastAPI, business: Api, visitor: Api, clock: Clock) -> None:
        self.business, self.visitor, self.clock = business, visitor, clock
        business.add_letters("LOVE", quantity=50)
        business.set_rules(quoteFollowUpDays=3)
        self._mailers = [RecordingMailer(), RecordingMailer()]
        self._workers = [Worker(app.state.database, app.state.settings, mailer=mailer) for mailer in self._mailers]
        for worker in self._workers:
            worker.begin()

    def mails(self) -> list[Mail]:
        """Follow-ups since the last call, sent by two workers."""
        for worker in self._workers:
            worker.all_due()
        sent: list[Mail] = []
        for mailer in self._mailers:
            sent += mailer.sent
            mailer.sent = []
        return [mail for mail in sent if HEADING in mail.text]

    def days(self, count: int) -> list[list[Mail]]:
        """Follow-ups of each of the next days, with the workers running every six hours."""
        return [[mail for _ in range(4) for mail in self._six_hours()] for _ in range(count)]

    def _six_hours(self) -> list[Mail]:
        self.clock.pass_by(hours=6)
        return self.mails()


@pytest.fixture
def world(app: FastAPI, operator: Api, visitor: Api, clock: Clock) -> QuoteWorld:
    return QuoteWorld(app, operator, visitor, clock)


def receive_text(database: Database, operator_id: int, customer_id: int) -> None:
    """Add a text from a customer to their conversation."""
    with database.write() as db:
        set_operator(db, operator_id)
        row = ConversationEntry(
            customer_id=customer_id, kind="text", direction="in", text="Give me a week.", at=clock.now()
        )
        service.add_entry(db, row, is_unread=True)


def counts(days: list[list[Mail]]) -> list[int]:
    return [len(mails) for mails in days]


def test_open_quote_is_followed_up_twice(world: QuoteWorld):
    world.business.sent_quote()
    world.mails()

    days = world.days(9)

    assert counts(days) == [0, 0, 1, 0, 0, 1, 0, 0, 0]
    (first,) = days[2]
    assert first.to == "ada@example.com"
    assert first.one_click
    assert "/q/" in first.text


def test_follow_ups_are_off_by_default(world: QuoteWorld):
    assert world.business.set_rules(quoteFollowUpDays=None)["quoteFollowUpDays"] is None
    world.business.sent_quote()

    assert counts(world.days(4)) == [0, 0, 0, 0]


@pytest.mark.parametrize("answer", ["accept", "decline", "question", "withdraw", "edit", "expire"])
def test_answer_ends_follow_ups(world: QuoteWorld, answer: str, visitor: Api):
    if answer == "expire":
        ok_json(world.business.patch("/api/business-details", json={"quoteDays": 2}))
    quote = world.business.quote()
    sent = world.business.send_quote(quote["id"])
    path = f"/api/public/quotes/{sent['link'].rpartition('/')[2]}"
    match answer:
        case "accept":
            ok_json(visitor.accept(path.rpartition("/")[2]))
        case "decline":
            ok_json(visitor.post(f"{path}/decline", json={"reason": "Too dear"}))
        case "question":
            ok_json(visitor.post(f"{path}/question", json={"text": "Do you have pink ones?"}))
        case "withdraw":
            ok_json(world.business.post(f"/api/quotes/{quote['id']}/withdraw"))
        case "edit":
            ok_json(world.business.patch(f"/api/quotes/{quote['id']}", json={"notes": "By the pond"}))
        case _:
            pass
    world.mails()

    assert counts(world.days(7)) == [0] * 7


def test_answer_after_the_first_follow_up_prevents_the_second(world: QuoteWorld, visitor: Api):
    token = world.business.sent_quote()["token"]
    world.mails()
    assert counts(world.days(4)) == [0, 0, 1, 0]

    ok_json(visitor.post(f"/api/public/quotes/{token}/question", json={"text": "Is Friday possible?"}))

    assert counts(world.days(4)) == [0] * 4


@pytest.mark.parametrize("reply", ["text", "call"])
def test_text_or_call_of_the_customer_ends_follow_ups(world: QuoteWorld, app: FastAPI, reply: str):
    quote = world.business.sent_quote(customerPhone="+1 914 555 0100")
    world.business.sent_quote(customerName="Ben", customerEmail="ben@example.com")
    customer_id = ok_json(world.business.get(f"/api/quotes/{quote['id']}"))["customerId"]
    world.clock.pass_by(minutes=5)
    if reply == "call":
        call = {"by": "call", "text": "They are still deciding."}
        ok_json(world.business.post(f"/api/conversations/{customer_id}", json=call))
    else:
        receive_text(app.state.database, world.business.id, customer_id)
    world.mails()

    (mail,) = world.days(3)[2]
    assert mail.to == "ben@example.com"


def test_text_before_the_quote_was_sent_is_no_answer(world: QuoteWorld, app: FastAPI):
    quote = world.business.quote()
    customer_id = ok_json(world.business.get(f"/api/quotes/{quote['id']}"))["customerId"]
    receive_text(app.state.database, world.business.id, customer_id)
    world.clock.pass_by(minutes=5)
    world.business.send_quote(quote["id"])
    world.mails()

    assert counts(world.days(3)) == [0, 0, 1]


def test_quote_that_is_edited_and_sent_again_starts_anew(world: QuoteWorld, visitor: Api):
    quote = world.business.sent_quote()
    ok_json(visitor.post(f"/api/public/quotes/{quote['token']}/question", json={"text": "Is Friday possible?"}))
    world.mails()
    assert counts(world.days(2)) == [0, 0]
    world.business.login(world.business.user["email"])
    ok_json(world.business.patch(f"/api/quotes/{quote['id']}", json={"notes": "By the pond"}))
    world.business.send_quote(quote["id"])
    world.mails()

    assert counts(world.days(7)) == [0, 0, 1, 0, 0, 1, 0]


def test_older_quotes_are_not_followed_up_once_switched_on(world: QuoteWorld):
    world.business.set_rules(quoteFollowUpDays=None)
    world.business.sent_quote()
    world.days(10)
    world.business.login(world.business.user["email"])

    world.business.set_rules(quoteFollowUpDays=3)

    assert counts(world.days(4)) == [0] * 4


def test_stop_link_ends_follow_ups(world: QuoteWorld, visitor: Api):
    world.business.sent_quote()
    world.mails()
    (first,) = world.days(3)[2]
    match = _STOP.search(first.text)
    assert match is not None

    assert visitor.post(f"/api/public/follow-ups/{match[1]}/unsubscribe").status_code == 204

    assert counts(world.days(4)) == [0] * 4


def test_quote_without_an_email_address_is_not_followed_up(world: QuoteWorld):
    world.business.sent_quote(customerEmail=None, customerPhone="+1 914 555 0100")

    assert counts(world.days(7)) == [0] * 7


def test_follow_up_days_must_be_between_1_and_30(world: QuoteWorld):
    for days in (0, 31):
        refused = world.business.patch("/api/booking-rules", json={"quoteFollowUpDays": days})
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["quoteFollowUpDays"])
