"""Errors when sending and signing contracts."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoContract(NotFound):
    """There is no contract, or the link of a signer is invalid."""

    code = "no_contract"
    message = "This contract is not available. Ask for a new link."


class NotSignedYet(NotFound):
    """The file exists only after everyone has signed."""

    code = "not_signed"
    message = "The contract has not been signed yet."


class ContractSigned(Conflict):
    """Everyone has signed, and nothing has changed since."""

    code = "contract_signed"
    message = "This contract is already signed."


class ContractDeclined(Conflict):
    """A signer declined the contract."""

    code = "contract_declined"
    message = "This contract was declined. Contact the business for a new one."


class ContractExpired(Conflict):
    """The signing deadline has passed."""

    code = "contract_expired"
    message = "The deadline to sign this contract has passed. Contact the business for a new one."


class ContractChanged(Conflict):
    """The contract has a newer version than the one that the signer opened. Carries its number."""

    code = "contract_changed"
    message = "This contract has changed since you opened it. Please read the new version."


class ConsentNeeded(Conflict):
    """The signer has not agreed to electronic records yet."""

    code = "consent_needed"
    message = "Agree to electronic records before you sign."


class NotYourTurn(Conflict):
    """Another person signs first."""

    code = "not_your_turn"
    message = "Another person signs this contract first. We'll email you when it's your turn."


class NothingToSign(Conflict):
    """No signature is missing, or there is no signer to remind."""

    code = "nothing_to_sign"
    message = "This contract isn't waiting for a customer's signature."


class NothingToCountersign(Conflict):
    """The contract isn't waiting for the business's signature."""

    code = "nothing_to_countersign"
    message = "This contract isn't waiting for your signature."


class BookingOver(Conflict):
    """No contract can be sent or signed for a canceled booking, or a declined or withdrawn quote."""

    code = "booking_over"
    message = "This booking was canceled, or the quote was declined or withdrawn. Its contract can't be sent or signed."
