"""Change a business's email settings. Nothing here commits."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.messages import queries, schedules
from marqueedesk.messages.catalog import BY_KIND
from marqueedesk.messages.errors import NoSuchMessage, NotSwitchable, TextNotEditable
from marqueedesk.messages.message import Chosen, Message, Texts, chosen_texts, faults
from marqueedesk.messages.models import ACCOUNT, DEFAULT_REMINDER_DAYS, DEFAULT_RUN_SHEET_HOUR, MessageSettings
from marqueedesk.messages.schemas import MessageSettingsInput, TemplateInput, TextsInput
from marqueedesk.messages.text_messages import BY_EMAIL, can_be_texted

_NAMES = {"subject": "subject", "heading": "heading", "greeting": "greeting", "body": "body", "sign_off": "signOff"}
_LABELS = {"subject": "Subject", "heading": "Heading", "greeting": "Greeting", "body": "Body", "signOff": "Sign-off"}


def message_of(kind: str) -> Message[Any]:
    """Return a kind of message that businesses can see. Raises NoSuchMessage."""
    message = BY_KIND.get(kind)
    if message is None or message.audience == ACCOUNT:
        raise NoSuchMessage
    return message


def change_settings(db: Session, operator: Operator, changes: MessageSettingsInput, now: datetime) -> MessageSettings:
    """Set the reminder days and the hour of the run sheet, if sent. A new hour applies from today on."""
    stored = _stored(db, now)
    for name in ("reminder_days", "payment_reminder_days", "run_sheet_hour"):
        if name in changes.model_fields_set:
            setattr(stored, name, getattr(changes, name))
    stored.updated_at = now
    db.flush()
    schedules.plan(db, operator.id, operator.time_zone, stored.run_sheet_hour, now)
    return stored


def read_texts(
    message: Message[Any], changes: TextsInput, stored: MessageSettings, templates: Chosen
) -> dict[str, str]:
    """Apply changes to a message's text. Null restores the installation's text.

    Raises TextNotEditable, and Invalid as described in `chosen_words`.
    """
    if not message.is_editable:
        raise TextNotEditable
    return chosen_words(message, changes, stored.texts.get(message.kind, {}), usual=chosen_texts(message, templates))


def chosen_words(
    message: Message[Any], changes: TemplateInput, before: Mapping[str, str], *, usual: Texts
) -> dict[str, str]:
    """Apply changes to the text in ``before``. Null restores the default text.

    Raises Invalid with an error for each text that has unknown fields, and for an empty subject or body.
    """
    own = dict(before)
    errors: dict[str, str] = {}
    for name, wire in _NAMES.items():
        if name not in changes.model_fields_set:
            continue
        text: str | None = getattr(changes, name)
        if text is None or text == getattr(usual, name):
            own.pop(wire, None)
            continue
        fault = faults(message, wire, text)
        if fault is not None:
            errors[wire] = f"{_LABELS[wire]} {fault}"
        elif wire in {"subject", "body"} and not text:
            errors[wire] = f"{_LABELS[wire]} is required"
        own[wire] = text
    if errors:
        raise Invalid(fields=errors)
    return own


def change_texts(db: Session, kind: str, changes: TextsInput, templates: Chosen, now: datetime) -> MessageSettings:
    """Set a message's text, or switch a message to the business on or off.

    Raises the errors of `read_texts`, NoSuchMessage, and NotSwitchable for a message that cannot be switched off.
    """
    message = message_of(kind)
    stored = _stored(db, now)
    if changes.enabled is not None:
        if not (message.is_switchable or changes.enabled):
            raise NotSwitchable
        others = [muted for muted in stored.muted if muted != kind]
        stored.muted = others if changes.enabled else sorted([*others, kind])
    if changes.channel is not None:
        if changes.channel != BY_EMAIL and not can_be_texted(kind):
            raise Invalid(fields={"channel": "This message can only go by email"})
        others = {name: channel for name, channel in stored.channels.items() if name != kind}
        stored.channels = others | ({} if changes.channel == BY_EMAIL else {kind: changes.channel})
    if not changes.model_fields_set - {"enabled", "channel"}:
        stored.updated_at = now
        db.flush()
        return stored
    own = read_texts(message, changes, stored, templates)
    others = {name: texts for name, texts in stored.texts.items() if name != kind}
    stored.texts = others | ({kind: own} if own else {})
    stored.updated_at = now
    db.flush()
    return stored


def _stored(db: Session, now: datetime) -> MessageSettings:
    settings = queries.settings_for_change(db)
    if settings is None:
        settings = MessageSettings(
            reminder_days=DEFAULT_REMINDER_DAYS,
            run_sheet_hour=DEFAULT_RUN_SHEET_HOUR,
            texts={},
            muted=[],
            channels={},
            updated_at=now,
        )
        db.add(settings)
        db.flush()
    return settings
