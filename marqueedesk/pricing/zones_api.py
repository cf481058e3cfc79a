"""Routes of the delivery zones, for members of the business."""

from typing import Annotated

from fastapi import APIRouter

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.delivery.zones import DeliveryZones
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries, service
from marqueedesk.pricing.zones_schemas import OtherOut, ZoneOut, ZonesInput, ZonesOut

router = APIRouter(tags=["pricing"], responses=errors(401, 403))


def zones_answer(found: DeliveryZones) -> ZonesOut:
    """Serialize delivery zones."""
    return ZonesOut(
        zones=[
            ZoneOut(
                name=zone.name,
                zip_codes=list(zone.zip_codes),
                fee=units(zone.fee_cents),
                minimum_order=None if zone.minimum_order_cents is None else units(zone.minimum_order_cents),
                free_above=None if zone.free_above_cents is None else units(zone.free_above_cents),
                quote_only=zone.quote_only,
            )
            for zone in found.zones
        ],
        other=None if found.other_fee_cents is None else OtherOut(fee=units(found.other_fee_cents)),
    )


@router.get("/api/delivery-zones")
def delivery_zones(db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> ZonesOut:
    """Return the business's delivery zones with their fees."""
    return zones_answer(queries.price_list(db).zones)


@router.put("/api/delivery-zones")
def put_delivery_zones(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: ZonesInput) -> ZonesOut:
    """Replace all delivery zones. Existing bookings and quotes keep their fee."""
    record_settings_change(db, caller, "delivery zones", body)
    return zones_answer(service.set_zones(db, body))
