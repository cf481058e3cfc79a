"""Filter for names in emails: a name that looks like a link or a call to action is left out.

The customer's name comes from a form that anyone can fill in, and a new business chooses its own name. Either could be
misused to send spam through a trusted sender.
"""

import re
import unicodedata
from typing import Final

from marqueedesk.messages.links_in_text import LINK

_DOT: Final = re.compile(r"\s*(?:\[\.\]|\(\.\)|\{\.\}|[\[({]dot[\])}]|[。۔⸳‧∙])\s*", re.IGNORECASE)
_BEFORE_A_DOT: Final = (
    r"dr|mr|mrs|ms|mx|prof|rev|hon|pres|sen|rep|gov|capt|cpt|sgt|lt|col|gen|maj|st|ste|mt|ft|jr|sr|esq|ph|inc|co|corp|"
    r"ltd|bros|no|dept|assoc|univ|int|intl|sra|srta"
)
_DOMAIN: Final = re.compile(
    # A dot within a word, unless a title or an initial precedes it: evil.ninja, but not Dr.Jo, J.R. or St.John.
    rf"(?<![\w-])(?!(?:{_BEFORE_A_DOT})\.)[\w-]{{2,}}\.[^\W\d_]{{2,}}"
    # A spelled-out dot or one with a space before it, and a dot before a well-known top-level domain.
    r"|\w\s+\.\s*\w|\w\.\s+(?:com|net|org|info|biz|io|ru|xyz|example)\b"
    r"|\bdot\s+(?:com|net|org|info|biz|io|ru|xyz)\b"
    # An IP address.
    r"|\d{1,3}(?:\.\d{1,3}){3}",
    re.IGNORECASE,
)
_ADVICE: Final = re.compile(
    r"\b(?:accounts?|act now|alert|attention|bitcoin|blocked|bonus|call|cash|claim|click|confirm(?:ation|ed)?|"
    r"congratulations|contact us|crypto|disabled|download|expired|free|gift|h(?:tt|xx)ps?|immediately|invoice|"
    r"limited time|locked|log ?[io]n|message (?:me|us)|password|pay now|payment|prize|refund|reply|reset|security|"
    r"send money|sign ?in|suspended|telegram|text (?:me|us)|unlock|update|urgent|verify|visit|warning|whatsapp|"
    r"winner|won|win a|www|you have|your)\b|[!?\n\r@]|(?:\d[\s().-]*){7}|[:/]{2}",
    re.IGNORECASE,
)
_MOST_WORDS: Final = 8


def is_plain_name(name: str) -> bool:
    """Return true if a text is just a name, without links, domains or calls to action. Full-width letters are
    normalized.
    """
    text = _DOT.sub(".", unicodedata.normalize("NFKC", name))
    patterns = (LINK, _DOMAIN, _ADVICE)
    return not any(pattern.search(text) for pattern in patterns) and len(text.split()) <= _MOST_WORDS
