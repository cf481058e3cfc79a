# Everything that a developer runs, in one place; `make help` lists it.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Only the two halves of `setup` are made side by side.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif
MAKEFLAGS += --no-print-directory --no-builtin-rules

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
# How often `make test` runs a failed test again: make test REPEAT=0 runs each test once.
REPEAT ?= 1
# The first that is there and has what a virtual environment needs. Debian's is built with optimizations, others on the
# path may not be, which costs a tenth of what a server can answer (docs/performance.md).
PYTHON ?= $(firstword $(foreach python,/usr/bin/python3.11 python3.11 python3.12 python3.13 python3.14,$(shell $(python) -c 'import ensurepip, venv' 2>/dev/null && echo $(python))))
# The npm scripts are called through these, so that a recipe reads as what it does.
NPM := npm --prefix frontend

# What the built pages are made of; a change in any of them makes the next `make setup` build again.
# The generated types are erased by the build.
FRONTEND_SOURCES := $(shell find frontend -type f -not -path '*/node_modules/*' -not -name openapi.json -not -name schema.d.ts 2>/dev/null | sed 's/ /\\ /g')
# What the API's description is generated from.
PYTHON_SOURCES := $(shell find marqueedesk -name '*.py' -not -path '*/migrations/*' 2>/dev/null)

.PHONY: help setup run dev test quick lint types client answers format bench lock system clean races pooler failover pitr tenant rolling citus observability advisories screens release

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- Setting up -----------------------------------------------------------------------------------------------------

