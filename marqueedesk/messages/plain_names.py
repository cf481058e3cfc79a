"""Names in emails: one that may be a link or a call to action is left out.

A stranger chooses the customer's name at a form, and a new business its own name: either could write to other people's
inboxes through an honest sender.
"""

import re
from typing import Final

from marqueedesk.messages.links_in_text import LINK

_DOT: Final = re.compile(r"\s*(?:\[\.\]|\(\.\)|\[dot\]|\(dot\)|。|．|｡)\s*", re.IGNORECASE)
_ADVICE: Final = re.compile(
    r"\b(?:accounts?|call|cash|claim|click|confirm(?:ation)?|congratulations|free|gift|http|invoice|locked|log ?in|"
    r"password|payment|prize|refund|security|suspended|text us|unlock|update|urgent|verify|visit|warning|winner|won|"
    r"win a|you have|your)\b|[!?\n\r@]|(?:\d[\s().-]*){7}",
    re.IGNORECASE,
)
_MOST_WORDS: Final = 8


def is_plain_name(name: str) -> bool:
    """Whether a text is a name and nothing else: no link, no domain, no advice."""
    text = _DOT.sub(".", name)
    return LINK.search(text) is None and _ADVICE.search(text) is None and len(text.split()) <= _MOST_WORDS
