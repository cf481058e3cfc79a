"""What can go wrong with messages."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoSuchMessage(NotFound):
    """There is no kind of message of that name, or none that a business can see."""

    code = "no_message"
    sentence = "There is no such message."


class NotEditable(Conflict):
    """A message whose text is written in code."""

    code = "not_editable"
    sentence = "The text of this email cannot be changed."


class NotSwitchable(Conflict):
    """A message that cannot be switched off: one to customers, or the run sheet, which has an hour instead."""

    code = "not_switchable"
    sentence = "This email cannot be switched off here."
