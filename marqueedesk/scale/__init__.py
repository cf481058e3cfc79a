"""Tools that most installations never load: spreading tables over machines, and moving to PostgreSQL."""
