"""Rate limits, idempotency keys, cursors, money and form tokens."""

import base64
import json
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from marqueedesk.kit import money
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import Invalid, TooMany
from marqueedesk.kit.http import idempotency, rate_limit
from marqueedesk.kit.http.form_tokens import Stamps
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit
from tests.support import rows
from tests.support.api import PASSWORD, Api, booking_body
from tests.support.clock import Clock
from tests.support.together import all_together

NOON = datetime(2027, 3, 3, 12, tzinfo=UTC)
printable = st.text(st.characters(categories=["L", "N", "P"]))
HOURLY = Limit("test", 3, timedelta(hours=1))


class TestLimits:
    """Limits counted in a table shared by all processes."""

    def spend(self, database: Database, key: str, now: datetime) -> int:
        with database.write() as db:
            return rate_limit.count(db, HOURLY, key, now)

    def refused(self, database: Database, key: str, now: datetime) -> int | None:
        with database.read() as db:
            try:
                rate_limit.ensure_below_limit(db, HOURLY, key, now)
            except TooMany as problem:
                return problem.retry_after
        return None

    def test_limit_is_shared_between_processes(self, database: Database, elsewhere: Database):
        counts = [self.spend(where, "a", NOON) for where in (database, elsewhere, database)]

        assert counts == [1, 2, 3]
        assert self.refused(database, "a", NOON) == self.refused(elsewhere, "a", NOON) == 3600
        assert self.refused(elsewhere, "a", NOON + timedelta(minutes=59)) == 60
        assert self.refused(elsewhere, "b", NOON) is None

    def test_concurrent_attempts_are_all_counted(self, database: Database, elsewhere: Database):
        counts = all_together(
            [lambda where=where: self.spend(where, "a", NOON) for where in (database, elsewhere) for _ in range(8)]
        )
        assert sorted(counts) == list(range(1, 17))

    def test_rate_limit_starts_at_zero_in_each_new_window(self, database: Database):
        for _ in range(3):
            self.spend(database, "a", NOON)
        assert self.refused(database, "a", NOON + timedelta(hours=1)) is None
        assert self.spend(database, "a", NOON + timedelta(hours=1)) == 1
        with database.write() as db:
            rate_limit.forget_ended(db, NOON + timedelta(days=1, hours=1, seconds=1))
        assert rows.number(database, "counters") == 1

    def test_successful_attempt_resets_the_count_of_failed_ones(self, database: Database):
        for _ in range(3):
            self.spend(database, "a", NOON)
        with database.write() as db:
            rate_limit.forgive(db, "a")
        assert self.refused(database, "a", NOON) is None

    def test_limit_key_reveals_no_email_or_ip_address(self):
        key = HOURLY.key("ada@example.com", "192.0.2.1")
        assert "ada" not in key
        assert "192" not in key
        assert HOURLY.key("a", "b") != HOURLY.key("ab")
        assert HOURLY.key("a", "b") == HOURLY.key("a", "b")

    @given(st.integers(0, 4_000_000_000))
    def test_window_ends_within_its_length_from_now(self, seconds: int):
        now = datetime.fromtimestamp(seconds, UTC)
        end = HOURLY.window_end(now)
        assert timedelta(0) < end - now <= HOURLY.window


class TestLocalLimit:
    """Limits counted in the memory of one process."""

    def test_local_limit_rejects_when_used_up_and_refills_with_time(self, monkeypatch: pytest.MonkeyPatch):
        now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: now)
        limit = LocalLimit(4, 2)
        for _ in range(4):
            limit.spend("a")
        with pytest.raises(TooMany) as refused:
            limit.spend("a")
        assert refused.value.retry_after == 1
        limit.spend("b")
        now += 0.5
        limit.spend("a")
        with pytest.raises(TooMany):
            limit.spend("a")
        now += 3600
        for _ in range(4):
            limit.spend("a")
        with pytest.raises(TooMany):
            limit.spend("a")

    def test_oldest_callers_of_a_local_limit_are_evicted_at_capacity(self):
        limit = LocalLimit(1, 3600, keys=100)
        for number in range(1000):
            limit.spend(str(number))
        assert len(limit._buckets) <= 100

    def test_local_limit_forgets_callers_who_are_below_it_again(self, monkeypatch: pytest.MonkeyPatch):
        now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: now)
        limit = LocalLimit(4, 60)
        for number in range(50):
            limit.spend(str(number))
        now += 59
        limit.spend("0")
        now += 1
        limit.spend("new")
        assert list(limit._buckets) == ["0", "new"]


