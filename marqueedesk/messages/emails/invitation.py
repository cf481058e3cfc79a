"""To somebody whom a business invites into its team."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import InvitationContext
from marqueedesk.messages.content import Body
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_invitation


def _body(context: InvitationContext) -> Body:
    return Body(
        title=f"Join {context.company}",
        lead=f"{context.invited_by} invites you as {context.part}",
        parts=[
            parts.text(
                f"{context.company} runs its marquee letter rentals with {context.site}, and {context.invited_by} "
                f"would like you to join as {context.part}. The button leads to a page that says what you will be "
                "able to do."
            ),
            parts.button("See the invitation", parts.invitation_page(context.invitation_id)),
            parts.text(
                f"The link is only for {context.email}. It works once, until {context.until()}. If you don't know "
                f"{context.company}, ignore this email."
            ),
        ],
    )


MESSAGE = Message(
    kind="invitation",
    name="Invitation",
    when="When a business invites somebody into its team",
    audience=ACCOUNT,
    texts=Texts("{sender} invites you to join {team}", "Hello,", ""),
    fields=NO_FIELDS,
    body=_body,
    sample=sample_invitation,
)
