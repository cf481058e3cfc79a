"""Links in free text of emails: they are left out, so that no mail program makes one of them."""

import re
from typing import Final

LEFT_OUT: Final = "[link left out]"
_TOP_LEVEL: Final = (
    "com|net|org|info|biz|io|co|app|dev|shop|store|xyz|online|site|website|top|club|live|link|click|icu|vip|win|buzz|"
    "example|test|ru|cn|de|uk|us|me|tv|cc|to|ly|fr|nl|eu|in|br|au|ca|ch|at|it|es|pl|jp|support|help|email|cloud|tech"
)
_DOMAIN: Final = rf"(?:[^\W_](?:[\w-]*[^\W_])?\.)+(?:{_TOP_LEVEL})(?![\w.-]*\w)"
LINK: Final = re.compile(rf"(?:\w[\w+.-]*:)?//\S+|\bwww\.\S+|(?<![\w@.-])(?:{_DOMAIN})(?:[/?#:]\S*)?", re.IGNORECASE)


def without_links(text: str) -> str:
    """A text whose links and domains are left out."""
    return LINK.sub(LEFT_OUT, text)
