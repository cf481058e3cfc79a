"""One search over what a business has: bookings, quotes, customers and venues. Reads only."""

__all__: list[str] = []
