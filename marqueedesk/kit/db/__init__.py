"""Database access: sessions and transactions, tenancy, keys, paging and connections."""
