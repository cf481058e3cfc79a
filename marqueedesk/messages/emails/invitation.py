"""Email to a person who was invited to a business's team."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import InvitationContext
from marqueedesk.messages.audiences import to_person
from marqueedesk.messages.content import Body
from marqueedesk.messages.samples import sample_invitation


def _body(context: InvitationContext) -> Body:
    return Body.written(
        f"Join {context.company}",
        f"{context.invited_by} invited you as {context.part}",
        (
            f"{context.company} manages its marquee letter rentals with {context.site}. {context.invited_by} "
            f"invited you to join as {context.part}. Open the invitation to see what you'll be "
            "able to do."
        ),
        parts.button("See the invitation", parts.invitation_page(context.invitation_id)),
        (
            f"This link is for {context.email} only. It works once, until {context.until()}. If you don't know "
            f"{context.company}, ignore this email."
        ),
    )


MESSAGE = to_person(
    "invitation",
    "Invitation",
    "When a business invites a new team member",
    subject="{sender} invited you to join {team}",
    greeting="Hello,",
    body=_body,
    sample=sample_invitation,
)
