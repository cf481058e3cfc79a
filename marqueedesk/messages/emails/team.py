"""Emails to a team member who was removed from the team, or whose team's business was closed, reopened or deleted."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page

_OWN = (
    "You keep your account. The next time you sign in, you'll be in your own business: the one you had, or a new one."
)


def _removed(context: AccountContext) -> Body:
    return Body.written(
        f"You are no longer on the team of {context.team}",
        "You keep your account",
        (
            f"{context.team} removed you from its team at {context.site}, and you have been signed out "
            "everywhere. Your work stays in the team's history."
        ),
        _OWN,
        parts.button("Sign in", page("/auth")),
    )


def _closing(context: AccountContext) -> Body:
    last = context.last_day()
    return Body.written(
        f"{context.team} is closed",
        f"Its owner can reopen it until {last}",
        (
            f"The owner of {context.team} closed it at {context.site}: its booking form, customer pages and emails are "
            f"off, and its bookings can't be opened. After {last}, it is permanently deleted."
        ),
        (
            "You don't need to do anything. We'll email you if the owner reopens it or when it is deleted. You "
            "can also leave the team now."
        ),
        parts.button("Check its status", page("/")),
    )


def _reopened(context: AccountContext) -> Body:
    return Body.written(
        f"{context.team} is open again",
        "Its owner has reopened it",
        f"The owner of {context.team} has reopened it. All of its data is still there.",
        parts.button("Go to your business", page("/")),
    )


def _gone(context: AccountContext) -> Body:
    return Body.written(
        f"{context.team} has been deleted",
        "You keep your account",
        f"{context.team} was deleted from {context.site}, and you have been signed out.",
        _OWN,
        parts.button("Sign in", page("/auth")),
    )


REMOVED = to_account(
    "team-removed",
    "Removed from a team",
    "When a business removes a team member",
    subject="You are no longer on the team of {team}",
    body=_removed,
)
CLOSING = to_account(
    "team-closing",
    "Team's business closed",
    "When the owner closes a business; sent to its team",
    subject="{team} is closed",
    body=_closing,
)
REOPENED = to_account(
    "team-reopened",
    "Team's business reopened",
    "When the owner reopens a business; sent to its team",
    subject="{team} is open again",
    body=_reopened,
)
GONE = to_account(
    "team-gone",
    "Team's business deleted",
    "When a business is deleted; sent to its team",
    subject="{team} has been deleted",
    body=_gone,
)
