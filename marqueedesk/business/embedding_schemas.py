"""The wire form of embedding."""

from typing import Annotated, ClassVar

from pydantic import Field

from marqueedesk.business.sites import LONGEST_ENTRY
from marqueedesk.kit.http.schemas import RequestModel, ResponseModel


class EmbedInput(RequestModel):
    """PATCH /api/embed-settings: omitted fields stay unchanged. `business.sites` describes the form of an entry."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "allowedSites": {"*": "Allowed sites must be a list of at most 100 addresses, such as www.example.com"}
    }
    allowed_sites: Annotated[list[Annotated[str, Field(max_length=LONGEST_ENTRY)]], Field(max_length=100)] = Field(
        default_factory=list[str]
    )
    share_contact: bool = False


class EmbedOut(ResponseModel):
    """How a business is embedded: the key that names it on public pages (W5), the sites that may show its form (W6)."""

    public_key: str
    allowed_sites: Annotated[list[str], Field(description="Empty: any site")]
    share_contact: Annotated[bool, Field(description="Whether the embedding page gets the customer's contact details")]
