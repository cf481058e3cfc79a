"""MarqueeDesk: rental management for light-up marquee letters."""

__version__ = "1.0.0"
