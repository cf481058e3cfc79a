"""What can go wrong with the inventory."""

from marqueedesk.kit.errors import Conflict, NotFound


class UnknownLetter(NotFound):
    """No such row, or another operator's: the two are answered alike (A4)."""

    sentence = "Unknown letter"


class LetterTaken(Conflict):
    """The inventory already has a row for this letter in this size (L1)."""

    code = "letter_taken"
