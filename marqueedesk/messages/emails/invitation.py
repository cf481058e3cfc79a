"""To somebody whom a business invites into its team."""

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Body
from marqueedesk.messages.facts import InvitationFacts
from marqueedesk.messages.message import NO_FIELDS, Message, Texts
from marqueedesk.messages.models import ACCOUNT
from marqueedesk.messages.samples import sample_invitation


def _body(facts: InvitationFacts) -> Body:
    return Body(
        title=f"Join {facts.company}",
        lead=f"{facts.invited_by} invites you as {facts.part}",
        parts=[
            parts.text(
                f"{facts.company} runs its marquee letter rentals with {facts.site}, and {facts.invited_by} would like "
                f"you to join as {facts.part}. The button leads to a page that says what you will be able to do."
            ),
            parts.button("See the invitation", parts.invitation_page(facts.invitation_id)),
            parts.text(
                f"The link is only for {facts.email}. It works once, until {facts.until()}. If you don't know "
                f"{facts.company}, ignore this email."
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
