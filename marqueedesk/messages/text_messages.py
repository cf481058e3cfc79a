"""Messages to customers that can also go as texts: their wording, and the choice of channel by kind."""

from collections.abc import Mapping
from typing import Final, Literal

from marqueedesk.business.terms import filled
from marqueedesk.conversations.models import LINK_MARK
from marqueedesk.conversations.service import LINK_LENGTH
from marqueedesk.messages.links_in_text import without_links
from marqueedesk.sms.segments import segments_of

Channel = Literal["email", "text", "both"]
BY_EMAIL: Final = "email"
BY_TEXT: Final = "text"

_PAY: Final = f"Details and payment: {LINK_MARK}"
_WORDINGS: Final[Mapping[str, str]] = {
    "confirmed": f"{{company}}: Your booking for {{delivery}} is confirmed. Details: {LINK_MARK}",
    "quote-accepted": f"{{company}}: Your booking for {{delivery}} is confirmed. Details: {LINK_MARK}",
    "reminder": f"{{company}}: We deliver your sign on {{delivery}}. Details: {LINK_MARK}",
    "payment-due": f"{{company}}: {{amount}} for your booking is due on {{due}}. {_PAY}",
    "payment-overdue": f"{{company}}: {{amount}} for your booking was due on {{due}}. {_PAY}",
    "payment-requested": f"{{company}}: Please pay {{amount}} for your booking. {_PAY}",
    "card-charge-announced": f"{{company}}: On {{date}} we'll charge your saved card {{amount}}. Details: {LINK_MARK}",
    "card-charge-withdrawn": f"{{company}}: We won't charge your saved card {{amount}} after all. {LINK_MARK}",
    "quote-sent": f"{{company}}: Your quote is ready: {LINK_MARK}",
    "quote-revised": f"{{company}}: Your revised quote is ready: {LINK_MARK}",
    "quote-follow-up": f"{{company}}: Your quote is still open. See it, accept it or ask a question: {LINK_MARK}",
    "review-request": f"{{company}}: Thanks for renting with us. How was it? Please leave a review: {LINK_MARK}",
    "contract-to-sign": f"{{company}}: Your contract is ready. Read and sign it here: {LINK_MARK}",
    "contract-reminder": f"{{company}}: Your contract still needs your signature. Sign it here: {LINK_MARK}",
    "waiting-offered": f"{{company}}: Your letters are available. We hold them until {{until}}: {LINK_MARK}",
}


def can_be_texted(kind: str) -> bool:
    """Return true if a kind of message can go as a text."""
    return kind in _WORDINGS


def segments_with_link(text: str) -> int:
    """Return the segments of a text whose link is still a placeholder."""
    return segments_of(text.replace(LINK_MARK, "x" * LINK_LENGTH)).count


def wording(kind: str, values: Mapping[str, str | None]) -> str:
    """Return the text of a message with its fields filled in. Values contain no links; the text's own link stays a
    placeholder.
    """
    safe = {name: without_links(value) if value else value for name, value in values.items()}
    before, mark, after = _WORDINGS[kind].partition(LINK_MARK)
    return f"{filled(before, safe)}{mark}{after}"
