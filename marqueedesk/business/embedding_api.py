"""Routes of embedding: the public key, and the sites that may embed the form."""

from fastapi import Request

from marqueedesk.accounts.access import changing_settings, reading, record_action, require, writing
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.business import embedding
from marqueedesk.business.embedding_schemas import EmbedInput, EmbedOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Json, JsonBody
from marqueedesk.kit.http.routing import Router

router = Router(tags=["embedding"], refuses=(401, 403))


def embed_answer(operator: Operator) -> EmbedOut:
    """Serialize a business's embedding settings."""
    return EmbedOut.of_row(operator)


@router.get("/api/embed-settings")
def embed_settings(request: Request) -> Json[EmbedOut]:
    """Get the business's public key, and the sites that may embed its form."""
    with reading(request) as (_db, caller):
        return Json(embed_answer(require(caller, CHANGE_SETTINGS)))


@router.patch("/api/embed-settings")
def change_embed_settings(request: Request, body: JsonBody[EmbedInput]) -> Json[EmbedOut]:
    """Set the sites that may embed the form (W6; an empty list allows any site), and whether they get the customer's
    contact details (W3).
    """
    with changing_settings(request, body, "embedding") as (_db, operator, given):
        answer = embed_answer(embedding.change_embedding(operator, given))
    return Json(answer)


@router.post("/api/embed-settings/renew-key")
def renew_public_key(request: Request) -> Json[EmbedOut]:
    """Replace the business's public key. Links and embed codes with the old key stop working immediately (W5)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_SETTINGS)
        require_fresh(db, caller, clock.now())
        answer = embed_answer(embedding.renew_public_key(db, operator))
        record_action(db, caller, "settings.changed", (None, "public key"))
    return Json(answer)
