"""The partners that the installation has set up."""

from collections.abc import Callable, Mapping
from typing import Final

from marqueedesk.books.partners.errors import NotSetUp
from marqueedesk.books.partners.partner import BooksPartner
from marqueedesk.books.partners.quickbooks import QuickBooks
from marqueedesk.books.partners.values import NAMES, BooksClient, BooksSystem
from marqueedesk.books.partners.xero import Xero
from marqueedesk.settings import Settings

_PARTNERS: Final[Mapping[BooksSystem, Callable[[BooksClient], BooksPartner]]] = {"quickbooks": QuickBooks, "xero": Xero}


def _client(settings: Settings, system: BooksSystem) -> BooksClient:
    if system == "quickbooks":
        secret = settings.quickbooks_client_secret.get_secret_value()
        return BooksClient(settings.quickbooks_client_id, secret, settings.quickbooks_api_base)
    secret = settings.xero_client_secret.get_secret_value()
    return BooksClient(settings.xero_client_id, secret, settings.xero_api_base)


def is_set_up(settings: Settings, system: BooksSystem) -> bool:
    """Return true if the installation has a client at this partner."""
    client = _client(settings, system)
    return bool(client.id and client.secret)


def partner(settings: Settings, system: BooksSystem) -> BooksPartner:
    """Return a partner. Raises NotSetUp."""
    if not is_set_up(settings, system):
        raise NotSetUp.format(name=NAMES[system])
    return _PARTNERS[system](_client(settings, system))
