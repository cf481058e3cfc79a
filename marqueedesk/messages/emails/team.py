"""To a member of a business's team: what happened to their place in it, or to the business."""

from collections.abc import Callable
from datetime import timedelta

from marqueedesk.closing.service import WAITS
from marqueedesk.kit.wording import day
from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account

_OWN = "Your account stays as it is. When you sign in, you are in your own business: the one you had, or a new one."


def _removed(context: AccountContext) -> Body:
    return Body(
        title=f"You are no longer in the team of {context.team}",
        lead="Your account stays as it is",
        parts=[
            parts.text(
                f"{context.team} has removed you from its team at {context.site}, and you have been signed out "
                "everywhere. Your work stays in its history."
            ),
            parts.text(_OWN),
            parts.button("Sign in", page("/auth")),
        ],
    )


def _closing(context: AccountContext) -> Body:
    last = day((context.at + WAITS - timedelta(days=1)).date(), context.date_format)
    return Body(
        title=f"{context.team} is closed",
        lead=f"Its owner can reopen it until {last}",
        parts=[
            parts.text(
                f"The owner of {context.team} has closed it at {context.site}: its form, its pages and its emails are "
                f"off, and nobody can open its bookings. After {last} it is removed for good."
            ),
            parts.text(
                "You don't need to do anything. If the owner reopens it, or if it is removed, you get an email. You "
                "can also leave its team now."
            ),
            parts.button("See its status", page("/")),
        ],
    )


def _reopened(context: AccountContext) -> Body:
    return Body(
        title=f"{context.team} is open again",
        lead="Its owner has reopened it",
        parts=[
            parts.text(f"The owner of {context.team} has reopened it. Nothing was lost."),
            parts.button("Go to your business", page("/")),
        ],
    )


def _gone(context: AccountContext) -> Body:
    return Body(
        title=f"{context.team} has been removed",
        lead="Your account stays as it is",
        parts=[
            parts.text(
                f"{context.team}, where you worked, is no longer at {context.site}, and you have been signed out."
            ),
            parts.text(_OWN),
            parts.button("Sign in", page("/auth")),
        ],
    )


def _to_the_team(
    kind: str, name: str, when: str, subject: str, body: Callable[[AccountContext], Body]
) -> Message[AccountContext]:
    return Message(
        kind=kind,
        name=name,
        when=when,
        audience=ACCOUNT,
        texts=Texts(subject, "Hi {customer},", ""),
        fields=NO_FIELDS,
        body=body,
        sample=sample_account,
    )


REMOVED = _to_the_team(
    "team-removed",
    "Removed from a team",
    "When a business removes somebody from its team",
    "You are no longer in the team of {team}",
    _removed,
)
CLOSING = _to_the_team(
    "team-closing",
    "A team's business is closed",
    "When the owner of somebody's business has closed it",
    "{team} is closed",
    _closing,
)
REOPENED = _to_the_team(
    "team-reopened",
    "A team's business is open again",
    "When the owner of somebody's business has taken its closing back",
    "{team} is open again",
    _reopened,
)
GONE = _to_the_team(
    "team-gone",
    "A team's business is gone",
    "When the business that somebody works in has been removed",
    "{team} has been removed",
    _gone,
)
