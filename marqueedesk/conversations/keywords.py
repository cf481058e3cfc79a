"""Keywords in texts from customers that carriers and laws define: STOP and its synonyms, START, HELP."""

import re
from typing import Final, Literal

Keyword = Literal["stop", "start", "help"]
_KEYWORDS: Final[dict[str, Keyword]] = {
    **dict.fromkeys(("stop", "stopall", "unsubscribe", "cancel", "end", "quit"), "stop"),
    **dict.fromkeys(("start", "unstop"), "start"),
    **dict.fromkeys(("help", "info"), "help"),
}
_NOT_LETTERS: Final = re.compile(r"[\W_\d]+")
_LONGEST: Final = 40


def keyword_of(text: str) -> Keyword | None:
    """Return the keyword that a text consists of, in any case and with any punctuation; None for other texts."""
    if len(text) > _LONGEST:
        return None
    return _KEYWORDS.get(_NOT_LETTERS.sub("", text).casefold())


def stopped(company: str) -> str:
    """Return the answer to STOP."""
    return f"{company}: You are unsubscribed and will get no more texts from us. Reply START to subscribe again."


def started(company: str) -> str:
    """Return the answer to START."""
    return f"{company}: You are subscribed to texts about your bookings. Reply HELP for help, STOP to unsubscribe."


def helped(company: str, contact: str) -> str:
    """Return the answer to HELP."""
    reach = f" Contact us: {contact}." if contact else ""
    return f"{company}: We text about your bookings.{reach} Message and data rates may apply. Reply STOP to end texts."
