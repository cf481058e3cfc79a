"""Site conditions of a location: space, access, power, and wind. Any value may be unknown."""

from typing import Annotated

from pydantic import Field

from marqueedesk.kit.http.schemas import RequestModel
from marqueedesk.kit.text.formats import Measures, counted, length, wind

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

    def space(self, measures: Measures) -> str | None:
        """Describe the space and the wind for the crew; None if nothing is known."""
        sizes = [
            ("Wall", self.wall_width_inches, " wide"),
            ("Ceiling", self.ceiling_inches, ""),
            ("Door", self.door_width_inches, " wide"),
        ]
        facts = [f"{name} {length(inches, measures)}{unit}" for name, inches, unit in sizes if inches is not None]
        if self.outdoors is not None:
            facts.append("Outdoors" if self.outdoors else "Indoors")
        if self.outdoors and self.wind_limit_mph is not None:
            facts.append(f"Wind up to {wind(self.wind_limit_mph, measures)}")
        return ". ".join(facts) or None

    def power(self, measures: Measures) -> str | None:
        """Describe outlets and circuits for the crew; None if nothing is known."""
        facts: list[str] = []
        if self.circuits is not None:
            amps = ", ".join(f"{amps:g} A" for amps in self.circuits)
            facts.append(f"{counted(len(self.circuits), 'circuit')}: {amps}" if self.circuits else "No power")
        if self.volts is not None:
            facts.append(f"{self.volts:g} V")
        if self.outlet_feet is not None:
            facts.append(f"Outlets {length(self.outlet_feet * 12, measures)} from the sign")
        return ". ".join(facts) or None

    @property
    def is_known(self) -> bool:
        """Return true if any value is known."""
        return any(value is not None for value in self.model_dump().values())
