"""To a member of a business's team: what happened to their place in it, or to the business."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page

_OWN = "Your account stays as it is. When you sign in, you are in your own business: the one you had, or a new one."


def _removed(context: AccountContext) -> Body:
    return Body.written(
        f"You are no longer in the team of {context.team}",
        "Your account stays as it is",
        (
            f"{context.team} has removed you from its team at {context.site}, and you have been signed out "
            "everywhere. Your work stays in its history."
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
            f"The owner of {context.team} has closed it at {context.site}: its form, its pages and its emails are "
            f"off, and nobody can open its bookings. After {last} it is removed for good."
        ),
        (
            "You don't need to do anything. If the owner reopens it, or if it is removed, you get an email. You "
            "can also leave its team now."
        ),
        parts.button("See its status", page("/")),
    )


def _reopened(context: AccountContext) -> Body:
    return Body.written(
        f"{context.team} is open again",
        "Its owner has reopened it",
        f"The owner of {context.team} has reopened it. Nothing was lost.",
        parts.button("Go to your business", page("/")),
    )


def _gone(context: AccountContext) -> Body:
    return Body.written(
        f"{context.team} has been removed",
        "Your account stays as it is",
        f"{context.team}, where you worked, is no longer at {context.site}, and you have been signed out.",
        _OWN,
        parts.button("Sign in", page("/auth")),
    )


REMOVED = to_account(
    "team-removed",
    "Removed from a team",
    "When a business removes somebody from its team",
    subject="You are no longer in the team of {team}",
    body=_removed,
)
CLOSING = to_account(
    "team-closing",
    "A team's business is closed",
    "When the owner of somebody's business has closed it",
    subject="{team} is closed",
    body=_closing,
)
REOPENED = to_account(
    "team-reopened",
    "A team's business is open again",
    "When the owner of somebody's business has taken its closing back",
    subject="{team} is open again",
    body=_reopened,
)
GONE = to_account(
    "team-gone",
    "A team's business is gone",
    "When the business that somebody works in has been removed",
    subject="{team} has been removed",
    body=_gone,
)
