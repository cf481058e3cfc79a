"""Errors of messages."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoSuchMessage(NotFound):
    """There is no such kind of message, or businesses can't see it."""

    code = "no_message"
    message = "There is no such message."


class TextNotEditable(Conflict):
    """The message's text is defined in code and cannot be edited."""

    code = "not_editable"
    message = "The text of this email cannot be changed."


class NotSwitchable(Conflict):
    """The message cannot be switched off. This applies to messages to customers, and to the run sheet, which is
    switched off by its hour.
    """

    code = "not_switchable"
    message = "This email cannot be switched off here."
