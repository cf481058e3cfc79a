"""Logs, metrics, traces, timings and the audit log."""
