"""A line of the benchmark's table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured value with its bounds. ``most`` means that floor and aim are upper bounds. Values beyond the floor
    fail the run.
    """

    name: str
    value: float
    floor: float
    aim: float
    unit: str = ""
    most: bool = True
    note: str = ""

    @property
    def verdict(self) -> str:
        def holds(bound: float) -> bool:
            return self.value <= bound if self.most else self.value >= bound

        return "aim" if holds(self.aim) else "floor" if holds(self.floor) else "BELOW"
