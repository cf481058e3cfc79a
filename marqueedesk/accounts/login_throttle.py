"""Limits on guesses at a password, so that nobody can guess one and nobody can lock its owner out.

Guesses are counted by account and network together: who guesses from elsewhere does not keep the owner from signing
in. Against guesses from many networks an account has a wider limit too, which does not count for browsers and networks
that the person has signed in from before. A browser that the person has signed in with has a count of its own:
who guesses in the same network does not keep the owner out either. Each guess is counted before it is checked, in a
transaction of its own; a right one is taken off again.
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
"""By the browser in place of the network, for one that the person has signed in with."""
BY_ACCOUNT: Final = Limit("password-anywhere", 50, timedelta(minutes=15))
"""Over all networks, for browsers and networks that are new to the account."""
BY_NETWORK: Final = Limit("password-network", 60, timedelta(minutes=15))
"""Over all accounts."""


HELD: Final = Limit("password-held", 20, timedelta(minutes=15))
"""Passwords from one network that are checked for a link by email, after guesses have blocked an account."""


class SignInBlocked(TooMany):
    """Too many guesses at the password of an account. The right password gets a link by email."""

    @classmethod
    def until(cls, refusal: TooMany) -> Self:
        """The refusal with its way in."""
        link = "If you entered the right password, we sent you an email with a link to sign in."
        return cls(f"{refusal.message} {link}", retry_after=refusal.retry_after)


class PasswordGuess:
    """One guess at the password of an account, which may not exist. With limits off it counts nothing."""

    def __init__(self, request: Request, email: str, user: User | None, *, signing_in: bool = False) -> None:
        """``user`` is the account's, if there is one. Signing in counts on the limit of the network as well."""
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
        """Count the guess. Raises TooMany, whose sentence says how long to wait."""
        if not self._limits:
            return
        user_id, agent, address = self._place
        with self._database.write() as db:
            known = self._is_marked or (user_id is not None and known_devices.is_known(db, user_id, agent, address))
            if not known:
                self._limits.append((BY_ACCOUNT, self._anywhere))
            for limit, key in self._limits:
                rate_limit.spend(db, limit, key, clock.now())

    def right(self) -> None:
        """The password was right: the account has a clean slate from here, and the network gets its try back."""
        if not self._limits:
            return
        with self._database.write() as db:
            for limit, key in self._limits:
                if limit is BY_ACCOUNT_AND_NETWORK:
                    rate_limit.forgive(db, key)
                else:
                    rate_limit.give_back(db, key, clock.now())


def lift(db: Session, email: str) -> None:
    """End every block of an account: its owner has set another password by a link."""
    for limit in (BY_ACCOUNT_AND_NETWORK, BY_ACCOUNT):
        rate_limit.forgive_all(db, limit.key(email.lower()))
