"""Restrictions on emails of a new business: no links, and no custom text in the sender name and subject."""

from typing import Any, Final, cast

from marqueedesk.messages.content import Content
from marqueedesk.messages.links_in_text import without_links


def content_without_links(content: Content) -> Content:
    """Remove links from an email's texts. Buttons are kept, because they open pages of the installation."""
    return cast("Content", {name: _cleaned(value, name) for name, value in content.items()})


_KEPT: Final = frozenset({"link", "logo", "replyTo", "files", "unsubscribe", "from", "kind", "to"})
"""Parts of an email that are not text: addresses, and the installation's name."""


def _cleaned(value: Any, name: str = "") -> Any:
    if name in _KEPT:
        return value
    if isinstance(value, str):
        return without_links(value)
    if isinstance(value, dict):
        return {key: _cleaned(part, str(key)) for key, part in cast("dict[str, object]", value).items()}
    if isinstance(value, list | tuple):
        return [_cleaned(part) for part in cast("list[Any]", value)]
    return value
