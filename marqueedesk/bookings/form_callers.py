"""The callers of the public form's routes, and the business that a call is about.

They serve a signed-in operator as well: without another operator's ``userId`` the call is for the own business (B4).
"""

from typing import Annotated

from fastapi import Query, Request

from marqueedesk.accounts.access import Caller, cookie_digest, current_user, database, named_operator
from marqueedesk.kit.errors import Invalid

UserId = Annotated[str | None, Query(alias="userId", max_length=50)]
Key = Annotated[str | None, Query(max_length=50)]


def _is_own(caller: Caller | None, who: int | str | None) -> bool:
    """Whether a call is a signed-in operator's for the own business (B4)."""
    business = caller.business if caller else None
    return business is not None and who in {None, business.id, business.public_key}


def current_caller(request: Request) -> Caller | None:
    """The signed-in caller; nobody is looked up where there is no cookie."""
    if cookie_digest(request) is None:
        return None
    with database(request).read() as db:
        return current_user(db, request)


def called_business(caller: Caller | None, who: int | str | None) -> tuple[int | str, bool]:
    """Whose business a call is about, and whether it is the caller's own. Raises Invalid on userId."""
    if _is_own(caller, who):
        assert caller is not None  # noqa: S101 - what _is_own has just said, for the type checker.
        return caller.operator.id, True
    if who is None:
        raise Invalid(fields={"userId": "userId is required"})
    return who, False


def named_business(user_id: str | None, key: str | None) -> int | str | None:
    """The business that a query names, by its id or by its public key; None where it names none."""
    named = user_id or key
    return named_operator(named) if named else None


def sends_email(request: Request) -> bool:
    """Whether the environment names a mail server. One that is saved in the settings is read with the booking."""
    return bool(request.app.state.settings.smtp_url.get_secret_value())
