"""Alembic migrations; every revision runs on SQLite and on PostgreSQL."""
