"""What many runs prove together: see __main__.py."""
