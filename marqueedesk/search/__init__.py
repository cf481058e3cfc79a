"""Global search of a business's bookings, quotes, customers and venues. Reads only."""

__all__: list[str] = []
