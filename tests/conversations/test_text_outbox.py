"""Sending: each text once, whatever the provider does (T2)."""

import os
import random
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import time_machine

from marqueedesk.sms.gateway import RecordingGateway, TextMaybeSent, TextNotSent, TextRefused
from tests.conversations.conftest import Phones
from tests.conversations.test_conversations import entries, say
from tests.support.api import Api

_FEW, _ALL = 12, 500
SEEDS = range(_ALL if os.environ.get("MARQUEEDESK_TEST_SEEDS") == "all" else _FEW)


@pytest.mark.parametrize("keeps", [True, False])
def test_text_without_an_answer_is_looked_up_before_it_is_repeated(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller, keeps: bool
):
    ana = customer()
    phones.gateway.failures, phones.gateway.keeps_lost = [TextMaybeSent()], keeps
    say(business, ana, "Hello")
    phones.run()
    noon.shift(60)
    phones.run()

    assert phones.gateway.lookups == 1
    assert len(phones.gateway.sent) == 1
    assert entries(business, ana)[0]["state"] == "sent"


def test_texts_of_the_same_wording_are_each_sent_once(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller
):
    ana = customer()
    say(business, ana, "First")
    phones.run()
    phones.gateway.failures = [TextMaybeSent(), TextMaybeSent()]
    for _ in range(2):
        say(business, ana, "On our way")
    phones.run()
    noon.shift(60)
    phones.run()

    assert [text.body for text in phones.gateway.sent[1:]] == ["On our way", "On our way"]
    assert {row["state"] for row in entries(business, ana)} == {"sent"}


def test_busy_provider_is_asked_again_for_an_hour(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller
):
    ana = customer()
    phones.gateway.failures = [TextNotSent("busy", 60)] * 6
    say(business, ana, "Hello")
    for _ in range(60):
        phones.run()
        noon.shift(60)

    assert len(phones.gateway.sent) == 1
    assert entries(business, ana)[0]["state"] == "sent"


def test_refused_text_fails_with_the_providers_reason(business: Api, phones: Phones, customer: Callable[..., int]):
    ana = customer()
    phones.gateway.failures = [TextRefused("Not a mobile number", "21614")]
    say(business, ana, "Hello")
    phones.run()

    (entry,) = entries(business, ana)
    assert (entry["state"], entry["reason"]) == ("failed", "Not a mobile number")


def test_number_that_opted_out_at_the_provider_gets_no_more_texts(
    business: Api, phones: Phones, customer: Callable[..., int]
):
    ana = customer()
    phones.gateway.failures = [TextRefused("Attempt to send to unsubscribed recipient", "21610")]
    say(business, ana, "Hello")
    phones.run()

    assert "STOP" in say(business, ana, "Hello?")["reason"]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_sequences_send_each_text_once_and_keep_states_legal(
    business: Api, phones: Phones, customer: Callable[..., int], noon: time_machine.Traveller, seed: int
):
    rng = random.Random(seed)
    ana = customer()
    written: list[str] = []
    seen: dict[int, list[str]] = {}
    order = {"waiting": 0, "held": 0, "sent": 1, "delivered": 2, "failed": 2}

    def check() -> None:
        for row in entries(business, ana):
            if row["direction"] == "out":
                history = seen.setdefault(row["id"], [])
                if not history or history[-1] != row["state"]:
                    assert not history or order[history[-1]] <= order[row["state"]] < 3, history
                    assert not history or order[history[-1]] < 2, "final states stay"
                    history.append(row["state"])

    for step in range(rng.randint(5, 12)):
        action = rng.choice(["write", "write", "run", "callback", "fault", "time", "stop", "start"])
        if action == "write":
            body = f"Text {seed} {step}"
            if say(business, ana, body)["state"] != "failed":
                written.append(body)
        elif action == "run":
            phones.run()
        elif action == "callback":
            count = len(phones.gateway.sent) + 1
            sid = f"SM{rng.randint(1, count):032x}"
            phones.status(sid, rng.choice(["queued", "sent", "delivered", "undelivered", "bogus"]))
        elif action == "fault":
            phones.gateway.keeps_lost = rng.random() < 0.5
            fault = rng.choice([TextNotSent("busy"), TextMaybeSent(), None])
            phones.gateway.failures = [*phones.gateway.failures, fault]
        elif action == "time":
            noon.shift(rng.choice([30, 3600, 6 * 3600]))
        elif action == "stop" and rng.random() < 0.3:
            phones.text("STOP")
        elif action == "start":
            phones.text("START")
        check()
    phones.gateway.failures = []
    for _ in range(3):
        # Noon of the next day: nothing is held, and every retry is due.
        noon.move_to(datetime.combine(datetime.now(UTC).date(), datetime.min.time(), UTC).replace(hour=16))
        phones.run()
        noon.shift(24 * 3600)
    check()

    bodies = [text.body for text in phones.gateway.sent]
    own = [body for body in bodies if f"Text {seed} " in body]
    assert len(own) == len(set(own)), "no text is sent twice"
    states = {row["text"].rpartition(": ")[2]: row["state"] for row in entries(business, ana)}
    assert {states[body] for body in written} <= {"sent", "delivered", "failed"}
    for body in written:
        was_sent = any(text.endswith(body) for text in own)
        assert was_sent or states[body] == "failed"
        assert not (states[body] in {"sent", "delivered"} and not was_sent)


def test_gateway_twin_lists_newest_first():
    assert RecordingGateway().sent_to("+15185550123") == []
