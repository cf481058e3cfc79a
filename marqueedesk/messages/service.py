"""Verbs that change what a business sets about its mails. None of them commits."""

from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.business.terms import unknown_fields
from marqueedesk.kit.errors import Invalid
from marqueedesk.messages import queries, schedules
from marqueedesk.messages.catalog import BY_KIND
from marqueedesk.messages.errors import NoSuchMessage, NotEditable
from marqueedesk.messages.message import Message
from marqueedesk.messages.models import ACCOUNT, DEFAULT_REMINDER_DAYS, DEFAULT_RUN_SHEET_HOUR, MessageSettings
from marqueedesk.messages.schemas import MessageSettingsInput, TextsInput

_NAMES = {"subject": "subject", "greeting": "greeting", "sign_off": "signOff"}
_LABELS = {"subject": "Subject", "greeting": "Greeting", "signOff": "Sign-off"}


def message_of(kind: str) -> Message[Any]:
    """A kind of message of a business's. Raises NoSuchMessage."""
    message = BY_KIND.get(kind)
    if message is None or message.audience == ACCOUNT:
        raise NoSuchMessage
    return message


def change_settings(db: Session, operator: Operator, given: MessageSettingsInput, now: datetime) -> MessageSettings:
    """Set reminder days and the run sheet's hour, as far as they are given. A new hour counts from today on."""
    stored = _stored(db, now)
    for name in ("reminder_days", "run_sheet_hour"):
        if name in given.model_fields_set:
            setattr(stored, name, getattr(given, name))
    stored.updated_at = now
    db.flush()
    schedules.plan(db, operator.id, operator.time_zone, stored.run_sheet_hour, now)
    return stored


def read_texts(message: Message[Any], given: TextsInput, stored: MessageSettings) -> dict[str, str]:
    """A message's own words once those that are given are set; null goes back to the usual ones.

    Raises NotEditable, and Invalid that names each field which cannot be filled in, and a subject without words.
    """
    if not message.is_editable:
        raise NotEditable
    own: dict[str, str] = dict(stored.texts.get(message.kind, {}))
    refused: dict[str, str] = {}
    for name, wire in _NAMES.items():
        if name not in given.model_fields_set:
            continue
        text: str | None = getattr(given, name)
        if text is None or text == getattr(message.texts, name):
            own.pop(wire, None)
            continue
        unknown = unknown_fields(text, message.fields)
        if unknown:
            names = ", ".join(f"{{{found[:40]}}}" for found in unknown[:5])
            refused[wire] = f"{_LABELS[wire]} has fields that cannot be filled in: {names}"
        elif wire == "subject" and not text:
            refused[wire] = "Subject is required"
        own[wire] = text
    if refused:
        raise Invalid(fields=refused)
    return own


def change_texts(db: Session, kind: str, given: TextsInput, now: datetime) -> MessageSettings:
    """Set the words of a message. Raises as `read_texts` and NoSuchMessage."""
    message = message_of(kind)
    stored = _stored(db, now)
    own = read_texts(message, given, stored)
    others = {name: texts for name, texts in stored.texts.items() if name != kind}
    stored.texts = others | ({kind: own} if own else {})
    stored.updated_at = now
    db.flush()
    return stored


def _stored(db: Session, now: datetime) -> MessageSettings:
    found = queries.settings_for_change(db)
    if found is not None:
        return found
    made = MessageSettings(
        reminder_days=DEFAULT_REMINDER_DAYS, run_sheet_hour=DEFAULT_RUN_SHEET_HOUR, texts={}, updated_at=now
    )
    try:
        with db.begin_nested():
            db.add(made)
            db.flush()
    except IntegrityError:
        # Somebody else's first change came in between; it is there now.
        return _stored(db, now)
    return made
