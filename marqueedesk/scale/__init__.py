"""Rarely used tools: distributing tables with Citus, and moving to PostgreSQL."""
