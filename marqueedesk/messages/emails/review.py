"""To the owner of a new business that an administrator has approved or refused."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Body, page
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_account


def _approved(context: AccountContext) -> Body:
    return Body(
        title="Your business is approved",
        lead=f"At {context.site}",
        parts=[
            parts.text(
                "Your booking form is open now: customers can send you requests. Emails to your customers that "
                "waited are sent."
            ),
            parts.button("Share your form", page("/settings?tab=embed")),
        ],
    )


def _refused(context: AccountContext) -> Body:
    return Body(
        title="Your business was not approved",
        lead=f"At {context.site}",
        parts=[
            parts.text(
                "Your booking form stays closed, and emails to customers are not sent. You can still sign in and "
                "export everything that you entered. If you think that this is a mistake, reply to this email."
            ),
            parts.button("Sign in", page("/auth")),
        ],
    )


APPROVED = Message(
    kind="business-approved",
    name="Business approved",
    when="When an administrator approves a new business",
    audience=ACCOUNT,
    texts=Texts("Your business at {site} is approved", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_approved,
    sample=sample_account,
)

REFUSED = Message(
    kind="business-refused",
    name="Business refused",
    when="When an administrator refuses a new business",
    audience=ACCOUNT,
    texts=Texts("Your business at {site} was not approved", "Hi {customer},", ""),
    fields=NO_FIELDS,
    body=_refused,
    sample=sample_account,
)
