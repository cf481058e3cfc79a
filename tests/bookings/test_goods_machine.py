"""Goods going out and coming back in any order: the pieces away are always known, and never promised again."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.support.api import Api, ok_json
from tests.support.clock import Clock

OWNED = {"E": 4, "O": 3}
WORDS = ("EO", "EEO", "E", "OO")
BOOKINGS = 4
LETTERS = st.sampled_from(sorted(OWNED))
WHICH = st.integers(0, BOOKINGS - 1)
COUNT = st.integers(1, 2)


def machine_for(new_caller: Callable[[], Api]) -> type[RuleBasedStateMachine]:
    """Create a state machine that uses a new business for each example."""

    class Goods(RuleBasedStateMachine):
        @initialize()
        def begin(self) -> None:
            self.operator: Api = new_caller().register()
            self.operator.set_rules(timeZone="UTC")
            self.letters = {
                letter: self.operator.add_letter(letter, count)["id"] for letter, count in sorted(OWNED.items())
            }
            self.bookings = [
                self.operator.book(
                    message=word,
                    asRequest=False,
                    overbookReason="More than there are",
                    deliveryDate="2027-06-01",
                    pickupDate=f"2027-06-0{2 + at}",
                )["id"]
                for at, word in enumerate(WORDS)
            ]
            self.sent = 0
            self.touched = range(BOOKINGS)
            self.out: list[Counter[str]] = [Counter() for _ in self.bookings]
            self.came: list[Counter[str]] = [Counter() for _ in self.bookings]
            self.booked = [Counter(word) for word in WORDS]
            self.recorded = [False for _ in WORDS]
            self.canceled = [False for _ in WORDS]
            self.broken: Counter[str] = Counter()

        def record_handover(self, at: int, kind: str, letter: str, count: int, outcome: str = "ok", **more: Any) -> Any:
            self.sent += 1
            self.touched = range(at, at + 1)
            body = {
                "clientId": f"step {self.sent}",
                "kind": kind,
                "at": "2027-06-01T12:00:00Z",
                "lines": [{"letter": letter, "size": "4ft", "count": count, "outcome": outcome}],
            } | more
            answer = self.operator.post(f"/api/bookings/{self.bookings[at]}/handovers", json=body)
            # The phone did not receive the response, and sends it again.
            again = self.operator.post(f"/api/bookings/{self.bookings[at]}/handovers", json=body)
            assert again.json().get("handover") == answer.json().get("handover")
            return answer

        @rule(at=WHICH, letter=LETTERS, count=COUNT, spare=st.booleans())
        def goes_out(self, at: int, letter: str, count: int, spare: bool) -> None:
            answer = self.record_handover(at, "out", letter, count, **({"reason": "A spare one"} if spare else {}))
            if answer.is_success:
                if not self.recorded[at]:
                    # Returned pieces imply that everything booked went out, until the delivery is recorded.
                    self.out[at] = Counter(self.came[at])
                self.recorded[at] = True
                self.out[at][letter] += count
            else:
                assert answer.json()["code"] in {"more_than_booked", "out_elsewhere", "canceled", "completed"}

        @rule(at=WHICH, letter=LETTERS, count=COUNT, outcome=st.sampled_from(["ok", "ok", "damaged", "missing"]))
        def comes_in(self, at: int, letter: str, count: int, outcome: str) -> None:
            answer = self.record_handover(at, "in", letter, count, outcome)
            if not self.recorded[at] and not self.came[at] and not self.canceled[at]:
                away = self.booked[at][letter]
                if answer.is_success:
                    self.out[at] = Counter(self.booked[at])
            elif not self.recorded[at] and not self.out[at]:
                away = self.booked[at][letter] - self.came[at][letter]
            else:
                away = self.out[at][letter] - self.came[at][letter]
            assert answer.is_success == (count <= away)
            if answer.is_success:
                self.came[at][letter] += count
                self.broken[letter] += count if outcome != "ok" else 0
            else:
                assert answer.json()["code"] == ("not_out" if self.recorded[at] else "more_than_booked")

        @rule(at=WHICH)
        def is_canceled(self, at: int) -> None:
            self.operator.set_status(self.bookings[at], "canceled")
            self.canceled[at] = True

        @precondition(lambda self: self.broken)
        @rule(letter=LETTERS)
        def is_put_back(self, letter: str) -> None:
            path = f"/api/inventory/{self.letters[letter]}/outages"
            for row in ok_json(self.operator.get(path))[:1]:
                assert self.operator.delete(f"{path}/{row['id']}").is_success
                self.broken[letter] -= row["count"]

        @invariant()
        def what_is_away_is_known(self) -> None:
            """Check the booking that a step was about; at the end, all of them."""
            for at in getattr(self, "touched", ()):
                pieces = ok_json(self.operator.get(f"/api/bookings/{self.bookings[at]}/goods"))["pieces"]
                assert {row["letter"]: row["out"] for row in pieces if row["out"]} == {
                    letter: count - self.came[at][letter]
                    for letter, count in self.out[at].items()
                    if count > self.came[at][letter]
                }

        def teardown(self) -> None:
            if hasattr(self, "bookings"):
                self.touched = range(BOOKINGS)
                self.what_is_away_is_known()

        @invariant()
        def nothing_away_is_free(self) -> None:
            if not hasattr(self, "bookings"):
                return
            for day in ("2027-06-01", "2027-06-02"):
                free = self.operator.estimate(message="EO", deliveryDate=day, pickupDate=day)["free"]
                for letter, owned in OWNED.items():
                    rows = zip(self.out, self.came, strict=True)
                    away = sum(max(0, out[letter] - came[letter]) for out, came in rows)
                    assert free[letter] <= max(0, owned - away)

    return Goods


SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
"""Health checks to suppress, because steps go through the API."""


def test_random_handovers_keep_counts_consistent(new_caller: Callable[[], Api], clock: Clock):
    clock.set("2027-06-01T09:00:00+00:00")
    run_state_machine_as_test(
        machine_for(new_caller),
        settings=settings(max_examples=8, stateful_step_count=12, deadline=None, suppress_health_check=SLOW),
    )
