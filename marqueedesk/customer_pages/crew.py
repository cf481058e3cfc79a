"""Notes for the crew as lines of text, for calendars and run sheets."""

from marqueedesk.customer_pages.models import CrewNotes


def crew_lines(notes: CrewNotes | None) -> list[str]:
    """Format the customer's crew notes as lines; empty if there are none."""
    if notes is None:
        return []
    contact = ", ".join(text for text in (notes.contact_name, notes.contact_phone) if text)
    named = (("On site", contact), ("Power", notes.power), ("Access", notes.access), ("For the crew", notes.notes))
    return [f"{name}: {text}" for name, text in named if text]
