"""Every message that there is, in the order in which a business meets them."""

from typing import Any, Final

from marqueedesk.messages.mails import (
    canceled,
    change_answered,
    closing,
    confirmed,
    customer_canceled,
    declined,
    hold_lapsing,
    invitation,
    new_login,
    new_request,
    password_reset,
    payment_received,
    payment_refunded,
    quote_accepted,
    quote_answered,
    quote_sent,
    reminder,
    request_received,
    rescheduled,
    run_sheet,
    subscription_unpaid,
    welcome,
)
from marqueedesk.messages.message import Message

MESSAGES: Final[tuple[Message[Any], ...]] = (
    request_received.MESSAGE,
    confirmed.MESSAGE,
    declined.MESSAGE,
    canceled.MESSAGE,
    rescheduled.MESSAGE,
    change_answered.MESSAGE,
    reminder.MESSAGE,
    quote_sent.MESSAGE,
    quote_accepted.MESSAGE,
    payment_received.MESSAGE,
    payment_refunded.MESSAGE,
    new_request.MESSAGE,
    customer_canceled.MESSAGE,
    quote_answered.ACCEPTED,
    quote_answered.DECLINED,
    quote_answered.QUESTION,
    hold_lapsing.MESSAGE,
    run_sheet.MESSAGE,
    welcome.MESSAGE,
    subscription_unpaid.MESSAGE,
    password_reset.MESSAGE,
    new_login.MESSAGE,
    invitation.MESSAGE,
    closing.MESSAGE,
)
BY_KIND: Final = {message.kind: message for message in MESSAGES}
