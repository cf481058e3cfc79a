"""Emails to the owner of a new business that an administrator approved or refused."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.audiences import to_account
from marqueedesk.messages.content import Body, page


def _approved(context: AccountContext) -> Body:
    return Body.written(
        "Your business is approved",
        f"At {context.site}",
        (
            "Your booking form is open: customers can send you requests. We're now sending the customer emails "
            "that were on hold."
        ),
        parts.button("Share your form", page("/settings?tab=embed")),
    )


def _refused(context: AccountContext) -> Body:
    return Body.written(
        "Your business was not approved",
        f"At {context.site}",
        (
            "Your booking form stays closed, and we don't send emails to your customers. You can still sign in and "
            "export your data. If you think this is a mistake, reply to this email."
        ),
        parts.button("Sign in", page("/auth")),
    )


APPROVED = to_account(
    "business-approved",
    "Business approved",
    "When an administrator approves a new business",
    subject="Your business at {site} is approved",
    body=_approved,
)

REFUSED = to_account(
    "business-refused",
    "Business declined",
    "When an administrator declines a new business",
    subject="Your business at {site} was not approved",
    body=_refused,
)
