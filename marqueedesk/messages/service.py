"""Functions that change a business's email settings. None of them commits."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.messages import queries, schedules
from marqueedesk.messages.catalog import BY_KIND
from marqueedesk.messages.errors import NoSuchMessage, NotEditable, NotSwitchable
from marqueedesk.messages.message import Chosen, Message, Texts, chosen_texts, faults
from marqueedesk.messages.models import ACCOUNT, DEFAULT_REMINDER_DAYS, DEFAULT_RUN_SHEET_HOUR, MessageSettings
from marqueedesk.messages.schemas import MessageSettingsInput, TemplateInput, TextsInput

_NAMES = {"subject": "subject", "heading": "heading", "greeting": "greeting", "body": "body", "sign_off": "signOff"}
_LABELS = {"subject": "Subject", "heading": "Heading", "greeting": "Greeting", "body": "Body", "signOff": "Sign-off"}


def message_of(kind: str) -> Message[Any]:
    """A kind of message that a business can see. Raises NoSuchMessage."""
    message = BY_KIND.get(kind)
    if message is None or message.audience == ACCOUNT:
        raise NoSuchMessage
    return message


def change_settings(db: Session, operator: Operator, given: MessageSettingsInput, now: datetime) -> MessageSettings:
    """Set the days of both reminders and the run sheet's hour, each if given. A new hour applies from today on."""
    stored = _stored(db, now)
    for name in ("reminder_days", "payment_reminder_days", "run_sheet_hour"):
        if name in given.model_fields_set:
            setattr(stored, name, getattr(given, name))
    stored.updated_at = now
    db.flush()
    schedules.plan(db, operator.id, operator.time_zone, stored.run_sheet_hour, now)
    return stored


def read_texts(message: Message[Any], given: TextsInput, stored: MessageSettings, templates: Chosen) -> dict[str, str]:
    """A message's own text with the given values applied; null restores the installation's text.

    Raises NotEditable, and Invalid as `chosen_words` does.
    """
    if not message.is_editable:
        raise NotEditable
    return chosen_words(message, given, stored.texts.get(message.kind, {}), usual=chosen_texts(message, templates))


def chosen_words(
    message: Message[Any], given: TemplateInput, before: Mapping[str, str], *, usual: Texts
) -> dict[str, str]:
    """The chosen text: ``before`` with the given values applied; null restores the usual text.

    Raises Invalid, which names each text that cannot be filled in, and a subject or body that is empty.
    """
    own = dict(before)
    refused: dict[str, str] = {}
    for name, wire in _NAMES.items():
        if name not in given.model_fields_set:
            continue
        text: str | None = getattr(given, name)
        if text is None or text == getattr(usual, name):
            own.pop(wire, None)
            continue
        fault = faults(message, wire, text)
        if fault is not None:
            refused[wire] = f"{_LABELS[wire]} {fault}"
        elif wire in {"subject", "body"} and not text:
            refused[wire] = f"{_LABELS[wire]} is required"
        own[wire] = text
    if refused:
        raise Invalid(fields=refused)
    return own


def change_texts(db: Session, kind: str, given: TextsInput, templates: Chosen, now: datetime) -> MessageSettings:
    """Set the text of a message, and whether one to the business is sent at all.

    Raises the errors of `read_texts`, NoSuchMessage, and NotSwitchable for a message that cannot be switched off.
    """
    message = message_of(kind)
    stored = _stored(db, now)
    if given.enabled is not None:
        if not (message.is_switchable or given.enabled):
            raise NotSwitchable
        others = [muted for muted in stored.muted if muted != kind]
        stored.muted = others if given.enabled else sorted([*others, kind])
    if not given.model_fields_set - {"enabled"}:
        stored.updated_at = now
        db.flush()
        return stored
    own = read_texts(message, given, stored, templates)
    others = {name: texts for name, texts in stored.texts.items() if name != kind}
    stored.texts = others | ({kind: own} if own else {})
    stored.updated_at = now
    db.flush()
    return stored


def _stored(db: Session, now: datetime) -> MessageSettings:
    found = queries.settings_for_change(db)
    if found is None:
        found = MessageSettings(
            reminder_days=DEFAULT_REMINDER_DAYS,
            run_sheet_hour=DEFAULT_RUN_SHEET_HOUR,
            texts={},
            muted=[],
            updated_at=now,
        )
        db.add(found)
        db.flush()
    return found
