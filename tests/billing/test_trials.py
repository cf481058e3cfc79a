"""Reminders about the end of a trial without a card: recipients, timing, and no duplicates."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages.emails import trial_ending
from marqueedesk.messages.message import write
from marqueedesk.messages.samples import sample_trial
from marqueedesk.messages.text_renderer import text_of
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.paying import notification_titles, sent_emails
from tests.support.standin import DAY, StandIn

MakePlan = Callable[..., dict[str, Any]]
CANCEL = "/api/subscription/cancel"
BEGUN = datetime(2026, 11, 22, 2, 30, tzinfo=UTC)
"""The evening of the 21st in New York, the time zone of these businesses."""
HEAD = Letterhead("Bright Nights", "1 Main St", "a@example.com", "555 0100", None, None, "USD", "America/New_York")


def mails(app: FastAPI, who: Api) -> list[str]:
    return sent_emails(app, who, trial_ending.MESSAGE.kind)


def test_trial_without_card_sends_one_reminder_three_days_before_end(
    owner: Api,
    plan: MakePlan,
    provider: StandIn,
    deliver: Deliverer,
    with_keys: FastAPI,
    caller_of: Callable[..., Api],
    present: time_machine.Traveller,
):
    present.move_to(BEGUN)
    trial = plan(trialDays=14)
    payer, moved = (caller_of(with_keys).register() for _ in range(2))
    for who in (owner, payer, moved):
        ok_json(who.subscribe(trial))
    provider.give_card(ok_json(payer.post("/api/subscription/card"))["clientSecret"])
    ok_json(payer.post("/api/subscription/card/use"))
    deliver.taken()

    # Stripe extends one of the trials by five days.
    theirs = provider.objects("subscription")[-1]
    theirs["trial_end"] += 5 * DAY
    theirs["items"]["data"][0]["current_period_end"] += 5 * DAY
    provider.app.state.world.emit("customer.subscription.updated", theirs)
    deliver(deliver.taken() * 2)

    present.move_to(BEGUN + timedelta(days=10, hours=23))
    assert mails(with_keys, owner) == []
    present.move_to(BEGUN + timedelta(days=11, minutes=1))
    (mail,) = mails(with_keys, owner)
    for words in ("December 5, 2026, 9:30 PM (EST)", "$29.00 each month", "past due", "'Add Card'", "'/subscription'"):
        assert words in mail
    (told,) = ok_json(owner.get("/api/notifications"))["items"]
    assert (told["title"], told["about"]) == ("Your trial ends on December 5, 2026", "plan")
    assert "Add one" in told["text"]
    assert [notification_titles(who) for who in (payer, moved)] == [[], []]

    # Recording the trial again does not send another reminder.
    for cancel in (True, False):
        ok_json(owner.post(CANCEL, json={"cancelAtPeriodEnd": cancel}))
    deliver(deliver.taken() * 2)
    present.move_to(BEGUN + timedelta(days=16, minutes=1))
    (later,) = mails(with_keys, moved)
    assert "December 10, 2026" in later
    assert [len(mails(with_keys, who)) for who in (owner, payer)] == [1, 0]
    assert [len(notification_titles(who)) for who in (owner, payer, moved)] == [1, 0, 1]


def test_late_trial_reminder_is_sent_unless_trial_is_over_or_canceled(
    app: FastAPI, operator: Api, new_caller: Callable[[], Api], keyless_plan: MakePlan, present: time_machine.Traveller
):
    over, returner, brief, briefest = (new_caller().register() for _ in range(4))
    for who, days in ((operator, 14), (returner, 14), (over, 10), (brief, 2), (briefest, 1)):
        ok_json(who.subscribe(keyless_plan(trialDays=days)))
    ok_json(returner.post(CANCEL, json={"cancelAtPeriodEnd": True}))
    assert len(mails(app, brief)) == 1, "a trial shorter than three days gets its reminder immediately"
    assert notification_titles(briefest) == []

    # The worker was down until the night before the end.
    present.shift(timedelta(days=13, hours=12))
    (mail,) = mails(app, operator)

    assert "We can't take a card for this trial" in mail
    assert "Add Card" not in mail
    assert [len(notification_titles(who)) for who in (operator, returner, over, brief, briefest)] == [1, 0, 0, 1, 0]
    ok_json(returner.post(CANCEL, json={"cancelAtPeriodEnd": False}))
    assert [len(mails(app, who)) for who in (operator, returner, over, brief, briefest)] == [1, 1, 0, 1, 0]
    assert len(notification_titles(returner)) == 1


@pytest.mark.parametrize(
    "interval, words", [("monthly", "each month"), ("quarterly", "every three months"), ("annual", "each year")]
)
def test_trial_reminder_shows_price_and_interval(interval: str, words: str):
    facts = replace(sample_trial(HEAD), interval=interval)

    written = write(trial_ending.MESSAGE, facts, None, "MarqueeDesk")

    assert written["subject"] == "Your trial ends on May 23, 2027"
    words_of_it = text_of(written, lambda _: None)
    assert f"Price: $29.00 {words}\n" in words_of_it
    assert f"$29.00 is charged when the trial ends, and {words} from then on." in words_of_it
