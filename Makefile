# Everything that one does with Feutre, from nothing but Python (with venv), git and make.

PORT ?= 8000
HOST ?= 127.0.0.1
BROWSER ?=
ARGS ?=
export PORT HOST BROWSER

PYTHON := .venv/bin/python
# Commands that look at the code only: no .env is needed and no database is touched.
CHECKING := SECRET_KEY=checking DATABASE_URL=sqlite://:memory:

.PHONY: help run test lint format bench docs screenshots messages lock sbom clean env env-dev

help:
	@echo "make run          the app with a demo club, PORT=8000 HOST=127.0.0.1"
	@echo "make test         all tests; ARGS='-k seating' narrows, BROWSER=no leaves the browser out"
	@echo "make lint         formatting, lint, types, templates, migrations"
	@echo "make format       puts code and templates in their format"
	@echo "make bench        benchmarks"
	@echo "make docs         the documentation as pages in build/docs"
	@echo "make screenshots  pictures of the documentation, from a demo club; SCREENS=home narrows"
	@echo "make messages     collects and compiles the texts to translate (needs gettext)"
	@echo "make lock         writes the lock files again, after a change of requirements*.txt"
	@echo "make sbom         the list of packages, for auditors and scanners, in build/sbom.json"
	@echo "make clean        removes what make made, never data"

env:
	@sh scripts/python.sh scripts/environment.py requirements.lock

env-dev:
	@sh scripts/python.sh scripts/environment.py requirements-dev.lock

run: env
	@exec $(PYTHON) scripts/run.py

test: env-dev
	@exec $(PYTHON) scripts/test.py $(ARGS)

lint: env-dev
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(CHECKING) $(PYTHON) -m mypy clubs scorekeeper
	$(PYTHON) -m djlint --lint templates
	$(PYTHON) -m djlint --check templates
	$(CHECKING) $(PYTHON) manage.py makemigrations --check --dry-run

format: env-dev
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m djlint --quiet --reformat templates

bench: env-dev
	@exec $(PYTHON) -m benchmarks $(ARGS)

docs: env-dev
	@exec $(PYTHON) scripts/docs.py

screenshots: env-dev
	@exec $(PYTHON) scripts/screenshots.py $(SCREENS)

messages: env-dev
	@exec $(PYTHON) scripts/messages.py

# For every system and Python that we run on, with the hashes of all files of each version.
LOCK := -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header

lock: env-dev
	$(PYTHON) $(LOCK) requirements.txt --output-file requirements.lock
	$(PYTHON) $(LOCK) requirements-dev.txt --output-file requirements-dev.lock

# The same file for the same lock. It is read alone: no registry is asked.
SBOM := -m cyclonedx_py requirements --pyproject pyproject.toml --output-reproducible

sbom: env-dev
	@mkdir -p build
	$(PYTHON) $(SBOM) requirements.lock --output-file build/sbom.json

clean:
	rm -rf .venv .make build staticfiles static/fonts test-results
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