class TestLimitsOfTheApi:
    """Limits on sign-in and the booking form, shared by two applications with one database."""

    @pytest.fixture
    def both(self, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]) -> list[Callable[[str], Api]]:
        apps = [app_with(rate_limits="on"), app_with(rate_limits="on")]
        return [lambda address, app=app: caller_of(app, address=address) for app in apps]

    def attempt(self, caller: Api, email: str, password: str = "wrong one") -> int:
        answer = caller.post("/api/login", json={"email": email, "password": password})
        if answer.status_code == 429:
            assert 0 < int(answer.headers["retry-after"]) <= 900
            assert answer.json()["code"] == "too_many"
        return answer.status_code

    def test_password_guesser_is_locked_out_without_affecting_others(
        self, both: list[Any], monkeypatch: pytest.MonkeyPatch
    ):
        clock = Clock(monkeypatch, NOON)
        user = both[0]("192.0.2.1").register().user
        found = [self.attempt(both[turn % 2]("198.51.100.7"), user["email"]) for turn in range(12)]
        assert found == [401] * 10 + [429] * 2
        # During the lockout even the correct password is rejected, however the email is capitalized.
        refused = both[1]("198.51.100.7").post(
            "/api/login", json={"email": user["email"].upper(), "password": PASSWORD}
        )
        assert (refused.status_code, refused.json()["message"]) == (
            429,
            "Too many attempts. Please wait 15 minutes and try again.",
        )
        assert self.attempt(both[1]("198.51.100.7"), "other@example.com") == 401
        assert self.attempt(both[1]("192.0.2.99"), user["email"], PASSWORD) == 200
        clock.pass_by(minutes=15)
        assert self.attempt(both[1]("198.51.100.7"), user["email"], PASSWORD) == 200

    def test_guesses_from_many_networks_do_not_lock_out_the_owner(
        self, both: list[Any], monkeypatch: pytest.MonkeyPatch
    ):
        Clock(monkeypatch, NOON)
        user = both[0]("192.0.2.1").register().user
        found = [self.attempt(both[turn % 2](f"2001:db8:{turn // 5:x}::{turn}"), user["email"]) for turn in range(52)]
        assert found == [401] * 50 + [429] * 2
        assert self.attempt(both[0]("203.0.113.5"), user["email"], PASSWORD) == 429
        assert self.attempt(both[1]("192.0.2.1"), user["email"], PASSWORD) == 200

    def test_successful_sign_in_resets_the_failed_attempts(self, both: list[Any], monkeypatch: pytest.MonkeyPatch):
        Clock(monkeypatch, NOON)
        user = both[0]("192.0.2.1").register().user
        for _ in range(3):
            assert {self.attempt(both[0]("192.0.2.1"), user["email"]) for _ in range(9)} == {401}
            assert self.attempt(both[0]("192.0.2.1"), user["email"], PASSWORD) == 200

    def test_sign_in_attempts_are_limited_per_ip_across_accounts(
        self, both: list[Any], monkeypatch: pytest.MonkeyPatch
    ):
        Clock(monkeypatch, NOON)
        caller = both[0]("192.0.2.1")
        found = [self.attempt(caller, f"p{number}@example.com") for number in range(62)]
        assert found == [401] * 60 + [429] * 2
        assert self.attempt(both[1]("192.0.2.1"), "p99@example.com") == 429
        assert self.attempt(both[1]("192.0.2.2"), "p99@example.com") == 401

    def test_wrong_current_password_counts_as_a_failed_sign_in(self, both: list[Any], monkeypatch: pytest.MonkeyPatch):
        Clock(monkeypatch, NOON)
        caller = both[0]("192.0.2.1").register()
        body = {"currentPassword": "wrong one", "newPassword": "another", "confirmPassword": "another"}
        found = [caller.post("/api/change-password", json=body).status_code for _ in range(11)]
        assert found == [400] * 10 + [429]
        elsewhere = both[1]("192.0.2.1")
        elsewhere.http.cookies = caller.http.cookies
        assert self.attempt(elsewhere, caller.user["email"], PASSWORD) == 429

    def test_booking_form_requests_are_limited_per_ip(self, both: list[Any], monkeypatch: pytest.MonkeyPatch):
        clock = Clock(monkeypatch, NOON)
        owner = both[0]("192.0.2.1").register()
        # A form token from one process is valid in the other.
        token = both[0]("192.0.2.7").get(f"/api/booking-form?userId={owner.id}").json()["formToken"]
        clock.pass_by(seconds=5)
        wish = booking_body(userId=owner.id, message="A", formToken=token)
        found = [
            both[turn % 2]("192.0.2.7")
            .post("/api/bookings", json=wish | {"customerEmail": f"guest{turn}@example.com"})
            .status_code
            for turn in range(32)
        ]
        assert found == [201] * 30 + [429] * 2
        assert both[1]("192.0.2.8").post("/api/bookings", json=wish).status_code == 201
        # The operator's own bookings are not limited.
        assert owner.post("/api/bookings", json=booking_body(message="A")).status_code == 201

    def test_rejected_booking_requests_count_toward_the_limit(self, both: list[Any], monkeypatch: pytest.MonkeyPatch):
        Clock(monkeypatch, NOON)
        owner = both[0]("192.0.2.1").register()
        owner.add_letters({"B": 1})
        caller = both[1]("192.0.2.7")
        wish = booking_body(userId=owner.id, message="A")
        found = [caller.post("/api/bookings", json=wish).status_code for _ in range(11)]
        assert found == [409] * 10 + [429]


