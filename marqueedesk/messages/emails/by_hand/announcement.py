"""Email of an announcement to the owners of businesses."""

from dataclasses import dataclass

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_person
from marqueedesk.messages.content import Body, page


@dataclass(frozen=True, slots=True)
class AnnouncementContext:
    """The text of the announcement, the installation's name and the owner's."""

    site: str
    username: str
    text: str

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {"customer": self.username, "site": self.site}


def dedupe_key(announcement_id: int) -> str:
    """Return the key with which the outbox stores each owner's email only once."""
    return f"announcement:{announcement_id}"


def _body(context: AnnouncementContext) -> Body:
    return Body.written(
        "Announcement",
        context.text.split("\n", 1)[0][:150],
        *(line for line in context.text.splitlines() if line.strip()),
        parts.button(f"Open {context.site}", page("/")),
    )


def _sample(_head: Letterhead) -> AnnouncementContext:
    return AnnouncementContext("MarqueeDesk", "Sam", "We are moving to new servers on Sunday from 2 to 4 AM UTC.")


MESSAGE = to_person(
    "announcement",
    "Announcement",
    "When an administrator emails an announcement to owners",
    subject="Announcement from {site}",
    body=_body,
    sample=_sample,
)
