"""Remove links from free text, so that mail programs do not make them clickable."""

import re
from typing import Final

LEFT_OUT: Final = "[link removed]"
# Top-level domains that are common in spam, and those of most countries, except for English words and common names.
_TOP_LEVEL: Final = (
    "com|net|org|info|biz|io|co|app|dev|shop|store|xyz|online|site|website|top|club|live|link|click|icu|vip|win|buzz|"
    "example|test|ru|cn|de|uk|us|me|tv|cc|to|ly|fr|nl|eu|in|br|au|ca|ch|at|it|es|pl|jp|support|help|email|cloud|tech|"
    "edu|gov|page|today|space|fun|pro|work|life|world|news|media|agency|events|party|wedding|rest|bond|sbs|cfd|cyou|"
    "zip|mov|monster|quest|lol|mom|loan|bid|trade|stream|download|best|rocks|ninja|guru|deals|sale|promo|gift|gifts|"
    "cash|money|bank|card|cards|finance|credit|games|bet|casino|rent|blog|social|chat|video|host|hosting|security|"
    "tk|ml|ga|cf|gq|pw|su|ws|gg|sh|im|fm|kr|mx|se|dk|nz|ie|za|ua|by|kz|tr|pt|cz|sk|hu|ro|bg|gr|fi|hk|tw|sg|th|vn|ph|"
    "ng|ke|ar|cl|ai|nu|asia|mobi|digital|network|рф|xn--[a-z0-9-]+"
)
_LABELS: Final = r"(?:[^\W_](?:[\w-]*[^\W_])?[.。．｡])+"
_DOMAIN: Final = rf"{_LABELS}(?:{_TOP_LEVEL})(?![\w.-]*\w)(?:[/?#:]\S*)?"
# A word with a dot is a link if a path follows it: evil.ninja/x.
_WITH_PATH: Final = rf"{_LABELS}[^\W\d_]{{2,}}(?::\d+)?[/?#]\S+"
LINK: Final = re.compile(
    rf"(?:\w[\w+.-]*:)?//\S+|\bwww[.。．｡]\S+|(?<![\w@.-])(?:{_DOMAIN}|{_WITH_PATH})", re.IGNORECASE
)


def without_links(text: str) -> str:
    """Replace links and domains in a text."""
    return LINK.sub(LEFT_OUT, text)
