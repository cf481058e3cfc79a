"""Global search of a business's bookings, quotes, customers and venues. Read-only."""

__all__: list[str] = []