class TestKeys:
    """Idempotency keys."""

    @given(st.text(max_size=130))
    def test_idempotency_key_must_be_printable_ascii(self, text: str):
        good = 1 <= len(text) <= 120 and all("!" <= char <= "~" for char in text)
        if good:
            assert idempotency.read_key(text) == text
        else:
            with pytest.raises(Invalid):
                idempotency.read_key(text)

    def test_missing_idempotency_key_is_none(self):
        assert idempotency.read_key(None) is None

    @given(st.lists(st.text() | st.integers()), st.lists(st.text() | st.integers()))
    def test_fingerprints_match_only_for_equal_requests(self, one: list[Any], other: list[Any]):
        same = [str(part) for part in one] == [str(part) for part in other]
        assert (idempotency.fingerprint(*one) == idempotency.fingerprint(*other)) is same


class TestCursors:
    """Opaque cursors, each valid only for the list that issued it."""

    @given(st.lists(printable | st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=4))
    def test_cursor_round_trips(self, place: list[Any]):
        kinds = tuple(type(part) for part in place)
        assert paging.decode(paging.encode(place), kinds) == place

    @given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: base64.urlsafe_b64encode(raw).decode()))
    def test_malformed_cursor_is_rejected(self, text: str):
        with pytest.raises(Invalid):
            paging.decode(text, (str, str, int))

    @pytest.mark.parametrize(
        "document", [[1], ["a", "b", True], ["a", "b", 1.0], {}, None, "x", ["a", "b", "1"]], ids=str
    )
    def test_cursor_of_another_list_is_rejected(self, document: Any):
        text = base64.urlsafe_b64encode(json.dumps(document).encode()).decode().rstrip("=")
        with pytest.raises(Invalid):
            paging.decode(text, (str, str, int))

    @pytest.mark.parametrize(
        "place",
        [
            ["2027-06-01", "08:00:00.000000", 10**30],
            ["2027-06-01", "08:00:00.000000", -(10**30)],
            ["2027-06-01", "08:00\x00", 1],
            ["\x00", "", 1],
            ["0001-01-01", "", 0],
            ["nonsense", "nonsense", 1],
            ["9999-12-31", "\ud800", 1],
        ],
        ids=str,
    )
    def test_forged_cursor_causes_no_server_error(self, place: list[Any], operator: Api):
        operator.book()
        for path, forged in (
            ("/api/bookings", place),
            ("/api/inventory", [place[2]]),
            ("/api/venues", [place[2]]),
        ):
            answer = operator.get(path, params={"limit": 5, "cursor": paging.encode(forged)})
            assert answer.status_code in {200, 422}, answer.text


class TestMoney:
    """Lossless conversion between cents and currency units."""

    @given(st.integers(-money.MAX_CENTS, money.MAX_CENTS))
    def test_cents_round_trip_through_json(self, cents: int):
        wire = json.loads(json.dumps(money.units(cents)))
        assert money.cents_of(Decimal(repr(wire))) == cents
        assert money.units(cents) == float(Decimal(cents) / 100)
        assert isinstance(money.units(cents), int) is (cents % 100 == 0)

    @given(st.decimals(allow_nan=False, allow_infinity=False, places=3))
    def test_fractions_of_a_cent_are_rejected(self, amount: Decimal):
        whole = amount * 100 == (amount * 100).to_integral_value()
        if whole and abs(amount * 100) <= money.MAX_CENTS:
            assert money.cents_of(amount) == int(amount * 100)
        else:
            with pytest.raises(ValueError):
                money.cents_of(amount)


@pytest.mark.parametrize(
    "address, network",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("unknown", "unknown"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_ipv6_addresses_are_grouped_by_64_prefix(address: str, network: str):
    assert rate_limit.network_of(address) == network


def test_rate_limits_count_by_network_rather_than_address():
    package = Path(rate_limit.__file__).parents[1]
    by_address = re.compile(r"(?:spend|key)\([^()]*client_address\(")
    found = [
        str(path.relative_to(package)) for path in package.rglob("*.py") if by_address.search(path.read_text("utf-8"))
    ]
    assert found == []


class TestStamps:
    stamps = Stamps([b"key"])

    def test_form_token_expires_after_one_day(self):
        stamp = self.stamps.give(NOON)
        assert self.stamps.age(stamp, NOON) == timedelta()
        assert self.stamps.age(stamp, NOON + timedelta(seconds=2.5)) == timedelta(seconds=2.5)
        assert self.stamps.age(stamp, NOON + timedelta(days=1)) == timedelta(days=1)
        assert self.stamps.age(stamp, NOON + timedelta(days=1, milliseconds=1)) is None

    def test_forged_form_token_has_no_age(self):
        earlier, signature = self.stamps.give(NOON).split(".")
        forged = f"{int(earlier) - 60_000}.{signature}"
        for stamp in (forged, Stamps([b"other"]).give(NOON), "", ".", "x", f"{earlier}.", f"{earlier}.ä"):
            assert self.stamps.age(stamp, NOON) is None
