"""The database: sessions and transactions, tenancy, keys, paging, and how connections are made."""
