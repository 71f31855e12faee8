"""Static files: put together, with hashed names, and what of them opens offline.

Developers edit small modules and stylesheets, and browsers can load them as they are. What users
get is made by collectstatic: docs/decisions/bundles.md.
"""
