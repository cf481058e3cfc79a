"""The customer's own pages, by unguessable link: what they may see and do without signing in."""
