"""What can go wrong with messages."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoSuchMessage(NotFound):
    """No kind of message of that name, or none that a business can look at."""

    code = "no_message"
    sentence = "There is no such message."


class NotEditable(Conflict):
    """A message whose words are ours."""

    code = "not_editable"
    sentence = "The words of this message cannot be changed."
