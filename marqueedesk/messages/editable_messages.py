"""Messages whose text an installation may edit (G3), and previews of any message with example data.

An installation's text replaces the default text for every business; a business's own text (Settings > Messages) takes
precedence over it.
"""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.mail.mail import Mail
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.content import Content, Link
from marqueedesk.messages.emails import confirmed, password_reset, quote_sent
from marqueedesk.messages.errors import NoSuchMessage
from marqueedesk.messages.html_renderer import html_of
from marqueedesk.messages.mail_settings import Site
from marqueedesk.messages.message import Chosen, F, Message, Texts, chosen_texts, write
from marqueedesk.messages.schemas import PreviewOut, TemplateOut, blocks_answer, fields_answer, texts_answer
from marqueedesk.messages.text_renderer import text_of

NAMES: Final[Mapping[str, str]] = {
    confirmed.MESSAGE.kind: "Booking Confirmation",
    quote_sent.MESSAGE.kind: "Quote Generated",
    password_reset.MESSAGE.kind: "Password Reset",
}
"""Names on the administrators' page, by kind of message (specification, section 2)."""
_WHEN: Final[Mapping[str, str]] = {
    confirmed.MESSAGE.kind: "When a booking is confirmed, with or without approval",
    quote_sent.MESSAGE.kind: "When a business sends a quote",
    password_reset.MESSAGE.kind: password_reset.MESSAGE.when,
}
"""When each message is sent, in words for administrators."""
TEMPLATES: Final[tuple[Message[Any], ...]] = (confirmed.MESSAGE, quote_sent.MESSAGE, password_reset.MESSAGE)

EXAMPLE_HEAD: Final = Letterhead(
    name="Bright Nights Letters",
    address="1 Lantern Street, Albany, NY 12207",
    email="hello@brightnights.example",
    phone="(518) 555-0100",
    website=None,
    tax_id=None,
    currency="USD",
    time_zone="America/New_York",
)
"""A fictional business, for administrators who don't have one."""


def template_of(kind: str) -> Message[Any]:
    """Return a message whose text the installation may edit. Raises NoSuchMessage."""
    for message in TEMPLATES:
        if message.kind == kind:
            return message
    raise NoSuchMessage


def template_answer(message: Message[Any], templates: Chosen) -> TemplateOut:
    """Serialize a template."""
    return TemplateOut(
        kind=message.kind,
        name=NAMES[message.kind],
        when=_WHEN[message.kind],
        changed=bool(templates.get(message.kind)),
        texts=texts_answer(chosen_texts(message, templates)),
        usual=texts_answer(message.texts),
        fields=fields_answer(message),
        blocks=blocks_answer(message),
    )


def drawn_example(message: Message[Any], site: Site, head: Letterhead, texts: Texts) -> PreviewOut:
    """Render a message with example data, as a response."""
    return _shown(_example(message, site, head, texts), site)


def drawn(message: Message[F], context: F, site: Site, head: Letterhead, texts: Texts) -> PreviewOut:
    """Render a message about unsaved data, as a response. Its links are placeholders."""
    return _shown(write(message, context, head, site.name, texts, site.signature, site.contact), site)


def _shown(content: Content, site: Site) -> PreviewOut:
    return PreviewOut(subject=content["subject"], from_name=content["from"], **_drawn(content, site))


def example_mail(message: Message[Any], site: Site, texts: Texts, to: str, host: str, now: datetime) -> Mail:
    """Create a test email of a message with example data."""
    content = _example(message, site, EXAMPLE_HEAD, texts)
    drawn = _drawn(content, site)
    return Mail(
        message_id=f"{secrets.token_hex(16)}@{host}",
        to=to,
        to_name=None,
        sender=site.sender,
        from_name=content["from"],
        reply_to=site.reply_to,
        subject=f"Test: {content['subject']}",
        text=drawn["text"],
        html=drawn["html"],
        written_at=now,
    )


def _example(message: Message[Any], site: Site, head: Letterhead, texts: Texts) -> Content:
    context = message.sample(head)
    if isinstance(context, AccountContext):
        context = replace(context, site=site.name)
    return write(message, context, head, site.name, texts, site.signature, site.contact)


def _drawn(content: Content, site: Site) -> dict[str, str]:
    def address_of(link: Link) -> str:
        # Links in an example are placeholders.
        return site.url + (link["path"] if link["to"] == "page" else "/")

    return {"text": text_of(content, address_of), "html": html_of(content, address_of)}
