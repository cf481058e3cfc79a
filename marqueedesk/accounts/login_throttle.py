"""Limits on password guesses that an attacker cannot use to lock out an account's owner.

Guesses are counted by account and network together, so guesses from elsewhere do not block the owner. A wider limit by
account covers guesses from many networks, but does not apply to browsers and networks known for the user. A browser in
which the user has signed in before has its own counter, so guesses from the same network do not block the owner either.
Each guess is counted before it is checked, in a separate transaction; a correct one is subtracted afterwards.
"""

from datetime import timedelta
from typing import Final, Self

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import browser_marks, known_devices
from marqueedesk.accounts.access import database
from marqueedesk.accounts.models import User
from marqueedesk.kit import clock
from marqueedesk.kit.errors import TooMany
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address
from marqueedesk.kit.http.rate_limit import Limit, network_of

BY_ACCOUNT_AND_NETWORK: Final = Limit("password-here", 10, timedelta(minutes=15))
"""Limit by account and network, or by account and browser if the user has signed in with that browser before."""
BY_ACCOUNT: Final = Limit("password-anywhere", 50, timedelta(minutes=15))
"""Limit across all networks, for browsers and networks that are new to the account."""
BY_NETWORK: Final = Limit("password-network", 60, timedelta(minutes=15))
"""Limit across all accounts."""


HELD: Final = Limit("password-held", 20, timedelta(minutes=15))
"""Limit of passwords from one network that are checked in order to email a sign-in link, once guesses have blocked an
account.
"""


class SignInBlocked(TooMany):
    """There were too many password guesses for an account. If the password is correct, the user gets a sign-in link by
    email.
    """

    @classmethod
    def until(cls, refusal: TooMany) -> Self:
        """Create the error from the limit's TooMany error, mentioning the sign-in link as the other way to sign in."""
        link = "If you entered the right password, we sent you an email with a link to sign in."
        return cls(f"{refusal.message} {link}", retry_after=refusal.retry_after)


class PasswordGuess:
    """A guess at the password of an account, which may not exist. Counts nothing if limits are off."""

    def __init__(self, request: Request, email: str, user: User | None, *, signing_in: bool = False) -> None:
        """Prepare a guess. ``user`` is the account's user, if it exists; with ``signing_in``, the guess also counts
        towards the network's limit.
        """
        self._database = database(request)
        network = network_of(client_address(request))
        email = email.lower()
        mark = browser_marks.mark_of(request, user) if user else None
        here = ("browser", mark) if mark else (network,)
        limits = [(BY_ACCOUNT_AND_NETWORK, BY_ACCOUNT_AND_NETWORK.key(email, *here))]
        if signing_in and not mark:
            limits.append((BY_NETWORK, BY_NETWORK.key(network)))
        self._limits = limits if request.app.state.limits_on else []
        self._is_marked = mark is not None
        self._anywhere = BY_ACCOUNT.key(email)
        self._place = (user.id if user else None, request.headers.get("user-agent"), client_address(request))

    def count(self) -> None:
        """Count the guess. Raises TooMany with the waiting time."""
        if not self._limits:
            return
        user_id, agent, address = self._place
        with self._database.write() as db:
            is_known = self._is_marked or (user_id is not None and known_devices.is_known(db, user_id, agent, address))
            if not is_known:
                self._limits.append((BY_ACCOUNT, self._anywhere))
            for limit, key in self._limits:
                rate_limit.spend(db, limit, key, clock.now())

    def right(self) -> None:
        """Record that the password was correct: reset the account's counters, and subtract the guess from the
        network's.
        """
        if not self._limits:
            return
        with self._database.write() as db:
            for limit, key in self._limits:
                if limit is BY_ACCOUNT_AND_NETWORK:
                    rate_limit.forgive(db, key)
                else:
                    rate_limit.give_back(db, key, clock.now())


def lift(db: Session, email: str) -> None:
    """Lift all blocks on an account after its password was reset with a link."""
    for limit in (BY_ACCOUNT_AND_NETWORK, BY_ACCOUNT):
        rate_limit.forgive_all(db, limit.key(email.lower()))
