"""The settings of production, with one address more and a database that goes away."""

import os

os.environ.update(DEBUG="false", SECRET_KEY="only for benchmarks", TRUSTED_PROXIES="0")
os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")

from scorekeeper.settings import *  # noqa: F403 (the environment comes first)

ROOT_URLCONF = "benchmarks.urls"
