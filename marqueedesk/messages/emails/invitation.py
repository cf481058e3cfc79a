"""To somebody whom a business invites into its team."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import InvitationContext
from marqueedesk.messages.audiences import to_person
from marqueedesk.messages.content import Body
from marqueedesk.messages.samples import sample_invitation


def _body(context: InvitationContext) -> Body:
    return Body.written(
        f"Join {context.company}",
        f"{context.invited_by} invites you as {context.part}",
        (
            f"{context.company} runs its marquee letter rentals with {context.site}, and {context.invited_by} "
            f"would like you to join as {context.part}. The button leads to a page that says what you will be "
            "able to do."
        ),
        parts.button("See the invitation", parts.invitation_page(context.invitation_id)),
        (
            f"The link is only for {context.email}. It works once, until {context.until()}. If you don't know "
            f"{context.company}, ignore this email."
        ),
    )


MESSAGE = to_person(
    "invitation",
    "Invitation",
    "When a business invites somebody into its team",
    subject="{sender} invites you to join {team}",
    greeting="Hello,",
    body=_body,
    sample=sample_invitation,
)
