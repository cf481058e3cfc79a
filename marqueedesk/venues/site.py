"""Site conditions of a location: space, access, power, and wind. Any value may be unknown."""

from typing import Annotated

from pydantic import Field

from marqueedesk.kit.http.schemas import RequestModel

USUAL_VOLTS = 120.0
MOST_CIRCUITS = 40
_Inches = Annotated[float, Field(gt=0, le=100_000)]
_Amps = Annotated[float, Field(gt=0, le=1000)]


class SiteFacts(RequestModel):
    """Site measurements of a location: inches, volts, amps per circuit, feet to the outlets, and miles per hour. Null
    means unknown.
    """

    wall_width_inches: _Inches | None = None
    ceiling_inches: _Inches | None = None
    door_width_inches: _Inches | None = None
    volts: Annotated[float, Field(gt=0, le=1000)] | None = None
    circuits: Annotated[
        list[_Amps] | None,
        Field(max_length=MOST_CIRCUITS, description="Amps of each circuit; empty if there is no power"),
    ] = None
    outlet_feet: Annotated[
        float | None,
        Field(ge=0, le=10_000, description="Distance from the outlets to the left end of the sign, in feet"),
    ] = None
    outdoors: bool | None = None
    wind_limit_mph: Annotated[
        float | None,
        Field(gt=0, le=200, description="Wind that the letters must withstand, if outdoors"),
    ] = None

    @property
    def is_known(self) -> bool:
        """Return true if any value is known."""
        return any(value is not None for value in self.model_dump().values())
