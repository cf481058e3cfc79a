"""States and territories of the United States with their common spellings and ZIP codes."""

import re
from functools import cache
from typing import Final

_SPELLINGS: Final = """
al alabama ala|ak alaska|az arizona ariz|ar arkansas ark|ca california calif cal|co colorado colo|ct connecticut conn
|de delaware del|fl florida fla|ga georgia|hi hawaii|id idaho|il illinois ill|in indiana ind|ia iowa
|ks kansas kans kan|ky kentucky|la louisiana|me maine|md maryland|ma massachusetts mass|mi michigan mich
|mn minnesota minn|ms mississippi miss|mo missouri|mt montana mont|ne nebraska nebr neb|nv nevada nev
|nh newhampshire nhampshire|nj newjersey njersey|nm newmexico nmexico nmex|ny newyork newyorkstate
|nc northcarolina ncarolina nocarolina ncar|nd northdakota ndakota nodakota ndak|oh ohio|ok oklahoma okla
|or oregon oreg ore|pa pennsylvania penn penna|ri rhodeisland|sc southcarolina scarolina socarolina scar
|sd southdakota sdakota sodakota sdak|tn tennessee tenn|tx texas tex|ut utah|vt vermont|va virginia
|wa washington wash washingtonstate|wv westvirginia wvirginia wva westva|wi wisconsin wis|wy wyoming wyo
|dc districtofcolumbia washingtondc|pr puertorico|vi virginislands usvirginislands virginislandsus usvi|gu guam
|as americansamoa|mp northernmarianaislands
"""
_STATES: Final = {
    spelling: code for code, *more in (row.split() for row in _SPELLINGS.split("|")) for spelling in (code, *more)
}
STATE_CODES: Final = frozenset(code.upper() for code in _STATES.values())
"""Two-letter codes of all states, in upper case."""
_ZIP_CODES: Final = """
al 350-369|ak 995-999|az 850-865|ar 716-729|ca 900-961|co 800-816|ct 060-069|de 197-199|dc 200-205 569|fl 320-349
|ga 300-319 398-399|hi 967-968|id 832-838|il 600-629|in 460-479|ia 500-528|ks 660-679|ky 400-427|la 700-714|me 039-049
|md 206-219|ma 010-027 055|mi 480-499|mn 550-567|ms 386-397|mo 630-658|mt 590-599|ne 680-693|nv 889-898|nh 030-038
|nj 070-089|nm 870-884|ny 005 100-149|nc 270-289|nd 580-588|oh 430-459|ok 730-732 734-749|or 970-979|pa 150-196
|ri 028-029|sc 290-299|sd 570-577|tn 370-385|tx 733 750-799 885|ut 840-847|vt 050-054 056-059|va 201 220-246|wa 980-994
|wv 247-268|wi 530-549|wy 820-831|pr 006-007 009|vi 008|gu 969
"""
"""ZIP code prefixes (three digits) for each state."""
_PREFIX: Final = 3
_BESIDE: Final = re.compile("^(?:us|usa)(?=[a-z]{2}$)|^(?:stateof|commonwealthof)|(?:usa|unitedstates)$")
"""Additions to a state's name: the country, as in ISO 3166-2 ("US-TX"), or "State of"."""


def state_code(name: str) -> str:
    """Return the code of a state ("tx") for a name in lower-case letters; other names are returned unchanged."""
    if code := _STATES.get(name):
        return code
    bare = _BESIDE.sub("", name)
    # Code and name together, as in "Texas (TX)".
    for code, rest in ((bare[:2], bare[2:]), (bare[-2:], bare[:-2])):
        if _STATES.get(rest) == code:
            return code
    return _STATES.get(bare, name)


def state_of_zip(zip_code: str) -> str | None:
    """Return the state code for a ZIP code, or for its first three or more digits; None if unknown."""
    if not (zip_code.isascii() and zip_code.isdigit()):
        return None
    return _by_prefix().get(zip_code[:_PREFIX])


@cache
def _by_prefix() -> dict[str, str]:
    states: dict[str, str] = {}
    for code, *ranges in (row.split() for row in _ZIP_CODES.split("|")):
        for span in ranges:
            first, _, last = span.partition("-")
            for prefix in range(int(first), int(last or first) + 1):
                states[f"{prefix:03}"] = code
    return states
