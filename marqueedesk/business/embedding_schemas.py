"""Request and response models of embedding settings."""

from typing import Annotated, ClassVar

from pydantic import Field

from marqueedesk.business.sites import LONGEST_ENTRY
from marqueedesk.kit.http.schemas import RequestModel, ResponseModel


class EmbedInput(RequestModel):
    """PATCH /api/embed-settings: omitted fields stay the same. `business.sites` describes the format of an entry."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "allowedSites": {"*": "Allowed sites must be a list of at most 100 addresses, such as www.example.com"}
    }
    allowed_sites: Annotated[list[Annotated[str, Field(max_length=LONGEST_ENTRY)]], Field(max_length=100)] = Field(
        default_factory=list[str]
    )
    share_contact: bool = False


class EmbedOut(ResponseModel):
    """Embedding settings: the key that identifies the business on public pages (W5), and the sites that may embed its
    form (W6).
    """

    public_key: str
    allowed_sites: Annotated[list[str], Field(description="Empty: any site")]
    share_contact: Annotated[bool, Field(description="True if the embedding page gets the customer's contact details")]
