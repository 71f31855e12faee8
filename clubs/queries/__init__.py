"""Reads: querysets or frozen dataclasses, ready to show."""
