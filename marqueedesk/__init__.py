"""MarqueeDesk: a word becomes letters, letters become holds on a calendar, and no letter is promised twice."""

__version__ = "1.0.0"
