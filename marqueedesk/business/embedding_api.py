"""Routes for embedding the form: the public key, and the sites that may embed it."""

from typing import Annotated

from fastapi import APIRouter

from marqueedesk.accounts.access import Caller, record_action, record_settings_change, require
from marqueedesk.accounts.dependencies import Db, Requires, SignedIn
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.business import embedding
from marqueedesk.business.embedding_schemas import EmbedInput, EmbedOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors

router = APIRouter(tags=["embedding"], responses=errors(401, 403))


def embed_answer(operator: Operator) -> EmbedOut:
    """Serialize a business's embedding settings."""
    return EmbedOut.of_row(operator)


@router.get("/api/embed-settings")
def embed_settings(_db: Db, caller: SignedIn) -> EmbedOut:
    """Get the business's public key, and the sites that may embed its form."""
    return embed_answer(require(caller, CHANGE_SETTINGS))


@router.patch("/api/embed-settings")
def change_embed_settings(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: EmbedInput) -> EmbedOut:
    """Set the sites that may embed the form (W6; an empty list allows any site), and whether they get the customer's
    contact details (W3).
    """
    operator = caller.operator
    record_settings_change(db, caller, "embedding", body)
    return embed_answer(embedding.change_embedding(operator, body))


@router.post("/api/embed-settings/renew-key")
def renew_public_key(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> EmbedOut:
    """Replace the business's public key. Links and embed codes with the old key stop working immediately (W5)."""
    operator = caller.operator
    require_fresh(db, caller, clock.now())
    answer = embed_answer(embedding.renew_public_key(db, operator))
    record_action(db, caller, "settings.changed", (None, "public key"))
    return answer
