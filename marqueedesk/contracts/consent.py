"""Consent to electronic records and signatures, which a signer gives before signing."""

from typing import Final

VERSION: Final = 1
"""Version of the text. Increase it with every change of the text: stored consent refers to it."""

_TEXT: Final = """\
By agreeing, you consent to receive this contract and records about it electronically, and to sign it electronically. \
Your electronic signature has the same effect as one on paper.

You need a device with internet access, a current web browser, and a way to read and keep PDF files. You can download \
the signed contract from this page at any time, and we email a copy to every signer who gave an email address.

You can get a paper copy at no cost, and you can sign on paper instead: contact {contact}.

You can withdraw your consent at any time before you sign by closing this page, and later by contacting {contact}. \
Withdrawing it does not affect what you have already signed. Please tell us if your contact details change."""


def consent_text(company: str, email: str | None, phone: str | None) -> str:
    """Return the text with the business's name and how to reach it."""
    ways = " or ".join(way for way in (email, phone) if way)
    return _TEXT.format(contact=f"{company} ({ways})" if ways else company)
