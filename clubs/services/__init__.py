"""Writes. One transaction, one audit entry, safe to send twice: see changes.py."""
