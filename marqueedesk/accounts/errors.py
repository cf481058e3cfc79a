"""What can go wrong with people and their sign-ins."""

from marqueedesk.kit.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated


class WrongCredentials(Unauthenticated):
    """The email is unknown or the password is wrong: the answer is the same (A3)."""

    code = "wrong_credentials"
    sentence = "The email or password is not right."


class Deactivated(Forbidden):
    """The account is deactivated. Said only to whoever knows its password (A3)."""

    code = "deactivated"
    sentence = "This account is deactivated. Please contact the administrator."


class EmailTaken(Conflict):
    """Another account has this email."""

    code = "email_taken"
    sentence = "An account with this email already exists."


class WrongCurrentPassword(Invalid):
    """The current password given for a change is wrong."""

    status = 400
    code = "wrong_password"
    sentence = "The current password is not right."


class ResetOver(NotFound):
    """A link for another password that leads nowhere: unknown, used, replaced by a newer one, or over an hour old."""

    code = "reset_over"
    sentence = "This link has been used already or is too old. Please ask for a new one."


class NoBusiness(Forbidden):
    """The account runs no business of its own (an administrator's, for instance)."""

    code = "no_business"
    sentence = "This account does not run a business."


class UnknownOperator(NotFound):
    """No such operator for the public, or one that is deactivated: the two are answered alike."""

    code = "no_operator"
    sentence = "This booking form is not available"
