"""Identify the caller of a public form route, and the business the request is for.

Signed-in operators use the same routes: unless they pass another operator's ``userId``, the request is for their own
business (B4).
"""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from typing import Annotated, Final

from fastapi import Query, Request

from marqueedesk.accounts.access import Caller, cookie_digest, current_user, database, named_operator
from marqueedesk.accounts.errors import BusinessSuspended
from marqueedesk.bookings.charges.discount_codes import FIELD
from marqueedesk.bookings.charges.gift_cards import FIELD as GIFT_CARD
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, Problem
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address
from marqueedesk.kit.http.rate_limit import Limit, network_of
from marqueedesk.kit.text.text_forms import code_key

UserId = Annotated[str | None, Query(alias="userId", max_length=50)]
Key = Annotated[str | None, Query(max_length=50)]
Via = Annotated[str | None, Query(max_length=40, description="Code of the partner whose link the visitor followed")]


def _is_own(caller: Caller | None, who: int | str | None) -> bool:
    """Return true if a signed-in operator is calling for their own business (B4)."""
    business = caller.business if caller else None
    return business is not None and who in {None, business.id, business.public_key}


def current_caller(request: Request) -> Caller | None:
    """Return the signed-in caller; skips the database if there is no cookie."""
    if cookie_digest(request) is None:
        return None
    with database(request).read() as db:
        return current_user(db, request)


def called_business(caller: Caller | None, who: int | str | None) -> tuple[int | str, bool]:
    """Return the business the request is for, and true if it is the caller's own. Raises Invalid on userId,
    and BusinessSuspended for the caller's own business.
    """
    if _is_own(caller, who):
        assert caller is not None  # noqa: S101 - _is_own checked it; this is for the type checker.
        if caller.operator.stopped_at is not None:
            raise BusinessSuspended(caller.operator.stopped_reason)
        return caller.operator.id, True
    if who is None:
        raise Invalid(fields={"userId": "userId is required"})
    return who, False


def named_business(user_id: str | None, key: str | None) -> int | str | None:
    """Return the business named in a query by id or public key; None if there is none."""
    named = user_id or key
    return named_operator(named) if named else None


def sends_email(request: Request) -> bool:
    """Return true if environment variables configure a mail server. A server configured in the settings is read along
    with the booking.
    """
    return bool(request.app.state.settings.smtp_url.get_secret_value())


CODE_TRIES: Final = Limit("discount-code-tries", 20, timedelta(hours=1))
"""Invalid discount codes and gift cards per network, each counted once."""
_TRIED: Final = Limit("discount-code-tried", 1, timedelta(hours=1))


@contextmanager
def counting_code_tries(request: Request, code: str | None) -> Generator[None]:
    """Count a visitor's attempt of a discount code or gift card before the enclosed block checks it. Raises TooMany.

    A code that the network already entered within the hour isn't counted again, because the form sends it with every
    estimate. A valid code isn't counted.
    """
    if not code or not request.app.state.limits_on:
        yield
        return
    network, now = network_of(client_address(request)), clock.now()
    key, tried = CODE_TRIES.key(network), _TRIED.key(network, code_key(code))
    base = database(request)
    with base.read() as db:
        is_new = rate_limit.used(db, _TRIED, tried, now) == 0
    if is_new:
        with base.write() as db:
            rate_limit.spend(db, CODE_TRIES, key, now)
            rate_limit.count(db, _TRIED, tried, now)
    is_refused = False
    try:
        yield
    except Problem as problem:
        is_refused = problem.fields is not None and not {FIELD, GIFT_CARD}.isdisjoint(problem.fields)
        raise
    finally:
        # Only a refused code counts as an attempt; other exceptions are unrelated to the code.
        if is_new and not is_refused:
            with base.write() as db:
                rate_limit.give_back(db, key, clock.now())
