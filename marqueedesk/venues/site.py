"""The conditions that a place gives a sign: room, a way in, power, and wind. Every fact may be unknown."""

from typing import Annotated

from pydantic import Field

from marqueedesk.kit.http.schemas import RequestModel

USUAL_VOLTS = 120.0
MOST_CIRCUITS = 40
_Inches = Annotated[float, Field(gt=0, le=100_000)]
_Amps = Annotated[float, Field(gt=0, le=1000)]


class SiteFacts(RequestModel):
    """A place as a sign needs to know it: inches, volts, amps of each circuit, feet to the outlets, and
    miles per hour. None is unknown.
    """

    wall_width_inches: _Inches | None = None
    ceiling_inches: _Inches | None = None
    door_width_inches: _Inches | None = None
    volts: Annotated[float, Field(gt=0, le=1000)] | None = None
    circuits: Annotated[
        list[_Amps] | None,
        Field(max_length=MOST_CIRCUITS, description="The amps of each circuit; an empty list for no power at all"),
    ] = None
    outlet_feet: Annotated[
        float | None, Field(ge=0, le=10_000, description="From the outlets to the left end of the sign, in feet")
    ] = None
    outdoors: bool | None = None
    wind_limit_mph: Annotated[
        float | None,
        Field(gt=0, le=200, description="The wind that the letters must withstand; counts outdoors"),
    ] = None

    @property
    def is_known(self) -> bool:
        """Whether anything is known at all."""
        return any(value is not None for value in self.model_dump().values())
