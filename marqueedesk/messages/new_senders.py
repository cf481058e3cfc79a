"""Emails of a new business: without links and without texts of its own in what strangers see first."""

from typing import Any, Final, cast

from marqueedesk.messages.content import Content
from marqueedesk.messages.links_in_text import without_links


def content_without_links(content: Content) -> Content:
    """An email whose texts have no links. Its buttons, which lead to pages of the installation, stay."""
    return cast("Content", {name: _cleaned(value, name) for name, value in content.items()})


_KEPT: Final = frozenset({"link", "logo", "replyTo", "files", "unsubscribe", "from", "kind", "to"})
"""Parts of an email that are no text: addresses, and the installation's own name."""


def _cleaned(value: Any, name: str = "") -> Any:
    if name in _KEPT:
        return value
    if isinstance(value, str):
        return without_links(value)
    if isinstance(value, dict):
        return {key: _cleaned(part, str(key)) for key, part in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_cleaned(part) for part in cast("list[Any]", value)]
    return value