setup: ## Install what a server needs and build the pages; quick when nothing changed
	@$(MAKE) --jobs=2 SIDE_BY_SIDE=1 $(VENV)/.installed marqueedesk/static/.built

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with its venv module is missing: install python3.11 and python3.11-venv (Debian: apt-get install python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

PIP := $(BIN)/python -m pip --disable-pip-version-check

$(VENV)/.installed: requirements-runtime.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing Python packages into $(VENV)"
	@$(PIP) install --quiet --require-hashes -r requirements-runtime.lock
	@$(PIP) install --quiet --no-deps -e .
	@touch $@

# What only checks, tests and releases need.
$(VENV)/.tools: requirements.lock $(VENV)/.installed
	@echo "Installing tools for the tests into $(VENV)"
	@$(PIP) install --quiet --require-hashes -r requirements.lock
	@touch $@

frontend/node_modules/.installed: frontend/package.json frontend/package-lock.json frontend/.npmrc
	@command -v npm >/dev/null || { echo "Node 20 with npm is missing: install nodejs 20." >&2; exit 1; }
	@echo "Installing packages for the pages into frontend/node_modules"
	$(NPM) ci --no-fund --no-audit --loglevel=error
	@touch $@

marqueedesk/static/.built: frontend/node_modules/.installed $(FRONTEND_SOURCES)
	@echo "Building the pages into marqueedesk/static"
	$(NPM) run build
	@touch $@

system: ## Install PostgreSQL and Chromium for the tests, where missing and where allowed
	@./scripts/system-packages postgresql chromium

# --- Running --------------------------------------------------------------------------------------------------------

run: setup ## Serve on port 8000 with demo data in an empty database, payments and texts played by stand-ins
	$(BIN)/marqueedesk migrate
	$(BIN)/marqueedesk seed-demo --if-empty --url http://localhost:$(PORT)
	@exec ./scripts/demo $(PORT)

dev: $(VENV)/.installed frontend/node_modules/.installed client ## Serve with reload: the API on port 8000, the pages on port 5170; payments and texts by stand-ins
	@./scripts/dev $(PORT)

# --- Checking -------------------------------------------------------------------------------------------------------

test: setup $(VENV)/.tools system client ## Run every check and every test; the last line says how many passed
	@$(BIN)/python scripts/check.py --repeat $(REPEAT)

quick: $(VENV)/.tools client ## Check what changed since main in under a minute: style, types, tests of its packages
	@$(BIN)/python scripts/check.py --quick

lint: $(VENV)/.tools client ## Style, dead code and import contracts, both halves
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(NPM) run --silent lint
	$(NPM) run --silent knip

types: $(VENV)/.tools client ## Types of both halves
	$(BIN)/pyright
	$(NPM) run --silent typecheck

format: $(VENV)/.tools frontend/node_modules/.installed ## Rewrite both halves in the house format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run --silent format

client: frontend/src/api/schema.d.ts ## Generate the pages' types from the API; quick when nothing changed

frontend/openapi.json: $(VENV)/.installed $(PYTHON_SOURCES)
	$(BIN)/marqueedesk openapi > $@.new
	@mv $@.new $@

frontend/src/api/schema.d.ts: frontend/openapi.json frontend/node_modules/.installed
	$(NPM) run --silent client

answers: $(VENV)/.tools ## Record again what the API answers to the page tests
	$(BIN)/python scripts/record_answers.py

races: setup $(VENV)/.tools system ## Run the tests that try many things with all they can try, which takes long
	MARQUEEDESK_TEST_SEEDS=all $(BIN)/pytest tests/races tests/stripe/test_event_orders.py tests/payments/test_random_sequences.py tests/cards_on_file/test_random_charges.py tests/conversations/test_text_outbox.py tests/test_openapi.py

pooler: setup $(VENV)/.tools system ## Run the tests behind a pooler (PgBouncer), which this installs where it may
	@./scripts/system-packages pgbouncer
	$(BIN)/pytest tests/pooler

failover: setup $(VENV)/.tools system ## Kill the primary of a Patroni cluster ten times under load; installs Patroni and etcd where it may
	@./scripts/system-packages patroni etcd-server
	$(BIN)/pytest -s -o faulthandler_timeout=1800 tests/failover

pitr: setup $(VENV)/.tools system ## Restore PostgreSQL to the moment before a mistake under load; installs pgBackRest where it may
	@./scripts/system-packages pgbackrest
	$(BIN)/pytest -s tests/pitr

tenant: setup $(VENV)/.tools system ## Restore one of 300 businesses from a backup while the others book, and print what they noticed
	MARQUEEDESK_TEST_TENANTS=300 MARQUEEDESK_TEST_TENANT_BOOKINGS=2000 $(BIN)/pytest -s tests/business_files/test_restore_proof.py

rolling: setup $(VENV)/.tools system ## Replace the servers of an older commit by this version under load: make rolling FROM=commit
	@test -n "$(FROM)" || { echo "Say which version runs before: make rolling FROM=commit"; exit 2; }
	MARQUEEDESK_TEST_FROM=$(FROM) $(BIN)/pytest -s tests/rolling

citus: setup $(VENV)/.tools system ## Spread a filled database over three servers with Citus, which has to be installed for PostgreSQL
	$(BIN)/pytest -s tests/citus

observability: ## Check the alert rules for Prometheus and run their tests, with promtool (installed where it may be)
	@./scripts/system-packages prometheus
	promtool check rules docs/observability/alerts.yml
	promtool test rules docs/observability/alerts.test.yml

advisories: $(VENV)/.tools ## Check the locked dependencies against advisories in the OSV format: make advisories FILE=osv.zip
	@$(BIN)/python scripts/advisories.py "$(FILE)"

bench: setup $(VENV)/.tools system ## Run the benchmarks; each prints ratios measured in one run
	@$(BIN)/python -m bench

$(VENV)-release/.installed: requirements-release.lock | $(VENV)/bin/python
	@$(PYTHON) -m venv $(VENV)-release
	@$(VENV)-release/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements-release.lock
	@touch $@

release: setup $(VENV)-release/.installed ## Build a release into dist/: wheel, source archive, component lists, installation archive, image
	@$(BIN)/python scripts/release.py

screens: setup $(VENV)/.tools system ## Draw every screen of the demo into docs/screens
	@$(BIN)/python scripts/screens.py

# --- Housekeeping ---------------------------------------------------------------------------------------------------

# Needs uv. The lock carries hashes and no address, so it installs from whatever index a machine is set up with. The
# second file is the part of the first that a server needs, the third has the tools of `make release`.
LOCK := uv pip compile --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links --quiet
lock: ## Pin the Python dependencies again
	$(LOCK) pyproject.toml --group dev --output-file requirements.lock
	$(LOCK) pyproject.toml --constraint requirements.lock --output-file requirements-runtime.lock
	$(LOCK) --group release --constraint requirements.lock --output-file requirements-release.lock

clean: ## Remove what was built and installed; data/ stays
	rm -rf $(VENV) frontend/node_modules marqueedesk/static build dist test-results .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
