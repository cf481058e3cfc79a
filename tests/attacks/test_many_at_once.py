"""One caller who wants everything at once: hundreds of guesses, a thousand live streams."""

import asyncio
from collections import Counter
from collections.abc import Callable

import pytest
from fastapi import FastAPI

from marqueedesk.accounts import passwords
from marqueedesk.kit import sse
from marqueedesk.kit.database import Database
from marqueedesk.kit.sse import Live, TooManyStreams
from tests.support.api import PASSWORD, Api
from tests.support.together import all_together

GUESSES = 400
STREAMS = 1001


def test_of_400_guesses_at_once_at_two_processes_ten_are_checked(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], monkeypatch: pytest.MonkeyPatch
):
    apps = [app_with(rate_limits="on"), app_with(rate_limits="on")]
    email = caller_of(apps[0], address="192.0.2.1").register().user["email"]
    callers = [caller_of(app, address="198.51.100.7") for app in apps]
    checked: list[str] = []

    def matches(_stored: str | None, given: str) -> bool:
        checked.append(given)
        return given == PASSWORD

    monkeypatch.setattr(passwords, "matches", matches)

    def guess(number: int) -> int:
        body = {"email": email, "password": f"guess {number}"}
        return callers[number % 2].post("/api/login", json=body).status_code

    found = Counter(all_together([lambda number=number: guess(number) for number in range(GUESSES)]))

    assert found == {401: 10, 429: GUESSES - 10}
    assert len(checked) == 10


def test_of_1001_streams_of_one_account_most_are_refused_and_others_are_served(database: Database):
    live = Live(database, lambda _database, digests: set(digests))

    def opens(operator: int, sign_in: str, network: str) -> bool:
        try:
            live.open(
                operator_id=operator, user_id=operator, token_digest=sign_in, network=network, after=None, seconds=0
            )
        except TooManyStreams:
            return False
        return True

    async def attack() -> tuple[int, int, list[bool]]:
        try:
            one_browser = sum(opens(1, "one", "192.0.2.1") for _ in range(STREAMS))
            # A sign-in of its own for each, from 91 networks.
            signed_in_often = sum(opens(1, f"s{n}", f"198.51.{n // 11}.0") for n in range(STREAMS))
            return one_browser, signed_in_often, [opens(2, "two", "203.0.113.9"), opens(3, "three", "192.0.2.1")]
        finally:
            live.close()

    one_browser, signed_in_often, others = asyncio.run(attack())

    assert one_browser == sse.MOST_OF_A_SIGN_IN
    assert one_browser + signed_in_often == sse.MOST_OF_A_PERSON
    assert others == [True, True]
