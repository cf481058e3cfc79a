"""Events of contracts."""

from marqueedesk.domain_events.base import BusinessEvent


class ContractEvent(BusinessEvent):
    """Base of events about a contract."""

    contract_id: int


class ContractSent(ContractEvent, kind="contract.sent"):
    """A signer can sign a version of a contract; with ``reminder``, the business asked again."""

    signer_id: int
    version: int
    reminder: bool = False


class ContractCompleted(ContractEvent, kind="contract.completed"):
    """Everyone has signed a version of a contract."""

    version: int


class ContractLapsed(ContractEvent, kind="contract.lapsed"):
    """The deadline to sign a contract version has passed. ``signer_id`` is the first signer who has not signed."""

    signer_id: int
    version: int


class ContractRefused(ContractEvent, kind="contract.refused"):
    """A signer declined a version of a contract."""

    version: int
